/// Values that records take from one another while what goes with them stays: names, addresses, districts and
/// so on that stand at other records than those that are published, as where one column of a file was sorted
/// without the others.
struct SwappedParts: Sendable {
    /// What may be swapped.
    enum Part: Sendable, CaseIterable {
        case names
        case addresses
        case towns
        case postcodes
        case districts
        case hours
        case accessibility
    }

    /// A record of which one part differs while what goes with it stays.
    private struct Change {
        let id: String
        let name: String
        /// A hash of what was published.
        let old: UInt32
        /// A hash of what the file says.
        let new: UInt32
    }

    private var changes: [Part: [Change]] = [:]
    private var replaced = ReplacedRecords(limit: SwappedParts.limit)

    /// So many changes of a part are looked at: of more, hashes would be alike by chance.
    private static let limit = 20_000

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

    /// What is told of two records that stand for one another altogether: they may, or their keys slipped.
    var note: ImportNote? {
        guard let (one, other) = replaced.exchange else { return nil }
        return ImportNote(
            .warning,
            Finding(.exchangedRecords, ["one": .text(one), "other": .text(other)])
        )
    }

    /// What takes consent: two records of one part or more that take what others give up; and of records
    /// that stand for one another altogether, three.
    func findings(published: Int, kind: String) -> [GuardFinding] {
        let parts: [GuardFinding] = Part.allCases.compactMap { part in
            let takers = takers(part)
            guard !takers.isEmpty else { return nil }
            let examples = Finding.examples(takers.lazy.map { "\"\($0.name)\" (\($0.id))" })
            return GuardFinding(
                limit: part.limit,
                count: takers.count,
                allowed: part.fewest - 1,
                published: published,
                text:
                    "\(grouped(takers.count)) of the \(grouped(published)) published \(plural(kind)) "
                    + "would take the \(part.noun) of one another while \(part.staying) stay: "
                    + "\(examples.text). Look whether one column was sorted, or slipped, without the others",
                values: ["examples": examples]
            )
        }
        return parts + [replaced.finding(published: published, kind: kind)].compactMap { $0 }
    }

    /// The records that take what another one gives up; none where these are too few.
    private func takers(_ part: Part) -> [Change] {
        let changes = changes[part] ?? []
        var given: [UInt32: Int] = [:]
        for change in changes { given[change.old, default: 0] += 1 }
        let takers = changes.filter { change in
            guard let left = given[change.new], left > 0 else { return false }
            given[change.new] = left - 1
            return true
        }
        guard takers.count >= part.fewest else { return [] }
        let others = changes.count - takers.count
        return part.isShared && others > max(1, changes.count / 10) ? [] : takers
    }
}

extension SwappedParts.Part {
    fileprivate var limit: GuardFinding.Limit {
        switch self {
        case .names: .swappedNames
        case .addresses, .towns, .postcodes: .swappedAddresses
        case .districts: .swappedDistricts
        case .hours: .swappedHours
        case .accessibility: .swappedAccess
        }
    }

    fileprivate var noun: String {
        switch self {
        case .names: "names"
        case .addresses: "addresses"
        case .towns: "towns"
        case .postcodes: "postcodes"
        case .districts: "districts"
        case .hours: "hours"
        case .accessibility: "accessibility"
        }
    }

    /// What goes with it.
    fileprivate var staying: String {
        switch self {
        case .names: "their places or addresses"
        case .addresses: "their places or names"
        case .towns, .postcodes: "their streets"
        case .districts, .hours, .accessibility: "they"
        }
    }

    /// Whether many records have the same, so that what one takes another gives up by chance: only where
    /// nearly all that differ do, a column slipped.
    fileprivate var isShared: Bool {
        switch self {
        case .names, .addresses, .districts: false
        case .towns, .postcodes, .hours, .accessibility: true
        }
    }

    /// So many records take consent.
    fileprivate var fewest: Int {
        switch self {
        case .names, .addresses, .towns, .postcodes, .districts: 2
        case .hours: 6
        // Who looks again at ramps finds some gone and some new.
        case .accessibility: 10
        }
    }
}
