internal import Polling

/// Gives codes to what a feed holds, so that no two things have one: a state's feed numbers precincts in
/// each county from 1.
enum UniqueCodes {
    /// Something that wants a code.
    struct Item {
        let id: String
        /// The codes that it may have, the best first; each says at least as much as the one before.
        let candidates: [String]
    }

    /// The code of each item by its id: the first of its candidates that no other thing has.
    ///
    /// - Parameter type: The type of district that the codes are of, which tells which codes are one.
    /// - Complexity: O(n).
    static func choose(_ items: [Item], type: String) -> [String: String] {
        var levels = [Int](repeating: 0, count: items.count)
        func code(_ index: Int) -> String? {
            let candidates = items[index].candidates
            return candidates.isEmpty ? nil : candidates[min(levels[index], candidates.count - 1)]
        }
        let most = items.map(\.candidates.count).max() ?? 0
        for _ in 1..<max(2, most) {
            let groups = Dictionary(grouping: items.indices) { index in
                code(index).map { DistrictKey(type: type, code: $0).code }
            }
            var isUnique = true
            for group in groups.values where group.count > 1 {
                guard Set(group.map { items[$0].id }).count > 1 else { continue }
                isUnique = false
                for index in group { levels[index] += 1 }
            }
            if isUnique { break }
        }
        var codes: [String: String] = [:]
        for index in items.indices { codes[items[index].id] = code(index) }
        return codes
    }
}
