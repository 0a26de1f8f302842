import Datasets
import Foundation
import Importing
import Polling
import SpatiaLiteStore
import Testing
import Timekeeping

/// Feeds of version 3, in all their forms, from the file to what a voter is told.
@Suite struct Version3FeedTests {
    /// How a feed is given.
    enum Form: CaseIterable {
        case xml, folder, crlf, zip, zipWithFolder

        func write(_ fixture: Version3Fixture, into parent: String) throws -> String {
            switch self {
            case .xml:
                let path = parent + "/feed.xml"
                try fixture.xml.write(toFile: path, atomically: true, encoding: .utf8)
                return path
            case .folder: return try fixture.write(into: parent)
            case .crlf: return try fixture.write(into: parent, lineEnd: "\r\n", mark: "\u{FEFF}")
            case .zip, .zipWithFolder:
                let path = parent + "/feed.zip"
                let front = self == .zip ? "" : "vipFeed-99/"
                let files = fixture.files().sorted { $0.key < $1.key }
                    .map { (name: front + $0.key, text: $0.value) }
                try storedZip(files).write(to: URL(filePath: path))
                return path
            }
        }
    }

    @Test("who belongs to no split of a precinct votes at the precinct's own station")
    func rest() async throws {
        var fixture = Version3Fixture()
        fixture.elements.append(
            ("street_segment", "6", Version3Fixture.segment("1", "9", "both", "Birchtown", "102"))
        )
        let scratch = try await ScratchStore()
        _ = try await scratch.feed(try Form.xml.write(fixture, into: scratch.folder), into: "cw")
        let answer = try #require(
            try await scratch.guide().answer(address: "5 N Elm St, Birchtown")
        )
        #expect(answer.assignment?.stations.map(\.station.name) == ["Birch School"])
        let served = try await scratch.stations().flatMap(\.districts).map(\.code)
        #expect(
            Set(served) == ["Alder", "Alder 101", "Birch 101 A", "Birch 101 B", "Birch 101 rest"]
        )
    }

    @Test("a precinct's only split says nothing of the rest: neither its contests nor its station")
    func onlySplit() async throws {
        for hasStation in [false, true] {
            var fixture = Version3Fixture()
            fixture.elements.removeAll { $0.name == "precinct_split" && $0.id == "202" }
            fixture.elements.removeAll { $0.name == "street_segment" && $0.id == "3" }
            fixture.elements.append(
                (
                    "street_segment", "6",
                    Version3Fixture.segment("1", "9", "both", "Birchtown", "102")
                )
            )
            if hasStation {
                let split = try #require(fixture.elements.firstIndex { $0.id == "201" })
                fixture.elements[split].members.append(("polling_location_id", "22"))
                let precinct = try #require(
                    fixture.elements.firstIndex { $0.name == "precinct" && $0.id == "102" }
                )
                fixture.elements[precinct].members.removeAll { $0.0 == "polling_location_id" }
            }
            let scratch = try await ScratchStore()
            let report = try await scratch.feed(
                try Form.xml.write(fixture, into: scratch.folder),
                into: "cw"
            )
            #expect(
                report.reports.allSatisfy { $0.outcome == .published },
                "\(report.reports.map { ($0.kind, $0.outcome, $0.forceNeeded.map(\.text)) })"
            )
            let guide = try await scratch.guide()
            let rest = try #require(guide.answer(address: "5 N Elm St, Birchtown"))
            #expect(rest.ballot.contests.map(\.id.rawValue) == ["cw-contests.con43"])
            let split = try #require(guide.answer(address: "4 N Elm St, Birchville"))
            #expect(
                split.ballot.contests.map(\.id.rawValue).sorted()
                    == ["cw-contests.con42", "cw-contests.con43"]
            )
            let stations = hasStation ? ["Birch Annex"] : ["Birch School"]
            #expect(split.assignment?.stations.map(\.station.name) == stations)
            #expect(
                rest.assignment?.stations.map(\.station.name)
                    == (hasStation ? nil : ["Birch School"])
            )
        }
    }

    private func counts(_ report: FeedReport) -> [String: [Int]] {
        Dictionary(
            uniqueKeysWithValues: report.reports.map {
                ($0.kind, [$0.rows.accepted, $0.rows.rejected])
            }
        )
    }

    @Test("every form of a feed says the same", arguments: Form.allCases)
    func forms(form: Form) async throws {
        let scratch = try await ScratchStore()
        let report = try await scratch.feed(
            try form.write(Version3Fixture(), into: scratch.folder),
            into: "cw"
        )
        #expect(report.version == "3.0")
        #expect(
            counts(report) == [
                "stations": [4, 0], "precincts": [5, 0], "elections": [1, 0], "contests": [3, 0],
                "measures": [1, 0], "addresses": [3, 0],
            ]
        )
        #expect(report.danglingLinks.isEmpty)
        #expect(report.unused == ["source": 1])
        #expect(report.outcome == .published)

        let guide = try await scratch.guide()
        let alder = try #require(guide.answer(address: "5 N Elm St, Aldertown"))
        let station = try #require(alder.assignment?.station.station)
        #expect(station.name == "Alder Hall")
        #expect(station.address == "1 Main St, Aldertown, CW")
        #expect(station.postcode == "69701")
        #expect(station.hours == "7:00 AM - 8:00 PM")
        // The other county has a council district 1, too.
        let council = alder.ballot.contests.filter { $0.title.text() == "County Council" }
        #expect(council.map(\.id.rawValue) == ["cw-contests.con41"])
        #expect(council.first?.candidates.map { $0.name.text() } == ["Bo Young", "Ada Zorn"])
        #expect(council.first?.candidates.first?.party?.text() == "Blue")
        #expect(council.first?.seats == 1)
        let governor = alder.ballot.contests.first { $0.title.text() == "Governor" }
        #expect(governor?.candidates.map { $0.name.text() } == ["Di \"D\" Wu, Jr."])
        #expect(alder.ballot.measures.map { $0.title.text() } == ["Bonds"])
        #expect(alder.ballot.elections.first?.pollsOpen == "07:00")
        let early = try #require(
            try await scratch.stations().first { $0.id.rawValue == "cw-stations.evs20" }
        )
        #expect(early.kinds == [.earlyVoting])
        #expect(early.districts == [DistrictReference(type: "county", code: "Alder")])
        #expect(early.name == "Alder Library")
        #expect(early.hours == "2026-10-20 to 2026-10-30 Mon-Fri 9:00 AM - 5:00 PM")
        #expect(OpeningHours(parsing: early.hours ?? "") != nil)
    }

    @Test(
        "splits of a precinct lead to their own stations and contests",
        arguments: [Form.xml, .zip]
    )
    func splits(form: Form) async throws {
        let scratch = try await ScratchStore()
        _ = try await scratch.feed(
            try form.write(Version3Fixture(), into: scratch.folder),
            into: "cw"
        )
        let guide = try await scratch.guide()
        let first = try #require(guide.answer(address: "4 N Elm St, Birchville"))
        #expect(first.assignment?.station.station.name == "Birch School")
        #expect(
            first.ballot.contests.map(\.id.rawValue).sorted()
                == ["cw-contests.con42", "cw-contests.con43"]
        )
        let second = try #require(guide.answer(address: "5 N Elm St, Birchville"))
        #expect(second.assignment?.station.station.name == "Birch Annex")
        #expect(second.ballot.contests.map(\.id.rawValue) == ["cw-contests.con43"])
        #expect(first.earlyVoting.stations.isEmpty)
    }

    @Test("links that name nothing are counted by their sort", arguments: [Form.xml, .folder])
    func dangling(form: Form) async throws {
        var fixture = Version3Fixture()
        for (index, element) in fixture.elements.enumerated() {
            switch (element.name, element.id) {
            case ("precinct", "101"):
                fixture.elements[index].members.append(("polling_location_id", "98"))
                fixture.elements[index].members.append(("polling_location_id", "97"))
            case ("ballot", "53"):
                fixture.elements[index].members.append(("candidate_id", "96"))
            default: break
            }
        }
        fixture.elements.append(
            (
                "street_segment", "4",
                Version3Fixture.segment("1", "9", "both", "Aldertown", "95")
            )
        )
        fixture.elements.append(
            (
                "street_segment", "5",
                Version3Fixture.segment("1", "9", "both", "Aldertown", "102", split: "94")
            )
        )
        let scratch = try await ScratchStore()
        let report = try await scratch.feed(
            try form.write(fixture, into: scratch.folder),
            into: "cw"
        )
        let told = report.danglingLinks.map {
            "\($0.from) \($0.member) \($0.to) \($0.count) \($0.examples)"
        }
        #expect(
            told == [
                "precinct polling_location_id polling_location 2 [\"98\", \"97\"]",
                "ballot candidate_id candidate 1 [\"96\"]",
                "street_segment precinct_id precinct 1 [\"95\"]",
                "street_segment precinct_split_id precinct_split 1 [\"94\"]",
            ]
        )
        #expect(report.text(width: 100).contains("5 links to what the feed lacks"))
        let notes = Dictionary(
            uniqueKeysWithValues: report.reports.map { ($0.kind, $0.notes.map(\.text)) }
        )
        for kind in ["stations", "precincts"] {
            #expect(
                notes[kind]?.contains { $0.hasPrefix("2 links of precinct by polling_location_id") }
                    == true
            )
        }
        #expect(
            notes["contests"]?.contains { $0.hasPrefix("1 link of ballot by candidate_id") } == true
        )
        #expect(counts(report)["addresses"] == [3, 2])
        // Nothing says where in the precinct those vote whose split is unknown.
        let guide = try await scratch.guide()
        let answer = try #require(guide.answer(address: "2 N Elm St, Aldertown"))
        #expect(answer.assignment == nil)
    }

    @Test("an owner that a file of links names and the feed lacks is counted")
    func ownerless() async throws {
        let scratch = try await ScratchStore()
        let folder = try Version3Fixture().write(into: scratch.folder)
        let path = folder + "/precinct_polling_location.txt"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try (text + "21,999\n").write(toFile: path, atomically: true, encoding: .utf8)
        let report = try await scratch.feed(folder, into: "cw")
        #expect(
            report.danglingLinks.map { "\($0.from) \($0.member) \($0.count) \($0.examples)" }
                == ["precinct_polling_location precinct_id 1 [\"999\"]"]
        )
    }

    @Test("a row that breaks off and a file in another encoding are told")
    func damagedFile() async throws {
        let scratch = try await ScratchStore()
        let folder = try Version3Fixture().write(into: scratch.folder)
        let path = folder + "/polling_location.txt"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let latin = (text.replacing("Alder Hall", with: "Jos\u{E9} Hall") + "CW,1\nx,y\n")
            .unicodeScalars
            .map { UInt8(truncatingIfNeeded: $0.value) }
        try Data(latin).write(to: URL(filePath: path))
        let report = try await scratch.feed(folder, into: "cw", mode: .check)
        let notes = report.notes.map(\.text)
        #expect(notes.contains { $0.hasPrefix("polling_location.txt is not UTF-8") })
        #expect(
            notes.contains { $0.hasPrefix("2 rows of polling_location.txt that cannot be read") }
        )
        _ = try await scratch.feed(folder, into: "cw")
        let guide = try await scratch.guide()
        #expect(
            guide.answer(address: "5 N Elm St, Aldertown")?.assignment?.station.station.name
                == "Jos\u{E9} Hall"
        )
    }

    @Test("one text file alone says what it is and what to give")
    func alone() async throws {
        let scratch = try await ScratchStore()
        let folder = try Version3Fixture().write(into: scratch.folder)
        let precincts = try DatasetName("p")
        let error = await #expect(throws: ImportError.self) {
            try await PrecinctImporter(store: scratch.store.precincts, clock: scratch.clock)
                .run(.file(folder + "/precinct.txt"), options: ImportOptions(dataset: precincts))
        }
        #expect(error?.description.contains("XML") == false)
        #expect(
            error?.description.contains("give the folder that holds them all, or a zip") == true
        )
        let report = try await PrecinctImporter(
            store: scratch.store.precincts,
            clock: scratch.clock
        )
        .run(.file(folder), options: ImportOptions(dataset: precincts))
        #expect(report.rows.accepted == 5)
        let stations = try await scratch.feed(folder + "/polling_location.txt", into: "s")
        #expect(stations.reports.map(\.kind) == ["stations"])
        #expect(stations.reports.first?.rows.accepted == 3)
    }

    @Test("what is no feed, two feeds or one of another version is refused")
    func refused() async throws {
        let scratch = try await ScratchStore()
        let manager = FileManager.default
        func message(_ path: String) async -> String {
            let error = await #expect(throws: ImportError.self) {
                try await scratch.feed(path, into: "cw")
            }
            return error?.description ?? ""
        }
        let empty = scratch.folder + "/empty"
        try manager.createDirectory(atPath: empty, withIntermediateDirectories: true)
        #expect(await message(empty).contains("is a folder"))

        let newer = scratch.folder + "/newer"
        try manager.createDirectory(atPath: newer, withIntermediateDirectories: true)
        try "id,name,polling_location_ids\n1,A,2\n".write(
            toFile: newer + "/precinct.txt",
            atomically: true,
            encoding: .utf8
        )
        #expect(await message(newer).contains("version 5 or later"))

        let old = scratch.folder + "/old.xml"
        try
            "<?xml version=\"1.0\"?>\n<vip_object schemaVersion=\"2.3\"><state id=\"1\"/></vip_object>"
            .write(toFile: old, atomically: true, encoding: .utf8)
        #expect(await message(old).contains("version 2.3; versions 3, 5 and 6 can be read"))

        let files = Version3Fixture().files().map { (name: $0.key, text: $0.value) }
        let two = scratch.folder + "/two.zip"
        try storedZip(
            files.map { ("a/" + $0.name, $0.text) } + files.map { ("b/" + $0.name, $0.text) }
        ).write(to: URL(filePath: two))
        #expect(await message(two).contains("stands in it twice"))

        let linked = try Version3Fixture().write(into: scratch.folder, "linked")
        try manager.removeItem(atPath: linked + "/precinct.txt")
        try manager.createSymbolicLink(
            atPath: linked + "/precinct.txt",
            withDestinationPath: "/etc/hostname"
        )
        #expect(await message(linked).contains("is a link or a folder"))
        #expect(try await scratch.store.publishedVersions().isEmpty)
    }

    @Test("a side of the street that is none is refused, not taken for both")
    func side() async throws {
        var fixture = Version3Fixture()
        fixture.elements.append(
            ("street_segment", "4", Version3Fixture.segment("1", "9", "left", "Aldertown", "101"))
        )
        let scratch = try await ScratchStore()
        let report = try await scratch.feed(
            try Form.xml.write(fixture, into: scratch.folder),
            into: "cw"
        )
        let addresses = try #require(report.reports.first { $0.kind == "addresses" })
        #expect(addresses.rejectedRows.map(\.column) == ["OddEvenBoth"])
        #expect(addresses.rejectedRows.map(\.value) == ["left"])
        // "Odd" with a capital is odd.
        let guide = try await scratch.guide()
        #expect(guide.answer(address: "4 N Elm St, Aldertown")?.assignment == nil)
    }

    @Test("a primary is called by its party, and a special election so")
    func titles() async throws {
        var fixture = Version3Fixture()
        for index in fixture.elements.indices where fixture.elements[index].name == "contest" {
            switch fixture.elements[index].id {
            case "42": fixture.elements[index].members.append(("primary_party", "Blue"))
            case "43": fixture.elements[index].members.append(("special", "Yes"))
            default: break
            }
        }
        let scratch = try await ScratchStore()
        _ = try await scratch.feed(try Form.xml.write(fixture, into: scratch.folder), into: "cw")
        let entry = try #require(try await scratch.guide().ballots.entry("2026-11-03"))
        #expect(
            Set(entry.contests.map { $0.title.text() }) == [
                "County Council", "County Council (Blue)", "Governor (special election)",
            ]
        )
    }

    @Test("hours that would be read with days outside of a site's are shown as they are")
    func hours() async throws {
        var fixture = Version3Fixture()
        for index in fixture.elements.indices
        where fixture.elements[index].name == "early_vote_site" {
            fixture.elements[index].members.removeLast()
            fixture.elements[index].members.append(
                ("days_times_open", "Mon-Fri 9am-5pm; Sat 9am-12pm")
            )
        }
        let scratch = try await ScratchStore()
        _ = try await scratch.feed(try Form.xml.write(fixture, into: scratch.folder), into: "cw")
        let early = try await scratch.stations().first { $0.kinds == [.earlyVoting] }
        let text = try #require(early?.hours)
        let hours = OpeningHours(parsing: text)
        let after = try #require(Timestamp(rfc3339: "2026-11-14T16:00:00Z"))
        // A Saturday behind the last day.
        if let hours {
            #expect(hours.state(at: after, timeZone: nil)?.kind != .open)
        }
        #expect(text.contains("2026-10-20"))
    }
}
