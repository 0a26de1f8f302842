package import Geodesy

/// Hashes of a record's parts, without its key; they hold within this process.
package struct RecordParts: Hashable, BitwiseCopyable {
    /// Of each part 32 bits: enough to count by.
    private let name: UInt32
    private let address: UInt32
    private let hours: UInt32
    private let accessibility: UInt32
    private let accessNote: UInt32
    private let types: UInt32
    private let districts: UInt32
    private let other: UInt32
    private let folded: FoldedParts
    /// Of all of them together: enough to miss no change.
    private let whole: UInt64
    /// In degrees; not a number where there is no place.
    private let latitude: Double
    private let longitude: Double
    /// What it costs or amounts to; not a number where it has no amount.
    private let amount: Double

    /// - Parameters:
    ///   - accessibility: Whether it is accessible.
    ///   - accessNote: What else is known of that.
    ///   - types: What sorts of station it is; what says so is a part of `other`, too.
    init(
        name: Int,
        address: Int,
        hours: Int,
        accessibility: Int,
        accessNote: Int = 0,
        types: Int = 0,
        districts: Int,
        other: Int,
        folded: FoldedParts? = nil,
        place: Coordinate? = nil,
        amount: Double? = nil
    ) {
        var hasher = Hasher()
        for part in [name, address, hours, accessibility, accessNote, districts, other] {
            hasher.combine(part)
        }
        if let amount { hasher.combine(amount) }
        whole = UInt64(bitPattern: Int64(hasher.finalize()))
        self.name = UInt32(truncatingIfNeeded: name)
        self.address = UInt32(truncatingIfNeeded: address)
        self.hours = UInt32(truncatingIfNeeded: hours)
        self.accessibility = UInt32(truncatingIfNeeded: accessibility)
        self.accessNote = UInt32(truncatingIfNeeded: accessNote)
        self.types = UInt32(truncatingIfNeeded: types)
        self.districts = UInt32(truncatingIfNeeded: districts)
        self.other = UInt32(truncatingIfNeeded: other)
        self.folded = folded ?? FoldedParts(name: name, address: address)
        latitude = place?.latitude ?? .nan
        longitude = place?.longitude ?? .nan
        self.amount = amount ?? .nan
    }

    /// Parts of a record that costs something.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - amount: What it costs, more than 0; nil for what has no price.
    ///   - other: All else, without the key.
    package init(name: some Hashable, amount: Double?, other: some Hashable) {
        self.init(
            name: name.hashValue,
            address: 0,
            hours: 0,
            accessibility: 0,
            districts: 0,
            other: other.hashValue,
            amount: amount
        )
    }

    /// Whether an amount is half as much again as it was, or more, or half of it, or less.
    func isRepriced(from old: RecordParts) -> Bool {
        guard old.amount > 0, amount.isFinite else { return false }
        let ratio = amount / old.amount
        return ratio >= 1.5 || ratio <= 0.5
    }

    /// Parts of a record that happens at some time.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - times: When it is; the report counts a difference as one of hours.
    ///   - other: All else, without the key.
    package init(
        name: some Hashable,
        times: some Hashable,
        other: some Hashable,
        place: Coordinate?
    ) {
        self.init(
            name: name.hashValue,
            address: 0,
            hours: times.hashValue,
            accessibility: 0,
            districts: 0,
            other: other.hashValue,
            place: place
        )
    }

    /// Whether there are hours, of a record that may have some.
    var hasHours: Bool { hours != Self.noHours }
    private static let noHours = UInt32(truncatingIfNeeded: (nil as String?).hashValue)

    /// Whether the districts are those of a hash.
    func hasDistricts(hashed hash: Int) -> Bool { districts == UInt32(truncatingIfNeeded: hash) }

    /// How a record differs from the one that it takes the place of; nil when it is the same.
    func difference(from old: RecordParts) -> Difference? {
        let place = placeDifference(from: old)
        guard whole != old.whole || place != .none else { return nil }
        return Difference(
            name: name != old.name,
            address: address != old.address,
            isCalledOtherwise: folded.name != old.folded.name,
            isElsewhere: address != old.address && !hasAddress(of: old),
            hours: hours != old.hours,
            accessibility: accessibility != old.accessibility || accessNote != old.accessNote,
            districts: districts != old.districts,
            other: other != old.other,
            place: place
        )
    }

    /// Whether the address is one of another record, spelled otherwise perhaps.
    private func hasAddress(of other: RecordParts) -> Bool {
        folded.street == other.folded.street && folded.town == other.folded.town
            && folded.postcode == other.folded.postcode
    }

    /// What differs while what goes with it stays, each with hashes of what was and of what is: a name at its
    /// place or address, an address at its place or under its name, districts, hours, access or types of a
    /// record that stays. Of an address it is the street, or else the town or the postcode alone.
    func loneChanges(
        from old: RecordParts
    ) -> [(part: SwappedParts.Part, old: UInt32, new: UInt32)] {
        guard let difference = difference(from: old), difference.place == .none else { return [] }
        let stands = place != nil
        var changes: [(part: SwappedParts.Part, old: UInt32, new: UInt32)] = []
        if difference.isCalledOtherwise,
            stands || !difference.isElsewhere && address != Self.noAddress
        {
            changes.append((.names, old.folded.name, folded.name))
        }
        if difference.isElsewhere, stands || !difference.isCalledOtherwise {
            changes += addressChanges(from: old)
        }
        guard !difference.isCalledOtherwise, !difference.isElsewhere else { return changes }
        if difference.districts { changes.append((.districts, old.districts, districts)) }
        for part in SwappedParts.Part.ofFewValues {
            let (was, new) = (old.hash(of: part), hash(of: part))
            if was != new { changes.append((part, was, new)) }
        }
        return changes
    }

    /// A hash of what records may take from one another.
    func hash(of part: SwappedParts.Part) -> UInt32 {
        switch part {
        case .names: folded.name
        case .addresses: folded.street
        case .towns: folded.town
        case .postcodes: folded.postcode
        case .districts: districts
        case .hours: hours
        case .accessibility: accessibility
        case .accessNotes: accessNote
        case .types: types
        }
    }

    private func addressChanges(
        from old: RecordParts
    ) -> [(part: SwappedParts.Part, old: UInt32, new: UInt32)] {
        let (new, was) = (folded, old.folded)
        if new.street != was.street { return [(.addresses, was.street, new.street)] }
        switch (new.town != was.town, new.postcode != was.postcode) {
        case (true, false): return [(.towns, was.town, new.town)]
        case (false, true): return [(.postcodes, was.postcode, new.postcode)]
        default: return []
        }
    }

    /// What a record is that another one stands for now, under its key; nil where it keeps its name, or
    /// its place.
    func replacement(of old: RecordParts) -> SwappedParts.Replacement? {
        guard let difference = difference(from: old), difference.isCalledOtherwise else {
            return nil
        }
        switch difference.place {
        case .none:
            guard place == nil, difference.isElsewhere || address == Self.noAddress else {
                return nil
            }
        case .moved, .gainedOrLost: break
        }
        return SwappedParts.Replacement(
            old: old.hashOfIdentity,
            new: hashOfIdentity,
            oldWithDistricts: old.hashOfIdentityAndDistricts,
            newWithDistricts: hashOfIdentityAndDistricts,
            oldTown: old.folded.hashOfTown,
            newTown: folded.hashOfTown,
            keepsDistricts: !difference.districts
        )
    }

    /// Of the name and the street; where there is none, of the name and the place.
    private var hashOfIdentity: UInt32 {
        var hasher = Hasher()
        hasher.combine(folded.name)
        hasher.combine(folded.street)
        if !folded.hasStreet, let place {
            hasher.combine(place.latitude)
            hasher.combine(place.longitude)
        }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    private var hashOfIdentityAndDistricts: UInt32 {
        var hasher = Hasher()
        hasher.combine(hashOfIdentity)
        hasher.combine(districts)
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    /// Of an address and a postcode that are not there.
    private static let noAddress = UInt32(truncatingIfNeeded: hash(ofAddress: nil, nil))

    /// A hash of an address and its postcode.
    static func hash(ofAddress address: String?, _ postcode: String?) -> Int {
        var hasher = Hasher()
        hasher.combine(address)
        hasher.combine(postcode)
        return hasher.finalize()
    }

    /// Whether nothing says that a record is the one that has its key: it has another name, another address
    /// and another place, so many metres away.
    func isOther(than old: RecordParts, beyond meters: Double) -> Bool {
        guard let difference = difference(from: old), difference.isCalledOtherwise,
            difference.isElsewhere, case .moved(let distance) = difference.place
        else { return false }
        return distance > meters
    }

    /// Below it two places are one, in metres: finer than any survey of a station, and coarser than
    /// what a transformation to another system and back, or a file's last digit, makes of a place.
    static let sameMeters = 0.01

    private func placeDifference(from old: RecordParts) -> PlaceDifference {
        switch (old.place, place) {
        case (nil, nil): .none
        case (let before?, let after?):
            Self.move(from: before, to: after).map { .moved(meters: $0) } ?? .none
        default: .gainedOrLost
        }
    }

    /// How far a record was moved, in metres; nil where it stayed.
    static func move(from before: Coordinate, to after: Coordinate) -> Double? {
        guard before != after else { return nil }
        let meters = Geodesic.distance(from: before, to: after).meters
        return meters < sameMeters ? nil : meters
    }

    /// The place; nil where there is none.
    var place: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }

    enum PlaceDifference: Hashable {
        case none
        case moved(meters: Double)
        case gainedOrLost
    }

    /// What differs between two states of a record.
    struct Difference {
        let name: Bool
        let address: Bool
        /// Whether the names are more than two spellings of one.
        let isCalledOtherwise: Bool
        /// Whether the addresses are.
        let isElsewhere: Bool
        let hours: Bool
        let accessibility: Bool
        let districts: Bool
        let other: Bool
        let place: PlaceDifference
    }
}
