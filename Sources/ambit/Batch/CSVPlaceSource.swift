import Geodesy
import Importing

/// Places in comma-separated text: bare `lat,lon`, or columns under a header that names a latitude
/// and a longitude among others.
final class CSVPlaceSource: PlaceSource {
    let columns: [String]

    private let text: DelimitedText
    private let name: String
    private let latitudeIndex: Int
    private let longitudeIndex: Int
    private let failure: Failure
    /// The first record, where it is a place and not a header.
    private var first: (line: Int, cells: [String])?

    /// Carries an error of reading past a reader that knows none.
    private final class Failure {
        var error: (any Error)?
    }

    /// - Throws: ``PlaceFileError`` when the first row is neither a place nor a header that names
    ///   one.
    init(_ bytes: ByteSource) throws {
        name = bytes.name
        let failure = Failure()
        self.failure = failure
        text = DelimitedText {
            do { return try bytes.next() } catch {
                failure.error = error
                return []
            }
        }
        let record: (line: Int, cells: [String])?
        do { record = try text.next() } catch {
            throw failure.error ?? Self.noText(name)
        }
        guard let first = record else {
            throw failure.error ?? PlaceFileError.empty(name: name)
        }
        if first.cells.count == 2, first.cells.allSatisfy({ Double($0.trimmed) != nil }) {
            columns = ["lat", "lon"]
            (latitudeIndex, longitudeIndex) = (0, 1)
            self.first = first
            return
        }
        guard !first.cells.contains(where: { $0.utf8.contains(0) }) else {
            throw Self.noText(name)
        }
        columns = first.cells.map(\.trimmed)
        let names = columns.map { $0.lowercased() }
        let latitudes = names.indices.filter { PlaceSources.latitudeNames.contains(names[$0]) }
        let longitudes = names.indices.filter { PlaceSources.longitudeNames.contains(names[$0]) }
        guard latitudes.count == 1, longitudes.count == 1 else {
            throw PlaceFileError.noPlace(name: name, header: first.cells)
        }
        (latitudeIndex, longitudeIndex) = (latitudes[0], longitudes[0])
    }

    private static func noText(_ name: String) -> PlaceFileError {
        .badFile(
            name: name,
            reason: "it is no text; give places as CSV, GeoJSON or NDJSON, in UTF-8"
        )
    }

    func next() throws -> PlaceRow? {
        let record: (line: Int, cells: [String])?
        if let waiting = first {
            record = waiting
            first = nil
        } else {
            do { record = try text.next() } catch {
                if case .badRecord(let line, let reason) = error {
                    throw PlaceFileError.badRow(name: name, line: line, reason: reason)
                }
                throw error
            }
        }
        if let error = failure.error { throw error }
        guard let (line, cells) = record else { return nil }
        func bad(_ reason: String) -> PlaceFileError {
            .badRow(name: name, line: line, reason: reason)
        }
        guard cells.count == columns.count else {
            throw bad(
                "\(counted(cells.count, "values")) for \(counted(columns.count, "columns"))"
            )
        }
        func degrees(_ index: Int) throws -> Double {
            let text = cells[index].trimmed
            guard let degrees = Double(text), degrees.isFinite else {
                throw bad("\(columns[index]) is \"\(text)\"; write degrees, such as 38.8977")
            }
            return degrees
        }
        let (latitude, longitude) = (try degrees(latitudeIndex), try degrees(longitudeIndex))
        do {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            return PlaceRow(coordinate: place, values: cells.map { .text($0) })
        } catch {
            throw bad("\(error)")
        }
    }
}
