internal import Geodesy
internal import ReferenceSystems

/// Where in a row its coordinates stand, and what they mean.
struct PlacePlan {
    let columns: PlaceColumns
    let system: CoordinateReferenceSystem
    /// Why the coordinates are read in that system.
    let reason: String
    /// What to look at before the public sees the places.
    var warnings: [Finding]
    /// nil where coordinates are WGS84 degrees as they stand.
    let transform: CoordinateTransform?
    /// The column that names the system of each row; nil where none does.
    private(set) var systemColumn: SystemColumn?
    /// What holds all places that are believed; nil where any is.
    private(set) var allowedArea: BoundingBox?

    /// - Throws: ``ImportError/unusableReferenceSystem(_:)`` when PROJ cannot read the system.
    init(
        _ columns: PlaceColumns,
        in system: CoordinateReferenceSystem,
        because reason: String,
        warning: Finding? = nil
    ) throws(ImportError) {
        self.columns = columns
        self.system = system
        self.reason = reason
        warnings = [warning].compactMap { $0 }
        do {
            transform = system.isWGS84 ? nil : try CoordinateTransform(from: system)
        } catch { throw .unusableReferenceSystem(error.description) }
        // Degrees of another datum mean nearly the same everywhere.
        allowedArea =
            system.isGeographic ? nil : system.areaOfUse?.widened(byDegrees: PlaceReader.margin)
    }

    /// From this share on, places outside the area that a system is made for are the file's way, and no
    /// slip of single rows.
    private static let leastShareBeyond = 0.1

    /// Looks whether the file has many places outside the area that the system is made for: then they
    /// are believed, and told.
    ///
    /// - Parameter numbers: Those of the first rows.
    mutating func lookBeyondArea(_ numbers: [(x: Double, y: Double)]) {
        guard let transform, let area = system.areaOfUse else { return }
        let near = area.widened(byDegrees: PlaceReader.margin)
        let reach =
            columns == .geometry || system.isGeographic
            ? BoundingBox.world : area.widened(byDegrees: PlaceReader.reach)
        let beyond = numbers.compactMap { number -> Coordinate? in
            guard let place = transform.place(x: number.x, y: number.y), !near.contains(place),
                reach.contains(place), transform.isReversible(x: number.x, y: number.y)
            else { return nil }
            return place
        }
        guard let first = beyond.first,
            system.isGeographic
                || Double(beyond.count) >= Self.leastShareBeyond * Double(numbers.count)
        else { return }
        if !system.isGeographic { allowedArea = reach }
        warnings.append(
            Finding(
                .firstRowsBeyondArea,
                [
                    "count": .count(beyond.count), "rows": .count(numbers.count),
                    "system": .text("\(system)"), "area": .text(system.areaName),
                    "place": .text(first.shortText),
                ]
            )
        )
    }

    /// The same, in which a column names the system of each row.
    func checking(_ column: SystemColumn?) -> PlacePlan {
        var plan = self
        plan.systemColumn = column
        return plan
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
