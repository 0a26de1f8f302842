internal import Datasets
internal import Geodesy

/// A record of the file whose key is not published.
struct Newcomer<Record: ImportableRecord> {
    let key: String
    let name: String
    let parts: RecordParts
    let likeness: RecordLikeness?
    let writing: UInt64
    /// Kept for the first ones, whose differences may be named.
    let record: Record?

    init(_ record: Record, writing: UInt64, keepsRecord: Bool) {
        key = record.importKey
        name = record.displayName
        parts = record.parts
        likeness = record.likeness
        self.writing = writing
        self.record = keepsRecord ? record : nil
    }
}

/// A published record whose key the file does not have.
struct Missing<Record: ImportableRecord> {
    let id: String
    let name: String
    let parts: RecordParts
    let likeness: RecordLikeness?
    let writing: UInt64
    let record: Record?

    init(_ record: Record, writing: UInt64, keepsRecord: Bool) {
        id = record.importKey
        name = record.displayName
        parts = record.parts
        likeness = record.likeness
        self.writing = writing
        self.record = keepsRecord ? record : nil
    }
}

/// Finds published records again whose keys have changed.
///
/// A record is known by its name, its address and its place together. Where keys are made of names
/// and addresses, they change with them: there two of the three are enough. Only what is alike one
/// to one counts; of twins in one building none is guessed at.
struct Recognition {
    /// Whether keys were made of names and addresses.
    let keysAreDerived: Bool

    /// Two places this near may be one that was measured twice, in metres.
    static let samePlaceMeters = 30.0

    /// What has to be alike.
    private enum Trait: CaseIterable {
        case nameAndAddress
        case name
        case address

        func hash(_ likeness: RecordLikeness) -> Int? {
            switch self {
            case .nameAndAddress: likeness.hashValue
            case .name: likeness.name
            case .address: likeness.address
            }
        }
    }

    /// - Returns: For the number of a newcomer, the number of the record that it is.
    /// - Complexity: O(n) for names and addresses that few records share.
    func pairs<Record>(
        newcomers: [Newcomer<Record>],
        gone: [Missing<Record>]
    ) -> [Int: Int] {
        guard !newcomers.isEmpty, !gone.isEmpty else { return [:] }
        var pairs: [Int: Int] = [:]
        var taken: Set<Int> = []
        for trait in keysAreDerived ? Trait.allCases : [.nameAndAddress] {
            var alike: [Int: (new: [Int], old: [Int])] = [:]
            for (number, missing) in gone.enumerated() where !taken.contains(number) {
                guard let hash = missing.likeness.flatMap(trait.hash) else { continue }
                alike[hash, default: ([], [])].old.append(number)
            }
            for (number, newcomer) in newcomers.enumerated() where pairs[number] == nil {
                guard let hash = newcomer.likeness.flatMap(trait.hash) else { continue }
                alike[hash]?.new.append(number)
            }
            for group in alike.values where !group.new.isEmpty {
                for (new, old) in matched(group.new, group.old, newcomers, gone) {
                    pairs[new] = old
                    taken.insert(old)
                }
            }
        }
        return pairs
    }

    /// A crowd of records that are all alike is left alone: comparing each with each would take
    /// too long, and the outcome would be a guess.
    private static let crowdLimit = 500

    /// Those at the same place, where each has but one counterpart.
    private func matched<Record>(
        _ new: [Int],
        _ old: [Int],
        _ newcomers: [Newcomer<Record>],
        _ gone: [Missing<Record>]
    ) -> [(Int, Int)] {
        guard new.count <= Self.crowdLimit, old.count <= Self.crowdLimit else { return [] }
        var counterparts: [Int: [Int]] = [:]
        var suitors: [Int: Int] = [:]
        for one in new {
            for other in old {
                let isSame = isSamePlace(
                    newcomers[one].parts.place,
                    gone[other].parts.place,
                    hasAddress: newcomers[one].likeness?.address != nil
                )
                guard isSame else { continue }
                counterparts[one, default: []].append(other)
                suitors[other, default: 0] += 1
            }
        }
        return counterparts.compactMap { one, others in
            guard others.count == 1, let other = others.first, suitors[other] == 1 else {
                return nil
            }
            return (one, other)
        }
    }

    /// Without a place, a name needs an address: many towns have a "Town Hall".
    private func isSamePlace(_ one: Coordinate?, _ other: Coordinate?, hasAddress: Bool) -> Bool {
        switch (one, other) {
        case (let one?, let other?):
            Geodesic.distance(from: one, to: other).meters <= Self.samePlaceMeters
        case (nil, nil): hasAddress
        default: false
        }
    }
}

/// Under which ids records are published whose files have them under other keys.
struct Identities: Sendable {
    private var idOfKey: [String: String] = [:]
    /// Ids that are not also the keys of their records.
    private var foreignIDs: Set<String> = []

    /// Whether every record goes by the key that its file has.
    var isEmpty: Bool { idOfKey.isEmpty }

    /// Remembers that a record goes by an id and that its file has it under a key.
    mutating func add(_ id: String, knownAs key: String) {
        idOfKey[key] = id
        foreignIDs.insert(id)
    }

    /// The id that the record goes by which the file has under a key.
    func id(ofKey key: String) -> String { idOfKey[key] ?? key }

    /// The id of a record that is new: its key, unless a record goes by that which the file has
    /// under another.
    mutating func addNew(_ key: String) -> String {
        guard foreignIDs.contains(key) else { return key }
        var number = 2
        while foreignIDs.contains("\(key)-\(number)") || idOfKey["\(key)-\(number)"] != nil {
            number += 1
        }
        add("\(key)-\(number)", knownAs: key)
        return "\(key)-\(number)"
    }

    /// A record as it is to be published, and what is to be kept of its origin.
    func published<Record: ImportableRecord>(
        _ record: Record,
        writing: UInt64?
    ) -> (Record, RecordOrigin) {
        guard let id = idOfKey[record.importKey] else {
            return (record, RecordOrigin(writing: writing))
        }
        return (
            record.withImportKey(id), RecordOrigin(key: record.importKey, writing: writing)
        )
    }
}
