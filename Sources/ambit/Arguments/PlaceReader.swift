import Foundation
import Geodesy
import Importing

/// Reads places, one a row, from comma-separated text: bare `lat,lon`, or columns under a header
/// that names a latitude and a longitude among others.
struct PlaceReader {
    /// A place to ask from, with all that its row says.
    struct Place {
        let coordinate: Coordinate
        let values: [Value]
    }

    /// What the columns are called: those of the header, or `lat` and `lon`.
    let columns: [String]

    private let text: DelimitedText
    private let latitudeIndex: Int
    private let longitudeIndex: Int
    /// The first record, where it is a place and not a header.
    private var first: (line: Int, cells: [String])?

    private static let latitudeNames: Set<String> = ["lat", "latitude"]
    private static let longitudeNames: Set<String> = ["lon", "lng", "long", "longitude"]

    /// - Throws: ``PlaceReaderError`` when the first row is neither a place nor a header that names
    ///   one.
    init(_ text: DelimitedText) throws {
        self.text = text
        guard let first = try text.next() else { throw PlaceReaderError.empty }
        if first.cells.count == 2, first.cells.allSatisfy({ Double($0) != nil }) {
            columns = ["lat", "lon"]
            (latitudeIndex, longitudeIndex) = (0, 1)
            self.first = first
            return
        }
        let names = first.cells.map { $0.lowercased() }
        let latitudes = names.indices.filter { Self.latitudeNames.contains(names[$0]) }
        let longitudes = names.indices.filter { Self.longitudeNames.contains(names[$0]) }
        guard latitudes.count == 1, longitudes.count == 1 else {
            throw PlaceReaderError.noPlace(header: first.cells)
        }
        columns = first.cells
        (latitudeIndex, longitudeIndex) = (latitudes[0], longitudes[0])
    }

    /// The places of standard input.
    static func standardInput() throws -> PlaceReader {
        try PlaceReader(
            DelimitedText { Array(FileHandle.standardInput.availableData) }
        )
    }

    /// The next place; nil after the last.
    ///
    /// - Throws: ``PlaceReaderError/badRow(line:reason:)``.
    mutating func next() throws -> Place? {
        let record: (line: Int, cells: [String])?
        if let waiting = first {
            record = waiting
            first = nil
        } else {
            record = try text.next()
        }
        guard let (line, cells) = record else { return nil }
        guard cells.count == columns.count else {
            throw PlaceReaderError.badRow(
                line: line,
                reason:
                    "\(cells.count == 1 ? "1 value" : "\(cells.count) values") for \(columns.count) columns"
            )
        }
        guard let latitude = Double(cells[latitudeIndex]),
            let longitude = Double(cells[longitudeIndex])
        else {
            throw PlaceReaderError.badRow(
                line: line,
                reason: "\"\(cells[latitudeIndex])\" and \"\(cells[longitudeIndex])\" are no "
                    + "latitude and longitude in degrees"
            )
        }
        do {
            let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
            return Place(coordinate: coordinate, values: cells.map { .text($0) })
        } catch {
            throw PlaceReaderError.badRow(line: line, reason: "\(error)")
        }
    }
}

/// Why places could not be read from standard input.
enum PlaceReaderError: Error, CustomStringConvertible {
    case empty
    case noPlace(header: [String])
    case badRow(line: Int, reason: String)

    var description: String {
        switch self {
        case .empty:
            "standard input is empty; give a place a line (lat,lon), or a CSV with such columns"
        case .noPlace(let header):
            "standard input, line 1: no latitude and longitude among \"\(header.joined(separator: ","))\"; "
                + "name the columns lat and lon, or give bare lat,lon lines"
        case .badRow(let line, let reason):
            "standard input, line \(line): \(reason)"
        }
    }
}
