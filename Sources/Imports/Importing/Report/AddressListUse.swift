internal import Datasets
internal import Polling

/// How what a list of addresses says of where its people vote meets the stations that are published.
public struct AddressListUse: Sendable, Hashable, Encodable {
    /// The list's dataset.
    public let list: String
    /// How many different stations the list names, by ids.
    public let named: Int
    /// How many of these ids are those of stations.
    public let found: Int
    /// The datasets of these stations, by name.
    public let datasets: [String]
    /// How many addresses name a station, or a district that stations are found by.
    public let addresses: Int
    /// How many of these lead to no station: their voters are told that none is loaded.
    public let addressesWithout: Int
    /// The first ids that no station has.
    public let unknown: [String]
    /// The first ids that several stations of one dataset have, and so lead to none of them.
    public let ambiguous: [String]

    private static let sampleLimit = 20

    /// - Parameters:
    ///   - destinations: How many addresses of the list have each.
    ///   - known: The stations.
    init(
        list: String,
        _ destinations: [AddressDestination: Int],
        _ known: KnownStations
    ) {
        var findings: [String: StationKeys.Finding] = [:]
        for case let key? in Set(destinations.keys.map(\.stationKey)) {
            findings[key] = known.keys.find(key)
        }
        var datasets: Set<String> = []
        var (found, unknown, ambiguous) = (0, [String](), [String]())
        for (key, finding) in findings {
            switch finding {
            case .stations(let owners):
                found += 1
                datasets.formUnion(owners.map(\.text))
            case .none: unknown.append(key)
            case .several: ambiguous.append(key)
            }
        }
        var (addresses, without) = (0, 0)
        for (destination, count) in destinations {
            let district = destination.votingDistrict
            guard destination.stationKey != nil || district != nil else { continue }
            addresses += count
            if case .stations = destination.stationKey.flatMap({ findings[$0] }) { continue }
            if let district, known.served.contains(DistrictKey(district)) { continue }
            without += count
        }
        self.list = list
        named = findings.count
        self.found = found
        self.datasets = datasets.sorted()
        self.addresses = addresses
        addressesWithout = without
        self.unknown = Array(unknown.sorted().prefix(Self.sampleLimit))
        self.ambiguous = Array(ambiguous.sorted().prefix(Self.sampleLimit))
    }

    /// What a report on the list warns of; nil where every address leads to a station.
    func warning(because wording: StationWording) -> ImportNote? {
        guard addressesWithout > 0 else { return nil }
        let why = Finding(wording)
        let finding =
            if addressesWithout < addresses {
                Finding(
                    .someAddressesLeadNowhere,
                    [
                        "count": .count(addressesWithout), "addresses": .count(addresses),
                        "finding": .finding(why),
                    ]
                )
            } else if addresses == 1 {
                Finding(.addressLeadsNowhere, ["finding": .finding(why)])
            } else {
                Finding(
                    .allAddressesLeadNowhere,
                    ["addresses": .count(addresses), "finding": .finding(why)]
                )
            }
        return ImportNote(.warning, finding)
    }
}

extension ImportReport {
    /// The joins of lists of addresses with stations, for the report on a terminal.
    func addAddressLists(_ page: inout TextPage) {
        guard !addressLists.isEmpty else { return }
        page.blank()
        let isOfList = kind == DatasetKind.addresses.rawValue
        page.add(isOfList ? "Stations that addresses name" : "Lists of addresses")
        for use in addressLists {
            let margin = isOfList ? 2 : 4
            if !isOfList { page.add(use.list, indent: 2) }
            if use.named > 0 {
                let owners =
                    use.datasets.isEmpty
                    ? "" : " (\(use.datasets.prefix(10).joined(separator: ", ")))"
                page.add(
                    "ids: \(grouped(use.found)) of \(grouped(use.named)) are those of stations\(owners)",
                    indent: margin
                )
            }
            let led = use.addresses - use.addressesWithout
            page.add(
                "\(grouped(led)) of \(counted(use.addresses, ofKind: "addresses")) "
                    + "\(led == 1 ? "leads" : "lead") to a station",
                indent: margin
            )
            let lists = [
                ("no station has", use.unknown),
                ("several stations have, and so none is meant", use.ambiguous),
            ]
            for (title, keys) in lists where !keys.isEmpty {
                page.add("\(title): \(keys.prefix(10).joined(separator: ", "))", indent: margin + 2)
            }
        }
    }
}
