internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How an entry of a list of addresses lies in the columns of its version's table.
enum AddressCoding: FeatureCoding {
    static let kind = DatasetKind.addresses

    static let columns = [
        "id TEXT NOT NULL", "street TEXT NOT NULL", "town TEXT", "postcode TEXT",
        // JSON: [["odd", "1", "71b"], ...], [["polling_district", "10405"], ...]
        "houses TEXT", "districts TEXT", "station_key TEXT",
    ]

    static func id(of entry: AddressEntry) -> String { entry.id.rawValue }

    static func place(of entry: AddressEntry) -> Coordinate? { entry.coordinate }

    static func values(of entry: AddressEntry) throws -> [(any DatabaseValueConvertible)?] {
        [
            entry.id.rawValue, entry.street, entry.town, entry.postcode,
            try JSONColumn.encode(
                entry.houses.map { range in
                    [
                        range.side.rawValue, range.numbers.lowerBound.description,
                        range.numbers.upperBound.description,
                    ]
                }
            ),
            try JSONColumn.encode(entry.districts.map { [$0.type, $0.code] }), entry.stationKey,
        ]
    }

    static func write(_ entry: AddressEntry, to row: inout RowWriter) {
        row.text(entry.id.rawValue)
        row.text(entry.street)
        row.text(entry.town)
        row.text(entry.postcode)
        write(entry.houses, to: &row) { range, row in
            row.json(quoting: range.side.rawValue)
            row.json(",")
            row.json(quoting: range.numbers.lowerBound.description)
            row.json(",")
            row.json(quoting: range.numbers.upperBound.description)
        }
        write(entry.districts, to: &row) { district, row in
            row.json(quoting: district.type)
            row.json(",")
            row.json(quoting: district.code)
        }
        row.text(entry.stationKey)
    }

    /// Lists of texts as JSON; NULL for none.
    private static func write<Element>(
        _ elements: [Element],
        to row: inout RowWriter,
        _ texts: (Element, inout RowWriter) -> Void
    ) {
        guard !elements.isEmpty else { return row.null() }
        row.json(text: { row in
            var opening: StaticString = "[["
            for element in elements {
                row.json(opening)
                texts(element, &row)
                opening = "],["
            }
            row.json("]]")
        })
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> AddressEntry {
        let houses: [[String]] = try stored.json(6, orElse: [], plain: PlainJSON.lists)
        let districts: [[String]] = try stored.json(7, orElse: [], plain: PlainJSON.lists)
        return AddressEntry(
            id: AddressEntry.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            street: try stored.value(3),
            houses: try houses.map { range in try stored.require(6) { Self.range(range) } },
            town: try stored.optional(4),
            postcode: try stored.optional(5),
            districts: try districts.map { pair in
                try stored.require(7) {
                    pair.count == 2 ? DistrictReference(type: pair[0], code: pair[1]) : nil
                }
            },
            stationKey: try stored.optional(8),
            coordinate: try stored.coordinate(1)
        )
    }

    /// Lists that were imported by an older rule may have houses such as `12a12c` and `10011099`. No other
    /// dataset suffers for them.
    private static func range(_ texts: [String]) -> HouseRange? {
        guard texts.count == 3, let side = HouseRange.Side(rawValue: texts[0]) else { return nil }
        guard let first = HouseNumber(parsing: texts[1]),
            let last = HouseNumber(parsing: texts[2]), first <= last
        else {
            let unread = HouseNumber.unread(
                texts[1] == texts[2] ? texts[1] : "\(texts[1])-\(texts[2])"
            )
            return HouseRange(side: .both, numbers: unread...unread)
        }
        return HouseRange(side: side, numbers: first...last)
    }
}
