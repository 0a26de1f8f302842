internal import Geodesy
internal import Ways

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
        "corridor": .path, "cycleway": .cycleway, "steps": .steps,
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
    /// `reversible` lanes change with the hour, which is not known: nobody is sent there.
    static func oneWay(_ text: String) -> Passage? {
        switch text.lowercased() {
        case "no", "n", "false", "f", "0", "both", "b", "two-way", "twoway", "bidirectional":
            .both
        case "yes", "y", "true", "t", "1", "along", "forward", "ft", "one-way", "oneway": .along
        case "-1", "reverse", "backward", "against", "tf": .against
        case "reversible", "alternating", "closed", "none": .closed
        default: nil
        }
    }

    /// Whether a value of an access key lets the public pass; nil where it leaves the question open.
    ///
    /// Source: OpenStreetMap wiki, "Key:access".
    static func lets(_ text: String?) -> Bool? {
        switch text?.lowercased() {
        case "yes", "y", "true", "t", "1", "permissive", "designated", "destination", "customers",
            "official", "use_sidepath", "discouraged", "delivery", "both", "along", "against":
            true
        case "no", "n", "false", "f", "0", "private", "agricultural", "forestry", "military",
            "emergency", "restricted", "closed":
            false
        default: nil
        }
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

    /// Reads `no 43.7384,7.4246 4097656; only ...`: whether one must not or has to, where, and the
    /// key of the road.
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
            rules.append(
                TurnRule(
                    place: place,
                    roadKey: String(words[2]),
                    isMandatory: words[0] == "only"
                )
            )
        }
        return rules
    }
}
