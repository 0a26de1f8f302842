public import Datasets

/// Stations by the keys by which their files name them, as lists of addresses look for them.
///
/// A key that is written the same is found before one that differs in small and large letters alone, and
/// that before the key of an earlier file: a list may be older than the stations' file, and where that
/// gives the key to another station, it is that.
public struct StationKeys: Sendable {
    /// What a key stands for.
    public enum Finding: Sendable, Hashable {
        /// No station has the key.
        case none
        /// Stations of these datasets, one of each.
        case stations(of: Set<DatasetName>)
        /// Several stations of each dataset that has the key have it: nothing tells which is meant.
        case several
    }

    private let wanted: Set<String>?
    private var datasets: [DatasetName] = []
    private var slotsByKey: [String: [Int]] = [:]
    /// Of keys that are not in small letters, by these.
    private var slotsBySmallKey: [String: [Int]] = [:]
    /// Of stations that have another key now, by the one of an earlier file.
    private var slotsByEarlierKey: [String: [Int]] = [:]

    /// - Parameter wanted: The keys that will be looked for, to keep no others; nil for all.
    public init(wanted: Set<String>? = nil) {
        self.wanted = wanted.map { Set($0.map { $0.lowercased() }) }
    }

    /// Adds a station, which gets the next number from 0 on.
    ///
    /// - Complexity: O(n) for the length of its keys.
    public mutating func add(_ station: Station) {
        let slot = datasets.count
        datasets.append(station.dataset)
        for key in station.sourceKeys {
            let small = key.lowercased()
            guard wanted?.contains(small) ?? true else { continue }
            slotsByKey[key, default: []].append(slot)
            if small != key, station.attributes[Station.keyAttribute] != nil {
                slotsBySmallKey[small, default: []].append(slot)
            }
        }
        if let key = station.earlierKey, wanted?.contains(key.lowercased()) ?? true {
            slotsByEarlierKey[key, default: []].append(slot)
        }
    }

    /// The numbers of the stations that a key stands for, at most one of each dataset, ascending.
    ///
    /// - Complexity: O(m) for m stations with the key.
    func slots(withKey key: String) -> [Int] {
        candidates(key).values.filter { $0.count == 1 }.joined().sorted()
    }

    /// What a key stands for.
    ///
    /// - Complexity: O(m) for m stations with the key.
    public func find(_ key: String) -> Finding {
        let candidates = candidates(key)
        let certain = candidates.filter { $0.value.count == 1 }
        guard certain.isEmpty else { return .stations(of: Set(certain.keys)) }
        return candidates.isEmpty ? .none : .several
    }

    private func candidates(_ key: String) -> [DatasetName: [Int]] {
        let small = key.lowercased()
        let exact = Dictionary(grouping: slotsByKey[key] ?? []) { datasets[$0] }
        let alike = Dictionary(
            grouping: (slotsByKey[small] ?? []) + (slotsBySmallKey[small] ?? [])
        ) { datasets[$0] }
        let earlier = Dictionary(grouping: slotsByEarlierKey[small] ?? []) { datasets[$0] }
        return exact.merging(alike) { exact, _ in exact }
            .merging(earlier) { known, _ in known }
    }
}
