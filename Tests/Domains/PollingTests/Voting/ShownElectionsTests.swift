import Datasets
import Geodesy
import PollingTesting
import Testing
import Timekeeping

@testable import Polling

/// Which stations take part in the election that is shown. It is noon of 3 November 2026.
@Suite struct ShownElectionsTests: ThreePrecincts {
    private static let general = "2026-11-03"
    private static let special = "2027-05-11"

    private func day(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(parsing: text))
    }

    /// A station of precinct 1 with hours.
    private func station(
        _ key: String,
        _ hours: String?,
        kind: String? = nil,
        serving codes: [String] = ["1"]
    ) throws -> Station {
        var station = try self.station(key, serving: codes, at: place(0.005, 0.006), kind: kind)
        station.hours = hours
        return station
    }

    /// A guide in which precinct 1 votes in some elections, and stations of it.
    private func guide(
        elections: [String],
        votedOn: [String]? = nil,
        at moment: String = "2026-11-23T12:00:00Z",
        _ stations: [Station]
    ) async throws -> VoterGuide {
        var store = FakeVotingStore(districts: try standardDistricts())
        let dataset = try DatasetName("elections")
        store.elections = try elections.map {
            Election(
                dataset: dataset,
                key: $0,
                name: LocalizedText($0),
                date: try day($0),
                timeZone: "UTC"
            )
        }
        store.contests = try (votedOn ?? elections).map {
            Contest(
                dataset: try DatasetName("contests"),
                key: "\($0).mayor",
                election: ElectionReference(key: $0),
                title: LocalizedText("Mayor"),
                area: BallotArea(district: DistrictReference(type: "precinct", code: "1")),
                votesAllowed: 1,
                candidates: []
            )
        }
        let directory = StationDirectory(store: FakeStationStore(stations))
        let clock = ManualWallClock(try #require(Timestamp(rfc3339: moment)))
        let voting = VotingDirectory(stations: directory, store: store, clock: clock)
        try await voting.load()
        return voting.guide
    }

    private func answer(_ guide: VoterGuide, _ election: String? = nil) throws -> VoterAnswer {
        guide.answer(
            at: VoterLocation(coordinate: try place(0.005, 0.005), source: .point),
            election: election
        )
    }

    private func names(_ stations: [AssignedStation]) -> [String] { stations.map(\.station.name) }

    private func names(_ list: SiteList) -> [String] { list.stations.map(\.station.name) }

    @Test("the stations of the election that is shown are assigned, and the others stand apart")
    func shown() async throws {
        let stations = [
            try station("both", "2026-11-03 07:00-19:00; 2027-05-11 07:00-19:00"),
            try station("ended", "2026-11-03 07:00-19:00"),
            try station("later", "2028-11-07 07:00-19:00"),
        ]
        let guide = try await guide(elections: [Self.general, Self.special], stations)
        let next = try answer(guide)
        #expect(next.ballot.elections.map(\.key) == [Self.special])
        #expect(names(next.assignment?.stations ?? []) == ["both"])
        #expect(names(next.otherElections) == ["ended", "later"])
        #expect(next.otherElections.count == 2)
        #expect(next.warnings.isEmpty)
        let parts = stations.map { next.shown.part(of: $0) }
        #expect(parts == [.onTheDay, .ended, .other])
        #expect(next.shown.lastDay(of: stations[1]) == (try day(Self.general)))
        #expect(next.shown.nextDay(of: stations[1]) == nil)
        #expect(next.shown.nextDay(of: stations[2]) == (try day("2028-11-07")))

        let past = try answer(guide, Self.general)
        #expect(names(past.assignment?.stations ?? []) == ["both", "ended"])
        #expect(names(past.otherElections) == ["later"])
        #expect(past.warnings.map(\.code) == [.severalStations, .electionOver])
    }

    @Test("where no election is left, those of the last one are assigned, and it is said")
    func noneLeft() async throws {
        let guide = try await guide(
            elections: [Self.general, Self.special],
            at: "2027-06-01T12:00:00Z",
            [
                try station("both", "2026-11-03 07:00-19:00; 2027-05-11 07:00-19:00"),
                try station("first", "2026-11-03 07:00-19:00"),
            ]
        )
        let answer = try answer(guide)
        #expect(names(answer.assignment?.stations ?? []) == ["both"])
        #expect(names(answer.otherElections) == ["first"])
        #expect(answer.warnings.map(\.code) == [.electionOver])
        #expect(answer.warnings.first?.message.contains("2027-05-11") == true)
    }

    @Test(
        "where no station is open in the election, none is assigned, and those of others are told"
    )
    func noStation() async throws {
        let guide = try await guide(
            elections: [Self.general, Self.special],
            [try station("ended", "2026-11-03 07:00-19:00")]
        )
        let answer = try answer(guide)
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(names(answer.otherElections) == ["ended"])
        #expect(answer.warnings.map(\.code) == [.noStationForElection])
        #expect(answer.warnings.first?.message.contains("2027-05-11") == true)
    }

    @Test("a station on a day of no election that is known is assigned, and that is said")
    func unlistedDay() async throws {
        func answer(_ hours: String) async throws -> VoterAnswer {
            let guide = try await guide(
                elections: [Self.special],
                votedOn: [],
                [try station("hall", hours)]
            )
            return try self.answer(guide)
        }
        let other = try await answer("2027-05-12 07:00-19:00")
        #expect(names(other.assignment?.stations ?? []) == ["hall"])
        let warning = try #require(other.warnings.first { $0.code == .stationOnOtherDay })
        #expect(warning.message.contains("2027-05-12"))
        #expect(warning.message.contains("2027-05-11"))
        for hours in [
            "2027-05-11 07:00-19:00", "07:00-19:00", "2027-05-10..2027-05-12 07:00-19:00",
        ] {
            let right = try await answer(hours)
            #expect(!right.warnings.contains { $0.code == .stationOnOtherDay }, "\(hours)")
        }
    }

    @Test(
        "a station whose hours leave out the day of the election, a Tuesday, is assigned, and that is said",
        arguments: [
            ("Sa-Su 10:00-16:00", true), ("Mo-Fr 07:00-19:00; May 11 off", true),
            ("Mo-Fr 07:00-19:00", false), ("07:00-19:00", false), ("24/7", false),
            ("2027-05-11 07:00-19:00", false), ("Mo-Fr 07:00-19:00; PH off", false),
        ]
    )
    func shutDay(hours: String, isTold: Bool) async throws {
        let stations = [try station("hall", hours)]
        for votedOn in [[Self.special], []] {
            let guide = try await guide(elections: [Self.special], votedOn: votedOn, stations)
            let answer = try answer(guide)
            #expect(names(answer.assignment?.stations ?? []) == ["hall"])
            let warning = answer.warnings.first { $0.code == .stationShut }
            #expect((warning != nil) == isTold, "\(answer.warnings)")
            if let warning {
                #expect(warning.message.contains(hours) && warning.message.contains(Self.special))
            }
        }
    }

    @Test("a day that is taken out of a range of days is no day on which it is open")
    func dayOff() async throws {
        let guide = try await guide(
            elections: [Self.special],
            [try station("hall", "2027 May 01-2027 May 11 07:00-19:00; 2027 May 11 off")]
        )
        let answer = try answer(guide)
        #expect(answer.assignment == nil)
        #expect(names(answer.earlyVoting) == ["hall"])
    }

    @Test(
        "without an election that is voted on, a station's own next one counts",
        arguments: [([special], ["special"]), ([general], ["general"]), ([], ["special"])]
    )
    func noBallot(elections: [String], assigned: [String]) async throws {
        let guide = try await guide(
            elections: elections,
            votedOn: [],
            [
                try station("general", "2026-11-03 07:00-19:00"),
                try station("special", "2027-05-11 07:00-19:00"),
            ]
        )
        let answer = try answer(guide)
        #expect(names(answer.assignment?.stations ?? []) == assigned)
        #expect(answer.otherElections.count == 1)
    }

    @Test(
        "hours tell the part of a station",
        arguments: [
            (nil, .unknown), ("by the back door", .unknown), ("07:00-19:00", .unknown),
            ("Mo-Fr 08:00-18:00", .unknown), ("24/7", .unknown),
            ("2027-05-11 07:00-19:00", .onTheDay), ("May 11 07:00-19:00", .onTheDay),
            ("2027-05-01 to 2027-05-11 8 AM - 7 PM", .onTheDay),
            ("Nov 03 07:00-19:00", .other), ("2027-05-10 08:00-12:00", .before),
            ("2027-03-12 08:00-12:00", .before), ("2027-03-11 08:00-12:00", .other),
            ("2026-11-03 07:00-19:00", .ended), ("2026-11-24 07:00-19:00", .other),
            ("2027-05-12 07:00-19:00", .other),
            ("2026-11-03 07:00-19:00; 07:00-19:00", .unknown),
        ] as [(String?, ElectionPart)]
    )
    func parts(hours: String?, part: ElectionPart) async throws {
        let station = try station("one", hours)
        let guide = try await guide(elections: [Self.general, Self.special], [station])
        #expect(try answer(guide).shown.part(of: station) == part)
    }

    @Test("early voting of an election that is over stands apart, and that of the next does not")
    func early() async throws {
        let kind = "early voting"
        let stations = [
            try station("past", "2026-10-20 08:00-18:00", kind: kind),
            try station("next", "2027-05-01 08:00-18:00", kind: kind),
            try station("plain", "2027-05-02 08:00-18:00"),
            try station("box", "2026-11-03 00:00-20:00", kind: "drop box"),
            try station("day", "2027-05-11 07:00-19:00"),
        ]
        let guide = try await guide(elections: [Self.general, Self.special], stations)
        let answer = try answer(guide)
        #expect(names(answer.assignment?.stations ?? []) == ["day"])
        #expect(names(answer.earlyVoting) == ["next", "plain"])
        #expect(names(answer.dropOff).isEmpty)
        #expect(names(answer.otherElections) == ["box", "past"])

        // While the first election is to come, what is over of its early voting has ended.
        let then = try await self.guide(
            elections: [Self.general, Self.special],
            at: "2026-10-30T12:00:00Z",
            stations
        )
        let before = try self.answer(then)
        #expect(names(before.dropOff) == ["box"])
        #expect(before.shown.part(of: stations[0]) == .ended)
        #expect(before.shown.part(of: stations[1]) == .other)
        let asked = try self.answer(then, Self.special)
        #expect(names(asked.assignment?.stations ?? []) == ["day"])
        #expect(names(asked.earlyVoting) == ["next", "plain"])
    }

    @Test("vote centers of other elections stand apart, too, and are not what is offered")
    func centers() async throws {
        var stations = [
            try station("past", "2026-11-03 07:00-19:00", kind: "vote center", serving: []),
            try station("next", "2027-05-11 07:00-19:00", kind: "vote center", serving: []),
        ]
        let elections = [Self.general, Self.special]
        let answer = try answer(try await guide(elections: elections, stations))
        #expect(answer.voteCenters.map(\.station.name) == ["next"])
        #expect(answer.voteCenterCount == 1)
        #expect(names(answer.otherElections) == ["past"])
        #expect(answer.warnings.first?.message.contains("the vote center.") == true)
        stations[1] = try station(
            "next",
            "2026-11-03 07:00-19:00",
            kind: "vote center",
            serving: []
        )
        let none = try self.answer(try await guide(elections: elections, stations))
        #expect(none.voteCenterCount == 0)
        #expect(none.warnings.first?.message.contains("vote center") == false)
    }

    @Test("choices have the stations of the election alone, with the others apart")
    func choices() async throws {
        let guide = try await guide(
            elections: [Self.general, Self.special],
            [
                try station("now", "2027-05-11 07:00-19:00"),
                try station("ended", "2026-11-03 07:00-19:00"),
                try station("beyond", "2026-11-03 07:00-19:00", serving: ["2"]),
            ]
        )
        let answer = guide.answer(
            at: VoterLocation(coordinate: try place(0.005, 0.0099), source: .point)
        )
        #expect(answer.choices.map { names($0.stations) } == [["now"], []])
        #expect(answer.choices.map { names($0.otherElections) } == [["ended"], ["beyond"]])
        #expect(names(answer.assignment?.stations ?? []) == ["now"])
        #expect(names(answer.otherElections) == ["ended"])
    }

    @Test(
        "an election to come is shown though the voter's own contests are all of one that is over"
    )
    func toCome() async throws {
        let stations = [
            try station("both", "2026-11-03 07:00-19:00; 2027-05-11 07:00-19:00"),
            try station("ended", "2026-11-03 07:00-19:00"),
        ]
        let guide = try await guide(
            elections: [Self.general, Self.special],
            votedOn: [Self.general],
            stations
        )
        let open = try answer(guide)
        #expect(open.ballot.elections.map(\.key) == [Self.special])
        #expect(open.ballot.contests.isEmpty)
        #expect(names(open.assignment?.stations ?? []) == ["both"])
        #expect(names(open.otherElections) == ["ended"])
        #expect(open.warnings.map(\.code) == [.incompleteBallot])

        // Where nothing tells that the voter has a part in it, the last one is shown.
        let past = try await self.guide(
            elections: [Self.general, Self.special],
            votedOn: [Self.general],
            [stations[1]]
        )
        let last = try answer(past)
        #expect(last.ballot.elections.map(\.key) == [Self.general])
        #expect(names(last.assignment?.stations ?? []) == ["ended"])
        #expect(last.warnings.map(\.code) == [.electionOver])
    }
}
