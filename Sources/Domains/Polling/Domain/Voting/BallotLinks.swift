internal import Datasets

/// Which contests and measures are a place's, where districts of several places have the same code.
///
/// A file of contests says `ward 2` and not of which town. Where another place has a ward 2 as well, the
/// contest is that place's whose datasets are of one feed with the file, as ``DatasetLinks`` has it, or
/// else that place's alone whose further districts the file names. Where neither tells, it stands on
/// both ballots, with a warning. What is of a feed whose ground is another place than the district's, as
/// ``DatasetPlaces`` has it, is not of the place, whether a code is in common or not.
///
/// A file that names no district of a place and some of another one is that other place's as a whole.
///
/// A file of several counties has the codes of all of them: that it names some which a place lacks says
/// nothing, as long as it names most of the place's own. A voter's county, where it is known, tells which
/// of its precincts are meant.
struct BallotLinks: Sendable {
    /// How the contests of a dataset belong to a place.
    enum Link: Sendable {
        case own
        /// They are another place's.
        case elsewhere
        /// Nothing tells.
        case unknown
    }

    /// A list of addresses: the districts that it names, and the boundaries on whose ground it lies.
    struct List {
        var districts: Set<DistrictKey> = []
        let boundaries: Set<DatasetName>
        /// Whether anything tells where it lies.
        let isPlaced: Bool

        /// A list of no districts yet.
        init(_ dataset: DatasetName, _ links: DatasetLinks) {
            boundaries = links.boundaries(of: dataset)
            isPlaced = links.isPlaced(dataset)
        }
    }

    /// A dataset with those on its ground, and the districts of all these.
    private struct Surroundings {
        var datasets: [DatasetName]
        var districts: Set<DistrictKey>

        /// Whether one of them is of one feed with a dataset of contests.
        func isFeed(of contests: DatasetName) -> Bool {
            datasets.contains { DatasetLinks.isOneFeed($0, contests) }
        }
    }

    /// The datasets of one file of contests, of the voter's place, and of another.
    private struct Pair: Hashable {
        let contests: DatasetName
        let own: DatasetName
        let other: DatasetName
    }

    private let places: DatasetPlaces
    /// By the dataset of contests: those of places of which it names a district.
    private let named: [DatasetName: Set<DatasetName>]
    /// The datasets that have a code, where there are several.
    private let datasetsByKey: [DistrictKey: Set<DatasetName>]
    /// Of places that lie apart; all others are one place.
    private let links: [Pair: Link]
    /// By the dataset of a place and that of contests that are not the place's: the datasets of the
    /// places whose they are.
    private let owners: [DatasetName: [DatasetName: Set<DatasetName>]]

    /// - Complexity: O(d c n) for d datasets of districts, c of contests and n districts in each, and
    ///   O(e^2 c n) for the e datasets that have codes in common with others.
    init(
        _ book: BallotBook,
        keys: [DatasetName: Set<DistrictKey>],
        lists: [DatasetName: List],
        _ grounds: DatasetGrounds,
        _ places: DatasetPlaces
    ) {
        self.places = places
        var datasets: [DistrictKey: Set<DatasetName>] = [:]
        for (dataset, own) in keys { for key in own { datasets[key, default: []].insert(dataset) } }
        datasetsByKey = datasets.filter { $0.value.count > 1 }
        let involved = Set(datasetsByKey.values.joined())
        let named = book.districtsByDataset
        self.named = named.mapValues { districts in
            Set(keys.filter { !$0.value.isDisjoint(with: districts) }.keys)
        }
        guard keys.count > 1, !named.isEmpty else {
            (links, owners) = ([:], [:])
            return
        }
        let around = Dictionary(
            uniqueKeysWithValues: keys.keys.map { dataset in
                let together = keys.keys.filter { $0 == dataset || grounds.meet($0, dataset) }
                let districts = together.reduce(into: Set<DistrictKey>()) {
                    $0.formUnion(keys[$1] ?? [])
                }
                return (dataset, Surroundings(datasets: together, districts: districts))
            }
        )
        links = Self.links(
            around.filter { involved.contains($0.key) },
            named,
            ofSeveralCounties: book.ofSeveralCounties,
            keys,
            grounds
        )
        owners = Self.owners(around.filter { lists[$0.key]?.isPlaced ?? true }, keys, named, links)
    }

