internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How a station lies in the columns of its version's table.
enum StationCoding: FeatureCoding {
    static let kind = DatasetKind.stations

    static let columns = [
        "id TEXT NOT NULL", "name TEXT NOT NULL", "address TEXT", "postcode TEXT", "hours TEXT",
        "wheelchair TEXT NOT NULL CHECK (wheelchair IN ('yes', 'no', 'unknown'))",
        "accessibility_note TEXT",
        // JSON: [{"code": "120", "type": "precinct"}, ...], {"header": "value", ...}
        "districts TEXT", "attributes TEXT",
    ]

    static func id(of station: Station) -> String { station.id.rawValue }

    static func place(of station: Station) -> Coordinate? { station.coordinate }

    static func byteCount(of station: Station) -> Int {
        station.attributes.values.reduce(0) { $0 + $1.utf8.count } + station.name.utf8.count
            + (station.address?.utf8.count ?? 0) + (station.hours?.utf8.count ?? 0)
            + (station.accessibility.note?.utf8.count ?? 0) + 32 * station.districts.count
    }

    static func values(of station: Station) throws -> [(any DatabaseValueConvertible)?] {
        [
            station.id.rawValue, station.name, station.address, station.postcode, station.hours,
            station.accessibility.wheelchair.rawValue, station.accessibility.note,
            try JSONColumn.encode(station.districts.map(StoredDistrict.init)),
            try JSONColumn.encode(station.attributes),
        ]
    }

    /// From so many on, room for their text is made at once.
    private static let manyDistricts = 10_000

    static func write(_ station: Station, to row: inout RowWriter) {
        row.text(station.id.rawValue)
        row.text(station.name)
        row.text(station.address)
        row.text(station.postcode)
        row.text(station.hours)
        row.text(station.accessibility.wheelchair.rawValue)
        row.text(station.accessibility.note)
        if station.districts.isEmpty {
            row.null()
        } else {
            if station.districts.count > manyDistricts {
                row.reserve(
                    station.districts.reduce(0) { bytes, district in
                        bytes + district.code.utf8.count + district.type.utf8.count + 24
                    }
                )
            }
            row.json(text: { row in
                var opening: StaticString = "[{\"code\":"
                for district in station.districts {
                    row.json(opening)
                    row.json(quoting: district.code)
                    row.json(",\"type\":")
                    row.json(quoting: district.type)
                    opening = "},{\"code\":"
                }
                row.json("}]")
            })
        }
        if station.attributes.isEmpty {
            row.null()
        } else {
            row.json(text: { row in
                var opening: StaticString = "{"
                for (name, text) in station.attributes.sorted(by: { $0.key < $1.key }) {
                    row.json(opening)
                    row.json(quoting: name)
                    row.json(":")
                    row.json(quoting: text)
                    opening = ","
                }
                row.json("}")
            })
        }
    }

    /// The districts of a text as it stands in its column; none where it is damaged.
    static func districts(inJSON text: String) -> [DistrictReference] {
        let stored: [StoredDistrict]? = try? JSONColumn.decode(text)
        return stored?.map(\.reference) ?? []
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Station {
        let districts: [StoredDistrict] = try stored.json(9, orElse: [], plain: StoredDistrict.list)
        return Station(
            id: Station.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            name: try stored.value(3),
            address: try stored.optional(4),
            postcode: try stored.optional(5),
            coordinate: try stored.coordinate(1),
            districts: districts.map(\.reference),
            hours: try stored.optional(6),
            accessibility: Accessibility(
                wheelchair: try stored.require(7) {
                    Accessibility.Answer(rawValue: try stored.value(7))
                },
                note: try stored.optional(8)
            ),
            attributes: try stored.json(10, orElse: [:], plain: PlainJSON.dictionary)
        )
    }
}

/// A reference to a district as JSON.
private struct StoredDistrict: Codable {
    let type: String
    let code: String

    init(_ reference: DistrictReference) {
        type = reference.type
        code = reference.code
    }

    /// The districts of a text as ``StationCoding`` writes it.
    static func list(_ text: UnsafeRawBufferPointer) -> [StoredDistrict]? {
        var reader = PlainJSON(text)
        guard reader.take("[") else { return nil }
        var list: [StoredDistrict] = []
        repeat {
            guard reader.take("{\"code\":"), let code = reader.string(),
                reader.take(",\"type\":"), let type = reader.string(), reader.take("}")
            else { return nil }
            list.append(StoredDistrict(DistrictReference(type: type, code: code)))
        } while reader.take(",")
        return reader.take("]") && reader.isAtEnd ? list : nil
    }

    var reference: DistrictReference { DistrictReference(type: type, code: code) }
}
