import ArgumentParser
import OpenStandards
import ReferenceSystems

/// The options of what is served by open standards, below `/ogc`.
struct StandardsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Begin the links below /ogc with this address, such as https://maps.example.org/county, under "
                + "which clients reach the service; without it they begin with what clients say in Host.",
            valueName: "url"
        )
    )
    var publicUrl: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Tell coordinates below /ogc in this system too, such as EPSG:27700, besides longitude and "
                + "latitude, EPSG:4326 and EPSG:3857. May be repeated.",
            valueName: "system"
        )
    )
    var ogcCrs: [String] = []

    func validate() throws {
        _ = try publicAddress()
        _ = try systemCodes()
    }

    /// Where clients reach the service; nil for wherever they say.
    private func publicAddress() throws -> ServiceAddress? {
        do {
            return try publicUrl.map { try ServiceAddress(parsing: $0) }
        } catch {
            throw ValidationError("--public-url: \(error)")
        }
    }

    /// The numbers of the systems that are offered below `/ogc` besides the usual ones.
    private func systemCodes() throws -> [Int] {
        try ogcCrs.map { text in
            guard text.uppercased().hasPrefix("EPSG:"), let code = Int(text.dropFirst(5)) else {
                throw ValidationError(
                    "--ogc-crs is \"\(text)\"; write a system of the EPSG register, such as EPSG:27700"
                )
            }
            return code
        }
    }

    /// What open standards are served with.
    func settings() throws -> StandardsSettings {
        var settings = StandardsSettings()
        settings.publicAddress = try publicAddress()
        do {
            settings.systems = try OfferedSystem.all(adding: try systemCodes())
        } catch let error as ReferenceSystemError {
            throw ValidationError("--ogc-crs: \(error)")
        }
        return settings
    }
}
