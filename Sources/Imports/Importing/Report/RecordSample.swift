internal import Geodesy
package import Polling

/// A record as it would be published, for people to look at before it is.
public struct RecordSample: Sendable, Hashable, Encodable {
    /// Its id.
    public let id: String
    /// What it is called.
    public let name: String
    /// What else it says, in order; what it does not say is left out.
    public let details: [Detail]

    /// One thing that a record says.
    public struct Detail: Sendable, Hashable, Encodable {
        /// The field, as in `--map`.
        public let field: String
        /// Its value.
        public let value: String
    }

    /// How many records a check shows.
    static let limit = 3

    /// The first of some words, and how many more there are: `a, b (+2)`.
    fileprivate static func listed(_ words: [String], most: Int) -> String {
        words.prefix(most).joined(separator: ", ")
            + (words.count > most ? " (+\(words.count - most))" : "")
    }

    init(_ record: some ImportableRecord) {
        id = record.importKey
        name = record.displayName
        details = record.details.map { Detail(field: $0.field, value: $0.value) }
    }
}

extension ImportReport {
    /// Some records as they would be published, for the report on a terminal.
    func addSamples(_ page: inout TextPage) {
        guard !samples.isEmpty else { return }
        page.blank()
        page.add("As they would be published, the first \(samples.count) of the \(plural(kind))")
        for sample in samples {
            page.add("\(sample.name) (\(sample.id))", indent: 2)
            for detail in sample.details { page.add("\(detail.field): \(detail.value)", indent: 4) }
        }
    }
}

extension Station {
    package var details: [(field: String, value: String)] {
        var details: [(field: String, value: String)] = []
        if let address { details.append((Field.address.name, address)) }
        if let postcode { details.append((Field.postcode.name, postcode)) }
        if let coordinate {
            details.append(
                (Field.position.name, "\(coordinate.latitude), \(coordinate.longitude)")
            )
        }
        if let hours { details.append((Field.hours.name, hours)) }
        let types = Dictionary(grouping: districts, by: \.type)
        for (type, own) in types.sorted(by: { $0.key < $1.key }) {
            details.append((type, RecordSample.listed(own.map(\.code), most: 10)))
        }
        return details
    }
}

extension Contest {
    package var details: [(field: String, value: String)] {
        var details: [(field: String, value: String)] = []
        if let district = area.district {
            details.append(("district_type", district.type))
            details.append(("district_code", district.code))
        }
        if !area.counties.isEmpty {
            let names = area.counties.map(\.name)
            details.append(("county", RecordSample.listed(names, most: 5)))
        }
        if !candidates.isEmpty {
            let names = candidates.map { $0.name.text() }
            details.append(("candidate", RecordSample.listed(names, most: 10)))
        }
        return details
    }
}

extension District {
    package var details: [(field: String, value: String)] {
        [("type", reference.type), ("code", reference.code)]
    }
}
