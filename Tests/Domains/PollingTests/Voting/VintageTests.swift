import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

/// Boundaries drawn anew: the day of the election that is shown decides.
@Suite struct VintageTests: ThreePrecincts {
    private func day(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(parsing: text))
    }

    /// Precincts of a vintage, split at another meridian in each.
    private func vintage(
        _ dataset: String,
        border: Double,
        from: String? = nil,
        to: String? = nil
    ) throws -> [District] {
        let validity = try #require(
            DistrictValidity(from: try from.map(day), to: try to.map(day))
        )
        let areas = [
            ("1", try box(0, 0, border, 0.01)), ("2", try box(border, 0, 0.02, 0.01)),
        ]
        return try areas.map { code, area in
            District(
                id: District.ID(rawValue: "\(dataset).\(code)"),
                dataset: try DatasetName(dataset),
                reference: DistrictReference(type: "precinct", code: code),
                name: code,
                area: MultiPolygon([area]),
                validity: validity
            )
        }
    }

    private func contest(_ key: String, on date: String) throws -> Contest {
        Contest(
            dataset: try DatasetName("contests"),
            key: "\(key).mayor",
            election: ElectionReference(key: key, date: try day(date)),
            title: LocalizedText("Mayor"),
            area: BallotArea(precincts: ["1", "2"])
        )
    }

    private func districts() throws -> [District] {
        try vintage("old", border: 0.01, to: "2026-12-31")
            + vintage("new", border: 0.015, from: "2027-01-01")
    }

    /// A place that is in precinct 2 of the old vintage, and in precinct 1 of the new one.
    private func ask(_ guide: VoterGuide, election: String? = nil) throws -> VoterAnswer {
        guide.answer(
            at: VoterLocation(coordinate: try place(0.005, 0.012), source: .point),
            election: election
        )
    }

    @Test("without dates two vintages leave the choice, and with them the day decides")
    func withoutDates() async throws {
        let both = try vintage("old", border: 0.01) + vintage("new", border: 0.015)
        let undecided = try ask(try await guide(districts: both))
        #expect(undecided.assignment == nil)
        #expect(undecided.warnings.contains { $0.code == .overlappingDistricts })
        // Today is 3 November 2026.
        let dated = try ask(try await guide(districts: try districts()))
        #expect(dated.assignment?.district?.code == "2")
        #expect(dated.districts.map(\.id.rawValue) == ["old.2"])
        #expect(!dated.warnings.contains { $0.code == .overlappingDistricts })
    }

    @Test("the election that is shown picks its vintage, named or next")
    func election() async throws {
        let guide = try await guide(districts: try districts()) { store in
            store.contests = [
                try contest("2026-general", on: "2026-11-03"),
                try contest("2027-mayor", on: "2027-05-11"),
            ]
        }
        #expect(try ask(guide).assignment?.district?.code == "2")
        #expect(try ask(guide, election: "2026-general").assignment?.district?.code == "2")
        let later = try ask(guide, election: "2027-mayor")
        #expect(later.assignment?.district?.code == "1")
        #expect(later.districts.map(\.id.rawValue) == ["new.1"])
    }

    @Test("where nothing is voted on before the change, the next election's vintage counts")
    func nextElection() async throws {
        let guide = try await guide(districts: try districts()) { store in
            store.contests = [try contest("2027-mayor", on: "2027-05-11")]
        }
        #expect(try ask(guide).districts.map(\.id.rawValue) == ["new.1"])
    }

    @Test("the first and the last day count")
    func ends() throws {
        let validity = try #require(
            DistrictValidity(from: try day("2026-03-01"), to: try day("2026-03-31"))
        )
        let inside = try ["2026-03-01", "2026-03-31"].map(day)
        let outside = try ["2026-02-28", "2026-04-01"].map(day)
        #expect(inside.allSatisfy(validity.contains))
        #expect(!outside.contains(where: validity.contains))
        #expect(try DistrictValidity(from: day("2026-03-02"), to: day("2026-03-01")) == nil)
        let next = try #require(DistrictValidity(from: try day("2026-04-01"), to: nil))
        #expect(!validity.overlaps(next))
        #expect(!next.overlaps(validity))
        #expect(validity.overlaps(.always))
        let touching = try #require(DistrictValidity(from: try day("2026-03-31"), to: nil))
        #expect(validity.overlaps(touching))
        let lastDay = try #require(DistrictValidity(from: nil, to: try day("9999-12-31")))
        #expect(lastDay.contains(try day("9999-12-31")))
    }
}
