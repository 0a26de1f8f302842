/// Values that records take from one another while what goes with them stays: names, addresses, districts and
/// so on that stand at other records than those that are published, as where one column of a file was sorted
/// without the others.
struct SwappedParts: Sendable {
    /// A record of which one part differs while what goes with it stays.
    private struct Change {
        let id: String
        let name: String
        /// A hash of what was published.
        let old: UInt32
        /// A hash of what the file says.
        let new: UInt32
    }

    /// Records that take one part of others.
    private struct Swap {
        let takers: [Change]
        /// So many may; nil where all may, and a warning tells.
        let allowed: Int?

        var examples: Finding.Value {
            Finding.examples(takers.lazy.map { "\"\($0.name)\" (\($0.id))" })
        }
    }

    private var changes: [Part: [Change]] = [:]
    /// Of the parts that have few values, those of all records.
    private var sequences: [Part: ValueSequence] = [:]
    private var replaced = ReplacedRecords(limit: SwappedParts.limit)

    /// So many changes of a part are looked at: of more, hashes would be alike by chance.
    private static let limit = 20_000
    /// So many records may take values that have slipped or were sorted: these may be right.
    private static let fewMoved = 5
    /// So many may where the values are in no order that tells: who looks again at ramps finds some gone and some
    /// new.
    private static let fewMixed = 9
    /// Of so many of these not even a warning tells.
    private static let untoldMoved = 3
    /// A warning tells of values that agree less than this with the published ones: see
    /// ``ValueSequence/agreement``.
    static let usualAgreement = 0.6

    /// Takes in what a record has that is published and in the file, in the order of the file.
    ///
    /// - Parameter watched: The parts that are looked at.
    mutating func see(_ parts: RecordParts, from old: RecordParts, watched: [Part]) {
        guard !watched.isEmpty else { return }
        for part in Part.ofFewValues where watched.contains(part) {
            sequences[part, default: ValueSequence()]
                .append(old: old.hash(of: part), new: parts.hash(of: part))
        }
    }

    /// Takes in a record that differs from the published one.
    ///
    /// - Parameters:
    ///   - record: Its id and its name.
    ///   - watched: The parts that are looked at.
    mutating func add(
        _ record: (id: String, name: String),
        _ parts: RecordParts,
        from old: RecordParts,
        watched: [Part]
    ) {
        guard !watched.isEmpty else { return }
        for change in parts.loneChanges(from: old) where watched.contains(change.part) {
            guard changes[change.part, default: []].count < Self.limit else { continue }
            changes[change.part, default: []].append(
                Change(id: record.id, name: record.name, old: change.old, new: change.new)
            )
        }
        if watched.contains(.addresses), let replacement = parts.replacement(of: old) {
            replaced.add(record, replacement)
        }
    }

    /// What is told, and needs no consent: values that may have been swapped, and two records that stand for one
    /// another altogether: they may, or their keys slipped.
    func notes(published: Int) -> [ImportNote] {
        let exchange = replaced.exchange.map { one, other in
            Finding(.exchangedRecords, ["one": .text(one), "other": .text(other)])
        }
        let values = partsNoted.compactMap { part -> Finding? in
            guard let swap = swap(of: part) else { return nil }
            return Finding(
                .exchangedValues,
                [
                    "count": .count(swap.takers.count), "published": .count(published),
                    "values": .finding(part.finding), "examples": swap.examples,
                ]
            )
        }
        return ([exchange].compactMap { $0 } + values).map { ImportNote(.warning, $0) }
    }

    /// The parts of which a warning tells.
    var partsNoted: [Part] {
        Part.ofFewValues.filter { part in swap(of: part).map { $0.allowed == nil } ?? false }
    }

    /// What takes consent: two records of one part or more that take what others give up, of parts that have
    /// few values more; and of records that stand for one another altogether, three.
    func findings(published: Int, kind: String) -> [GuardFinding] {
        let parts: [GuardFinding] = Part.allCases.compactMap { part in
            guard let swap = swap(of: part), let allowed = swap.allowed else { return nil }
            let (count, examples) = (swap.takers.count, swap.examples)
            return GuardFinding(
                limit: part.limit,
                count: count,
                allowed: allowed,
                published: published,
                text:
                    "\(grouped(count)) of the \(grouped(published)) published \(plural(kind)) would take "
                    + "the \(part.finding.text) of one another while \(part.staying) stay: "
                    + "\(examples.text). Look whether one column was sorted, or slipped, without the "
                    + "others",
                values: ["examples": examples]
            )
        }
        return parts + [replaced.finding(published: published, kind: kind)].compactMap { $0 }
    }

    /// The records that take a part of others; nil where these are too few, or values have changed as they do.
    private func swap(of part: Part) -> Swap? {
        let changes = changes[part] ?? []
        let takers = Self.takers(changes)
        guard takers.count > 1 else { return nil }
        let others = changes.count - takers.count
        if let sequence = sequences[part] { return Self.swap(takers, others: others, sequence) }
        // Where many records have the same, what one takes another gives up by chance.
        guard part.isOwn || others <= max(1, changes.count / 10) else { return nil }
        return Swap(takers: takers, allowed: 1)
    }

    /// The same of a part that has few values.
    ///
    /// - Parameter others: How many records differ besides.
    private static func swap(
        _ takers: [Change],
        others: Int,
        _ sequence: ValueSequence
    ) -> Swap? {
        // A survey finds more ramps, or fewer: of a column that was sorted or slipped, as many have each value.
        guard others <= max(ValueSequence.longestSlip, (takers.count + others) / 5) else {
            return nil
        }
        let (isSlipped, isSorted) = (sequence.isSlipped, sequence.isSorted)
        let agreement = sequence.agreement
        let isUnusual = agreement < usualAgreement
        if takers.count > fewMoved, isSlipped || isSorted && isUnusual {
            return Swap(takers: takers, allowed: fewMoved)
        }
        if takers.count > fewMixed, agreement < ValueSequence.leastAgreement {
            return Swap(takers: takers, allowed: fewMixed)
        }
        let isDoubtful =
            takers.count > untoldMoved && (isSlipped || isSorted)
            || takers.count > fewMoved && isUnusual
        return isDoubtful ? Swap(takers: takers, allowed: nil) : nil
    }

    /// The records that take what another one gives up.
    private static func takers(_ changes: [Change]) -> [Change] {
        var given: [UInt32: Int] = [:]
        for change in changes { given[change.old, default: 0] += 1 }
        return changes.filter { change in
            guard let left = given[change.new], left > 0 else { return false }
            given[change.new] = left - 1
            return true
        }
    }
}
