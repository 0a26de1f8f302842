internal import Datasets
internal import Expo
internal import GRDB
internal import Geodesy
internal import SpatiaLiteStore

/// How an exhibitor lies in the columns of its version's table.
enum ExhibitorCoding: FeatureCoding {
    static let kind = DatasetKind.exhibitors
    static let columns = [
        "id TEXT NOT NULL", "event TEXT NOT NULL", "name TEXT NOT NULL", "summary TEXT",
        "tier TEXT NOT NULL", "tier_name TEXT", "level INTEGER", "logo TEXT", "links TEXT",
        "topics TEXT", "booth TEXT", "sort_order INTEGER",
    ]

    static func id(of exhibitor: Exhibitor) -> String { exhibitor.key }
    static func place(of exhibitor: Exhibitor) -> Coordinate? { nil }
    static func byteCount(of exhibitor: Exhibitor) -> Int {
        200 + (exhibitor.summary?.utf8.count ?? 0)
    }

    static func values(of exhibitor: Exhibitor) -> [(any DatabaseValueConvertible)?] {
        [
            exhibitor.key, exhibitor.event, exhibitor.name, exhibitor.summary,
            exhibitor.standing.tier.rawValue, exhibitor.standing.name, exhibitor.standing.ownLevel,
            exhibitor.logo, lines(exhibitor.links), lines(exhibitor.topics), exhibitor.booth,
            exhibitor.order,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Exhibitor {
        let tier: String = try stored.value(6)
        return Exhibitor(
            dataset: dataset,
            key: try stored.value(2),
            event: try stored.value(3),
            name: try stored.value(4),
            summary: try stored.optional(5),
            standing: Standing(
                tier: try stored.require(6) { Standing.Tier(rawValue: tier) },
                name: try stored.optional(7),
                level: try stored.optional(8)
            ),
            logo: try stored.optional(9),
            links: parts(try stored.optional(10)),
            topics: parts(try stored.optional(11)),
            booth: try stored.optional(12),
            order: try stored.optional(13)
        )
    }

    private static func lines(_ parts: [String]) -> String? {
        parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    private static func parts(_ text: String?) -> [String] {
        text?.split(separator: "\n").map(String.init) ?? []
    }
}

/// How a booth lies in the columns of its version's table.
enum BoothCoding: FeatureCoding {
    static let kind = DatasetKind.booths
    static let columns = [
        "id TEXT NOT NULL", "event TEXT NOT NULL", "label TEXT NOT NULL", "plan_x REAL",
        "plan_y REAL", "floor TEXT",
    ]

    static func id(of booth: Booth) -> String { booth.importKey }
    static func place(of booth: Booth) -> Coordinate? { booth.place }

    static func values(of booth: Booth) -> [(any DatabaseValueConvertible)?] {
        [booth.importKey, booth.event, booth.label, booth.spot?.x, booth.spot?.y, booth.level]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Booth {
        let (x, y): (Double?, Double?) = (try stored.optional(5), try stored.optional(6))
        var spot: PlanSpot?
        if let x, let y { spot = PlanSpot(x: x, y: y) }
        return Booth(
            dataset: dataset,
            event: try stored.value(3),
            label: try stored.value(4),
            place: try stored.coordinate(1),
            spot: spot,
            level: try stored.optional(7)
        )
    }
}

/// How a place lies in the columns of its version's table.
enum FairPlaceCoding: FeatureCoding {
    static let kind = DatasetKind.places
    static let columns = [
        "id TEXT NOT NULL", "event TEXT NOT NULL", "kind TEXT NOT NULL", "name TEXT NOT NULL",
        "hours TEXT", "offer TEXT", "floor TEXT",
    ]

    static func id(of place: FairPlace) -> String { place.key }
    static func place(of place: FairPlace) -> Coordinate? { place.place }

    static func values(of place: FairPlace) -> [(any DatabaseValueConvertible)?] {
        [
            place.key, place.event, place.kind.rawValue, place.name, place.hours, place.offer,
            place.level,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> FairPlace {
        let kind: String = try stored.value(4)
        return FairPlace(
            dataset: dataset,
            key: try stored.value(2),
            event: try stored.value(3),
            kind: try stored.require(4) { FairPlace.Kind(rawValue: kind) },
            name: try stored.value(5),
            place: try stored.require(1) { try stored.coordinate(1) },
            hours: try stored.optional(6),
            offer: try stored.optional(7),
            level: try stored.optional(8)
        )
    }
}

/// How a link lies in the columns of its version's table.
enum FairLinkCoding: FeatureCoding {
    static let kind = DatasetKind.links
    static let columns = [
        "id TEXT NOT NULL", "event TEXT NOT NULL", "purpose TEXT NOT NULL", "label TEXT NOT NULL",
        "url TEXT NOT NULL", "sort_order INTEGER",
    ]

    static func id(of link: FairLink) -> String { link.key }
    static func place(of link: FairLink) -> Coordinate? { nil }

    static func values(of link: FairLink) -> [(any DatabaseValueConvertible)?] {
        [link.key, link.event, link.use.rawValue, link.label, link.url, link.order]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> FairLink {
        let use: String = try stored.value(4)
        return FairLink(
            dataset: dataset,
            event: try stored.value(3),
            use: try stored.require(4) { FairLink.Use(rawValue: use) },
            label: try stored.value(5),
            url: try stored.value(6),
            order: try stored.optional(7)
        )
    }
}
