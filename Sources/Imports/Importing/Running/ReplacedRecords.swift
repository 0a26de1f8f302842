extension SwappedParts {
    /// Hashes of what a record was and is that has another's name, address and place under its key.
    struct Replacement {
        let old: UInt32
        let new: UInt32
        let oldWithDistricts: UInt32
        let newWithDistricts: UInt32
        /// Of the town and the postcode.
        let oldTown: UInt32
        let newTown: UInt32
        let keepsDistricts: Bool
    }

    /// Records that stand for one another altogether, with name, address and place, as where the column of
    /// precincts slipped that names them, or all columns but that one.
    ///
    /// Two that change places are not counted, unless the towns of their addresses stay: they may. Nor is one
    /// that takes a place which its other records keep, as a precinct does that goes to its neighbour's hall;
    /// nor one that goes on under another key with its districts, as where numbers of rows are keys.
    struct ReplacedRecords {
        private struct Change {
            let id: String
            let name: String
            let hashes: Replacement
        }

        private var changes: [Change] = []
        private let limit: Int

        /// So many may take what others give up.
        private static let allowedTogether = 2
        /// So many may where their towns stay.
        private static let allowedApart = 1

        /// - Parameter limit: So many are looked at.
        init(limit: Int) { self.limit = limit }

        /// Takes in a record that differs from the published one in name and place or address.
        ///
        /// - Parameter record: Its id and its name.
        mutating func add(_ record: (id: String, name: String), _ hashes: Replacement) {
            guard changes.count < limit else { return }
            changes.append(Change(id: record.id, name: record.name, hashes: hashes))
        }

        /// A record that becomes what another one was.
        private typealias Taking = (taker: Change, giver: Change)

        /// All records that do, in the order of the file.
        private var takings: [Taking] {
            var givers: [UInt32: [Change]] = [:]
            for change in changes.reversed() {
                givers[change.hashes.old, default: []].append(change)
            }
            let wholes = Set(changes.map(\.hashes.oldWithDistricts))
            return changes.compactMap { change in
                let hashes = change.hashes
                guard hashes.keepsDistricts || !wholes.contains(hashes.newWithDistricts),
                    let giver = givers[hashes.new]?.popLast()
                else { return nil }
                return (change, giver)
            }
        }

        /// How many of them may: two, and where the towns stay one.
        private static func allowed(_ takings: [Taking]) -> Int {
            let apart = takings.count { $0.taker.hashes.newTown != $0.giver.hashes.oldTown }
            return apart > allowedApart ? allowedApart : allowedTogether
        }

        /// The names of two records that stand for one another while their towns go with them, where no others
        /// do; nil else.
        var exchange: (one: String, other: String)? {
            let takings = takings
            guard takings.count == 2, takings.count <= Self.allowed(takings) else { return nil }
            let (first, second) = (takings[0], takings[1])
            guard first.giver.id == second.taker.id, second.giver.id == first.taker.id else {
                return nil
            }
            return (first.taker.name, second.taker.name)
        }

        /// What takes consent; nil for two and fewer, and where their towns stay for one.
        func finding(published: Int, kind: String) -> GuardFinding? {
            let takings = takings
            let (count, allowed) = (takings.count, Self.allowed(takings))
            guard count > allowed else { return nil }
            let examples = Finding.examples(
                takings.lazy.map { taker, giver in
                    "\"\(taker.name)\" (\(taker.id), published as \(giver.id))"
                }
            )
            return GuardFinding(
                limit: .swappedRecords,
                count: count,
                allowed: allowed,
                published: published,
                text:
                    "\(grouped(count)) of the \(grouped(published)) published \(plural(kind)) "
                    + "would have the name and the address of another one that has others now: "
                    + "\(examples.text). Look whether the column that names them, such as the precinct, or the "
                    + "columns of names and addresses slipped against the others",
                values: ["examples": examples]
            )
        }
    }
}
