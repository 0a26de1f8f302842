internal import Datasets
internal import ExternalSort
internal import Geodesy

/// Finds published records again whose keys have changed.
///
/// A record is known by its name, its address and its place together. Where keys are made of names
/// and addresses, they change with them: there two of the three are enough. Only what is alike one
/// to one counts; of twins in one building none is guessed at.
struct Recognition {
    /// Where keys come from.
    let keys: RecordKeys

    /// Two places this near may be one that was measured twice, in metres.
    static let samePlaceMeters = 30.0

    /// Whether a record that has another's id may be that: its name, its address or its place is the
    /// other's.
    static func isLike<Record: ImportableRecord>(_ one: Record, _ other: Record) -> Bool {
        guard let likeness = one.likeness, let others = other.likeness else { return false }
        if likeness.name == others.name { return true }
        if let address = likeness.address, address == others.address { return true }
        guard let place = one.parts.place, let otherPlace = other.parts.place else { return false }
        return Geodesic.distance(from: place, to: otherPlace).meters <= samePlaceMeters
    }

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

    /// Which records are which.
    struct Pairs {
        /// By the numbers of newcomers.
        fileprivate(set) var sorter: ExternalSorter<Pair>
        /// The newcomers that are published records.
        fileprivate(set) var newcomers: NumberSet
        /// The published records that are newcomers.
        fileprivate(set) var gone: NumberSet
    }

    /// A newcomer and the record that it is.
    struct Pair: SortRecord {
        /// The newcomer's number.
        let sortKey: UInt64
        /// The record's number among those that are gone.
        let gone: UInt32
        /// Where its outline begins.
        let offset: UInt64
    }

    /// Finds the pairs, of which memory never holds more than a crowd.
    ///
    /// - Complexity: O(n) for names and addresses that few records share.
    func pairs<Record>(
        newcomers: RecordOutlines<Record>,
        gone: RecordOutlines<Record>,
        memoryBytes: Int
    ) throws -> Pairs {
        var pairs = Pairs(
            sorter: ExternalSorter(memoryBytes: memoryBytes / 4),
            newcomers: NumberSet(count: newcomers.count),
            gone: NumberSet(count: gone.count)
        )
        guard !newcomers.isEmpty, !gone.isEmpty else { return pairs }
        for trait in keys == .derived ? Trait.allCases : [.nameAndAddress] {
            var candidates = ExternalSorter<Candidate>(memoryBytes: memoryBytes / 4)
            for (side, outlines) in [gone, newcomers].enumerated() {
                let taken = side == 0 ? pairs.gone : pairs.newcomers
                try outlines.forEach { number, offset, outline in
                    if !taken.contains(number), let likeness = outline.likeness,
                        let hash = trait.hash(likeness)
                    {
                        try candidates.append(
                            Candidate(
                                outline,
                                hash: hash,
                                number: number,
                                offset: offset,
                                isNew: side == 1
                            )
                        )
                    }
                    return true
                }
            }
            try addPairs(of: candidates, to: &pairs, alike: trait)
        }
        return pairs
    }

    /// A record by what has to be alike.
    private struct Candidate: SortRecord {
        let sortKey: UInt64
        let latitude: Double
        let longitude: Double
        let offset: UInt64
        let number: UInt32
        let isNew: Bool
        let hasAddress: Bool
        /// Whether the place is not the record's, but where it probably is.
        let isProbable: Bool

        init(_ outline: RecordOutline, hash: Int, number: Int, offset: Int, isNew: Bool) {
            sortKey = UInt64(bitPattern: Int64(hash))
            let place = outline.parts.place.map { ($0.latitude, $0.longitude) }
            let probable = outline.probablePlace.map { ($0.latitude, $0.longitude) }
            isProbable = place == nil && probable != nil
            (latitude, longitude) = place ?? probable ?? (.nan, .nan)
            self.offset = UInt64(offset)
            self.number = UInt32(clamping: number)
            self.isNew = isNew
            hasAddress = outline.likeness?.address != nil
        }

        var place: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }
    }

    private func addPairs(
        of candidates: consuming ExternalSorter<Candidate>,
        to pairs: inout Pairs,
        alike trait: Trait
    ) throws {
        var sorted = try candidates.sorted()
        var next = try sorted.next()
        while let first = next {
            var (new, old): ([Candidate], [Candidate]) = ([], [])
            while let candidate = next, candidate.sortKey == first.sortKey {
                // Of a crowd it is enough to know that it is one.
                if candidate.isNew {
                    if new.count <= Self.crowdLimit { new.append(candidate) }
                } else if old.count <= Self.crowdLimit {
                    old.append(candidate)
                }
                next = try sorted.next()
            }
            for (one, other) in matched(new, old, alike: trait) {
                pairs.newcomers.insert(Int(one.number))
                pairs.gone.insert(Int(other.number))
                try pairs.sorter.append(
                    Pair(sortKey: UInt64(one.number), gone: other.number, offset: other.offset)
                )
            }
        }
    }

    /// A crowd of records that are all alike is left alone: comparing each with each would take
    /// too long, and the outcome would be a guess.
    private static let crowdLimit = 500

    /// Those at the same place, where each has but one counterpart.
    private func matched(
        _ new: [Candidate],
        _ old: [Candidate],
        alike trait: Trait
    ) -> [(new: Candidate, old: Candidate)] {
        guard new.count <= Self.crowdLimit, old.count <= Self.crowdLimit else { return [] }
        var counterparts: [Int: [Int]] = [:]
        var suitors: [Int: Int] = [:]
        for one in new.indices {
            for other in old.indices {
                guard isSamePlace(new[one], old[other], alike: trait) else { continue }
                counterparts[one, default: []].append(other)
                suitors[other, default: 0] += 1
            }
        }
        return counterparts.compactMap { one, others in
            guard others.count == 1, let other = others.first, suitors[other] == 1 else {
                return nil
            }
            return (new[one], old[other])
        }
    }

    /// Without a place, a name needs an address: many towns have a "Town Hall". With both it is the
    /// station that it was, also where one side alone has a place, as when the file's is surely wrong;
    /// with less, where it would probably lie then.
    private func isSamePlace(_ new: Candidate, _ old: Candidate, alike trait: Trait) -> Bool {
        let isAlikeOtherwise = new.hasAddress && trait == .nameAndAddress
        switch (new.place, old.place) {
        case (let one?, let other?):
            return Geodesic.distance(from: one, to: other).meters <= Self.samePlaceMeters
                || new.isProbable && isAlikeOtherwise
        case (nil, nil): return new.hasAddress
        default: return isAlikeOtherwise
        }
    }
}

/// Some of the numbers from 0 up to a count: a bit each.
struct NumberSet {
    private var words: [UInt64]
    /// How many numbers are in it.
    private(set) var count = 0

    init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }

    mutating func insert(_ number: Int) {
        guard !contains(number) else { return }
        words[number >> 6] |= 1 << UInt64(number & 63)
        count += 1
    }
}
