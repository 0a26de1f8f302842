internal import Geodesy

/// Turns the positions of features and of shapes into places, from whatever system they are in.
struct GeometryReader {
    let system: CoordinateReferenceSystem
    private let reason: String
    /// nil where positions are WGS84 degrees as they stand.
    private let transform: CoordinateTransform?

    /// Why a position is no place.
    struct Fault: Error {
        let reason: String
    }

    /// - Throws: ``ImportError`` when nothing says which system the positions are in, or PROJ cannot
    ///   read it.
    init(_ sample: FileSample, _ options: ImportOptions) throws(ImportError) {
        (system, reason) = try sample.geometrySystem(options)
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

    /// The place of a position.
    func place(_ position: GeoJSONGeometry.Position) throws(Fault) -> Coordinate {
        let (x, y) = (position.longitude, position.latitude)
        guard let transform else {
            do throws(GeodesyError) {
                return try Coordinate(latitude: y, longitude: x)
            } catch {
                throw Fault(
                    reason: "\(error); coordinates must be longitude and latitude in degrees "
                        + "(EPSG:4326), or their system must be named with --crs EPSG:nnnn"
                )
            }
        }
        guard let place = transform.place(x: x, y: y) else {
            throw Fault(reason: "\(system) has no place \(x), \(y)")
        }
        if let area = system.areaOfUse,
            !area.widened(byDegrees: PlaceReader.margin).contains(place)
        {
            throw Fault(
                reason: "it would lie at \(place.shortText), far outside the area of \(system)"
            )
        }
        return place
    }
}
