import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

/// New York votes on 3 November 2026, and its file names its zone; Los Angeles votes on the 10th, and
/// its file names none. It is 12:00 UTC, 07:00 in New York and 04:00 in Los Angeles.
@Suite struct ElectionClocksTests: ThreePrecincts {
    private static let dated = "2026-11-03 07:00-20:00"
    private static let timesAlone = "07:00-20:00"

    private func election(_ dataset: String, day: Int, zone: String?) throws -> Election {
        Election(
            dataset: try DatasetName(dataset),
            key: "\(dataset)-\(day)",
            name: LocalizedText(dataset),
            date: CalendarDate(year: 2026, month: 11, day: day),
            timeZone: zone
        )
    }

    private func contest(_ dataset: String, of election: String, precinct: String) throws -> Contest
    {
        Contest(
            dataset: try DatasetName(dataset),
            key: precinct,
            election: ElectionReference(key: election),
            title: LocalizedText("Council"),
            area: BallotArea(district: DistrictReference(type: "precinct", code: precinct))
        )
    }

    /// What is told of a station with some hours in precinct 1.
    private func words(
        _ hours: String,
        _ elections: [Election],
        contests: [Contest] = [],
        dataset: String = "places",
        districts: [District]? = [],
        zone: String? = nil,
        upTo lastDay: CalendarDate? = nil
    ) async throws -> String? {
        let hall = try station("hall", serving: [], at: place(0.005, 0.005), dataset: dataset)
        let guide = try await guide(districts: districts, stations: [hall]) {
            $0.elections = elections
            $0.contests = contests
        }
        return guide.electionClocks.state(
            of: try #require(OpeningHours(parsing: hours)),
            at: hall,
            timeZone: zone,
            moment: Self.noon,
            upTo: lastDay
        )?.text(at: Self.noon)
    }

    @Test("elections of which nothing tells whose they are tell what they agree on alone")
    func unknown() async throws {
        let both = [
            try election("ny", day: 3, zone: "America/New_York"),
            try election("la", day: 10, zone: nil),
        ]
        #expect(try await words(Self.dated, both) == nil)
        #expect(try await words(Self.timesAlone, both) == nil)
        // The zone of its own file is not that of the other's day.
        #expect(try await words(Self.timesAlone, both, zone: "America/New_York") == nil)
        let open = try await words(Self.dated, both, zone: "America/New_York")
        #expect(open == "Open now, closes in 13 h")
        let alike = [both[0], try election("nj", day: 10, zone: "America/New_York")]
        #expect(try await words(Self.dated, alike) == "Open now, closes in 13 h")
        #expect(try await words(Self.timesAlone, alike) == nil)
    }

    @Test("the elections of one file are one place's")
    func oneFile() async throws {
        let file = [
            try election("county", day: 3, zone: "America/New_York"),
            try election("county", day: 10, zone: nil),
        ]
        #expect(try await words(Self.timesAlone, file) == "Open now, closes in 13 h")
        #expect(
            try await words("Mo-Su 08:00-18:00", [file[1]], zone: "America/New_York")
                == "Closed, opens in 1 h"
        )
    }

    @Test("for an election, hours of every week end with it, however many are to come")
    func endsWithElection() async throws {
        let file = [
            try election("county", day: 3, zone: "America/New_York"),
            try election("county", day: 10, zone: nil),
        ]
        let early = "Mo-Su 05:00-06:30"
        #expect(try await words(early, file) == "Closed, opens in 22 h")
        let day = try #require(CalendarDate(year: 2026, month: 11, day: 3))
        let ended = try #require(try await words(early, file, upTo: day))
        #expect(ended.hasPrefix("Voting here has ended"), "\(ended)")
        let before = try #require(CalendarDate(year: 2026, month: 11, day: 2))
        let box = try #require(try await words("24/7", file, upTo: before))
        #expect(box.hasPrefix("Voting here has ended"), "\(box)")
        #expect(try await words("24/7", file) == "Open around the clock")
    }

    @Test("a station's elections are those of its feed")
    func feed() async throws {
        let both = [
            try election("ny-elections", day: 3, zone: "America/New_York"),
            try election("la-elections", day: 3, zone: "America/Los_Angeles"),
        ]
        let eastern = try await words(Self.timesAlone, both, dataset: "ny-stations")
        #expect(eastern == "Open now, closes in 13 h")
        let western = try await words(Self.timesAlone, both, dataset: "la-stations")
        #expect(western == "Closed, opens in 3 h")
    }

    @Test("a station's elections are those with something on the ballot of its place")
    func ground() async throws {
        let both = [
            try election("ny", day: 3, zone: "America/New_York"),
            try election("la", day: 3, zone: "America/Los_Angeles"),
        ]
        func words(precinct: String) async throws -> String? {
            let contests = [
                try contest("council", of: "la-3", precinct: precinct),
                try contest("senate", of: "ny-3", precinct: "77"),
            ]
            return try await self.words(
                Self.timesAlone,
                both,
                contests: contests,
                districts: try standardDistricts()
            )
        }
        #expect(try await words(precinct: "1") == "Closed, opens in 3 h")
        // The station stands in no precinct 3.
        #expect(try await words(precinct: "3") == nil)
    }

    @Test("elections of another place's feed are none of a station's")
    func elsewhere() async throws {
        func district(_ dataset: String, _ west: Double) throws -> District {
            let name = try DatasetName(dataset)
            return District(
                id: District.ID(name, "1"),
                dataset: name,
                reference: DistrictReference(type: "precinct", code: "1"),
                name: "1",
                area: MultiPolygon([try box(west, 0, west + 0.01, 0.01)])
            )
        }
        let districts = [try district("here-districts", 0), try district("ny-districts", 10)]
        let far = [try election("ny-elections", day: 3, zone: "America/New_York")]
        let contests = [try contest("ny-contests", of: "ny-elections-3", precinct: "1")]
        let own = try await words(
            Self.timesAlone,
            far,
            contests: contests,
            districts: districts,
            zone: "America/New_York"
        )
        #expect(own == nil)
    }
}
