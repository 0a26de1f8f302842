import Datasets
import Geodesy
import Ground
import Importing
import Polling
import Radar
import Roads
import RowFilesTesting
import Testing
import Timekeeping

/// Characters that turn the direction of writing, in files of every kind: with them a name is shown
/// other than it reads.
@Suite("Texts that turn the direction of writing")
struct TurnedTextsTests {
    private static let turn = "\u{202E}"
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    /// Every character that the rule of posts names.
    static let controls: [UInt32] =
        [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)

    /// Imports a text of two rows, the second of which has a turned text.
    private func expectRefusal(
        of text: String,
        name: String = "list.csv",
        type: String? = nil,
        column: String,
        _ run: (ImportInput, ImportOptions) async throws -> ImportReport
    ) async throws {
        let report = try await withFile(Array(text.utf8), name: name) { path in
            var options = ImportOptions(dataset: try DatasetName("list"))
            options.isForced = true
            options.constants = type.map { [FieldConstant(field: "type", value: $0)] } ?? []
            return try await run(.file(path), options)
        }
        #expect(report.outcome == .published)
        #expect(report.rows.read == 2)
        #expect(report.rows.accepted == 1)
        let row = try #require(report.rejectedRows.first)
        #expect(row.cause == "direction_control")
        #expect(row.column == column)
        #expect(row.value?.unicodeScalars.contains("\u{202E}") == false, "it would turn the report")
        #expect(
            row.reason
                == "it holds U+202E (RIGHT-TO-LEFT OVERRIDE), which turns the direction of what stands "
                + "around it; leave it out, text from right to left needs none"
        )
    }

    @Test("stations")
    func stations() async throws {
        let store = FakeStore<Station>(kind: .stations)
        try await expectRefusal(
            of: "name,address,lat,lon\nHall,1 Elm St,42.1,-101.5\n"
                + "School,2 Elm \(Self.turn)St,42.2,-101.5\n",
            column: "address"
        ) { try await StationImporter(store: store, clock: clock).run($0, options: $1) }
        #expect(store.published.map(\.name) == ["Hall"])
    }

    @Test("what a station's other columns say")
    func otherColumns() async throws {
        let store = FakeStore<Station>(kind: .stations)
        try await expectRefusal(
            of: "name,address,lat,lon,how to find it\nHall,1 Elm St,42.1,-101.5,ring\n"
                + "School,2 Elm St,42.2,-101.5,at the \(Self.turn)back\n",
            column: "how to find it"
        ) { try await StationImporter(store: store, clock: clock).run($0, options: $1) }
    }

    @Test("messages")
    func messages() async throws {
        let store = FakeStore<ImportedMessage>(kind: .messages)
        try await expectRefusal(
            of: "id,text,category,lat,lon,visible_radius_m,posted_at,expires_at\n"
                + "a,Hello,news,42.1,-101.5,500,2027-01-15T08:00:00Z,2027-03-15T08:00:00Z\n"
                + "b,He\(Self.turn)llo,news,42.1,-101.5,500,2027-01-15T08:00:00Z,2027-03-15T08:00:00Z\n",
            column: "text"
        ) { try await MessageImporter(store: store, clock: clock).run($0, options: $1) }
    }

    @Test("districts")
    func districts() async throws {
        let store = FakeStore<District>(kind: .districts)
        func square(_ name: String, _ x: Int) -> String {
            #"{"type":"Feature","properties":{"code":"\#(x)","name":"\#(name)"},"geometry":{"type":"#
                + #""Polygon","coordinates":[[[\#(x),0],[\#(x + 1),0],[\#(x + 1),1],[\#(x),0]]]}}"#
        }
        try await expectRefusal(
            of: #"{"type":"FeatureCollection","features":["#
                + "\(square("North", 1)),\(square("So\(Self.turn)uth", 5))]}",
            name: "areas.geojson",
            type: "precinct",
            column: "name"
        ) {
            try await DistrictImporter(store: store, mender: ScriptedMender(), clock: clock)
                .run($0, options: $1)
        }
    }

    @Test("contests and their candidates")
    func contests() async throws {
        let store = FakeStore<Contest>(kind: .contests)
        try await expectRefusal(
            of: "election,contest_id,contest,district_type,district_code,candidate\n"
                + "2026-general,c1,Mayor,county,990,Ann\n2026-general,c1,Mayor,county,990,Bo\(Self.turn)b\n",
            column: "candidate"
        ) { try await ContestImporter(store: store, clock: clock).run($0, options: $1) }
        #expect(store.published.flatMap { $0.candidates.map { $0.name.text() } } == ["Ann"])
    }

    @Test("measures")
    func measures() async throws {
        let store = FakeStore<BallotMeasure>(kind: .measures)
        try await expectRefusal(
            of: "election,measure_id,title,text,district_type,district_code\n"
                + "2026-general,m1,Bonds,Shall we?,county,990\n"
                + "2026-general,m2,Schools,Shall \(Self.turn)we?,county,990\n",
            column: "text"
        ) { try await MeasureImporter(store: store, clock: clock).run($0, options: $1) }
    }

    @Test("elections")
    func elections() async throws {
        let store = FakeStore<Election>(kind: .elections)
        try await expectRefusal(
            of: "id,name,date\n2026-general,General,2026-11-03\n"
                + "2026-runoff,Run\(Self.turn)off,2026-12-01\n",
            column: "name"
        ) { try await ElectionImporter(store: store, clock: clock).run($0, options: $1) }
    }

    @Test("addresses")
    func addresses() async throws {
        let store = FakeStore<AddressEntry>(kind: .addresses)
        try await expectRefusal(
            of: "house,street,city,zip,precinct\n1,Elm St,Bluestem,69701,1\n"
                + "2,Elm \(Self.turn)St,Bluestem,69701,1\n",
            column: "street"
        ) { try await AddressImporter(store: store, clock: clock).run($0, options: $1) }
    }

    @Test("postcodes")
    func postcodes() async throws {
        let store = FakeStore<PostcodePlace>(kind: .postcodes)
        try await expectRefusal(
            of: "postcode,place,lat,lon\n69701,Bluestem,42.1,-101.5\n"
                + "69702,Blue\(Self.turn)stem,42.2,-101.5\n",
            column: "place"
        ) { try await PostcodeImporter(store: store, clock: clock).run($0, options: $1) }
    }

    private func line(_ name: String) -> String {
        #"{"type":"Feature","properties":{"name":"\#(name)","highway":"residential"},"#
            + #""geometry":{"type":"LineString","coordinates":[[7.1,43.1],[7.2,43.2]]}}"#
    }

    @Test("roads")
    func roads() async throws {
        let store = FakeStore<Road>(kind: .roads)
        try await expectRefusal(
            of: #"{"type":"FeatureCollection","features":["#
                + "\(line("Elm St")),\(line("Oak \(Self.turn)St"))]}",
            name: "roads.geojson",
            column: "name"
        ) { try await RoadImporter(store: store, clock: clock).run($0, options: $1) }
    }

    @Test("ground")
    func ground() async throws {
        let store = FakeStore<GroundFeature>(kind: .ground)
        try await expectRefusal(
            of: #"{"type":"FeatureCollection","features":["#
                + "\(line("Mill Creek")),\(line("Oak \(Self.turn)Creek"))]}",
            name: "water.geojson",
            type: "water",
            column: "name"
        ) {
            try await GroundImporter(store: store, mender: ScriptedMender(), clock: clock)
                .run($0, options: $1)
        }
    }

    @Test("the rule is that of posts, character by character", arguments: controls)
    func everyControl(value: UInt32) async throws {
        let control = try #require(Unicode.Scalar(value))
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,lat,lon\nHall,1 Elm St,42.1,-101.5\n"
                + "Sch\(control)ool,2 Elm St,42.2,-101.5\n"
        )
        #expect(report.rejectedRows.map(\.cause) == ["direction_control"])
        let form = MessageForm(
            text: "Sch\(control)ool",
            category: "news",
            latitude: 1,
            longitude: 1,
            visibleRadiusMeters: 100,
            timeToLiveSeconds: 60,
            precision: nil
        )
        #expect(RadarLimits.standard.violations(in: form).map(\.parameter) == ["text"])
    }

    @Test("text from right to left, joiners and marks at the ends of cells are taken as before")
    func harmless() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,lat,lon\nבית ספר,1 Elm St,42.1,-101.5\n"
                + "مدرسة,2 Elm St,42.2,-101.5\nक्\u{200D}ष “x”,3 Elm St,42.3,-101.5\n"
                + "\u{202A}Hall\u{202C},4 Elm St,42.4,-101.5\n"
        )
        #expect(report.rows.rejected == 0)
        #expect(imports.stations.published.contains { $0.name == "Hall" })
    }

    @Test("a column whose name turns the direction refuses the rows that have something in it")
    func columns() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,lat,lon,no\(Self.turn)te\nHall,1 Elm St,42.1,-101.5,\n"
                + "School,2 Elm St,42.2,-101.5,x\n"
        )
        #expect(imports.stations.published.map(\.name) == ["Hall"])
        let row = try #require(report.rejectedRows.first)
        #expect(row.reason.hasPrefix("the column's name holds U+202E"))
    }

    @Test("nor is a value for all rows taken")
    func constants() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().messages(
                "id,text,lat,lon\na,Hello,1,1\n",
                set: ["category=ne\(Self.turn)ws"]
            )
        }
        #expect(
            error?.description.hasPrefix(#"--set is "category=ne\u{202E}ws", which holds"#) == true
        )
    }

    @Test("of a feed the text is left out, and the report says so")
    func feed() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            """
            <VipObject schemaVersion="5.2">
            <PollingLocation id="a"><AddressLine>1 Elm St</AddressLine><Name>Hall</Name>
            </PollingLocation>
            <PollingLocation id="b"><AddressLine>2 Elm St</AddressLine>
            <Name>Sch\(Self.turn)ool</Name></PollingLocation>
            <PollingLocation id="c"><AddressLine>3 Elm \(Self.turn)St</AddressLine>
            </PollingLocation>
            </VipObject>
            """,
            name: "feed.xml"
        ) { $0.constants = [.init(field: "place", value: "none")] }
        #expect(!imports.stations.published.contains { "\($0)".contains(Self.turn) })
        #expect(imports.stations.published.contains { $0.name == "Hall" })
        // Neither a name nor an address is left of the last.
        #expect(report.rejectedRows.map(\.cause) == ["blank_name"])
        let note = try #require(report.notes.first { $0.text.contains("turns the direction") })
        #expect(
            note.text == "2 texts of the feed left out, for holding a character that turns the "
                + "direction of writing, such as U+202E (RIGHT-TO-LEFT OVERRIDE) in Name"
        )
        #expect(note.level == .warning)
        #expect(note.lines == [5, 6])
    }

    @Test("a road of OpenStreetMap stays without the name that it cannot show")
    func openStreetMap() async throws {
        let store = FakeStore<Road>(kind: .roads)
        let text = """
            <?xml version="1.0"?>
            <osm version="0.6">
            <node id="1" lat="43.1" lon="7.1"/><node id="2" lat="43.2" lon="7.2"/>
            <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
            <tag k="name" v="Oak \(Self.turn)St"/></way>
            </osm>
            """
        let report = try await withFile(Array(text.utf8), name: "map.osm") {
            try await RoadImporter(store: store, clock: clock)
                .run(.file($0), options: ImportOptions(dataset: try DatasetName("list")))
        }
        #expect(store.published.map(\.name) == [nil])
        #expect(
            report.notes.contains {
                $0.text.hasPrefix("names and numbers of roads left out")
                    && $0.text.hasSuffix("such as U+202E (RIGHT-TO-LEFT OVERRIDE): 1")
            }
        )
    }
}
