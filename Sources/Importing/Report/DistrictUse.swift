internal import Polling

/// How the districts that a file's stations name meet those that are published.
public struct DistrictUse: Sendable, Hashable, Encodable {
    /// The type of district, such as `precinct`.
    public let type: String
    /// How many different districts stations name.
    public let named: Int
    /// How many of these are published districts.
    public let found: Int
    /// The first codes that no published district has.
    public let unknown: [String]
    /// Codes that could be several districts, and so are none: with what they could be.
    public let ambiguous: [String]
    /// The first published districts that no station names.
    public let withoutStation: [String]

    private static let sampleLimit = 20

    /// The joins of each type that both sides have, by type.
    static func joins(
        _ named: Set<DistrictReference>,
        _ districts: Set<DistrictReference>
    ) -> [DistrictUse] {
        func type(_ reference: DistrictReference) -> String { DistrictKey(reference).type }
        let published = Dictionary(grouping: districts, by: type)
        return Dictionary(grouping: named, by: type).sorted { $0.key < $1.key }
            .compactMap { kind, references in
                guard let known = published[kind] else { return nil }
                let join = DistrictJoin(named: references, districts: known)
                return DistrictUse(
                    type: kind,
                    named: join.namedCount,
                    found: join.matched.count,
                    unknown: join.unknown.prefix(sampleLimit).map(\.code),
                    ambiguous: join.ambiguous.prefix(sampleLimit).map {
                        "\($0.named.code) (\($0.choices.joined(separator: " or ")))"
                    },
                    withoutStation: join.unnamed.prefix(sampleLimit).map(\.code)
                )
            }
    }
}

extension ImportReport {
    /// The joins with districts, for the report on a terminal.
    func addDistricts(_ page: inout TextPage) {
        guard !districts.isEmpty else { return }
        page.blank()
        page.add("Districts that stations name")
        for use in districts {
            page.add(
                "\(use.type): \(grouped(use.found)) of \(grouped(use.named)) are published",
                indent: 2
            )
            let lists = [
                ("not published", use.unknown), ("ambiguous, and so refused", use.ambiguous),
                ("published without a station", use.withoutStation),
            ]
            for (title, codes) in lists where !codes.isEmpty {
                page.add("\(title): \(codes.prefix(10).joined(separator: ", "))", indent: 4)
            }
        }
    }
}
