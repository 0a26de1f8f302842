import Datasets
import Geodesy
import Polling
import Testing

/// What a station's file says of doors, ramps and time zones in columns of its own.
@Suite struct StationAccessTests {
    private func station(_ attributes: [String: String]) throws -> Station {
        Station(
            id: Station.ID(rawValue: "dc.1"),
            dataset: try DatasetName("dc"),
            name: "Hall",
            coordinate: try Coordinate(latitude: 38.9, longitude: -77),
            attributes: attributes
        )
    }

    @Test(
        "each aspect of accessibility is yes, no or unknown, by a column of its own",
        arguments: [
            ("Step-free entrance", "Yes", AccessAspect.stepFreeEntrance, Accessibility.Answer.yes),
            ("RAMP", "n", .stepFreeEntrance, .no), ("accessible_parking", "1", .parking, .yes),
            ("Disabled Toilet", "false", .toilet, .no), ("hearing loop", "ja", .hearingAid, .yes),
            ("Braille", "on request", .blindAid, .unknown), ("toilet", "yes", .toilet, .yes),
            ("blind_aid", "no", .blindAid, .no),
            ("Curbside Voting", "x", .curbside, .yes),
            ("elevator", "none", .lift, .no), ("Lift", "", .lift, .unknown),
        ]
    )
    func aspects(
        header: String,
        value: String,
        aspect: AccessAspect,
        answer: Accessibility.Answer
    ) throws {
        #expect(try station([header: value, "Web": "yes"]).accessAspects == [aspect: answer])
    }

    @Test("an aspect that the file has no column for is not said to be missing")
    func noColumn() throws {
        #expect(try station(["Parking fee": "yes", "Elevator music": "no"]).accessAspects.isEmpty)
    }

    @Test("the entrance is another place than the building's, where the file has one")
    func entrance() throws {
        let door = ["entrance_latitude": "38.9001", "Entrance Longitude": "-77.0002"]
        let hall = try station(door)
        #expect(hall.entrance == (try Coordinate(latitude: 38.9001, longitude: -77.0002)))
        #expect(hall.entrance != hall.coordinate)
        #expect(try station(["entrance_lat": "38.9", "entrance_lon": "-77"]).entrance != nil)
    }

    @Test(
        "a door is within 500 m of its building, where that has a place",
        arguments: [
            // A degree of latitude is 111 km here.
            ("38.9044", "-77", true), ("38.9046", "-77", false), ("38.8956", "-77", true),
            ("38.8954", "-77", false), ("38.9", "77", false), ("-77", "38.9", false),
            ("0", "0", false),
        ]
    )
    func doorIsNear(latitude: String, longitude: String, isUsed: Bool) throws {
        let door = ["entrance_lat": latitude, "entrance_lon": longitude]
        var hall = try station(door)
        hall.coordinate = try Coordinate(latitude: 38.9, longitude: -77)
        #expect((hall.entrance != nil) == isUsed)
        hall.coordinate = nil
        #expect(hall.entrance != nil)
    }

    @Test(
        "half an entrance, or one that is nowhere, is none",
        arguments: [
            ["entrance_latitude": "38.9"], ["entrance_longitude": "-77"], [:],
            ["entrance_latitude": "north", "entrance_longitude": "-77"],
            ["entrance_latitude": "91", "entrance_longitude": "-77"],
        ]
    )
    func noEntrance(attributes: [String: String]) throws {
        #expect(try station(attributes).entrance == nil)
    }

    @Test(
        "a station's own time zone comes from its file",
        arguments: [("Time Zone", "America/Denver"), ("tz", "Europe/Berlin")]
    )
    func timeZone(header: String, zone: String) throws {
        #expect(try station([header: zone]).timeZone == zone)
        #expect(try station([:]).timeZone == nil)
    }
}
