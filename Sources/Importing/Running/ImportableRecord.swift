internal import Geodesy

/// A record that can be compared with the published one of the same key.
protocol ImportableRecord: Sendable, Hashable {
    /// Names the record within its dataset and across imports.
    var importKey: String { get }
    /// What the report calls it.
    var displayName: String { get }
    /// How it differs from the published record that it takes the place of, in words.
    func differences(from old: Self) -> [String]

    /// What the comparison counts apart.
    var parts: RecordParts { get }
    /// What names the record besides its key; nil where nothing does.
    var likeness: RecordLikeness? { get }
    /// The same record under another key; never asked of one without a likeness.
    func withImportKey(_ key: String) -> Self
    /// How much of a dataset one import may remove or move.
    static var guards: ImportGuards { get }
}

extension ImportableRecord {
    var parts: RecordParts {
        RecordParts(name: 0, address: 0, hours: 0, accessibility: 0, districts: 0, other: hashValue)
    }
    var likeness: RecordLikeness? { nil }
    func withImportKey(_ key: String) -> Self { self }
    static var guards: ImportGuards { .others }
}

/// Hashes of a record's parts, without its key; they hold within this process.
struct RecordParts: Hashable {
    /// Name, address, hours, accessibility, districts and the rest, 32 bits each, then all of them
    /// together in 64: enough to count by, and enough to miss no change.
    private let hashes: SIMD8<UInt32>
    /// In degrees; not a number where there is no place.
    private let latitude: Double
    private let longitude: Double

    init(
        name: Int,
        address: Int,
        hours: Int,
        accessibility: Int,
        districts: Int,
        other: Int,
        place: Coordinate? = nil
    ) {
        var whole = Hasher()
        for part in [name, address, hours, accessibility, districts, other] { whole.combine(part) }
        let all = UInt64(bitPattern: Int64(whole.finalize()))
        hashes = SIMD8(
            UInt32(truncatingIfNeeded: name),
            UInt32(truncatingIfNeeded: address),
            UInt32(truncatingIfNeeded: hours),
            UInt32(truncatingIfNeeded: accessibility),
            UInt32(truncatingIfNeeded: districts),
            UInt32(truncatingIfNeeded: other),
            UInt32(truncatingIfNeeded: all),
            UInt32(truncatingIfNeeded: all >> 32)
        )
        latitude = place?.latitude ?? .nan
        longitude = place?.longitude ?? .nan
    }

    private static let wholeLanes = 6...7

    /// How a record differs from the one that it takes the place of; nil when it is the same.
    func difference(from old: RecordParts) -> Difference? {
        let place = placeDifference(from: old)
        let differing = hashes .!= old.hashes
        let isOther = Self.wholeLanes.contains { differing[$0] }
        guard isOther || place != .none else { return nil }
        return Difference(
            name: differing[0],
            address: differing[1],
            hours: differing[2],
            accessibility: differing[3],
            districts: differing[4],
            other: differing[5],
            place: place
        )
    }

    private func placeDifference(from old: RecordParts) -> PlaceDifference {
        switch (old.place, place) {
        case (nil, nil): .none
        case (let before?, let after?):
            before == after
                ? .none
                : .moved(meters: Geodesic.distance(from: before, to: after).meters)
        default: .gainedOrLost
        }
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
struct RecordLikeness: Hashable {
    let name: Int
    /// nil where there is none.
    let address: Int?
}
