/// In which order ballots list the contests of a feed, and contests their candidates.
///
/// A ballot style lists its contests, and how each lists what is chosen among; contests and selections have
/// numbers besides, which count where no style tells, or where the styles differ, as they do where names
/// rotate. What has no number stands behind what has one.
///
/// Source: Voting Information Project, XML specification 5.2, `BallotStyle`, `OrderedContest` and
/// `SequenceOrder`.
struct BallotOrder {
    private let feed: VIPFeed
    /// The orders of selections by the contest's id, each once.
    private let selections: [String: Set<[String]>]
    /// Which contest an element of an ordered list means, by its id.
    private let contestIDs: [String: String]

    init(_ feed: VIPFeed) {
        self.feed = feed
        var selections: [String: Set<[String]>] = [:]
        var contestIDs: [String: String] = [:]
        for ordered in feed.all("OrderedContest") {
            guard let contest = ordered.value("ContestId") else { continue }
            contestIDs[ordered.id] = contest
            let order = ordered.ids("OrderedBallotSelectionIds")
            if !order.isEmpty { selections[contest, default: []].insert(order) }
        }
        self.selections = selections
        self.contestIDs = contestIDs
    }

    /// What is chosen among in a contest, by the selections' ids.
    func selections(of contest: FeedElement) -> [String] {
        let listed = contest.ids("BallotSelectionIds")
        let orders = selections[contest.id] ?? []
        let all = listed.isEmpty ? Array(Set(orders.joined())).sorted() : listed
        let numbered = Self.sorted(all) { id in
            feed.element(id, "CandidateSelection", "PartySelection", "BallotMeasureSelection")
                .flatMap(Self.number)
        }
        guard orders.count == 1, let order = orders.first else { return numbered }
        let known = Set(numbered)
        return order.filter(known.contains) + numbered.filter { !order.contains($0) }
    }

    /// Contests as ballots list them.
    ///
    /// - Complexity: O(n log n + k) for n contests and k entries of ballot styles, typical.
    func contests(_ contests: [FeedElement]) -> [FeedElement] {
        let numbered = Self.sorted(contests, Self.number)
        let slots = Dictionary(
            numbered.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let styles = feed.all("BallotStyle").map { style in
            style.ids("OrderedContestIds").compactMap { slots[contestIDs[$0] ?? $0] }
        }
        return Self.merged(styles, count: numbered.count).map { $0.map { numbered[$0] } }
            ?? numbered
    }

    /// The numbers from 0 to `count` - 1 in an order that goes with that of some lists: among those that
    /// may be next the smallest first.
    ///
    /// - Returns: nil where the lists differ.
    private static func merged(_ lists: [[Int]], count: Int) -> [Int]? {
        var followers: [Int: Set<Int>] = [:]
        var before = [Int](repeating: 0, count: count)
        for list in lists {
            for (first, second) in zip(list, list.dropFirst()) where first != second {
                if followers[first, default: []].insert(second).inserted { before[second] += 1 }
            }
        }
        // The smallest stands last, where it is quick to take.
        var ready = (0..<count).filter { before[$0] == 0 }.reversed() as [Int]
        var order: [Int] = []
        while let next = ready.popLast() {
            order.append(next)
            for follower in followers[next] ?? [] {
                before[follower] -= 1
                guard before[follower] == 0 else { continue }
                let place = ready.lastIndex { $0 > follower }.map { $0 + 1 } ?? 0
                ready.insert(follower, at: place)
            }
        }
        return order.count == count ? order : nil
    }

    private static func number(_ element: FeedElement) -> Int? {
        element.value("SequenceOrder").flatMap { Int($0) }
    }

    /// By their numbers, those without one behind, and in the feed's order where numbers are the same.
    private static func sorted<Item>(_ items: [Item], _ number: (Item) -> Int?) -> [Item] {
        items.map { ($0, number($0) ?? .max) }.enumerated()
            .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            .map(\.element.0)
    }
}
