internal import Foundation
package import Geodesy

/// The plane that web maps are drawn on: the world is a square of side 1, x runs east from the
/// antimeridian, y south from the northern end.
///
/// Source: EPSG:3857, scaled.
package enum WebMercator {
    /// Where the square ends, north and south, in degrees.
    package static let northernmostLatitude = 85.051_128_779_806_59

    /// How many pixels the world is wide at zoom 0.
    package static let worldPixels = 256.0

    /// The zoom levels that maps have.
    package static let zooms = 0...22

    /// The width of a pixel at a zoom level, the world being 1 wide.
    package static func pixel(atZoom zoom: Int) -> Double {
        1 / (worldPixels * Double(UInt64(1) << UInt64(min(max(zoom, 0), 40))))
    }

    package static func x(_ longitude: Double) -> Double { longitude / 360 + 0.5 }

    /// - Parameter latitude: Degrees; beyond the square's ends, that of the end.
    package static func y(_ latitude: Double) -> Double {
        let inside = min(max(latitude, -northernmostLatitude), northernmostLatitude)
        return 0.5 - asinh(tan(inside * .pi / 180)) / (2 * .pi)
    }

    package static func longitude(_ x: Double) -> Double { (x - 0.5) * 360 }

    package static func latitude(_ y: Double) -> Double {
        atan(sinh((1 - 2 * y) * .pi)) * 180 / .pi
    }

    /// How many decimals of a degree tell apart what lies a tenth of a pixel apart: 2 to 7.
    package static func decimals(atZoom zoom: Int) -> Int {
        let degrees = 36 * pixel(atZoom: zoom)
        return min(7, max(2, Int((-log10(degrees)).rounded(.up))))
    }
}

/// A point of the plane.
package struct PlanePoint: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package init(_ place: Coordinate) {
        self.init(x: WebMercator.x(place.longitude), y: WebMercator.y(place.latitude))
    }

    func distance(to other: PlanePoint) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// How far it lies from a line between two others.
    func distance(fromLine start: PlanePoint, _ end: PlanePoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        guard square > 0 else { return distance(to: start) }
        let share = min(1, max(0, ((x - start.x) * dx + (y - start.y) * dy) / square))
        return distance(to: PlanePoint(x: start.x + share * dx, y: start.y + share * dy))
    }
}

/// A rectangle of the plane, edges included.
package struct PlaneBox: Sendable, Hashable {
    package var west: Double
    package var north: Double
    package var east: Double
    package var south: Double

    /// - Parameter box: `west <= east`.
    package init(_ box: BoundingBox) {
        west = WebMercator.x(box.west)
        east = WebMercator.x(box.east)
        north = WebMercator.y(box.north)
        south = WebMercator.y(box.south)
    }

    init(holding points: some Sequence<PlanePoint>) {
        (west, north, east, south) = (.infinity, .infinity, -.infinity, -.infinity)
        for point in points {
            west = min(west, point.x)
            east = max(east, point.x)
            north = min(north, point.y)
            south = max(south, point.y)
        }
    }

    package var width: Double { east - west }
    package var height: Double { south - north }

    /// The larger of its sides.
    package var extent: Double { max(width, height) }

    package func grown(by margin: Double) -> PlaneBox {
        var box = self
        box.west -= margin
        box.east += margin
        box.north -= margin
        box.south += margin
        return box
    }

    package func contains(_ point: PlanePoint) -> Bool {
        point.x >= west && point.x <= east && point.y >= north && point.y <= south
    }

    package func touches(_ other: PlaneBox) -> Bool {
        west <= other.east && east >= other.west && north <= other.south && south >= other.north
    }

    func holds(_ other: PlaneBox) -> Bool {
        west <= other.west && east >= other.east && north <= other.north && south >= other.south
    }
}

extension BoundingBox {
    /// The box of a part of the plane, which ends where the plane ends.
    init(_ box: PlaneBox) {
        self.init(
            uncheckedWest: max(-180, WebMercator.longitude(box.west)),
            south: max(-90, WebMercator.latitude(box.south)),
            east: min(180, WebMercator.longitude(box.east)),
            north: min(90, WebMercator.latitude(box.north))
        )
    }
}
