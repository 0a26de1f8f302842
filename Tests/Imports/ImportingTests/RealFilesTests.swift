import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import Radar
import TestSupport
import Testing
import Timekeeping

/// What is known of the real files, counted by other means than Ambit's.
@Suite struct RealFilesTests {
    struct Counts: Sendable, CustomTestStringConvertible {
        let file: String
        let read: Int
        let accepted: Int
        let merged: Int
        var rejected = 0
        var withoutPlace = 0
        var set: [String] = []

        var testDescription: String { file }

        /// Of a file of stations that gives no coordinates.
        static func placeless(_ file: String, read: Int, accepted: Int) -> Counts {
            Counts(
                file: "stations/" + file,
                read: read,
                accepted: accepted,
                merged: read - accepted,
                withoutPlace: accepted,
                set: ["place=none"]
            )
        }
    }

    @Test(
        "every stations file has the counts that are known of it",
        arguments: [
            // 551 precinct portions of 143 stations.
            Counts(file: "dc/polling_places.csv", read: 551, accepted: 143, merged: 408),
            Counts(file: "dc/polling_places.geojson", read: 551, accepted: 143, merged: 408),
            Counts(file: "dc/early_voting_sites_2014.csv", read: 13, accepted: 13, merged: 0),
            Counts(file: "dc/early_voting_sites_2014.geojson", read: 13, accepted: 13, merged: 0),
            // One backup site serves several precincts; two pairs share a point.
            Counts(file: "dc/alternate_polling_places.csv", read: 143, accepted: 91, merged: 52),
            // 313 stations that are to be abolished have no place.
            Counts(
                file: "stations/au/aec_prdelms_gaz_20180713.csv",
                read: 7477,
                accepted: 7477,
                merged: 0,
                withoutPlace: 313
            ),
            // One school stands twice.
            Counts(
                file: "stations/au/wa_2021_snapshot_20210207.csv",
                read: 722,
                accepted: 721,
                merged: 1
            ),
            // One row a district; 306 buildings.
            Counts(
                file: "stations/de_koeln/wahllokale.geojson",
                read: 909,
                accepted: 306,
                merged: 603
            ),
            // The same in Web Mercator.
            Counts(
                file: "stations/de_koeln/wahllokale.csv",
                read: 909,
                accepted: 306,
                merged: 603
            ),
            // Ninety electors of one station, on the British National Grid.
            Counts(
                file: "stations/uk_ems/tei_xpress_democracy_club_20191212.csv",
                read: 90,
                accepted: 1,
                merged: 89
            ),
            Counts(
                file: "stations/de_koeln/20140424_Wahllokale.csv",
                read: 800,
                accepted: 245,
                merged: 555,
                withoutPlace: 245,
                set: ["place=none"]
            ),
            Counts(
                file: "stations/uk_ems/unit/csv_importer__stations.csv",
                read: 3,
                accepted: 3,
                merged: 0
            ),
            Counts(
                file: "stations/uk_ems/unit/eoni_importer__eoni_export.csv",
                read: 3,
                accepted: 2,
                merged: 1
            ),
            Counts(
                file: "stations/uk_ems/democracy-counts-utf-16le.csv",
                read: 34,
                accepted: 34,
                merged: 0
            ),
            Counts(
                file: "stations/uk_ems/encoding-windows1252.tsv",
                read: 9,
                accepted: 4,
                merged: 5,
                withoutPlace: 4,
                set: ["place=none"]
            ),
            // Cut off in the middle of its last row.
            Counts(
                file: "stations/uk_ems/incomplete-file.CSV",
                read: 9,
                accepted: 1,
                merged: 7,
                rejected: 1,
                withoutPlace: 1,
                set: ["place=none"]
            ),
            // A zip archive under a wrong name.
            Counts(
                file: "stations/uk_ems/not-a-csv.csv",
                read: 9,
                accepted: 1,
                merged: 8,
                withoutPlace: 1,
                set: ["place=none"]
            ),
            Counts(
                file: "stations/us_publici/Texas_2020-11-03.csv",
                read: 7556,
                accepted: 6334,
                merged: 1222,
                withoutPlace: 6334,
                set: ["place=none"]
            ),
            Counts(
                file: "stations/us_publici/raw_AR_2018-11-06.csv",
                read: 8981,
                accepted: 1128,
                merged: 7831,
                rejected: 22,
                withoutPlace: 1128,
                set: ["place=none"]
            ),
        ]
    )
    func countsOfStations(known: Counts) async throws {
        guard let path = Checkout.realFile(known.file) else { return }
        let report = try await Imports().stations(path: path, set: known.set)
        #expect(report.rows.read == known.read)
        #expect(report.rows.accepted == known.accepted)
        #expect(report.rows.merged == known.merged)
        #expect(report.rows.rejected == known.rejected)
        #expect(report.withoutPlace == known.withoutPlace)
    }

