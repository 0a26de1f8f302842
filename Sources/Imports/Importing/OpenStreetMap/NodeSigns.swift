internal import Roads

/// What the tags of a node on a road say of who does not pass there.
///
/// A sign counts before what stands there: a gate with `access=no` is shut, a bollard with
/// `motor_vehicle=yes` is down.
///
/// Source: OpenStreetMap wiki, "Key:barrier".
enum NodeSigns {
    static let keys = Set(
        WaySigns.drivingKeys + WaySigns.walkingKeys + [
            "barrier", "bollard", "kerb", "highway", "sensory", "maxheight", "locked",
        ]
    )

    /// What cars pass, or what opens for them.
    private static let passable: Set<String> = [
        "cattle_grid", "border_control", "toll_booth", "sally_port", "no", "entrance", "arch",
        "height_restrictor", "gate", "lift_gate", "swing_gate", "sliding_gate", "wicket_gate",
    ]
    /// What nobody climbs over.
    private static let closed: Set<String> = ["yes", "wall", "fence"]

    /// Who does not pass.
    static func blocks(_ tags: [String: String]) -> Set<TravelMode> {
        guard !tags.isEmpty else { return [] }
        var modes: Set<TravelMode> = []
        if blocksCars(tags) { modes.insert(.drive) }
        if blocksWalkers(tags) { modes.insert(.walk) }
        return modes
    }

    private static func blocksCars(_ tags: [String: String]) -> Bool {
        if let written = WaySigns.drivingKeys.lazy.compactMap({ tags[$0] }).first {
            return RoadText.driving(written) == .closed || opensToOthers(written, tags)
                || isLocked(tags) && RoadText.driving(written) != .open
        }
        guard let barrier = tags["barrier"] else { return false }
        if isLocked(tags) { return true }
        if barrier == "height_restrictor" { return !CarSize.fits(tags) }
        return !passable.contains(barrier) && !isFlat(tags, barrier) && !isOfSound(tags, barrier)
            && tags["bollard"] != "rising"
    }

    private static func blocksWalkers(_ tags: [String: String]) -> Bool {
        if let written = WaySigns.walkingKeys.lazy.compactMap({ tags[$0] }).first {
            return RoadText.walking(written) == .closed
        }
        guard let barrier = tags["barrier"] else { return false }
        if isLocked(tags), !besides.contains(barrier) { return true }
        return closed.contains(barrier) && !isOfSound(tags, barrier)
    }

    /// What walkers pass beside it, though it is locked for cars.
    private static let besides: Set<String> = [
        "bollard", "block", "chain", "cycle_barrier", "lift_gate", "swing_gate", "log", "rope",
        "height_restrictor", "motorcycle_barrier", "jersey_barrier",
    ]

    /// Whether nobody opens it who has no key.
    private static func isLocked(_ tags: [String: String]) -> Bool {
        RoadState.flag(tags["locked"]) == true
    }

    /// Whether a gate opens for those alone who live or have a permit behind it.
    private static func opensToOthers(_ written: String, _ tags: [String: String]) -> Bool {
        tags["barrier"] != nil && RoadText.driving(written) == .limited
            && written.split(separator: ";").allSatisfy { word in
                ["private", "permit", "residents"].contains(word.filter { !$0.isWhitespace })
            }
    }

    /// Whether it is a kerb that cars drive over.
    private static func isFlat(_ tags: [String: String], _ barrier: String) -> Bool {
        barrier == "kerb"
            && (tags["highway"] == "crossing" || ["lowered", "flush"].contains(tags["kerb"]))
    }

    /// Whether it is a fence for animals that hear it.
    private static func isOfSound(_ tags: [String: String], _ barrier: String) -> Bool {
        barrier == "fence" && ["audible", "audio"].contains(tags["sensory"])
    }
}
