/// How many people are in each of some cells, told so that nobody is singled out.
///
/// A cell with fewer than five people is not told. So that it is not what is left when the others are taken from
/// the total, cells go together until five people or more are among the untold, the smallest first.
package struct GuardedCounts: Sendable, Hashable {
    /// How many people a cell needs.
    package static let leastCount = 5

    /// The cells that are told, in the order in which they were given.
    package let told: [(cell: String, count: Int)]
    /// How many people are in all the others together; nil where that is too few to be told as well.
    package let others: Int?
    /// How many people there are; nil where these are too few.
    package let total: Int?

    /// - Parameter cells: How many people are in each; those with none are left out.
    package init(_ cells: [(cell: String, count: Int)]) {
        let filled = cells.filter { $0.count > 0 }
        var untold = Set(filled.filter { $0.count < Self.leastCount }.map(\.cell))
        func hidden() -> Int { filled.reduce(0) { untold.contains($1.cell) ? $0 + $1.count : $0 } }
        while !untold.isEmpty, hidden() < Self.leastCount,
            let next = filled.filter({ !untold.contains($0.cell) }).min(by: { $0.count < $1.count })
        {
            untold.insert(next.cell)
        }
        told = filled.filter { !untold.contains($0.cell) }
        let rest = hidden()
        others = rest == 0 ? 0 : rest >= Self.leastCount ? rest : nil
        let sum = filled.reduce(0) { $0 + $1.count }
        total = sum == 0 || sum >= Self.leastCount ? sum : nil
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
