import Roads
import Testing
import Timekeeping

@testable import Importing

/// One case for each rule of who may go where, as tags say it: `highway` is a street where no other
/// is given.
@Suite struct WaySignsTests {
    private func tags(_ text: String) -> [String: String] {
        var tags = ["highway": "residential"]
        for part in text.split(separator: " ") {
            let sides = part.split(separator: "=", maxSplits: 1)
            tags[String(sides[0])] = sides.count > 1 ? String(sides[1]) : nil
        }
        return tags
    }

    @Test(
        "which way one may drive",
        arguments: [
            // Fewer before more.
            ("", Passage.both), ("access=no", .closed), ("access=no vehicle=yes", .both),
            ("vehicle=yes motor_vehicle=no", .closed), ("motor_vehicle=no motorcar=yes", .both),
            ("motor_vehicle=yes motorcar=no", .closed), ("foot=no", .both),
            // Who is meant.
            ("access=psv", .closed), ("access=bus", .closed), ("access=taxi", .closed),
            ("access=official", .closed), ("access=foot", .closed),
            ("access=emergency_vehicle", .closed), ("access=agricultural;forestry", .closed),
            ("access=yes;agricultural", .both), ("access=anything", .both),
            ("motor_vehicle=permissive", .both),
            // Directions.
            ("access:forward=no", .against), ("motor_vehicle:backward=no", .along),
            ("access=no motorcar:forward=yes", .along),
            ("access:forward=no motorcar=yes", .both),
            ("oneway=yes", .along), ("oneway=-1", .against), ("oneway=no", .both),
            ("oneway=reversible", .closed), ("oneway=alternating", .both),
            ("oneway=alternating junction=roundabout", .along), ("maxweightrating=1", .closed),
            ("oneway:vehicle=yes", .along), ("oneway=yes oneway:motor_vehicle=no", .both),
            ("oneway:foot=yes", .both), ("oneway=yes access:forward=no", .closed),
            ("highway=motorway", .along), ("highway=motorway oneway=no", .both),
            ("junction=roundabout", .along), ("motorroad=yes", .both),
            // What it is.
            ("highway=track", .closed), ("highway=track tracktype=grade2", .both),
            ("highway=track motor_vehicle=yes", .both), ("highway=footway", .closed),
            ("highway=footway motor_vehicle=destination", .closed),
            ("highway=cycleway motor_vehicle=designated", .both), ("highway=steps", .closed),
            ("highway=pedestrian area=yes", .closed), ("area=yes", .closed),
            ("construction=yes", .closed), ("construction=minor", .both),
            ("impassable=yes", .closed), ("status=impassable", .closed),
            ("highway=service service=emergency_access", .closed),
            ("highway=runway", .closed), ("highway=runway access=yes", .both),
            // Room.
            ("width=1.8", .closed), ("width=2", .both), ("width=6'2\"", .closed),
            ("maxwidth=3", .both), ("est_width=1", .closed), ("width=narrow", .both),
            ("maxheight=1.8", .closed), ("maxheight=8'", .both), ("maxheight=none", .both),
            ("maxlength=4", .closed), ("maxlength=5", .both), ("maxweight=1.5", .closed),
            ("maxweight=3.5t", .both), ("maxweight=1500kg", .closed),
            // On board.
            ("highway= route=ferry", .both), ("highway= route=ferry motor_vehicle=no", .closed),
            ("highway= route=shuttle_train", .both), ("highway= route=bus", .closed),
        ]
    )
    func driving(text: String, passage: Passage) {
        #expect(WaySigns(tags: tags(text)).driving.passage == passage)
    }

    @Test(
        "where those alone may drive who begin or end there",
        arguments: [
            ("", false), ("access=destination", true), ("access=delivery", true),
            ("motor_vehicle=customers", true), ("access=private", true),
            ("access=destination motorcar=yes", false), ("access=destination;yes", false),
            ("access=destination;agricultural", true), ("access=no", false),
            ("access:forward=destination oneway=yes", true),
            ("access:backward=destination oneway=yes", false),
        ]
    )
    func limited(text: String, isLimited: Bool) {
        #expect(WaySigns(tags: tags(text)).driving.isLimited == isLimited)
    }