    @Test(
        "the other files of vendors have the counts that are known of them",
        arguments: [
            // Nineteen stations, six in the short one, whose places are blank or 0, 0.
            Counts.placeless("uk_ems/ems-dcounts-stations.csv", read: 19, accepted: 19),
            Counts.placeless("uk_ems/ems-dcounts-stations-small.csv", read: 6, accepted: 6),
            Counts.placeless("uk_ems/unit/dcounts_importer__stations.csv", read: 2, accepted: 2),
            // Nine electors of one station each.
            Counts.placeless("uk_ems/ems-idox-eros.csv", read: 9, accepted: 1),
            Counts.placeless("uk_ems/ext-csv-with-tsv-ext.tsv", read: 9, accepted: 1),
            Counts.placeless("uk_ems/ems-xpress-dc.csv", read: 9, accepted: 1),
            Counts.placeless("uk_ems/ems-xpress-weblookup.CSV", read: 9, accepted: 1),
            Counts.placeless("uk_ems/ext-tsv-with-csv-ext.csv", read: 9, accepted: 1),
            Counts.placeless(
                "uk_ems/unit/xpress_importer__test_weblookup.csv",
                read: 6,
                accepted: 2
            ),
            // Two stations, each with a list of addresses; a JSON array.
            Counts.placeless("uk_ems/ems-fcs.json", read: 2, accepted: 2),
            // One id for two stations in two towns.
            Counts(
                file: "stations/uk_ems/unit/duplicate_station__test.csv",
                read: 2,
                accepted: 2,
                merged: 0
            ),
            Counts.placeless("de_koeln/2017-05-10-wahllokale.csv", read: 242, accepted: 242),
            Counts.placeless(
                "de_koeln/2017-05-10-1-barrierefrei-wahllokale.csv",
                read: 242,
                accepted: 242
            ),
        ]
    )
    func countsOfOthers(known: Counts) async throws {
        try await countsOfStations(known: known)
    }

