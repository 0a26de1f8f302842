internal import FeatureCollections
internal import Geodesy
package import ReferenceSystems

/// A reference system in which coordinates are told and boxes are understood.
package struct OfferedSystem: Sendable, Hashable {
    /// The name that the standard gives it.
    package let uri: String
    /// What its numbers mean.
    let system: CoordinateReferenceSystem
    /// Whether the northing, or the latitude, stands first.
    let isNorthingFirst: Bool

    /// Longitude and latitude in degrees, in which everything is stored.
    package static let crs84 = OfferedSystem(
        uri: "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
        system: .wgs84,
        isNorthingFirst: false
    )

    private init(uri: String, system: CoordinateReferenceSystem, isNorthingFirst: Bool) {
        self.uri = uri
        self.system = system
        self.isNorthingFirst = isNorthingFirst
    }

    /// A system of the EPSG register, its axes in the register's order.
    ///
    /// - Throws: ``ReferenceSystemError`` when there is none with that number in which a pair of numbers is
    ///   a place.
    package init(code: Int) throws(ReferenceSystemError) {
        let system = try CoordinateReferenceSystem(code: code)
        self.init(
            uri: "http://www.opengis.net/def/crs/EPSG/0/\(code)",
            system: system,
            isNorthingFirst: try system.isWGS84 ? true : system.isNorthingFirst()
        )
    }

    /// What systems are offered: CRS84, WGS84 with its latitude first, Web Mercator, and some more.
    package static func all(adding codes: [Int]) throws(ReferenceSystemError) -> [OfferedSystem] {
        var systems = [crs84]
        for code in [4326, 3857] + codes {
            let system = try OfferedSystem(code: code)
            if !systems.contains(system) { systems.append(system) }
        }
        return systems
    }
}

/// Turns places into coordinates of an offered system; used by one thread at a time.
final class Projector {
    let offered: OfferedSystem
    /// nil for WGS84, whose coordinates are the places'.
    private let transform: CoordinateTransform?

    init(_ offered: OfferedSystem) throws(ReferenceSystemError) {
        self.offered = offered
        transform = offered.system.isWGS84 ? nil : try CoordinateTransform(from: offered.system)
    }

    /// Where a place lies in the plane of the system: easting before northing.
    func point(_ place: Coordinate) -> Rectangle.Point? {
        guard let transform else { return (place.longitude, place.latitude) }
        return transform.coordinates(of: place).map { ($0.x, $0.y) }
    }

    /// A place's coordinates in the system's own order, rounded to a tenth of a millimetre.
    func coordinates(_ place: Coordinate) -> (Double, Double)? {
        guard let point = point(place) else { return nil }
        let scale: Double? =
            offered.system.isWGS84 ? nil : offered.system.isGeographic ? 1e9 : 1e4
        func rounded(_ number: Double) -> Double {
            scale.map { (number * $0).rounded() / $0 } ?? number
        }
        let (x, y) = (rounded(point.x), rounded(point.y))
        return offered.isNorthingFirst ? (y, x) : (x, y)
    }

    /// The place at a point of the plane; nil where there is none.
    func place(_ point: Rectangle.Point) -> Coordinate? {
        guard let transform else {
            return try? Coordinate(latitude: point.y, longitude: point.x)
        }
        return transform.place(x: point.x, y: point.y)
    }
}