    @Test(
        "which way one may walk",
        arguments: [
            ("", Passage.both), ("access=no", .closed), ("access=no foot=yes", .both),
            ("access=no hiking=yes", .both), ("hiking=yes foot=no", .closed),
            ("access=private", .closed), ("access=private foot=permissive", .both),
            ("foot=private", .closed), ("foot=use_sidepath", .closed), ("vehicle=no", .both),
            ("access=forestry", .closed), ("access=anything", .both), ("access=customers", .both),
            ("oneway=yes", .both), ("oneway:foot=yes", .along), ("oneway:foot=-1", .against),
            ("foot:backward=no", .along), ("conveying=forward highway=steps", .along),
            ("conveying=backward highway=steps", .against), ("conveying=reversible", .both),
            ("motorroad=yes", .closed), ("motorroad=yes foot=yes", .both),
            ("highway=motorway", .closed), ("highway=motorway foot=yes", .both),
            ("highway=trunk", .closed), ("highway=trunk sidewalk=right", .both),
            ("highway=primary", .both), ("highway=track", .both), ("highway=bridleway", .closed),
            ("highway=bridleway foot=yes", .both), ("highway=pedestrian area=yes", .both),
            ("highway=pier", .both), ("highway= man_made=pier", .both),
            ("highway= route=ferry", .both), ("highway= route=ferry foot=no", .closed),
            ("width=1", .both), ("highway=proposed foot=yes", .closed),
        ]
    )
    func walking(text: String, passage: Passage) {
        #expect(WaySigns(tags: tags(text)).walking == passage)
    }

    static let barriers: [(String, Set<TravelMode>)] = [
        ("barrier=bollard", [.drive]), ("barrier=block", [.drive]),
        ("barrier=wall", [.drive, .walk]), ("barrier=gate", []),
        ("barrier=gate access=no", [.drive, .walk]),
        ("barrier=gate access=private", [.drive, .walk]),
        ("barrier=gate foot=no", [.walk]), ("barrier=gate motor_vehicle=no", [.drive]),
        ("barrier=bollard motor_vehicle=yes", []), ("barrier=bollard bollard=rising", []),
        ("barrier=cattle_grid", []), ("barrier=kerb", [.drive]),
        ("barrier=kerb kerb=lowered", []), ("barrier=fence sensory=audible", []),
        ("barrier=height_restrictor", []),
        ("barrier=height_restrictor maxheight=1.5", [.drive]),
        ("access=agricultural;forestry", [.drive, .walk]), ("vehicle=no motorcar=yes", []),
        ("highway=crossing", []),
    ]

    @Test("who does not pass what stands on a road", arguments: barriers)
    func nodes(text: String, modes: Set<TravelMode>) {
        var tags = tags(text)
        if !text.contains("highway") { tags["highway"] = nil }
        #expect(NodeSigns.blocks(tags) == modes)
    }

    @Test(
        "how long a ferry takes",
        arguments: [
            ("00:10", 10.0), ("1:30", 90), ("00:01:30", 1.5), ("25", 25), ("PT1H30M", 90),
            ("PT45S", 0.75), ("soon", nil), ("0", nil), ("1:2:3:4", nil), ("PT", nil),
        ]
    )
    func onBoard(duration: String, minutes: Double?) {
        #expect(WaySigns(tags: ["duration": duration]).minutesOnBoard == minutes)
    }

    @Test(
        "what is there in a part of the year or of the day alone is closed",
        arguments: ["ice_road=yes", "winter_road=yes", "seasonal=summer", "tidal=yes"]
    )
    func partOfTheYear(text: String) {
        #expect(WaySigns(tags: tags(text)).driving.passage == .closed)
        #expect(WaySigns(tags: tags(text)).walking == .closed)
    }

    @Test(
        "a gate that is locked, or opens for those alone who live behind it, stops cars",
        arguments: [
            ("barrier=gate locked=yes", [.drive, .walk]), ("barrier=gate locked=no", []),
            ("barrier=gate access=private", [.drive, .walk]),
            ("barrier=gate motor_vehicle=private", [.drive]),
            ("barrier=gate access=destination", []), ("barrier=lift_gate locked=yes", [.drive]),
            ("barrier=gate locked=yes foot=yes", [.drive]), ("barrier=gate", []),
        ] as [(String, Set<TravelMode>)]
    )
    func gates(text: String, modes: Set<TravelMode>) {
        var tags = tags(text)
        tags["highway"] = nil
        #expect(NodeSigns.blocks(tags) == modes)
    }

    @Test(
        "a closure of some days closes a road on these, and one of hours does not",
        arguments: [
            ("no @ (2026 Nov 01-2026 Dec 31)", true), ("no @ (2025 Nov 01-2025 Dec 31)", false),
            ("no @ (Nov-Apr)", true), ("no @ (May-Sep)", false),
            ("no @ (Mo-Fr 07:00-09:00)", false),
            ("yes @ (2026 Nov 01-2026 Dec 31)", false), ("no @ (weight>3.5)", false),
            ("no @ (2024 someday)", false), ("no @ (2026 someday)", true),
            ("destination @ (Nov-Apr); no @ (Nov 01-Nov 30)", true), ("no @ winter", true),
        ]
    )
    func datedClosures(text: String, isClosed: Bool) {
        // 23 November 2026, noon in UTC.
        let now = Timestamp(millisecondsSince1970: 1_795_435_200_000)
        #expect(DatedClosure.closes(text, at: now) == isClosed)
    }
}
