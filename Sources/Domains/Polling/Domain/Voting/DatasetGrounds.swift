internal import Datasets
internal import Geodesy

/// Which datasets lie on the same ground.
struct DatasetGrounds: Sendable {
    /// Places within some districts of each dataset.
    let samples: [DatasetName: [Coordinate]]
    private var inside: [DatasetName: [DatasetName: Int]] = [:]
    private let lists: [DatasetName: BallotLinks.List]

    /// - Complexity: O(d log n) for d datasets of n districts in all.
    init(
        _ boundaries: [DatasetName: [District]],
        _ map: DistrictMap,
        _ lists: [DatasetName: BallotLinks.List]
    ) {
        let samples = boundaries.mapValues(Self.sample)
        self.samples = samples
        self.lists = lists
        for (dataset, places) in samples {
            for place in places {
                for other in Set(map.districts(holding: place).map(\.dataset)) {
                    inside[dataset, default: [:]][other, default: 0] += 1
                }
            }
        }
    }

    /// Whether at least half of one of them lies on the other. A list lies on boundaries that hold
    /// those that are its own; of two lists nothing tells that they lie apart.
    func meet(_ one: DatasetName, _ other: DatasetName) -> Bool {
        switch (lists[one], lists[other]) {
        case (let list?, nil): lies(list, in: other)
        case (nil, let list?): lies(list, in: one)
        case (_?, _?): true
        case (nil, nil): lies(one, in: other) || lies(other, in: one)
        }
    }

    /// Whether any of one of two boundaries lies on the other.
    func touch(_ one: DatasetName, _ other: DatasetName) -> Bool {
        inside[one]?[other] != nil || inside[other]?[one] != nil
    }

    private func lies(_ list: BallotLinks.List, in boundaries: DatasetName) -> Bool {
        list.boundaries.contains(boundaries)
            || list.boundaries.contains { lies($0, in: boundaries) }
    }

    private func lies(_ one: DatasetName, in other: DatasetName) -> Bool {
        let count = inside[one]?[other] ?? 0
        return count > 0 && count * 2 >= (samples[one]?.count ?? 0)
    }

    /// How many districts of a dataset are looked at to tell where it lies.
    private static let sampleCount = 40

    /// Places within some districts of a dataset.
    private static func sample(_ districts: [District]) -> [Coordinate] {
        stride(from: 0, to: districts.count, by: max(1, districts.count / sampleCount))
            .compactMap { districts[$0].area.interiorPlace }
    }
}
