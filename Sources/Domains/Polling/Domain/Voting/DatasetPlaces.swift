internal import Datasets
internal import Geodesy

/// Which datasets are of places that lie apart, as far as anything tells.
///
/// A feed lies where its districts, its addresses and its stations do, and all of its datasets lie
/// there: `va-contests` and `va-elections` where `va-stations` stand. Contests that are of no feed lie
/// where at least half of the districts are that they name.
struct DatasetPlaces: Sendable {
    /// How two datasets lie.
    enum Relation: Sendable {
        case together
        case apart
        /// Nothing tells.
        case unknown
    }

    /// Some of the ground of a dataset.
    private enum Ground {
        case boundaries(DatasetName)
        case points(Points)
    }

    private struct Pair: Hashable {
        let ballot: DatasetName
        let other: DatasetName
    }

    private let relations: [Pair: Relation]
    /// What is voted on that lies where the rest of its feed does.
    private let feeds: Set<DatasetName>

    /// - Parameters:
    ///   - keys: The districts that boundaries and lists of addresses have.
    ///   - areas: The boundaries of each dataset.
    /// - Complexity: O(n log m) for the n stations and addresses of feeds with ballots and m districts.
    init(
        _ book: BallotBook,
        keys: [DatasetName: Set<DistrictKey>],
        _ areas: Set<DatasetName>,
        _ grounds: DatasetGrounds,
        _ material: Material
    ) {
        let ballots = book.datasets
        var finder = GroundFinder(material)
        var found: [DatasetName: [Ground]] = [:]
        var feeds: Set<DatasetName> = []
        let named = book.districtsByDataset
        for ballot in ballots {
            let own = { DatasetLinks.isOneFeed($0, ballot) }
            found[ballot] =
                areas.filter(own).map { .boundaries($0) }
                + finder.grounds(ofLists: material.lists.filter(own))
                + finder.grounds(ofPoints: material.stations.keys.filter(own))
            guard found[ballot]?.isEmpty ?? true else {
                feeds.insert(ballot)
                continue
            }
            let districts = named[ballot] ?? []
            let most = keys.filter { _, known in
                let count = districts.intersection(known).count
                return count > 0 && count * 2 >= districts.count
            }.map(\.key)
            found[ballot] =
                most.filter(areas.contains).map { .boundaries($0) }
                + finder.grounds(ofLists: most.filter { !areas.contains($0) })
        }
        self.feeds = feeds
        relations = Self.relations(of: found, areas, grounds, &finder)
    }

    /// How the grounds of each ballot's dataset lie to those of boundaries, of lists and of other ballots.
    private static func relations(
        of found: [DatasetName: [Ground]],
        _ areas: Set<DatasetName>,
        _ grounds: DatasetGrounds,
        _ finder: inout GroundFinder
    ) -> [Pair: Relation] {
        let material = finder.material
        var relations: [Pair: Relation] = [:]
        for (ballot, mine) in found where !mine.isEmpty {
            for area in areas {
                relations[Pair(ballot: ballot, other: area)] = relation(
                    mine,
                    [.boundaries(area)],
                    grounds
                )
            }
            for list in material.lists {
                let sets = material.stations.keys.filter(
                    material.links.stationSets(of: list).contains
                )
                relations[Pair(ballot: ballot, other: list)] = relation(
                    mine,
                    finder.grounds(ofLists: [list]) + finder.grounds(ofPoints: sets),
                    grounds
                )
            }
            for (other, theirs) in found {
                relations[Pair(ballot: ballot, other: other)] = relation(mine, theirs, grounds)
            }
        }
        return relations
    }

    /// How a dataset of elections, contests or measures lies to another one, of the same sorts, of
    /// boundaries or of addresses.
    func relation(_ ballot: DatasetName, _ other: DatasetName) -> Relation {
        if DatasetLinks.isOneFeed(ballot, other) { return .together }
        return relations[Pair(ballot: ballot, other: other)] ?? .unknown
    }

    /// Whether what is voted on is of a feed whose ground is another place than a voter's.
    ///
    /// - Parameters:
    ///   - dataset: Of the boundaries or the list that name the district in question.
    ///   - datasets: All that say where the voter belongs.
    func isOtherFeed(
        _ ballot: DatasetName,
        _ dataset: DatasetName,
        among datasets: Set<DatasetName>
    ) -> Bool {
        feeds.contains(ballot) && relation(ballot, dataset) == .apart
            && !datasets.contains { DatasetLinks.isOneFeed($0, ballot) }
    }

