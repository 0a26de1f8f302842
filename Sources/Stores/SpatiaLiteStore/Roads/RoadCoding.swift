internal import Datasets
internal import GRDB
internal import Geodesy
internal import Roads

/// How a road lies in the columns of its version's table.
enum RoadCoding: FeatureCoding {
    static let kind = DatasetKind.roads
    static let geometry = GeometryKind.lineString

    static let columns = [
        "id TEXT NOT NULL", "name TEXT", "number TEXT", "kind TEXT NOT NULL",
        "driving TEXT NOT NULL", "walking TEXT NOT NULL", "speed_kmh REAL",
        "is_roundabout INTEGER NOT NULL",
        // JSON: [["no", "43.7384", "7.4246", "4097656"], ["only", ...], ...]; roads in between stand
        // behind the road, what stands across it is ["bar", "43.7384", "7.4246", "drive"], and a road
        // for those alone who begin or end there has ["limited"].
        "turn_rules TEXT",
    ]

    static func id(of road: Road) -> String { road.key }
    static func place(of road: Road) -> Coordinate? { nil }
    static func line(of road: Road) -> [Coordinate]? { road.line }

    static func values(of road: Road) throws -> [(any DatabaseValueConvertible)?] {
        [
            road.key, road.name, road.number, road.kind.rawValue, road.driving.rawValue,
            road.walking.rawValue, road.speedKilometersPerHour, road.isRoundabout ? 1 : 0,
            try JSONColumn.encode(
                road.turnRules.map { rule in
                    [
                        rule.isMandatory ? "only" : "no", rule.place.latitude.description,
                        rule.place.longitude.description, rule.roadKey,
                    ] + rule.via
                }
                    + road.barriers.map { barrier in
                        [
                            "bar", barrier.place.latitude.description,
                            barrier.place.longitude.description,
                        ] + barrier.modes.map(\.rawValue).sorted()
                    }
                    + (road.isDrivingLimited ? [["limited"]] : [])
            ),
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Road {
        let rules: [[String]] = try stored.json(10, orElse: [])
        let isRoundabout: Int = try stored.value(9)
        return Road(
            dataset: dataset,
            key: try stored.value(2),
            name: try stored.optional(3),
            number: try stored.optional(4),
            kind: try stored.require(5) { RoadKind(rawValue: try stored.value(5)) },
            driving: try stored.require(6) { Passage(rawValue: try stored.value(6)) },
            walking: try stored.require(7) { Passage(rawValue: try stored.value(7)) },
            isDrivingLimited: rules.contains(["limited"]),
            speedKilometersPerHour: try stored.optional(8),
            isRoundabout: isRoundabout != 0,
            line: try stored.line(1),
            turnRules: try rules.filter { ["no", "only"].contains($0.first) }
                .map { rule in try stored.require(10) { try turnRule(rule) } },
            barriers: try rules.filter { $0.first == "bar" }
                .map { rule in try stored.require(10) { try barrier(rule) } }
        )
    }

    private static func turnRule(_ texts: [String]) throws -> TurnRule? {
        guard texts.count >= 4, let place = try place(texts) else { return nil }
        return TurnRule(
            place: place,
            via: Array(texts.dropFirst(4)),
            roadKey: texts[3],
            isMandatory: texts[0] == "only"
        )
    }

    private static func barrier(_ texts: [String]) throws -> RoadBarrier? {
        let modes = texts.dropFirst(3).compactMap(TravelMode.init(rawValue:))
        guard texts.count > 3, modes.count == texts.count - 3, let place = try place(texts) else {
            return nil
        }
        return RoadBarrier(place: place, modes: Set(modes))
    }

    private static func place(_ texts: [String]) throws -> Coordinate? {
        guard let latitude = Double(texts[1]), let longitude = Double(texts[2]) else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }
}
