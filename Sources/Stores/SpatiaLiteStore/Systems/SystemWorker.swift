internal import CFence
internal import FencedWorkers
internal import ReferenceSystems

/// The process in which PROJ first reads what a stranger's file says of its coordinates, with bounds on
/// time and memory.
///
/// PROJ looks into its register while it reads, so this process may open files to read them; it can make,
/// change and remove none, reach no network and start no program. It lives for one description.
public enum SystemWorker {
    /// The command that runs ``serve()``, for ``FencedSystems`` to start.
    public static let command = "systems-worker"

    private static let memoryBytes: UInt64 = 256 << 20
    static let seconds: UInt64 = 5

    /// Reads descriptions on standard input until that ends, and says of each when it is done.
    ///
    /// - Returns: The process's exit code.
    public static func serve() -> Int32 {
        // Loads PROJ, which the fence may keep from being loaded.
        guard ForeignSystems.attempt(known), ambit_worker_watch() == 0,
            ambit_worker_limit(memoryBytes, seconds) == 0
        else { return 1 }
        // Where the system has no such fence, the limits alone must do. A PROJ that cannot read its
        // register behind it would come to an end with anything.
        _ = ambit_worker_fence_reading()
        guard ForeignSystems.attempt(known) else { return 1 }
        while let bytes = WorkerSocket.readMessage() {
            guard let text = String(validating: bytes, as: UTF8.self) else { return 1 }
            _ = ForeignSystems.attempt(text)
            guard WorkerSocket.write(message: done) else { return 1 }
        }
        return 0
    }

    static let done: [UInt8] = [1]

    /// What every PROJ reads whose register is there: NAD83 of the United States (EPSG:4269), on which
    /// a projection stands.
    private static let known = """
        PROJCS["Texas",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",\
        SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],\
        UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],\
        PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",4000000.0],\
        PARAMETER["Central_Meridian",-99.0],PARAMETER["Standard_Parallel_1",28.4],\
        PARAMETER["Standard_Parallel_2",30.3],PARAMETER["Latitude_Of_Origin",27.8],\
        UNIT["Meter",1.0]]
        """
}
