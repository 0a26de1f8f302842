internal import Datasets
internal import GRDB
internal import GeoJSON
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

    static func values(of station: Station) throws -> [(any DatabaseValueConvertible)?] {
        [
            station.id.rawValue, station.name, station.address, station.postcode, station.hours,
            station.accessibility.wheelchair.rawValue, station.accessibility.note,
            try JSONColumn.encode(station.districts.map(StoredDistrict.init)),
            try JSONColumn.encode(station.attributes),
        ]
    }

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
            row.json { json in
                json.array { json in
                    for district in station.districts {
                        json.object { json in
                            json.member("code", district.code)
                            json.member("type", district.type)
                        }
                    }
                }
            }
        }
        if station.attributes.isEmpty {
            row.null()
        } else {
            let sorted = station.attributes.sorted { $0.key < $1.key }
            row.json { json in
                json.object { json in for (name, text) in sorted { json.member(name, text) } }
            }
        }
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Station {
        let districts: [StoredDistrict] = try stored.json(9, orElse: [])
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
            attributes: try stored.json(10, orElse: [:])
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

    var reference: DistrictReference { DistrictReference(type: type, code: code) }
}
