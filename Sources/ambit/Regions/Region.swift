import Analysis
import ArgumentParser
import Foundation
import Geodesy

/// A part of the Earth that rows are looked for in, other than a circle.
enum Region: Sendable {
    case box(BoundingBox)
    case polygon(Area)
    /// What lies in the area, or is seen from somewhere in it.
    case reach(Area, outline: CorridorLine)
    case corridor(CorridorLine, Distance)

    /// Reads the polygons of a GeoJSON file.
    static func area(of path: String, option: String) throws -> Area {
        try reading(path, option) { try Shape.area(of: Shape.all(in: $0)) }
    }

    /// Reads the lines of a GeoJSON file.
    static func route(of path: String, option: String) throws -> CorridorLine {
        try reading(path, option) { bytes in
            let lines = try Shape.all(in: bytes).flatMap(\.lines)
            guard !lines.isEmpty else { throw AnalysisError.noShape(wanted: "line") }
            return CorridorLine(lines)
        }
    }

    /// Reads all shapes of a GeoJSON file.
    static func shapes(of path: String, option: String) throws -> [Shape] {
        try reading(path, option) { try Shape.all(in: $0) }
    }

    private static func reading<Result>(
        _ path: String,
        _ option: String,
        _ read: ([UInt8]) throws -> Result
    ) throws -> Result {
        do { return try read(ByteSource(path: path).rest()) } catch is PlaceFileError {
            throw RegionError(option: option, path: path, reason: "it cannot be read")
        } catch let error as AnalysisError {
            throw RegionError(option: option, path: path, reason: "\(error)")
        }
    }

    /// The rows that may lie in the region.
    func candidates(in source: any LayerSource) async throws -> PointSet {
        switch self {
        case .box(let box): try await source.points(in: [box])
        case .polygon(let area): try await source.points(in: area.boxes)
        // How far a row is seen is the row's own affair.
        case .reach: try await source.points()
        case .corridor(let route, let width): try await source.points(in: route.boxes(width: width))
        }
    }

    /// Whether a row lies in the region.
    ///
    /// - Parameter range: From how far it is seen, in metres; nil for a mere place.
    /// - Returns: nil outside; inside, the distance from the corridor's line, and `.some(nil)` where
    ///   there is no such distance.
    func holds(_ place: Coordinate, range: Double?) -> Distance?? {
        switch self {
        case .box(let box): box.contains(place) ? .some(nil) : nil
        case .polygon(let area): area.contains(place) ? .some(nil) : nil
        case .reach(let area, let outline):
            area.contains(place) || Self.reaches(outline, from: place, range) ? .some(nil) : nil
        // Nil must stay nil: an optional that is put into another would say that it holds all.
        case .corridor(let route, let width):
            route.distance(to: place, limit: width).map { .some($0) }
        }
    }

    private static func reaches(_ outline: CorridorLine, from place: Coordinate, _ range: Double?)
        -> Bool
    {
        guard let range, let limit = try? Distance.meters(range) else { return false }
        return outline.distance(to: place, limit: limit) != nil
    }
}

/// Why a file of shapes could not be used.
struct RegionError: Error, CustomStringConvertible {
    let option: String
    let path: String
    let reason: String

    var description: String { "\(option): \(path): \(reason)" }
}
