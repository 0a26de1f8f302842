import Datasets
import Foundation
import Geodesy
import Polling
import Synchronization
import Testing
import Timekeeping

@testable import PollingFeeds

/// Feeds of what is published.
@Suite struct FeedExportTests {
    private struct Published: StationStore, AddressStore, ElectionStore, DistrictStore {
        var stations: [Station] = []
        var addresses: [AddressEntry] = []
        var elections: [Election] = []
        var contests: [Contest] = []
        var measures: [BallotMeasure] = []
        var precincts: [Precinct] = []
        var districts: [District] = []

        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit(stations)
        }
        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try visit(addresses)
        }
        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            try visit(elections)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
            try visit(contests)
        }
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {
            try visit(measures)
        }
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {
            try visit(precincts)
        }
        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(districts)
        }
    }

    private let name: DatasetName
    private var published = Published()
    private var options = FeedExport.Options(
        moment: Timestamp(millisecondsSince1970: 1_800_000_000_000)
    )

    init() throws {
        name = try DatasetName("dc")
        published.elections = [
            Election(
                dataset: name,
                key: "2027-11-02",
                name: LocalizedText("General", language: "en"),
                date: CalendarDate(year: 2027, month: 11, day: 2)
            )
        ]
        options.state = "Nebraska"
    }

    private func station(_ key: String, _ codes: String..., hours: String? = nil) -> Station {
        Station(
            id: Station.ID(rawValue: "dc.\(key)"),
            dataset: name,
            name: "Hall \(key)",
            address: "\(key) Elm St, Curlew, NE",
            postcode: "69001",
            coordinate: try? Coordinate(latitude: 42.5, longitude: -101.25),
            districts: codes.map { DistrictReference(type: "precinct", code: $0) },
            hours: hours
        )
    }

    private func write(
        _ published: Published,
        _ options: FeedExport.Options
    ) async throws -> (document: FeedNode, summary: FeedExport.Summary) {
        let bytes = Mutex<[UInt8]>([])
        let summary = try await FeedExport(of: published, options).write { piece in
            bytes.withLock { $0 += piece }
        }
        return (try FeedNode.parse(bytes.withLock { $0 }), summary)
    }

    @Test("stations, precincts and segments name each other by ids that no two share")
    func links() async throws {
        var published = published
        published.stations = [station("12", "4"), station("hall", "5", "6")]
        published.addresses = [
            AddressEntry(
                id: AddressEntry.ID(name, "12"),
                dataset: name,
                street: "Elm St",
                houses: [range(.odd, "1", "99")],
                town: "Curlew",
                districts: [
                    DistrictReference(type: "precinct", code: "4"),
                    DistrictReference(type: "ward", code: "8"),
                ]
            ),
            AddressEntry(
                id: AddressEntry.ID(name, "13"),
                dataset: name,
                street: "Oak St",
                districts: [DistrictReference(type: "precinct", code: "4")]
            ),
        ]
        let (feed, summary) = try await write(published, options)
        #expect(feed.attributes["schemaVersion"] == "6.0")
        let ids = feed.children.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy(FeedIDs.isName), "\(ids)")
        let precincts = feed.all("Precinct")
        // Of precinct 4 a split of ward 8, and one of which no ward is known.
        #expect(precincts.map { $0.text("Number") }.sorted() == ["4", "4", "5", "6"])
        let stations = Dictionary(
            uniqueKeysWithValues: feed.all("PollingLocation").map {
                ($0.attributes["id"] ?? "", $0.text("Name"))
            }
        )
        for precinct in precincts {
            let named = precinct.text("PollingLocationIds").split(separator: " ")
                .map { stations[String($0)] }
            #expect(named == [precinct.text("Number") == "4" ? "Hall 12" : "Hall hall"])
        }
        let segment = try #require(feed.all("StreetSegment").first)
        let precinct = try #require(
            precincts.first { $0.attributes["id"] == segment.text("PrecinctId") }
        )
        #expect(precinct.text("Number") == "4")
        let ward = try #require(
            feed.all("ElectoralDistrict").first { $0.text("Type") == "ward" }
        )
        #expect(
            precinct.text("ElectoralDistrictIds").split(separator: " ").map(String.init)
                == [ward.attributes["id"]]
        )
        #expect(segment.text("StartHouseNumber") == "1")
        #expect(segment.text("OddEvenBoth") == "odd")
        #expect(summary.losses.isEmpty)
        #expect(summary.elements.contains { $0 == ("StreetSegment", 2) })
    }

    private func range(_ side: HouseRange.Side, _ first: String, _ last: String) -> HouseRange {
        guard let low = HouseNumber(parsing: first), let high = HouseNumber(parsing: last) else {
            preconditionFailure("no houses")
        }
        return HouseRange(side: side, numbers: low...high)
    }

    @Test(
        "houses are written as whole numbers with what stands around them, or not at all",
        arguments: [
            ("12", "18", "12 18  "), ("12a", "12a", "12 12  a"), ("37-15", "37-15", "15 15 37 "),
            ("15 1/2", "15 1/2", "15 15  1/2"), ("N6W23001", "N6W23099", "23001 23099 N6W "),
            ("12a", "18c", nil),
        ]
    )
    func houses(first: String, last: String, written: String?) {
        let houses = SegmentHouses(range(.both, first, last))
        #expect(houses.map { "\($0.first) \($0.last) \($0.prefix) \($0.suffix)" } == written)
    }

    @Test(
        "hours are schedules where days, times and clock can be read in them",
        arguments: [
            (
                "2027-11-02 07:00-20:00 (UTC-06:00)", nil,
                "2027-11-02 2027-11-02 07:00:00-06:00 20:00:00-06:00"
            ),
            (
                "2027-11-02 7:00 AM - 8:00 PM", "America/Denver",
                "2027-11-02 2027-11-02 07:00:00-06:00 20:00:00-06:00"
            ),
            ("07:00-20:00", "America/Chicago", "any any 07:00:00-05:00 20:00:00-05:00"),
            ("2027-11-02 07:00-20:00", nil, nil), ("Mo-Fr 08:00-16:00", "America/Denver", nil),
            ("ask at the desk", "America/Denver", nil),
            // Over a change of the clocks.
            ("2027-11-02 to 2027-11-12 07:00-20:00", "America/Denver", nil),
        ]
    )
    func hours(text: String, zone: String?, written: String?) {
        let day = CalendarDate(year: 2027, month: 11, day: 2)
        let hours = FeedHours(text, zone: zone, day: day)
        let schedules = hours?.schedules.map {
            "\($0.first ?? "any") \($0.last ?? "any") \($0.opens) \($0.closes)"
        }
        #expect(schedules?.joined(separator: "; ") == written)
    }

    @Test("what has no place in a feed is counted")
    func losses() async throws {
        var published = published
        var hall = station("hall", "5", hours: "ask at the desk")
        hall.accessibility = Accessibility(wheelchair: .yes)
        hall.attributes = ["phone": "1", "station_type": "polling place"]
        published.stations = [hall]
        published.contests = [
            contest("a", BallotArea(), election: "2027-11-02"),
            contest("b", BallotArea(), election: "2026-11-03"),
        ]
        published.addresses = [
            AddressEntry(id: AddressEntry.ID(name, "1"), dataset: name, street: "Elm St")
        ]
        let (feed, summary) = try await write(published, options)
        #expect(
            summary.losses == [
                .accessibility: 1, .column("phone"): 1, .wordedHours: 1, .withoutDistrict: 1,
                .otherElections: 1, .addressesOfNobody: 1,
            ]
        )
        let location = try #require(feed.all("PollingLocation").first)
        #expect(location.child("Hours")?.text("Text") == "ask at the desk")
    }

    private func contest(_ key: String, _ area: BallotArea, election: String) -> Contest {
        Contest(
            dataset: name,
            key: key,
            election: ElectionReference(key: election),
            title: LocalizedText("Sheriff <& \"Clerk\">", language: "en"),
            area: area,
            candidates: [Candidate(name: LocalizedText("Ada"), ticket: 1)]
        )
    }

    @Test("a contest of some precincts is of a district that these precincts list")
    func contestOfPrecincts() async throws {
        var published = published
        published.stations = [station("1", "4"), station("2", "5"), station("3", "6")]
        published.contests = [
            contest("a", BallotArea(precincts: ["4", "6"]), election: "2027-11-02")
        ]
        let (feed, _) = try await write(published, options)
        let contest = try #require(feed.all("CandidateContest").first)
        #expect(contest.text("Name") == "Sheriff <& \"Clerk\">")
        let district = contest.text("ElectoralDistrictId")
        let codes = feed.all("Precinct").filter {
            $0.text("ElectoralDistrictIds").split(separator: " ").contains(Substring(district))
        }.map { $0.text("Number") }
        #expect(codes.sorted() == ["4", "6"])
    }

    @Test("a feed needs a state, something to tell and an election that is known")
    func refusals() async throws {
        var (published, options) = (published, options)
        await #expect(throws: FeedExportError.nothing) { try await write(published, options) }
        published.stations = [station("1", "4")]
        options.election = "2028"
        await #expect(throws: FeedExportError.unknownElection("2028", known: ["2027-11-02"])) {
            try await write(published, options)
        }
        options.election = "2027-11-02"
        options.state = nil
        await #expect(throws: FeedExportError.noState) { try await write(published, options) }
        options.state = "Nebraska"
        options.datasets = ["other"]
        options.election = nil
        await #expect(throws: FeedExportError.nothing) { try await write(published, options) }
    }
}
