import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import ReferenceSystems
import RowFiles
import RowFilesTesting
import TestSupport
import Testing

@Suite struct ImportProfileTests {
    // MARK: Texts

    @Test("a profile is written as it is read")
    func roundTrip() throws {
        let text = """
            about      A vendor's list
            encoding   windows-1252
            delimiter  tab
            crs        EPSG:27700
            column     Site Name = name
            column     a=b = latitude
            optional   Notes = ignore
            address    Home = street
            set        state = AK
            skip       lines 2
            skip       where Id is blank
            skip       where Id is 0
            skip       where Site Name matches /^(Total|Summe)/
            capture    Where /^(?<street>[^;]*);(?<city>.*)$/

            """
        let profile = try ImportProfile(parsing: text, name: "p")
        #expect(profile.text == text)
        #expect(profile.about == "A vendor's list")
        #expect(profile.referenceSystem?.code == 27_700)
        let loose = text.replacingOccurrences(of: "\n", with: "\r\n\r\n  # a comment\r\n")
        let again = try ImportProfile(parsing: loose, name: "p")
        #expect(again == profile)
    }

    @Test(
        "a line that cannot be read is named, with what is allowed",
        arguments: [
            ("colum A = name", "there is no directive \"colum\"; there are about, encoding"),
            ("encoding EBCDIC", "encoding is \"EBCDIC\"; it is UTF-8, UTF-16LE"),
            ("delimiter ;", "delimiter is \";\"; it is comma, semicolon, tab or pipe"),
            ("crs EPSG:99999", "the EPSG register has no reference system EPSG:99999"),
            ("column A name", "\"A name\" has no =; write column COLUMN = FIELD"),
            ("column A = nmae", "there is no field \"nmae\"; there are id, name"),
            ("set state", "\"state\" has no =; write set FIELD = VALUE"),
            ("skip lines some", "\"lines some\" names no count of lines"),
            ("skip A", "\"skip A\": write skip lines N"),
            ("skip where A matches /(/", "/(/ is no regular expression"),
            ("capture A (.*)", "\"A (.*)\" has no expression"),
            ("capture A /(.*)/", "/(.*)/ has no named group; write (?<FIELD>...)"),
            ("capture A /(?<nmae>.*)/", "there is no field \"nmae\""),
            ("set", "\"set\" stands alone"),
        ]
    )
    func badLine(line: String, reason: String) {
        let error = #expect(throws: ImportError.self) {
            try ImportProfile(parsing: "# first\n\n\(line)\n", name: "vendor")
        }
        #expect(error?.description.hasPrefix("profile \"vendor\", line 3: \(reason)") == true)
    }

    @Test("an unknown name lists the profiles that there are; a path is read")
    func names() async throws {
        let error = #expect(throws: ImportError.self) { try ImportProfile.named("expres") }
        #expect(error?.description.contains("there are aec-gazette, alaska-2020") == true)
        #expect(error?.description.contains("xpress") == true)
        #expect(throws: ImportError.file(.fileNotFound(path: "./none.profile"))) {
            try ImportProfile.named("./none.profile")
        }
        try await withFile(Array("set state = AK\n".utf8), name: "mine.profile") { path in
            let profile = try ImportProfile.named(path)
            #expect(profile.constants.map(\.field) == ["state"])
        }
    }

    @Test("every profile that ships can be read and says what it is for")
    func shipped() throws {
        let folder = Checkout.root
            .appending(path: "Sources/Imports/Importing/Resources/profiles")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(
            Set(files) == Set(ImportProfile.shippedNames.map { "\($0).profile" })
        )
        for name in ImportProfile.shippedNames {
            let profile = try ImportProfile.named(name)
            #expect(!profile.about.isEmpty)
        }
    }

    // MARK: Reading files

    @Test("rows are passed over, cells taken apart, and columns mapped as the profile says")
    func applied() async throws {
        let profile = try ImportProfile(
            parsing: """
                delimiter  pipe
                skip       lines 1
                column     Place = name
                optional   Missing = ignore
                skip       where Place matches /^Total/
                skip       where Code is 0
                capture    Where /^(?<street>[^;]*);(?<city>[^;]*);(?<latitude>.*) (?<longitude>.*)$/
                set        accessible = yes

                """,
            name: "p"
        )
        let imports = Imports()
        let report = try await imports.stations(
            "Exported|by|a|program\nCode|Place|Where\n7|Hall|1 Main St;Ide;50.7 -3.5\n"
                + "0|Dummy|x;y;1 1\n8|Barn|elsewhere\n9|Total|2\n"
        ) { $0.profile = profile }
        #expect(report.rows.read == 2)
        let hall = try #require(imports.stations.published.first { $0.name == "Hall" })
        #expect(hall.address == "1 Main St, Ide")
        #expect(hall.coordinate == (try Coordinate(latitude: 50.7, longitude: -3.5)))
        #expect(hall.accessibility.wheelchair == .yes)
        #expect(report.format.delimiter == "pipe")
        #expect(
            report.notes.contains { $0.text.contains("passes over 2 rows") && $0.lines == [4, 6] }
        )
        #expect(report.notes.contains { $0.text.contains("not written as") && $0.lines == [5] })
    }

    @Test(
        "a file that lacks a column of the profile is refused, and what the caller says goes first"
    )
    func fitting() async throws {
        let profile = try ImportProfile(parsing: "column Title = name\n", name: "vendor")
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("name,lat,lon\nHall,38.9,-77\n") { $0.profile = profile }
        }
        #expect(
            error?.description
                == "the profile \"vendor\" does not fit the file, which lacks \"Title\"; its "
                + "columns are \"name\", \"lat\", \"lon\""
        )
        let imports = Imports()
        _ = try await imports.stations("title,other,lat,lon\nA,Hall,38.9,-77\n") {
            $0.profile = profile
            $0.mappings = [
                .init(column: "title", field: "ignore"), .init(column: "other", field: "name"),
            ]
        }
        #expect(imports.stations.published.map(\.name) == ["Hall"])
    }

    @Test("what a capture makes is no column of the file, and is not listed as one")
    func captured() async throws {
        let profile = try ImportProfile(
            parsing: "column Title = name\ncapture place /^(?<city>.*), (?<state>..)$/\n",
            name: "vendor"
        )
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("place,lat,lon\n\"Ames, IA\",38.9,-77\n") {
                $0.profile = profile
            }
        }
        #expect(
            error
                == .profileDoesNotFit(
                    "vendor",
                    missing: ["Title"],
                    columns: ["place", "lat", "lon"]
                )
        )
    }

    private func addresses(
        _ text: String,
        _ profile: ImportProfile,
        into store: FakeStore<AddressEntry>
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "a.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("list"))
            options.profile = profile
            return try await AddressImporter(store: store, clock: Imports().clock)
                .run(.file(path), options: options)
        }
    }

    @Test(
        "a profile serves every kind of record, and one for another kind is refused with its name"
    )
    func otherKinds() async throws {
        let store = FakeStore<AddressEntry>(kind: .addresses)
        let text = "a;b;c\n12 Oak St;101;x\n13 Oak St;102;x\n"
        let profile = try ImportProfile(
            parsing: "column a = address\ncolumn b = precinct\ncolumn c = ignore\n",
            name: "register"
        )
        let report = try await addresses(text, profile, into: store)
        #expect(store.published.map(\.line) == ["12 Oak St", "13 Oak St"])
        #expect(store.published.map { $0.districts.map(\.code) } == [["101"], ["102"]])
        // What is saved of it can be read again.
        let saved = try ImportProfile(parsing: report.profile(named: "again").text, name: "again")
        _ = try await addresses(text, saved, into: FakeStore<AddressEntry>(kind: .addresses))

        let lacking = try ImportProfile(parsing: "column Street = street\n", name: "register")
        let missing = await #expect(throws: ImportError.self) {
            try await addresses(text, lacking, into: store)
        }
        #expect(
            missing
                == .profileDoesNotFit("register", missing: ["Street"], columns: ["a", "b", "c"])
        )
        let stations = try ImportProfile(parsing: "column a = hours\n", name: "halls")
        let other = await #expect(throws: ImportError.self) {
            try await addresses(text, stations, into: store)
        }
        #expect(
            other?.description
                == "the profile \"halls\" is not made for addresses, which have no field \"hours\"; "
                + "leave it out, or write one with --save-profile"
        )
        #expect(
            other?.text(as: .parameters)
                == "the profile \"halls\" is not made for addresses, which have no field \"hours\"; "
                + "leave it out, or say with map and set how to read the file"
        )
        #expect(store.versions.count == 1)
    }

    @Test("an encoding is read as the profile says")
    func encoding() async throws {
        // 0xC3 0xBC is ü in UTF-8 and two letters in windows-1252.
        let bytes = Array("name,lat,lon\nM\u{FC}hle,50.9,6.9\n".utf8)
        for (encoding, name) in [("UTF-8", "Mühle"), ("windows-1252", "MÃ¼hle")] {
            let profile = try ImportProfile(parsing: "encoding \(encoding)\n", name: "p")
            let imports = Imports()
            try await withFile(bytes, name: "s.csv") { path in
                let report = try await imports.stations(path: path) { $0.profile = profile }
                #expect(report.format.encoding == encoding)
            }
            #expect(imports.stations.published.map(\.name) == [name])
        }
    }

    // MARK: Real files

    struct Real: Sendable, CustomTestStringConvertible {
        let profile: String
        let file: String
        let read: Int
        let accepted: Int
        var rejected = 0
        var testDescription: String { "\(profile): \(file)" }
    }

    @Test(
        "a profile that ships makes its file one word",
        arguments: [
            Real(
                profile: "xpress",
                file: "uk_ems/tei_xpress_democracy_club_20191212.csv",
                read: 90,
                accepted: 1
            ),
            Real(profile: "xpress", file: "uk_ems/encoding-windows1252.tsv", read: 9, accepted: 4),
            Real(
                profile: "xpress",
                file: "uk_ems/incomplete-file.CSV",
                read: 9,
                accepted: 1,
                rejected: 1
            ),
            Real(
                profile: "democracy-counts",
                file: "uk_ems/democracy-counts-utf-16le.csv",
                read: 34,
                accepted: 34
            ),
            Real(
                profile: "eoni",
                file: "uk_ems/unit/eoni_importer__eoni_export.csv",
                read: 3,
                accepted: 2
            ),
            Real(
                profile: "idox-eros",
                file: "uk_ems/ext-csv-with-tsv-ext.tsv",
                read: 9,
                accepted: 1
            ),
            Real(
                profile: "aec-gazette",
                // Without the 312 that are abolished.
                file: "au/aec_prdelms_gaz_20180713.csv",
                read: 7165,
                accepted: 7165
            ),
            Real(
                profile: "wa-2021",
                file: "au/wa_2021_snapshot_20210207.csv",
                read: 722,
                accepted: 721
            ),
            Real(profile: "cologne", file: "de_koeln/wahllokale.csv", read: 909, accepted: 306),
            Real(
                profile: "cologne-2014",
                file: "de_koeln/20140424_Wahllokale.csv",
                read: 800,
                accepted: 245
            ),
            Real(
                profile: "us-polling-places",
                file: "us_publici/Texas_2020-11-03.csv",
                read: 7556,
                accepted: 6334
            ),
            Real(
                profile: "arkansas-2018",
                file: "us_publici/raw_AR_2018-11-06.csv",
                read: 8981,
                accepted: 1128,
                rejected: 22
            ),
        ]
    )
    func realFile(_ known: Real) async throws {
        guard let path = Checkout.realFile("stations/\(known.file)") else { return }
        let report = try await Imports().stations(path: path) {
            $0.profile = try .named(known.profile)
        }
        #expect(report.rows.read == known.read)
        #expect(report.rows.accepted == known.accepted)
        #expect(report.rows.rejected == known.rejected)
    }

    @Test(
        "profiles of other real files read every row",
        arguments: [
            ("xpress-weblookup", "uk_ems/ems-xpress-weblookup.CSV"),
            ("xpress-weblookup", "uk_ems/unit/xpress_importer__test_weblookup.csv"),
            ("halarose", "uk_ems/unit/halarose_importer__test.csv"),
            ("democracy-counts", "uk_ems/ems-dcounts-stations.csv"),
            ("cologne-2017", "de_koeln/2017-05-10-wahllokale.csv"),
            ("us-polling-places", "us_publici/Alaska_2018-11-06.csv"),
            ("arkansas-2020", "us_publici/raw_AR_2020-10-08.csv"),
            ("delaware-kent", "us_publici/raw_DE_Kent_2012_ocr_table-1.csv"),
            ("dc", "../dc/polling_places.csv"),
        ]
    )
    func otherRealFile(profile: String, file: String) async throws {
        guard let path = Checkout.realFile("stations/\(file)") else { return }
        let imports = Imports()
        let report = try await imports.stations(path: path) { $0.profile = try .named(profile) }
        // One row of Arkansas says "Not Used".
        #expect(report.rows.rejected == (profile == "arkansas-2020" ? 1 : 0))
        #expect(report.rows.accepted > 0)
        #expect(imports.stations.published.allSatisfy { !$0.name.isEmpty })
    }

    @Test("Alaska's list has its places, its streets and its towns, with a profile and without")
    func alaska() async throws {
        guard let path = Checkout.realFile("stations/us_publici/raw_AK_2020-11-03.csv") else {
            return
        }
        for isProfiled in [true, false] {
            let imports = Imports()
            let report = try await imports.stations(path: path) {
                if isProfiled {
                    $0.profile = try .named("alaska-2020")
                } else {
                    $0.constants = [.init(field: "place", value: "none")]
                }
            }
            #expect(report.rows.read == 441)
            #expect(report.rows.rejected == 0)
            let station = try #require(
                imports.stations.published.first { $0.name == "NOEL WIEN LIBRARY" }
            )
            #expect(station.districts.contains { $0.code == "01-470" })
            #expect(station.address?.hasPrefix("1215 COWLES STREET, FAIRBANKS") == true)
            #expect(station.attributes["NAME"] == "FAIRBANKS NO. 3")
        }
    }

    @Test(
        "a profile written from what was found reads the file the same way",
        arguments: [
            "dc/polling_places.csv", "stations/de_koeln/wahllokale.csv",
            "stations/uk_ems/tei_xpress_democracy_club_20191212.csv",
        ]
    )
    func saved(file: String) async throws {
        guard let path = Checkout.realFile(file) else { return }
        let (first, second) = (Imports(), Imports())
        let found = try await first.stations(path: path) { _ in }
        let text = found.profile(named: "mine").text
        let profile = try ImportProfile(parsing: text, name: "mine")
        let report = try await second.stations(path: path) { $0.profile = profile }
        #expect(report.rows == found.rows)
        #expect(Set(second.stations.published) == Set(first.stations.published))
        #expect(report.coordinates?.system == found.coordinates?.system)
    }

    @Test("a file that says nothing of places names the profile that is made for it")
    func suggested() async throws {
        let header =
            "Polling_Place_Id,Polling_Place_Name,Polling_Place_Postcode,Polling_Place_Easting,"
            + "Polling_Place_Northing,Polling_Place_District_Reference\n"
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(header + "1,Hall,EX2 9RQ,,,AA\n2,Barn,EX2 9RP,,,AB\n")
        }
        #expect(
            error?.description.contains(
                "The columns are those of a profile: try --profile xpress"
            ) == true
        )
        let other = await #expect(throws: ImportError.self) {
            try await Imports().stations("name,address\nHall,1 Main St\n")
        }
        #expect(other?.description.contains("profile") == false)
    }

    @Test("stations that their list marks as withdrawn are told, with the profile's line for them")
    func withdrawn() async throws {
        let report = try await Imports().stations(
            "id,name,status,lat,lon\n1,Hall,Current,38.9,-77\n2,Barn,Abolition,38.8,-77\n"
        )
        #expect(report.rows.accepted == 2)
        #expect(
            report.warnings == [
                "status is \"Abolition\" in 1 row, which are published as stations all the same; a "
                    + "profile with the line \"skip where status is Abolition\" leaves them out (line 3)"
            ]
        )
    }
}
