internal import Geodesy
internal import Roads

/// What files write of roads.
enum RoadText {
    // MARK: Kinds

    /// What a class says a road is: a value of OpenStreetMap's `highway`, a code of the US Census
    /// Bureau's MTFCC, or words of other files; nil for what is none of these.
    static func kind(_ text: String) -> RoadKind? {
        let word = text.lowercased()
        return openStreetMap[word] ?? census[word] ?? words(word)
    }

    /// Source: OpenStreetMap wiki, "Key:highway".
    static let openStreetMap: [String: RoadKind] = [
        "motorway": .motorway, "motorway_link": .ramp, "trunk": .trunk, "trunk_link": .trunk,
        "primary": .primary, "primary_link": .primary, "secondary": .secondary,
        "secondary_link": .secondary, "tertiary": .tertiary, "tertiary_link": .tertiary,
        "unclassified": .street, "residential": .street, "road": .street,
        "living_street": .livingStreet, "service": .service, "track": .track,
        "pedestrian": .pedestrian, "footway": .path, "path": .path, "bridleway": .path,
        "corridor": .path, "cycleway": .cycleway, "steps": .steps, "pier": .path,
        "platform": .path, "ferry": .ferry,
    ]

    /// Source: US Census Bureau, "MAF/TIGER Feature Class Code Definitions".
    private static let census: [String: RoadKind] = [
        "s1100": .motorway, "s1200": .primary, "s1400": .street, "s1500": .track, "s1630": .ramp,
        "s1640": .service, "s1710": .path, "s1720": .steps, "s1730": .service, "s1740": .service,
        "s1750": .service, "s1780": .service, "s1820": .cycleway, "s1830": .path,
    ]

    /// By the first word that is known, the more telling ones first.
    private static func words(_ text: String) -> RoadKind? {
        let telling: [(String, RoadKind)] = [
            ("ramp", .ramp), ("slip", .ramp), ("stair", .steps), ("step", .steps),
            ("living", .livingStreet), ("pedestrian", .pedestrian), ("cycle", .cycleway),
            ("bike", .cycleway), ("foot", .path), ("path", .path), ("trail", .path),
            ("walk", .path), ("alley", .service), ("service", .service), ("driveway", .service),
            ("parking", .service), ("private", .service), ("track", .track), ("dirt", .track),
            ("interstate", .motorway), ("freeway", .motorway), ("motorway", .motorway),
            ("expressway", .motorway), ("autobahn", .motorway), ("trunk", .trunk),
            ("highway", .primary), ("major arterial", .primary), ("principal", .primary),
            ("primary", .primary), ("arterial", .secondary), ("secondary", .secondary),
            ("county", .tertiary), ("collector", .tertiary), ("tertiary", .tertiary),
            ("minor", .street), ("local", .street), ("residential", .street), ("street", .street),
            ("avenue", .street), ("road", .street),
        ]
        return telling.first { text.contains($0.0) }?.1
    }

    // MARK: Passage

    /// Which way one may drive; nil for a text that says nothing that is known.
    ///
    /// `reversible` lanes change with the hour, which is not known: nobody is sent there. Those that
    /// change every minute or two, `alternating`, one has to wait for.
    static func oneWay(_ text: String) -> Passage? {
        switch text.lowercased() {
        case "no", "n", "false", "f", "0", "both", "b", "two-way", "twoway", "bidirectional",
            "alternating":
            .both
        case "yes", "y", "true", "t", "1", "along", "forward", "ft", "one-way", "oneway": .along
        case "-1", "reverse", "backward", "against", "tf": .against
        case "reversible", "closed", "none": .closed
        default: nil
        }
    }

    /// Whom a value of an access key lets drive; nil where it leaves the question open.
    ///
    /// Of several values, as in `destination;agricultural`, the one that opens most counts.
    ///
    /// Source: OpenStreetMap wiki, "Key:access".
    static func driving(_ text: String?) -> RoadAccess? {
        strongest(text) { word in
            switch word {
            case "yes", "y", "true", "t", "1", "permissive", "designated", "discouraged", "both",
                "along", "against", "motorcar", "motor_vehicle", "vehicle", "hov":
                .open
            case "private", "delivery", "destination", "customers", "permit", "residents",
                "unknown":
                .limited
            case "no", "n", "false", "f", "0", "agricultural", "forestry", "military", "emergency",
                "emergency_vehicle", "restricted", "closed", "official", "psv", "bus", "taxi",
                "share_taxi", "minibus", "coach", "foot", "bicycle", "use_sidepath":
                .closed
            default: nil
            }
        }
    }

