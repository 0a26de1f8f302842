import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import ReferenceSystems
import RowFiles
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

/// A store in a folder of its own, filled by imports.
final class ScratchStore: Sendable {
    let store: SpatiaLiteStore
    let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_793_707_200_000))
    private let place: TemporaryFolder

    init() async throws {
        place = try TemporaryFolder()
        store = try await SpatiaLiteStore.open(place.path + "/scratch.sqlite")
    }

    var folder: String { place.path }

    func feed(
        _ path: String,
        into dataset: String,
        mode: ImportOptions.Mode = .publish
    ) async throws -> FeedReport {
        try await FeedImporter(
            stores: FeedImporter.Stores(
                districts: store.districts,
                stations: store.stations,
                precincts: store.precincts,
                elections: store.elections,
                contests: store.contests,
                measures: store.measures,
                addresses: store.addresses,
                published: store
            ),
            mender: SpatiaLiteMender(),
            clock: clock
        ).run(
            .file(path),
            options: ImportOptions(dataset: try DatasetName(dataset), mode: mode)
        )
    }

    func districts(
        _ path: String,
        into dataset: String = "areas",
        type: String,
        crs: String? = nil,
        map: [String] = []
    ) async throws -> ImportReport {
        let mender = try SpatiaLiteMender()
        var options = ImportOptions(
            dataset: try DatasetName(dataset),
            mappings: try map.map { try ColumnMapping(parsing: $0) },
            constants: [FieldConstant(field: "type", value: type)]
        )
        options.referenceSystem = try crs.map { try CoordinateReferenceSystem(parsing: $0) }
        return try await DistrictImporter(
            store: store.districts,
            mender: mender,
            overlay: mender,
            clock: clock
        ).run(.file(path), options: options)
    }

    func published() async throws -> [District] {
        let districts = DistrictDirectory(store: store)
        try await districts.load()
        return districts.map.districts
    }

    func stations() async throws -> [Station] {
        let stations = StationDirectory(store: store)
        try await stations.load()
        return stations.all
    }

    func guide() async throws -> VoterGuide {
        let stations = StationDirectory(store: store)
        let voting = VotingDirectory(stations: stations, store: store, clock: clock)
        try await voting.load()
        return voting.guide
    }
}

/// Feeds of the Voting Information Project, from the file to what a voter is told.
@Suite struct FeedTests {
    private func counts(_ report: FeedReport) -> [String: ImportReport.Rows] {
        Dictionary(uniqueKeysWithValues: report.reports.map { ($0.kind, $0.rows) })
    }