    /// Which contests belong to which of the places that have codes in common.
    private static func links(
        _ around: [DatasetName: Surroundings],
        _ named: [DatasetName: Set<DistrictKey>],
        ofSeveralCounties: Set<DatasetName>,
        _ keys: [DatasetName: Set<DistrictKey>],
        _ grounds: DatasetGrounds
    ) -> [Pair: Link] {
        var links: [Pair: Link] = [:]
        /// Whether a file names most of the districts of a dataset.
        func hasMost(_ own: DatasetName, _ districts: Set<DistrictKey>) -> Bool {
            let all = keys[own] ?? []
            return all.intersection(districts).count * 2 >= all.count
        }
        for (own, mine) in around {
            for (other, theirs) in around where other != own && !grounds.meet(own, other) {
                for (contests, districts) in named {
                    let isOfBoth =
                        ofSeveralCounties.contains(contests) && hasMost(own, districts)
                        && !mine.isFeed(of: contests) && !theirs.isFeed(of: contests)
                    if isOfBoth {
                        links[Pair(contests: contests, own: own, other: other)] = .unknown
                        continue
                    }
                    links[Pair(contests: contests, own: own, other: other)] = link(
                        isFeed: mine.isFeed(of: contests),
                        isOtherFeed: theirs.isFeed(of: contests),
                        own: districts.contains {
                            mine.districts.contains($0) && !theirs.districts.contains($0)
                        },
                        other: districts.contains {
                            theirs.districts.contains($0) && !mine.districts.contains($0)
                        }
                    )
                }
            }
        }
        return links
    }

    /// The places, other than each, whose contests those of a dataset are.
    private static func owners(
        _ around: [DatasetName: Surroundings],
        _ keys: [DatasetName: Set<DistrictKey>],
        _ named: [DatasetName: Set<DistrictKey>],
        _ links: [Pair: Link]
    ) -> [DatasetName: [DatasetName: Set<DatasetName>]] {
        var owners: [DatasetName: [DatasetName: Set<DatasetName>]] = [:]
        for (contests, districts) in named {
            /// The datasets that it is about.
            let meant = around.keys.filter {
                DatasetLinks.isOneFeed($0, contests)
                    || !districts.isDisjoint(with: keys[$0] ?? [])
            }
            for (own, mine) in around where !mine.isFeed(of: contests) {
                let isNamed = !districts.isDisjoint(with: mine.districts)
                let others = meant.filter { other in
                    guard isNamed else { return !mine.datasets.contains(other) }
                    guard
                        case .elsewhere? =
                            links[Pair(contests: contests, own: own, other: other)]
                    else { return false }
                    return true
                }
                if !others.isEmpty { owners[own, default: [:]][contests] = Set(others) }
            }
        }
        return owners
    }

    /// Whether none of the contests of a dataset are for the voters of a place: they are another's.
    ///
    /// - Parameter datasets: Of the boundaries and of the list that say where a voter belongs.
    func isElsewhere(_ contests: DatasetName, for datasets: Set<DatasetName>) -> Bool {
        guard !datasets.contains(where: { DatasetLinks.isOneFeed($0, contests) }) else {
            return false
        }
        let relations = Set(datasets.map { places.relation(contests, $0) })
        if !relations.contains(.together),
            datasets.contains(where: { places.isOtherFeed(contests, $0, among: datasets) })
        {
            return true
        }
        return datasets.contains { own in
            // What is about one of the voter's datasets is not another place's alone.
            owners[own]?[contests].map { $0.isDisjoint(with: datasets) } ?? false
        }
    }

    /// Whether the contests of a dataset are for a district of one of those that say where a voter
    /// belongs.
    func isAbout(_ contests: DatasetName, _ datasets: Set<DatasetName>) -> Bool {
        !(named[contests]?.isDisjoint(with: datasets) ?? true)
    }

    /// How the contests of a dataset that are for a code belong to a place.
    ///
    /// - Parameters:
    ///   - dataset: Of the boundaries or of the list that say so of the voter.
    ///   - datasets: All that say where the voter belongs.
    func link(
        of contests: DatasetName,
        for key: DistrictKey,
        in dataset: DatasetName,
        among datasets: Set<DatasetName>
    ) -> Link {
        guard !places.isOtherFeed(contests, dataset, among: datasets) else { return .elsewhere }
        var link = Link.own
        for other in datasetsByKey[key] ?? [] where other != dataset {
            switch links[Pair(contests: contests, own: dataset, other: other)] ?? .own {
            case .own: continue
            case .elsewhere: return .elsewhere
            case .unknown: link = .unknown
            }
        }
        return link
    }

    /// - Parameters:
    ///   - own: Whether the file names districts that this place has alone; other, those of the other.
    private static func link(isFeed: Bool, isOtherFeed: Bool, own: Bool, other: Bool) -> Link {
        if isFeed != isOtherFeed { return isFeed ? .own : .elsewhere }
        if own != other { return own ? .own : .elsewhere }
        return .unknown
    }
}