    /// Whom a value of an access key lets walk; nil where it leaves the question open.
    static func walking(_ text: String?) -> RoadAccess? {
        strongest(text) { word in
            switch word {
            case "yes", "y", "true", "t", "1", "permissive", "designated", "destination",
                "customers", "official", "discouraged", "both", "along", "against", "foot":
                .open
            case "no", "n", "false", "f", "0", "private", "agricultural", "forestry", "military",
                "emergency", "restricted", "closed", "delivery", "use_sidepath":
                .closed
            default: nil
            }
        }
    }

    private static func strongest(
        _ text: String?,
        _ read: (String) -> RoadAccess?
    ) -> RoadAccess? {
        let values = (text ?? "").lowercased().split(separator: ";")
            .compactMap { read($0.filter { !$0.isWhitespace }) }
        return RoadAccess.allCases.first(where: values.contains)
    }

    // MARK: Speed

    private static let kilometersPerMile = 1.609344

    /// A posted speed in km/h; nil where there is none that could be read or believed.
    static func kilometersPerHour(_ text: String, isInMiles: Bool) -> Double? {
        let text = text.lowercased()
        // "RO:urban": the general limit of a country.
        for (ending, speed) in [
            ("urban", 50.0), ("rural", 80), ("motorway", 120), ("living_street", 20), ("walk", 6),
        ] where text.hasSuffix(ending) { return speed }
        let digits = text.prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits) else { return nil }
        let speed = isInMiles || text.contains("mph") ? number * kilometersPerMile : number
        return (1...200).contains(speed) ? speed : nil
    }

    // MARK: Turns

    /// Reads `no 43.7384,7.4246 4097656; only 43.7,7.4 via 12,13 14`: whether one must not or has to,
    /// where, the keys of the roads in between, and the key of the road.
    ///
    /// - Returns: nil when any of it cannot be read.
    static func turnRules(_ text: String) -> [TurnRule]? {
        var rules: [TurnRule] = []
        for part in text.split(separator: ";") {
            let words = part.split(separator: " ", maxSplits: 2)
            guard words.count == 3, ["no", "only"].contains(words[0]) else { return nil }
            let numbers = words[1].split(separator: ",").compactMap { PlainNumber.read($0) }
            guard numbers.count == 2,
                let place = try? Coordinate(latitude: numbers[0], longitude: numbers[1])
            else { return nil }
            var key = words[2]
            var via: [String] = []
            if key.hasPrefix("via ") {
                let roads = key.dropFirst(4).split(separator: " ", maxSplits: 1)
                guard roads.count == 2 else { return nil }
                via = roads[0].split(separator: ",").map(String.init)
                key = roads[1]
            }
            rules.append(
                TurnRule(
                    place: place,
                    via: via,
                    roadKey: String(key),
                    isMandatory: words[0] == "only"
                )
            )
        }
        return rules
    }

    // MARK: Barriers

    /// Reads `43.7384,7.4246 drive; 43.7,7.4 drive walk`: where something stands, and who does not
    /// pass.
    ///
    /// - Returns: nil when any of it cannot be read.
    static func barriers(_ text: String) -> [RoadBarrier]? {
        var barriers: [RoadBarrier] = []
        for part in text.split(separator: ";") {
            let words = part.split(separator: " ")
            let modes = words.dropFirst().compactMap { TravelMode(rawValue: String($0)) }
            guard words.count > 1, modes.count == words.count - 1 else { return nil }
            let numbers = words[0].split(separator: ",").compactMap { PlainNumber.read($0) }
            guard numbers.count == 2,
                let place = try? Coordinate(latitude: numbers[0], longitude: numbers[1])
            else { return nil }
            barriers.append(RoadBarrier(place: place, modes: Set(modes)))
        }
        return barriers
    }
}

/// Whom a road is open to, from the most on.
enum RoadAccess: CaseIterable {
    /// Everybody.
    case open
    /// Those who begin or end there.
    case limited
    /// Nobody.
    case closed
}
