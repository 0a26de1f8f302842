internal import CH3
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The cells of H3 of one resolution, which cover the whole Earth: hexagons and twelve pentagons, by H3's own
/// library, which is loaded when the first grid is made.
///
/// A cell's edges are arcs of great circles of a sphere that bears the latitudes of the ellipsoid. The library
/// keeps nothing and hands out no memory.
public struct H3Grid: Sendable, Hashable {
    /// From the coarsest to the finest: each resolution has seven times as many cells as the one before.
    public static let resolutions = 0...15

    /// Which of ``resolutions``.
    public let resolution: Int

    /// Whether the library is installed.
    public static var isInstalled: Bool { ambit_h3_exists() != 0 }

    /// - Throws: ``AnalysisError/badCell(reason:)`` for a resolution that H3 does not have, and
    ///   ``AnalysisError/noH3`` where the library is not installed.
    public init(resolution: Int) throws(AnalysisError) {
        guard Self.resolutions.contains(resolution) else {
            throw .badCell(
                reason: "the resolution is \(resolution); H3 has those from "
                    + "\(Self.resolutions.lowerBound) to \(Self.resolutions.upperBound)"
            )
        }
        guard Self.isInstalled else { throw .noH3 }
        self.resolution = resolution
    }

    /// No point of a cell lies farther from its middle: those of the coarsest reach 1,405 km on a sphere of the
    /// Earth's size, and a step of resolution makes them smaller by the root of seven.
    var cellRadiusMeters: Double { 1_500_000 / pow(7, Double(resolution) / 2) }

    /// The number of the cell that holds a place; nil where the library refuses it.
    func cell(at place: Coordinate) -> UInt64? {
        var point = LatLng(lat: degsToRads(place.latitude), lng: degsToRads(place.longitude))
        var number: H3Index = 0
        guard latLngToCell(&point, Int32(resolution), &number) == 0 else { return nil }
        return number
    }

    /// Where a cell lies; nil where the library refuses its number.
    func outline(of cell: UInt64) -> CellOutline? {
        var middle = LatLng()
        var boundary = CellBoundary()
        guard cellToLatLng(cell, &middle) == 0, cellToBoundary(cell, &boundary) == 0 else {
            return nil
        }
        let corners = withUnsafeBytes(of: boundary.verts) { bytes in
            bytes.bindMemory(to: LatLng.self).prefix(Int(boundary.numVerts)).compactMap(Self.place)
        }
        guard let center = Self.place(middle), corners.count == Int(boundary.numVerts) else {
            return nil
        }
        return CellOutline(center: center, corners: corners, all: Self.parted(corners))
    }

    /// An edge may lie so far from the straight line in longitude and latitude, as a share of its length.
    private static let mostBend = 1e-4

    private static func parted(_ corners: [Coordinate]) -> [Coordinate] {
        let parting = EdgeParting<SIMD3<Double>> { start, end in
            let sum = start + end
            let length = (sum * sum).sum().squareRoot()
            guard length > 0 else { return nil }
            let middle = sum / length
            let point = LatLng(
                lat: atan2(middle.z, hypot(middle.x, middle.y)),
                lng: atan2(middle.y, middle.x)
            )
            return place(point).map { (middle, $0) }
        }
        let corners = withPolesTwice(corners)
        var places: [Coordinate] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            places.append(corner)
            let (start, end) = (onSphere(corner), onSphere(next))
            let chord = ((end - start) * (end - start)).sum().squareRoot()
            parting.append(
                between: (start, corner),
                (end, next),
                mostBend: mostBend * chord * 180 / .pi,
                to: &places
            )
        }
        return places
    }

    /// A corner at a pole, which has any longitude, is there at that of the corner before and at that of the
    /// one behind it.
    private static func withPolesTwice(_ corners: [Coordinate]) -> [Coordinate] {
        corners.indices.flatMap { index -> [Coordinate] in
            let corner = corners[index]
            guard corner.latitude.magnitude == 90 else { return [corner] }
            let before = corners[(index + corners.count - 1) % corners.count]
            let behind = corners[(index + 1) % corners.count]
            return [before, behind].map {
                Coordinate(uncheckedLatitude: corner.latitude, longitude: $0.longitude)
            }
        }
    }

    private static func onSphere(_ place: Coordinate) -> SIMD3<Double> {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return SIMD3(
            cos(latitude) * cos(longitude),
            cos(latitude) * sin(longitude),
            sin(latitude)
        )
    }

    private static func place(_ point: LatLng) -> Coordinate? {
        try? Coordinate(
            latitude: radsToDegs(point.lat),
            longitude: max(-180, min(180, radsToDegs(point.lng)))
        )
    }
}
