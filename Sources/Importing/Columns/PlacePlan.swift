internal import Geodesy

/// Where in a row its coordinates stand, and what they mean.
struct PlacePlan {
    let columns: PlaceColumns
    let system: CoordinateReferenceSystem
    /// Why the coordinates are read in that system.
    let reason: String
    /// Something to look at before the public sees the places.
    var warning: String?
    /// nil where coordinates are WGS84 degrees as they stand.
    let transform: CoordinateTransform?

    /// - Throws: ``ImportError/unusableReferenceSystem(_:)`` when PROJ cannot read the system.
    init(
        _ columns: PlaceColumns,
        in system: CoordinateReferenceSystem,
        because reason: String,
        warning: String? = nil
    ) throws(ImportError) {
        self.columns = columns
        self.system = system
        self.reason = reason
        self.warning = warning
        do {
            transform = system.isWGS84 ? nil : try CoordinateTransform(from: system)
        } catch { throw .unusableReferenceSystem(error.description) }
    }

    /// For the report; once places have been read it knows how exact they are.
    var use: CoordinateUse {
        CoordinateUse(
            system: system.identifier,
            name: system.name,
            accuracyM: transform.map(\.accuracyMeters) ?? 0,
            reason: reason
        )
    }
}

/// What coordinates were taken for.
public struct CoordinateUse: Sendable, Hashable, Encodable {
    /// The coordinate reference system, such as `EPSG:27700`.
    public let system: String
    /// Its name in the EPSG register.
    public let name: String
    /// How far places may be off, in metres, because the system's datum is only known to be so
    /// much like WGS84; nil where the register does not say.
    public let accuracyM: Double?
    /// Why.
    public let reason: String
}
