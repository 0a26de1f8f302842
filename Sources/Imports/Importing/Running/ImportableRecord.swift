package import Geodesy

/// A record that can be compared with the published one of the same key.
package protocol ImportableRecord: Sendable, Hashable {
    /// Names the record within its dataset and across imports.
    var importKey: String { get }
    /// What the report calls it.
    var displayName: String { get }
    /// What a check shows of it besides its name, each under its field.
    var details: [(field: String, value: String)] { get }
    /// How it differs from the published record that it takes the place of, in words.
    func differences(from old: Self) -> [Finding]

    /// What the comparison counts apart.
    var parts: RecordParts { get }
    /// What names the record besides its key; nil where nothing does.
    var likeness: RecordLikeness? { get }
    /// The same record under another key; never asked of one without a likeness.
    ///
    /// - Parameter keepsOwn: Whether other files may name the record by the key that it has, which is to
    ///   be kept beside the other.
    func withImportKey(_ key: String, keepsOwn: Bool) -> Self
    /// How much of a dataset one import may remove or move.
    static var guards: ImportGuards { get }
    /// Whether a file that adds may have a part alone of a record's rows.
    static var isMadeOfRows: Bool { get }
    /// The record as it is when its rows are added to a published one.
    func added(to published: Self) -> Self
    /// The columns of a published record that have no room for what these rows say.
    func columnsWithoutRoom(addedTo published: Self) -> [String]
    /// The record with the place of a published one.
    func withPlace(of published: Self) -> Self
}

extension ImportableRecord {
    package var parts: RecordParts {
        RecordParts(name: 0, address: 0, hours: 0, accessibility: 0, districts: 0, other: hashValue)
    }
    package var details: [(field: String, value: String)] { [] }

    /// Each of the ``details`` that differs, with what it was.
    package func differences(from old: Self) -> [Finding] {
        let before = old.details
        let names = (before + details).map(\.field).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        return names.compactMap { name in
            let was = before.first { $0.field == name }?.value
            guard was != details.first(where: { $0.field == name })?.value else { return nil }
            return Finding(
                .fieldWas,
                ["field": .text(name), "before": .text(was.map { "\"\($0)\"" } ?? "-")]
            )
        }
    }
    package var likeness: RecordLikeness? { nil }
    package func withImportKey(_ key: String, keepsOwn: Bool) -> Self { self }
    package static var guards: ImportGuards { .others }
    package static var isMadeOfRows: Bool { false }
    package func added(to published: Self) -> Self { self }
    package func columnsWithoutRoom(addedTo published: Self) -> [String] { [] }
    package func withPlace(of published: Self) -> Self { self }
}

/// Hashes of a record's parts, without its key; they hold within this process.
package struct RecordParts: Hashable, BitwiseCopyable {
    /// Of each part 32 bits: enough to count by.
    private let name: UInt32
    private let address: UInt32
    private let hours: UInt32
    private let accessibility: UInt32
    private let districts: UInt32
    private let other: UInt32
    /// Of all of them together: enough to miss no change.
    private let whole: UInt64
    /// In degrees; not a number where there is no place.
    private let latitude: Double
    private let longitude: Double
    /// What it costs or amounts to; not a number where it has no amount.
    private let amount: Double

    init(
        name: Int,
        address: Int,
        hours: Int,
        accessibility: Int,
        districts: Int,
        other: Int,
        place: Coordinate? = nil,
        amount: Double? = nil
    ) {
        var hasher = Hasher()
        for part in [name, address, hours, accessibility, districts, other] { hasher.combine(part) }
        if let amount { hasher.combine(amount) }
        whole = UInt64(bitPattern: Int64(hasher.finalize()))
        self.name = UInt32(truncatingIfNeeded: name)
        self.address = UInt32(truncatingIfNeeded: address)
        self.hours = UInt32(truncatingIfNeeded: hours)
        self.accessibility = UInt32(truncatingIfNeeded: accessibility)
        self.districts = UInt32(truncatingIfNeeded: districts)
        self.other = UInt32(truncatingIfNeeded: other)
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

    /// How a record differs from the one that it takes the place of; nil when it is the same.
    func difference(from old: RecordParts) -> Difference? {
        let place = placeDifference(from: old)
        guard whole != old.whole || place != .none else { return nil }
        return Difference(
            name: name != old.name,
            address: address != old.address,
            hours: hours != old.hours,
            accessibility: accessibility != old.accessibility,
            districts: districts != old.districts,
            other: other != old.other,
            place: place
        )
    }

    /// What differs while what goes with it stays, each with hashes of what was and of what is: a name at its
    /// place or address, an address at its place or under its name, districts of a record that stays.
    func loneChanges(
        from old: RecordParts
    ) -> [(part: SwappedParts.Part, old: UInt32, new: UInt32)] {
        guard let difference = difference(from: old), difference.place == .none else { return [] }
        let stands = place != nil
        var changes: [(part: SwappedParts.Part, old: UInt32, new: UInt32)] = []
        if difference.name, stands || !difference.address && address != Self.noAddress {
            changes.append((.names, old.name, name))
        }
        if difference.address, stands || !difference.name {
            changes.append((.addresses, old.address, address))
        }
        if difference.districts, !difference.name, !difference.address {
            changes.append((.districts, old.districts, districts))
        }
        return changes
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
        guard let difference = difference(from: old), difference.name, difference.address,
            case .moved(let distance) = difference.place
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
        let hours: Bool
        let accessibility: Bool
        let districts: Bool
        let other: Bool
        let place: PlaceDifference
    }
}

/// What names a record besides its key, without what spellings differ in; hashes hold within this
/// process.
package struct RecordLikeness: Hashable {
    let name: Int
    /// nil where there is none.
    let address: Int?
}
