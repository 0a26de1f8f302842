/// What names the polling locations of a feed, by their ids.
struct StationLinks: Sendable {
    /// The codes of the precincts that vote there.
    private(set) var precincts: [String: [String]] = [:]
    /// The names of the localities whose anybody may.
    private(set) var localities: [String: [String]] = [:]

    /// - Complexity: O(n) for n links.
    init(_ feed: VIPFeed) {
        var links = DistinctLinks()
        for precinct in feed.all("Precinct") {
            guard let code = feed.code(of: precinct) else { continue }
            for id in precinct.ids("PollingLocationIds") where links.insert(id, code) {
                precincts[id, default: []].append(code)
            }
        }
        for locality in feed.all("Locality") {
            guard let name = locality.value("Name") else { continue }
            for id in locality.ids("PollingLocationIds") {
                localities[id, default: []].append(name)
            }
        }
    }
}

/// Pairs of texts, each once, in a few bytes: there may be a million.
private struct DistinctLinks {
    private var numbers: [String: Int] = [:]
    private var pairs: Set<SIMD2<Int32>> = []

    /// - Returns: Whether the pair is new.
    mutating func insert(_ first: String, _ second: String) -> Bool {
        let pair = SIMD2(number(first), number(second))
        return pairs.insert(pair).inserted
    }

    private mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return Int32(number) }
        let number = numbers.count
        numbers[text] = number
        return Int32(number)
    }
}
