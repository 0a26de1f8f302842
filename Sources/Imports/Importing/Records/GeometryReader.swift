internal import Geodesy
internal import ReferenceSystems
internal import RowFiles

/// Turns the positions of features and of shapes into places, from whatever system they are in.
///
/// What lies far outside the area that the register draws for the system is read all the same, and told:
/// areas are those for which a system is meant, not those for which its arithmetic holds, and a nation's
/// boundaries reach beyond most of them.
struct GeometryReader {
    let system: CoordinateReferenceSystem
    private let reason: String
    /// nil where positions are WGS84 degrees as they stand.
    private let transform: CoordinateTransform?
    /// The area that the system is made for, with its surroundings; nil where the register draws none.
    private let area: BoundingBox?
    /// What lies outside it, in this pass.
    private var beyond = PlacesBeyondArea()

    /// Why a position is no place.
    struct Fault: Error {
        let reason: Finding
    }

    /// - Throws: ``ImportError`` when nothing says which system the positions are in, or PROJ cannot
    ///   read it.
    init(_ sample: FileSample, _ options: ImportOptions) throws(ImportError) {
        (system, reason) = try sample.geometrySystem(options)
        area = system.areaOfUse?.widened(byDegrees: PlaceReader.margin)
        do {
            transform = system.isWGS84 ? nil : try CoordinateTransform(from: system)
        } catch { throw .unusableReferenceSystem(error.description) }
    }

    /// For the report.
    var use: CoordinateUse {
        CoordinateUse(
            system: system.identifier,
            name: system.name,
            accuracyM: transform.map(\.accuracyMeters) ?? 0,
            reason: reason
        )
    }

    /// Begins a pass over the file.
    mutating func restart() { beyond = PlacesBeyondArea() }

    /// The place of a position.
    ///
    /// - Parameter line: That of the position's row.
    mutating func place(
        _ position: GeoJSONGeometry.Position,
        line: Int
    ) throws(Fault) -> Coordinate {
        let (x, y) = (position.longitude, position.latitude)
        guard let transform else {
            do throws(GeodesyError) {
                return try Coordinate(computedLatitude: y, longitude: x)
            } catch {
                throw Fault(reason: Finding(.noDegrees, ["finding": .finding(Finding(error))]))
            }
        }
        guard let place = transform.place(x: x, y: y) else {
            throw Fault(
                reason: Finding(
                    .noSuchPlace,
                    ["system": .text("\(system)"), "x": .text("\(x)"), "y": .text("\(y)")]
                )
            )
        }
        if let area, !area.contains(place) {
            guard transform.isReversible(x: x, y: y) else {
                throw Fault(
                    reason: Finding(
                        .beyondSystem,
                        ["place": .text(place.shortText), "system": .text("\(system)")]
                    )
                )
            }
            beyond.add(place, line: line)
        }
        return place
    }

    /// The places of a line or a ring.
    ///
    /// - Parameters:
    ///   - cause: Under which the report counts a row that is refused.
    ///   - noun: What the places are of, such as "polygon".
    ///   - line: That of the row.
    /// - Throws: Where a position is no place, or a step goes more than half way round the Earth.
    mutating func places(
        _ positions: [GeoJSONGeometry.Position],
        _ cause: RowFault.Cause,
        of noun: String,
        line: Int
    ) throws(RowRefusal) -> [Coordinate] {
        var places: [Coordinate] = []
        places.reserveCapacity(positions.count)
        for position in positions {
            let place: Coordinate
            do throws(Fault) {
                place = try self.place(position, line: line)
            } catch {
                throw RowRefusal(RowFault(cause: cause, reason: error.reason))
            }
            if let last = places.last, (place.longitude - last.longitude).magnitude > 180 {
                throw RowRefusal(
                    RowFault(
                        cause: cause,
                        reason: Finding(
                            .halfWayRound,
                            [
                                "from": .text("\(last.longitude)"),
                                "to": .text("\(place.longitude)"), "shape": .text(noun),
                            ]
                        )
                    )
                )
            }
            places.append(place)
        }
        return places
    }

    /// What the report says of this pass.
    var notes: [ImportNote] { beyond.note(system).map { [$0] } ?? [] }
}

/// The rows of a file with places far outside the area that its system is made for.
struct PlacesBeyondArea {
    private var rows = StationRemarks.Lines()
    private var lastLine: Int?
    private var first: Coordinate?

    /// Adds a place of a row.
    mutating func add(_ place: Coordinate, line: Int) {
        guard lastLine != line else { return }
        lastLine = line
        if first == nil { first = place }
        rows.add(line)
    }

    /// What to look at; nil where there is nothing.
    func note(_ system: CoordinateReferenceSystem) -> ImportNote? {
        guard let first else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .beyondArea,
                [
                    "rows": .count(rows.count), "system": .text("\(system)"),
                    "area": .text(system.areaName), "place": .text(first.shortText),
                ]
            ),
            lines: rows.first
        )
    }
}