    /// Counted in the document by other means: grep.
    @Test("a feed of version 5 is read in one go, and answers a voter's address")
    func albemarle() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        let scratch = try await ScratchStore()
        let report = try await scratch.feed(path, into: "va")
        #expect(report.version == "5.2")
        #expect(
            report.reports.map(\.dataset) == [
                "va-stations", "va-precincts", "va-elections", "va-contests", "va-measures",
                "va-addresses",
            ]
        )
        let counts = counts(report)
        #expect(counts["stations"]?.accepted == 27)
        #expect(counts["precincts"]?.accepted == 32)
        #expect(counts["elections"]?.accepted == 1)
        // 15 contests with candidates, and one over keeping a judge.
        #expect(counts["contests"]?.accepted == 16)
        #expect(counts["measures"]?.accepted == 1)
        // Of thirteen segments one is a whole town, and one has a letter before its numbers.
        #expect(counts["addresses"]?.accepted == 11)
        #expect(counts["addresses"]?.rejected == 1)
        #expect(report.reports[5].rejectedRows.first?.column == "HouseNumberPrefix")
        #expect(report.reports[0].withoutPlace == 9)
        #expect(
            report.unused == ["ElectionAdministration": 2, "Source": 1]
        )

        let guide = try await scratch.guide()
        let answer = try #require(guide.answer(address: "50 Patterson Mill Ln, Crozet"))
        let assignment = try #require(answer.assignment)
        #expect(assignment.method == .address)
        // Precinct pre92145: 0405, whose station on the day is its third; the others are for those who
        // vote early.
        #expect(assignment.stations.map(\.station.id.rawValue) == ["va-stations.pl82204"])
        let day = try #require(assignment.station.station.hours)
        #expect(day == "2013-11-05 06:00-19:00 (UTC-05:00)")
        let moment = try #require(Timestamp(rfc3339: "2013-11-05T11:00:00Z"))
        let opening = OpeningHours(parsing: day)?.state(at: moment, timeZone: nil)
        #expect(opening?.text(at: moment) == "Open now, closes in 13 h")
        let early = try #require(
            answer.earlyVoting.stations.first { $0.station.id.rawValue == "va-stations.pl81273" }
        )
        #expect(
            early.station.hours
                == "2013-10-21 to 2013-10-26 07:00-19:00 (UTC-04:00); "
                + "2013-10-28 to 2013-11-02 07:00-19:00 (UTC-04:00); "
                + "2013-11-04 07:00-19:00 (UTC-05:00)"
        )
        #expect(
            !answer.earlyVoting.stations.contains { $0.station.id == assignment.station.station.id }
        )
        let titles = Set(answer.ballot.contests.map { $0.title.text() })
        #expect(titles.contains("Governor of Virginia"))
        #expect(titles.contains("Retention of Supreme Court Justice"))
        let measure = try #require(answer.ballot.measures.first)
        #expect(
            measure.title.byLanguage == ["en": "State of the State", "es": "Estado del Estado."]
        )
        #expect(measure.statementAgainst?.text(in: ["es"]) == "Esto no es bueno.")
        #expect(answer.ballot.elections.first?.pollsOpen == "06:00")
        #expect(answer.ballot.elections.first?.pollsClose == "19:00")
    }

    @Test(
        "a segment of a feed that ends with a number which no house has is refused, not cut short"
    )
    func longHouseNumber() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        let scratch = try await ScratchStore()
        let number = "<EndHouseNumber>201</EndHouseNumber>"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(number))
        let file = scratch.folder + "/feed.xml"
        try text.replacing(number, with: number.replacing("201", with: "9999999"))
            .write(toFile: file, atomically: true, encoding: .utf8)
        let report = try await scratch.feed(file, into: "va")
        let row = try #require(
            report.reports[5].rejectedRows.first { $0.column == "EndHouseNumber" }
        )
        #expect(row.value == "9999999")
        #expect(row.reason.hasPrefix("a house is a number of 1 to 6 digits"))
    }

    /// Counted in the document by another program: of 16 contests 5 are for the state, 4 for a district of
    /// the state's house and 7 for one of schools, 2 of which for each of the first two.
    @Test("a feed tells how many of its contests and measures have a district that is published")
    func ballotDistricts() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        let scratch = try await ScratchStore()
        func uses(_ kind: String, _ report: FeedReport) throws -> [String] {
            try #require(report.reports.first { $0.kind == kind }).ballot
                .map { "\($0.type) \($0.found)/\($0.records)" }
        }
        let before = try await scratch.feed(path, into: "va", mode: .check)
        #expect(
            try uses("contests", before) == ["school_district 0/7", "state 0/5", "state_house 0/4"]
        )
        #expect(try uses("measures", before) == ["state 0/1"])
        let file = scratch.folder + "/schools.geojson"
        let features = [1, 2].map { code in
            """
            {"type":"Feature","properties":{"code":"\(code)"},"geometry":{"type":"Polygon",\
            "coordinates":[[[\(code),1],[\(code),2],[\(code).9,2],[\(code).9,1],[\(code),1]]]}}
            """
        }
        try "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
            .write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await scratch.districts(file, type: "school_district")
        let published = try await scratch.feed(path, into: "va")
        #expect(
            try uses("contests", published) == [
                "school_district 4/7", "state 0/5", "state_house 0/4",
            ]
        )
        #expect(published.text(width: 200).contains("4 of 16 contests are on the ballot"))
    }

    @Test("tickets, parties and languages of a feed come with its candidates")
    func candidates() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        let scratch = try await ScratchStore()
        _ = try await scratch.feed(path, into: "va")
        let entry = try #require(try await scratch.guide().ballots.entry("2013-11-05"))
        #expect(entry.election.name.text() == "2013 Virginia General Election")
        #expect(entry.election.type?.byLanguage == ["en": "General", "es": "Generales"])
        let all = entry.contests.flatMap(\.candidates)
        // 28 candidates, one of them the judge who may be retained.
        #expect(all.count == 28)
        let president = try #require(
            entry.contests.first { $0.id.rawValue == "va-contests.cc20002" }
        )
        #expect(president.candidates.map(\.ticket) == [1, 1, 2, 2])
        #expect(president.candidates.first?.name.text() == "Barack H. Obama")
        #expect(president.candidates.first?.party?.text() == "Democratic")
        #expect(president.office?.text() == "President, Vice President")
        #expect(
            president.area.district
                == DistrictReference(type: "state", code: "Commonwealth of Virginia")
        )
        let delegates = try #require(
            entry.contests.first { $0.id.rawValue == "va-contests.cc20025" }
        )
        #expect(delegates.area.district == DistrictReference(type: "state_house", code: "57"))
        let retention = try #require(entry.contests.first { $0.kind == .retention })
        #expect(retention.candidates.count == 1)
        #expect(retention.title.text(in: ["es"]) == "La retención de juez de la Corte Suprema")
    }

    @Test("a feed whose zip has one wrong byte is said to be damaged, and is not published")
    func damagedZip() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v6_maricopa.zip") else { return }
        let scratch = try await ScratchStore()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 1
        let damaged = scratch.folder + "/feed.zip"
        try bytes.write(to: URL(fileURLWithPath: damaged))
        let error = await #expect(throws: ImportError.self) {
            try await scratch.feed(damaged, into: "az")
        }
        #expect(
            error?.description
                == "\"feed.zip\" cannot be unpacked: the zip is damaged, for what is in it does not fit "
                + "its checksum; copy or download it again, or have it sent anew"
        )
        #expect(try await scratch.store.publishedVersions().isEmpty)
    }

    /// Places and their precincts by `ogr2ogr -t_srs EPSG:4326` and a test of its own; counts by grep.
    @Test("a feed of version 6 comes with the boundaries in its shapefile, feet and all")
    func maricopa() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v6_maricopa.zip") else { return }
        let scratch = try await ScratchStore()
        let report = try await scratch.feed(path, into: "az")
        #expect(report.version == "6.0")
        let counts = counts(report)
        // 748 precincts, six without a boundary, and one record of the 1,077 that is nobody's.
        #expect(counts["districts"]?.accepted == 742)
        #expect(counts["districts"]?.rejected == 0)
        #expect(counts["stations"]?.accepted == 560)
        #expect(counts["precincts"]?.accepted == 748)
        let districts = report.reports[0]
        #expect(districts.coordinates?.system == "EPSG:2868")
        #expect(districts.notes.contains { $0.text.hasPrefix("6 precincts without a boundary") })
        #expect(districts.notes.contains { $0.text.hasPrefix("1 record of the shapefile") })
        // Of ACOMA's three records two overlap, by 66 square metres as `ogrinfo` has it. Five more
        // precincts have parts whose long edges, straight in feet, no longer meet by a square metre
        // or more when they are straight in degrees.
        #expect(districts.notes.contains { $0.text.hasPrefix("6 polygons mended") })
        #expect(districts.districtFits.first?.type == "precinct")

        let guide = try await scratch.guide()
        let known = [
            (33.64353, -111.95242, "0337"), (33.42375, -111.73372, "0688"),
            (33.31866, -112.00095, "0572"), (33.86035, -111.85966, "0271"),
            (33.6299, -112.13227, "0396"), (33.74028, -111.94585, "0375"),
            (33.65046, -112.0519, "0173"), (33.89592, -112.1463, "0444"),
        ]
        for (latitude, longitude, code) in known {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            let answer = guide.answer(at: VoterLocation(coordinate: place, source: .point))
            #expect(answer.districts.map(\.reference.code) == [code])
            // Anybody of the county may vote at any of 175 places, whose list gives no coordinates.
            #expect(answer.voteCenters.count == VoterScope.standardVoteCenterLimit)
            #expect(answer.voteCenterCount == 175)
            #expect(answer.voteCenters.allSatisfy { $0.distance == nil })
            let warning = try #require(answer.warnings.first { $0.code == .noStation })
            #expect(warning.message.contains("any of the 175 vote centers"))
        }
    }

    @Test(
        "a feed that is empty, breaks off or is not UTF-8 is refused, and says why",
        arguments: [
            ("<VipObject schemaVersion=\"5.1\"></VipObject>", "holds nothing that can be imported"),
            ("<VipObject schemaVersion=\"5.1\">\n<Source id=\"a\"/></VipObject>", "holds nothing"),
            ("<VipObject schemaVersion=\"5.1\">\n<Election id=\"a\"/>", "it breaks off in line 3"),
            ("<!-- Jos\u{E9} -->\n<VipObject/>", "line 2: its bytes are not UTF-8"),
        ]
    )
    func refused(text: String, reason: String) async throws {
        let scratch = try await ScratchStore()
        let path = scratch.folder + "/feed.xml"
        let bytes = ("<?xml version=\"1.0\"?>\n" + text).unicodeScalars
            .map { UInt8(truncatingIfNeeded: $0.value) }
        try Data(bytes).write(to: URL(filePath: path))
        let error = await #expect(throws: ImportError.self) {
            try await scratch.feed(path, into: "va")
        }
        #expect(error?.description.contains(reason) == true)
        #expect(try await scratch.store.publishedVersions().isEmpty)
    }

    @Test("a check of a feed changes nothing; the same feed again has nothing to change")
    func repeated() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        let scratch = try await ScratchStore()
        let checked = try await scratch.feed(path, into: "va", mode: .check)
        #expect(checked.outcome == .checked)
        #expect(try await scratch.store.publishedVersions().isEmpty)
        #expect(try await scratch.feed(path, into: "va").outcome == .published)
        #expect(try await scratch.feed(path, into: "va").outcome == .nothingToChange)
        #expect(try await scratch.store.publishedVersions().count == 6)
    }
}
