internal import Geodesy
internal import Polling

/// Districts that lie where nothing else is published, and would lie where it is if their numbers were
/// read with another sign or with latitude and longitude swapped.
struct MirroredDistricts {
    private let box: BoundingBox
    private let count: Int
    private var isAmongOthers = false
    private var images = 0
    private var example: Coordinate?

    /// Whatever is published so near the districts' box, in degrees, is of the same part of the Earth.
    private static let nearDegrees = 5.0
    /// Districts that span more are those of much of the Earth.
    private static let spanDegrees = 60.0

    /// - Returns: nil where the districts lie all over the Earth.
    init?(_ districts: [District]) {
        guard let box = BoundingBox.extent(of: districts.compactMap(\.area.boundingBox)),
            box.west <= box.east, box.east - box.west <= Self.spanDegrees
        else { return nil }
        self.box = box
        count = districts.count
    }

    /// Takes in a place of something that is published.
    mutating func add(_ place: Coordinate) {
        guard !isAmongOthers else { return }
        let near = Self.nearDegrees
        if place.latitude > box.south - near, place.latitude < box.north + near,
            place.longitude > box.west - near, place.longitude < box.east + near
        {
            isAmongOthers = true
        } else if Self.images(of: place).contains(where: box.contains) {
            images += 1
            if example == nil { example = place }
        }
    }

    private static func images(of place: Coordinate) -> [Coordinate] {
        let (latitude, longitude) = (place.latitude, place.longitude)
        return [
            (latitude, -longitude), (-latitude, longitude), (-latitude, -longitude),
            (longitude, latitude), (longitude, -latitude), (-longitude, latitude),
        ].compactMap { try? Coordinate(latitude: $0, longitude: $1) }
    }

    /// What takes consent; nil where nothing speaks against the places.
    var consent: GuardFinding? {
        guard !isAmongOthers, images > 0, let example else { return nil }
        let (here, there) = (Self.text(box.midpoint), Self.text(example))
        return GuardFinding(
            limit: .mirrored,
            count: count,
            allowed: 0,
            published: count,
            text:
                "the file's \(counted(count, "district")) \(count == 1 ? "lies" : "lie") around \(here), "
                + "where nothing else is published, and \(counted(images, "place")) of what is published, "
                + "such as \(there), would lie among them with another sign or with latitude and longitude "
                + "swapped: look at the file on a map, and mend it",
            values: ["place": .text(here), "other": .text(there)]
        )
    }

    private static func text(_ place: Coordinate) -> String {
        func rounded(_ degrees: Double) -> Double { (degrees * 1_000).rounded() / 1_000 }
        return "\(rounded(place.latitude)), \(rounded(place.longitude))"
    }
}

/// What of a dataset that is to be replaced lies where the file has no district of its type.
struct ReplacedGround {
    /// How many of a hundred districts that are replaced may be left without one.
    private static let lostPercent = 20

    /// - Returns: nil where the file covers what it replaces.
    /// - Complexity: O(n m) boxes for n districts and m that they replace.
    static func consent(
        _ districts: [District],
        of replaced: [District]
    ) -> GuardFinding? {
        let byType = Dictionary(grouping: districts) {
            DistrictKey.canonicalType($0.reference.type)
        }
        var outlines: [String: [Int: DistrictOutline]] = [:]
        let lost = replaced.filter { old in
            let type = DistrictKey.canonicalType(old.reference.type)
            guard let place = old.area.interiorPlace else { return false }
            let holders = (byType[type] ?? []).enumerated().filter {
                $0.element.area.boundingBox?.contains(place) ?? false
            }
            return !holders.contains { index, district in
                let outline = outlines[type]?[index] ?? DistrictOutline(district.area)
                outlines[type, default: [:]][index] = outline
                return outline.holds(place)
            }
        }
        let allowed = replaced.count * lostPercent / 100
        guard lost.count > allowed, let first = lost.first else { return nil }
        let example = first.reference.shortText
        return GuardFinding(
            limit: .replaced,
            count: lost.count,
            allowed: allowed,
            published: replaced.count,
            text:
                "--replaces takes \"\(first.dataset)\" from the public, and where \(grouped(lost.count)) of "
                + "its \(counted(replaced.count, "district")) \(lost.count == 1 ? "lies" : "lie"), such as "
                + "\(example), the file has no district of that type: voters there would be in none, and "
                + "assigned to no station by it. Look whether \"\(first.dataset)\" is what the file replaces",
            values: ["dataset": .text("\(first.dataset)"), "example": .text(example)]
        )
    }
}