    private static func relation(
        _ mine: [Ground],
        _ theirs: [Ground],
        _ grounds: DatasetGrounds
    ) -> Relation {
        var relation: Relation?
        for one in mine {
            for other in theirs {
                switch self.relation(one, other, grounds) {
                case .together: return .together
                case .unknown: relation = .unknown
                case .apart: relation = relation ?? .apart
                }
            }
        }
        return relation ?? .unknown
    }

    private static func relation(
        _ one: Ground,
        _ other: Ground,
        _ grounds: DatasetGrounds
    ) -> Relation {
        switch (one, other) {
        case (.boundaries(let first), .boundaries(let second)):
            first == second || grounds.meet(first, second)
                ? .together : grounds.touch(first, second) ? .unknown : .apart
        case (.points(let points), .boundaries(let area)),
            (.boundaries(let area), .points(let points)):
            points.relation(to: area, grounds.samples[area] ?? [])
        case (.points(let first), .points(let second)): first.relation(to: second)
        }
    }
}

extension DatasetPlaces {
    /// What tells where datasets lie.
    struct Material {
        let stations: [DatasetName: [Station]]
        let addresses: [DatasetName: [AddressEntry]]
        let map: DistrictMap
        let links: DatasetLinks

        var lists: [DatasetName] { Array(addresses.keys) }

        fileprivate func places(_ name: DatasetName) -> [Coordinate] {
            (stations[name] ?? []).compactMap(\.coordinate)
                + (addresses[name] ?? []).compactMap(\.coordinate)
        }
    }

    /// Finds where datasets are; the points of each are looked at once.
    private struct GroundFinder {
        let material: Material
        private var points: [DatasetName: Points] = [:]

        init(_ material: Material) { self.material = material }

        /// Where the stations or the addresses of datasets are.
        mutating func grounds(ofPoints names: some Sequence<DatasetName>) -> [Ground] {
            var grounds: [Ground] = []
            for name in names {
                let own = points[name] ?? Points(material.places(name), material.map)
                points[name] = own
                if own.count > 0 { grounds.append(.points(own)) }
            }
            return grounds
        }

        /// The boundaries that lists of addresses belong to, and where their addresses are.
        mutating func grounds(ofLists lists: [DatasetName]) -> [Ground] {
            Set(lists.flatMap { material.links.boundaries(of: $0) }).map { .boundaries($0) }
                + grounds(ofPoints: lists)
        }
    }

    /// Where the stations or the addresses of a dataset are.
    private struct Points {
        let count: Int
        private let box: BoundingBox?
        /// How many of them stand on the boundaries of a dataset.
        private let standing: [DatasetName: Int]
        /// So many are looked at, evenly spread.
        private static let sampleLimit = 20_000
        /// One of so many lies beyond each edge of the box: places are often misread.
        private static let strayShare = 10

        init(_ all: [Coordinate], _ map: DistrictMap) {
            let places = stride(
                from: 0,
                to: all.count,
                by: max(1, all.count / Self.sampleLimit)
            ).map { all[$0] }
            count = places.count
            box = Self.box(around: places)
            var standing: [DatasetName: Int] = [:]
            for place in places {
                for dataset in Set(map.districts(holding: place).map(\.dataset)) {
                    standing[dataset, default: 0] += 1
                }
            }
            self.standing = standing
        }

        private static func box(around places: [Coordinate]) -> BoundingBox? {
            let latitudes = places.map(\.latitude).sorted()
            let longitudes = places.map(\.longitude).sorted()
            let first = places.count / strayShare
            let last = places.count - 1 - first
            guard first <= last else { return nil }
            return try? BoundingBox(
                west: longitudes[first],
                south: latitudes[first],
                east: longitudes[last],
                north: latitudes[last]
            )
        }

        /// On boundaries stand at least half of what belongs there. What stands around most of them may
        /// be of a state of which they are a part.
        ///
        /// - Parameter samples: Places within the boundaries.
        func relation(to boundaries: DatasetName, _ samples: [Coordinate]) -> Relation {
            let inside = standing[boundaries] ?? 0
            if inside > 0, inside * 2 >= count { return .together }
            guard inside == 0, let box else { return .unknown }
            return samples.count { box.contains($0) } * 2 >= samples.count ? .unknown : .apart
        }

        /// Of points nothing tells that they are of one place, but that they are not.
        func relation(to other: Points) -> Relation {
            guard let box, let theirs = other.box else { return .unknown }
            let isApart =
                box.south > theirs.north || theirs.south > box.north
                || box.west > theirs.east || theirs.west > box.east
            return isApart ? .apart : .unknown
        }
    }
}
