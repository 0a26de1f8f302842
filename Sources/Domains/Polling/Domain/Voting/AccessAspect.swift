/// One thing about a station that matters to somebody with a disability.
public enum AccessAspect: String, Sendable, Hashable, CaseIterable {
    /// A way in without steps.
    case stepFreeEntrance = "step_free_entrance"
    /// A parking space for them.
    case parking
    /// A toilet that they can use.
    case toilet
    /// A hearing loop or another aid.
    case hearingAid = "hearing_aid"
    /// Ballots in Braille, a template or an audio ballot.
    case blindAid = "blind_aid"
    /// A ballot is brought to the car.
    case curbside
    /// A lift where there are stairs.
    case lift

    /// The aspect that a column of some name speaks of; nil where it speaks of none.
    init?(header: String) {
        let name = header.lowercased().filter { $0.isLetter }
        guard let aspect = Self.allCases.first(where: { $0.headers.contains(name) }) else {
            return nil
        }
        self = aspect
    }

    private var headers: Set<String> {
        switch self {
        case .stepFreeEntrance:
            [
                "stepfree", "stepfreeentrance", "stepfreeaccess", "ramp", "levelaccess",
                "accessibleentrance",
            ]
        case .parking:
            ["accessibleparking", "disabledparking", "parkingaccessible", "handicapparking"]
        case .toilet: ["toilet", "accessibletoilet", "disabledtoilet", "accessiblerestroom"]
        case .hearingAid: ["hearingloop", "inductionloop", "hearingaid"]
        case .blindAid: ["blindaid", "braille", "tactilevoting", "audioballot", "visionimpaired"]
        case .curbside: ["curbside", "curbsidevoting", "kerbside", "kerbsidevoting"]
        case .lift: ["lift", "elevator"]
        }
    }
}

extension Station {
    /// What is read out of an attribute under its own name, in a word or two, such as `toilet`; nil where
    /// it is only kept.
    ///
    /// - Complexity: O(n) for the length of the header.
    public static func meaning(ofAttribute header: String) -> String? {
        if let aspect = AccessAspect(header: header) {
            return aspect.rawValue.split(separator: "_").joined(separator: " ")
        }
        return isOfEntrance(header) ? "the place of the entrance" : nil
    }

    /// What its file says of each aspect of accessibility in a column of its own; an aspect that is
    /// not there is unknown, as is one whose words are neither a yes nor a no.
    public var accessAspects: [AccessAspect: Accessibility.Answer] {
        Self.accessAspects(by: attributes)
    }

    /// The same by the attributes alone.
    package static func accessAspects(
        by attributes: [String: String]
    ) -> [AccessAspect: Accessibility.Answer] {
        var aspects: [AccessAspect: Accessibility.Answer] = [:]
        for (header, value) in attributes {
            guard let aspect = AccessAspect(header: header) else { continue }
            switch value.lowercased() {
            case "yes", "y", "true", "t", "1", "x", "ja", "j", "full": aspects[aspect] = .yes
            case "no", "n", "false", "f", "0", "nein", "none": aspects[aspect] = .no
            default: aspects[aspect] = .unknown
            }
        }
        return aspects
    }
}