    @Test(
        "files that hold no stations are refused as a whole, with the reason",
        arguments: [
            ("uk_ems/invalid.json", "nor is it JSON"),
            ("uk_ems/ems-other.json", "it has no \"type\""),
            ("uk_ems/small-files-empty.csv", "is empty"),
            ("uk_ems/small-files-empty2.csv", "is empty"),
            ("uk_ems/small-files-nearly_empty.csv", "no row of data"),
            ("uk_ems/ems-other.csv", ""),
            ("uk_ems/unit/json_importer__test.geojson", "Polygon, not Point"),
        ]
    )
    func refusedWhole(file: String, reason: String) async throws {
        guard let path = Checkout.realFile("stations/\(file)") else { return }
        let imports = Imports()
        let error = await #expect(throws: ImportError.self) {
            try await imports.stations(path: path)
        }
        #expect(
            reason.isEmpty || error?.description.contains(reason) == true,
            "\(String(describing: error))"
        )
        #expect(imports.stations.published.isEmpty)
    }

    @Test("the stations of Washington, D.C. are named by their precinct")
    func stationsOfDC() async throws {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return }
        let imports = Imports()
        let report = try await imports.stations(path: path)
        let stations = imports.stations.published
        #expect(Set(stations.map(\.id)).count == 143)
        let first = try #require(stations.first { $0.id.rawValue == "dc.120" })
        #expect(first.name == "MALCOLM X ELEMENTARY SCHOOL")
        #expect(first.address == "1351 ALABAMA AVENUE SE")
        #expect(first.postcode == "20032")
        #expect(first.coordinate?.latitude == 38.84498659880785)
        #expect(first.coordinate?.longitude == -76.98614881054283)
        #expect(first.districts.map(\.type) == ["precinct", "ward"])
        #expect(first.districts.map(\.code) == ["120", "Ward 8"])
        #expect(first.accessibility.wheelchair == .yes)
        #expect(first.attributes["PORTION"] == "120.01; 120.02; 120.03")
        #expect(first.attributes["OBJECTID"] == nil)
        let uses = Dictionary(uniqueKeysWithValues: report.columns.map { ($0.column, $0) })
        #expect(uses["LONGITUDE"]?.field == "longitude")
        #expect(uses["X"]?.reason.contains("LONGITUDE and LATITUDE are used") == true)
        #expect(report.notes.contains { $0.text.hasPrefix("PORTION differs") })
        #expect(report.format.lineEnding == "CRLF")
    }

    @Test("a file that was imported changes nothing when it is imported again")
    func importedAgain() async throws {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return }
        let imports = Imports()
        #expect(try await imports.stations(path: path).outcome == .published)
        let second = try await imports.stations(path: path)
        #expect(second.outcome == .nothingToChange)
        #expect(second.changes.unchanged == 143)
        #expect(imports.stations.versions.count == 1)
        #expect(imports.stations.leftOver == 0)
    }

    /// Counted by comparing the files as numbers and texts, station by station.
    @Test("each of four snapshots says what changed, and the last that next to nothing did")
    func snapshots() async throws {
        let days = ["20210207", "20210301", "20210306", "20210312"]
        let paths = days.compactMap { Checkout.realFile("stations/au/wa_2021_snapshot_\($0).csv") }
        guard paths.count == days.count else { return }
        let imports = Imports()
        #expect(try await imports.stations(path: paths[0]).changes.added == 721)
        // 17 addresses were put right, a school was called "c", two got or lost a ramp; a hall was
        // moved by a degree under another address, and a campus took the place of another.
        let second = try await imports.stations(path: paths[1]).changes
        #expect(second.counts == ChangeCounts(added: 2, removed: 2, changed: 20, unchanged: 699))
        #expect(second.renamed == 1)
        #expect(second.addressChanged == 17)
        #expect(second.accessibilityChanged == 2)
        #expect(second.moved == 0)
        // The school got its name back; two were put where they are.
        let third = try await imports.stations(path: paths[2]).changes
        #expect(third.counts == ChangeCounts(added: 0, removed: 0, changed: 3, unchanged: 718))
        #expect(third.renamed == 1)
        #expect(third.moved == 2)
        // From -31.639134, 115.692606 to -31.64922, 115.69709: `GeodSolve -i`.
        #expect(abs(third.farthestMoveM - 1196.494) < 0.01)
        // 706 stations are written without trailing zeros, two of which changed as well.
        let last = try await imports.stations(path: paths[3], mode: .check)
        #expect(
            last.changes.counts == ChangeCounts(added: 0, removed: 0, changed: 2, unchanged: 719)
        )
        #expect(last.changes.accessibilityChanged == 2)
        #expect(last.changes.formattingOnly == 704)
        #expect(
            last.text().contains(
                "formatting only        704  written differently in the file; nothing to change "
                    + "for them\n"
            )
        )
        #expect(last.forceNeeded.isEmpty)
    }

    @Test("comments without a text or a time are refused, and those alone")
    func comments() async throws {
        guard let path = Checkout.realFile("dc/vision_zero_comments.geojson.gz") else { return }
        let imports = Imports()
        let report = try await imports.messages(path: path)
        #expect(report.rows.read == 5026)
        #expect(report.causes.map(\.cause) == ["blank_text", "blank_time"])
        #expect(report.causes.map(\.rows) == [490, 1])
        #expect(report.rows.accepted == 4535)
        #expect(report.columns.first { $0.field == "id" }?.column == "GLOBALID")
        #expect(report.constants.map(\.field) == ["category", "ttl_s", "visible_radius_m"])
        #expect(report.constants.map(\.value) == ["news", "2592000", "1000"])
        #expect(report.format.compression == "gzip")
        #expect(Set(imports.messages.published.map(\.origin.key)).count == 4535)
    }

    @Test("service requests end when they are resolved, or else due")
    func serviceRequests() async throws {
        guard let path = Checkout.realFile("dc/service_requests_30d.csv.gz") else { return }
        let imports = Imports()
        let report = try await imports.messages(path: path)
        #expect(report.rows.read == 22_947)
        // 364 rows repeat another whole, 6 repeat its id alone, 9 ended when they were posted,
        // and the last row has nothing but a date.
        #expect(report.rows.merged == 364)
        let causes = Dictionary(uniqueKeysWithValues: report.causes.map { ($0.cause, $0.rows) })
        #expect(causes == ["expires_before_posted": 9, "repeated_key": 6, "blank_text": 1])
        #expect(report.rows.accepted == 22_947 - 364 - 16)
        #expect(report.rejectedRows.last?.line == 22_948)
        let message = try #require(
            imports.messages.published.first { $0.origin.key == "16-00579652" }
        )
        #expect(message.expiresAt.rfc3339 == "2016-07-19T13:28:07Z")
        let open = try #require(
            imports.messages.published.first { $0.origin.key == "16-00579654" }
        )
        #expect(open.expiresAt.rfc3339 == "2017-01-09T18:00:00Z")
    }
}
