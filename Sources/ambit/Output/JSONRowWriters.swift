import GeoJSON
import Geodesy

/// One JSON array of objects.
final class JSONArrayWriter: RowWriter {
    private let columns: [String]
    private let output: StandardOutput
    private var hasRows = false

    init(columns: [String], output: StandardOutput) {
        self.columns = columns
        self.output = output
    }

    func write(_ row: Row) {
        output.write(hasRows ? ",\n" : "[\n")
        hasRows = true
        output.write(row.jsonObject(under: columns))
    }

    func finish() {
        output.write(hasRows ? "\n]\n" : "[]\n")
        output.flush()
    }
}

/// One JSON object a line.
final class JSONLinesWriter: RowWriter {
    private let columns: [String]
    private let output: StandardOutput

    init(columns: [String], output: StandardOutput) {
        self.columns = columns
        self.output = output
    }

    func write(_ row: Row) {
        output.write(row.jsonObject(under: columns))
        output.write("\n")
    }

    func finish() { output.flush() }
}

/// One GeoJSON FeatureCollection (RFC 7946), written as it grows.
final class GeoJSONRowWriter: RowWriter {
    private let columns: [String]
    private let output: StandardOutput
    private var collection = FeatureCollectionWriter()

    init(columns: [String], output: StandardOutput) {
        self.columns = columns
        self.output = output
    }

    func write(_ row: Row) {
        let id: FeatureID? =
            switch row.id {
            case .text(let text): .text(text)
            case .integer(let number): .number(number)
            case .number, .meters, .missing: nil
            }
        collection.feature(id: id, geometry: row.coordinate.map(Geometry.point)) { properties in
            for (column, value) in zip(columns, row.values)
            where !Row.geometryColumns.contains(column) {
                properties.member(column, value)
            }
        }
        output.write(collection.takeBytes())
    }

    func finish() {
        let count = collection.count
        collection.finish { $0.member("numberReturned", count) }
        output.write(collection.takeBytes())
        output.write("\n")
        output.flush()
    }
}

extension Row {
    /// Columns that GeoJSON says elsewhere than among the properties.
    static let geometryColumns: Set<String> = ["id", "lat", "lon"]

    fileprivate func jsonObject(under columns: [String]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            for (column, value) in zip(columns, values) { json.member(column, value) }
        }
        return json.takeBytes()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: Value) {
        switch value {
        case .text(let text): member(name, text)
        case .integer(let number): member(name, number)
        case .number(let number): member(name, number)
        case .meters(let distance): member(name, distance)
        case .missing: member(name, nil as String?)
        }
    }
}
