internal import Polling

/// How the districts that a file's stations or addresses name meet those that are published.
public struct DistrictUse: Sendable, Hashable, Encodable {
    /// The type of district, such as `precinct`.
    public let type: String
    /// Against what they are held.
    public let among: Among
    /// How many different districts the file names.
    public let named: Int
    /// How many of these are published.
    public let found: Int
    /// How many addresses name a district of the type; nil for a file of stations.
    public var addresses: Int?
    /// How many of these name one that is not published, or that could be several.
    public var addressesWithout: Int?
    /// The first codes that are not published.
    public let unknown: [String]
    /// Codes that could be several districts, and so are none: with what they could be.
    public let ambiguous: [String]
    /// The first published districts that the file does not name.
    public let withoutStation: [String]

    /// What districts are held against.
    public enum Among: String, Sendable, Hashable, Encodable {
        /// The districts whose boundaries are published.
        case districts
        /// The districts that published stations say they serve, where there are no boundaries.
        case stations
        /// Nothing: neither is published for any district of the type.
        case nothing
    }

    private static let sampleLimit = 20

    /// The joins by type: of stations for each type that both sides have, of addresses for all.
    ///
    /// - Parameters:
    ///   - served: Districts that published stations serve, for types without published districts.
    ///   - counts: How many addresses name each district; empty for a file of stations.
    static func joins(
        _ named: Set<DistrictReference>,
        _ districts: Set<DistrictReference>,
        served: Set<DistrictReference> = [],
        counts: [DistrictReference: Int] = [:]
    ) -> [DistrictUse] {
        func type(_ reference: DistrictReference) -> String { DistrictKey(reference).type }
        func bare(_ reference: DistrictReference) -> String {
            DistrictKey.bareCode(reference.code, type: reference.type)
        }
        let published = Dictionary(grouping: districts, by: type)
        let servedByType = Dictionary(grouping: served, by: type)
        return Dictionary(grouping: named, by: type).sorted { $0.key < $1.key }
            .compactMap { kind, references in
                let known = published[kind] ?? servedByType[kind]
                guard known != nil || !counts.isEmpty else { return nil }
                let join = DistrictJoin(named: references, districts: known ?? [])
                let lost = join.unknown + join.ambiguous.map(\.named)
                return DistrictUse(
                    type: kind,
                    among: published[kind] != nil
                        ? .districts : known == nil ? .nothing : .stations,
                    named: join.namedCount,
                    found: join.matched.count,
                    addresses: counts.isEmpty
                        ? nil : references.reduce(0) { $0 + counts[$1, default: 0] },
                    addressesWithout: counts.isEmpty
                        ? nil : lost.reduce(0) { $0 + counts[$1, default: 0] },
                    unknown: join.unknown.prefix(sampleLimit).map(bare),
                    ambiguous: join.ambiguous.prefix(sampleLimit).map {
                        "\(bare($0.named)) (\($0.choices.joined(separator: " or ")))"
                    },
                    withoutStation: join.unnamed.prefix(sampleLimit).map(bare)
                )
            }
    }
}

extension DistrictUse {
    /// That none of the codes that stations name is a published district's; nil where one is.
    var misfit: ImportNote? {
        guard among == .districts, addresses == nil, found == 0,
            let example = unknown.first ?? ambiguous.first, let other = withoutStation.first
        else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .noCodeFits,
                [
                    "named": .count(named), "type": .text(type), "example": .text(example),
                    "other": .text(other),
                ]
            )
        )
    }
}

extension DistrictUse {
    /// That some of the codes that stations name are no published district's, and some published districts
    /// have no station; nil where it is not so.
    var gap: ImportNote? {
        guard among == .districts, addresses == nil, found > 0, !unknown.isEmpty,
            !withoutStation.isEmpty
        else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .codesWithoutDistrict,
                [
                    "count": .count(named - found), "type": .text(type),
                    "codes": .texts(Array(unknown.prefix(5))),
                    "others": .texts(Array(withoutStation.prefix(5))),
                ]
            )
        )
    }
}

extension ImportReport {
    /// The joins with districts, for the report on a terminal.
    func addDistricts(_ page: inout TextPage) {
        guard !districts.isEmpty else { return }
        page.blank()
        page.add("Districts that \(kind) name")
        for use in districts {
            let state =
                switch use.among {
                case .districts: "published"
                case .stations: "served by stations"
                case .nothing: "published or served by stations"
                }
            page.add(
                "\(use.type): \(grouped(use.found)) of \(grouped(use.named)) are \(state)",
                indent: 2
            )
            if let addresses = use.addresses, let without = use.addressesWithout {
                let verb = addresses == 1 || without == 1 ? "names" : "name"
                let all = addresses == 1 ? "the one address" : "all \(grouped(addresses)) addresses"
                page.add(
                    without == 0
                        ? "\(all) \(verb) a district that is \(state)"
                        : without == addresses
                            ? "\(all) \(verb) a district that is not \(state)"
                            : "\(grouped(without)) of \(counted(addresses, ofKind: "addresses")) \(verb) a "
                                + "district that is not \(state)",
                    indent: 4
                )
            }
            let lists = [
                ("not \(state)", use.unknown), ("ambiguous, and so refused", use.ambiguous),
                (
                    use.addresses == nil
                        ? "published without a station" : "\(state) without an address",
                    use.withoutStation
                ),
            ]
            for (title, codes) in lists where !codes.isEmpty {
                page.add("\(title): \(codes.prefix(10).joined(separator: ", "))", indent: 4)
            }
        }
    }
}
