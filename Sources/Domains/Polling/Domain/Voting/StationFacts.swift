/// What tells where stations are and which districts they name, gathered one batch at a time, so that
/// they need not be in memory.
package struct StationFacts: Sendable {
    /// So many of the stations that name a district tell where all of them are.
    private var sample = EvenSample<Station>(limit: 25_000)

    /// Of no stations.
    package init() {}

    /// Some of the stations that name a district, evenly spread over their order.
    package var stations: [Station] { sample.elements }

    /// Takes in stations.
    ///
    /// - Complexity: O(n) for n stations.
    package mutating func add(_ batch: [Station]) {
        // By their numbers: each station that is taken out of a list is a copy with all its texts.
        for index in batch.indices where !batch[index].districts.isEmpty {
            sample.add(batch[index].footing(withAddress: false))
        }
    }

    /// Takes in stations that were gathered by themselves.
    package mutating func add(_ other: StationFacts) { sample.add(other.sample) }
}

extension Station {
    /// The station with no more than what tells where it is and which districts it names; its address,
    /// too, where it is to be compared with lists of addresses.
    package func footing(withAddress: Bool) -> Station {
        Station(
            id: id,
            dataset: dataset,
            name: "",
            address: withAddress ? address : nil,
            postcode: withAddress ? postcode : nil,
            coordinate: coordinate,
            districts: districts
        )
    }
}
