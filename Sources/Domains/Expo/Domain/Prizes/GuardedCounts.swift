/// How many people are in each of some cells, told so that nobody is singled out.
///
/// A cell with fewer than five people is not told. So that it is not what is left when the others are taken from
/// the total, cells go together until five people or more are among the untold, the smallest first. The same holds
/// within each group of cells of which the total is told elsewhere.
package struct GuardedCounts: Sendable, Hashable {
    /// How many people a cell needs.
    package static let leastCount = 5

    /// The cells that are told, in the order in which they were given.
    package let told: [(cell: String, count: Int)]
    /// How many people are in all the others together; nil where that is too few to be told as well.
    package let others: Int?
    /// How many people there are; nil where these are too few.
    package let total: Int?

    /// - Parameters:
    ///   - cells: How many people are in each; those with none are left out.
    ///   - groups: Which group a cell is of, for each way in which totals of groups are told elsewhere.
    package init(
        _ cells: [(cell: String, count: Int)],
        groups: [(String) -> String] = []
    ) {
        let filled = cells.filter { $0.count > 0 }
        var untold = Set(filled.filter { $0.count < Self.leastCount }.map(\.cell))
        func hidden() -> Int { filled.reduce(0) { untold.contains($1.cell) ? $0 + $1.count : $0 } }
        // What is hidden in one group may be too little in another.
        var before = -1
        while before != untold.count {
            before = untold.count
            for group in [{ _ in "" }] + groups {
                let groupings = Dictionary(grouping: filled) { group($0.cell) }
                for (_, members) in groupings.sorted(by: { $0.key < $1.key }) {
                    Self.hide(among: members, &untold)
                }
            }
        }
        told = filled.filter { !untold.contains($0.cell) }
        let rest = hidden()
        others = rest == 0 ? 0 : rest >= Self.leastCount ? rest : nil
        let sum = filled.reduce(0) { $0 + $1.count }
        total = sum == 0 || sum >= Self.leastCount ? sum : nil
    }

    /// Hides the smallest of some cells until none of them is hidden, or five people or more in two cells or more:
    /// one alone is what is left of the group's total, however many are in it.
    private static func hide(
        among members: [(cell: String, count: Int)],
        _ untold: inout Set<String>
    ) {
        var (hidden, cells) = (0, 0)
        for member in members where untold.contains(member.cell) {
            (hidden, cells) = (hidden + member.count, cells + 1)
        }
        let open = members.filter { !untold.contains($0.cell) }.sorted { $0.count < $1.count }
        for next in open where cells > 0 && (hidden < leastCount || cells < 2) {
            untold.insert(next.cell)
            (hidden, cells) = (hidden + next.count, cells + 1)
        }
    }

    package static func == (left: GuardedCounts, right: GuardedCounts) -> Bool {
        left.others == right.others && left.total == right.total
            && left.told.elementsEqual(right.told) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(others)
        hasher.combine(total)
        for (cell, count) in told {
            hasher.combine(cell)
            hasher.combine(count)
        }
    }
}
