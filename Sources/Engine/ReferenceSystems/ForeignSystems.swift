internal import Synchronization

/// Has descriptions of coordinate reference systems that strangers wrote tried apart from this process,
/// before PROJ reads them in it.
///
/// What crashes PROJ, or keeps it busy, does so there. What it reads there it reads here to the same
/// end: a description is made of ``WellKnownText``'s tokens alone, and PROJ keeps nothing from one to
/// the next.
public enum ForeignSystems {
    /// Tries a description; returns whether it did no harm.
    public typealias Trial = @Sendable (String) -> Bool

    private static let trial = Mutex<Trial?>(nil)

    /// Has every description tried from now on; to be called once, before the first is read.
    public static func tryFirst(by trial: @escaping Trial) {
        Self.trial.withLock { $0 = trial }
    }

    /// - Throws: ``ReferenceSystemError/unreadable(_:)`` where the trial went wrong.
    static func check(_ description: String) throws(ReferenceSystemError) {
        guard let trial = trial.withLock({ $0 }), !trial(description) else { return }
        throw .unreadable(String(description.prefix(80)))
    }

    /// Has PROJ read a description, and take some places through it; where that fails in earnest, it
    /// takes the process with it.
    ///
    /// - Returns: Whether PROJ made something of it.
    public static func attempt(_ description: String) -> Bool {
        guard let text = try? WellKnownText(description).text,
            let system = try? ProjContext().referenceSystem(wellKnownText: text),
            let transform = try? CoordinateTransform(from: system)
        else { return false }
        for (x, y) in [(0, 0), (1, 1), (-77, 38.9), (500_000, 4_500_000), (-1e7, 1e7), (1e9, -1e9)]
        {
            _ = (transform.place(x: x, y: y), transform.isReversible(x: x, y: y))
        }
        _ = transform.accuracyMeters
        return true
    }
}
