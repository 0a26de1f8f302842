import Datasets
import Foundation
import Geodesy
import Importing
import ReferenceSystems
import Roads
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@Suite struct RoadImporterTests {
    private let roads = FakeStore<Road>(kind: .roads)

    private func run(path: String) async throws -> ImportReport {
        try await RoadImporter(
            store: roads,
            clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
        ).run(.file(path), options: ImportOptions(dataset: try DatasetName("town")))
    }

    private func run(_ text: String, name: String = "roads.geojson") async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) { try await run(path: $0) }
    }

    private func feature(
        _ properties: String,
        _ geometry: String = #"{"type":"LineString","coordinates":[[7.1,43.1],[7.2,43.2]]}"#
    ) -> String {
        #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(geometry)}"#
    }

    private func collection(_ features: [String]) -> String {
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    }

    private func road(_ properties: String) async throws -> Road? {
        _ = try await run(collection([feature(properties)]))
        return roads.published.first
    }

    @Test("the county's roads come with name, class, speed and one-way streets")
    func county() async throws {
        let report = try await run(path: Checkout.county("roads.geojson"))
        #expect(report.rows.rejected == 0)
        #expect(report.rows.accepted == 2588)
        let all = roads.published
        #expect(all.count == 2588)
        #expect(all.first?.id == "town.1")
        #expect(all.first?.name == "Township Road 4")
        #expect(all.first?.kind == .tertiary)
        #expect(all.first?.speedKilometersPerHour == 80)
        #expect(all.count { $0.driving == .along } == 46)
        #expect(all.allSatisfy { $0.walking == .both })
        #expect(all.count { $0.kind == .primary } == 98)
        #expect(try await run(path: Checkout.county("roads.geojson")).outcome == .nothingToChange)
    }

    @Test(
        "one-way streets in the words of files",
        arguments: [
            ("\"oneway\":\"yes\"", Passage.along), ("\"oneway\":\"no\"", .both),
            ("\"oneway\":\"-1\"", .against), ("\"oneway\":true", .along),
            ("\"oneway\":\"FT\"", .along), ("\"oneway\":\"TF\"", .against),
            ("\"oneway\":\"reversible\"", .closed), ("\"highway\":\"motorway\"", .along),
            ("\"highway\":\"motorway\",\"oneway\":\"no\"", .both),
            ("\"junction\":\"roundabout\"", .along), ("\"name\":\"A\"", .both),
            ("\"highway\":\"footway\"", .closed), ("\"motor_vehicle\":\"no\"", .closed),
            ("\"access\":\"private\"", .both), ("\"access\":\"no\",\"motorcar\":\"yes\"", .both),
            ("\"access\":\"psv\"", .closed), ("\"access\":\"agricultural;forestry\"", .closed),
            ("\"access\":\"destination\",\"oneway\":\"yes\"", .along),
        ]
    )
    func driving(properties: String, passage: Passage) async throws {
        #expect(try await road(properties)?.driving == passage)
    }

    @Test(
        "where one may walk",
        arguments: [
            ("\"oneway\":\"yes\"", Passage.both), ("\"highway\":\"motorway\"", .closed),
            ("\"highway\":\"steps\"", .both), ("\"foot\":\"no\"", .closed),
            ("\"access\":\"private\"", .closed),
            ("\"access\":\"private\",\"foot\":\"permissive\"", .both),
            ("\"MTFCC\":\"S1630\"", .closed),
            ("\"MTFCC\":\"S1400\"", .both),
        ]
    )
    func walking(properties: String, passage: Passage) async throws {
        #expect(try await road(properties)?.walking == passage)
    }

    @Test(
        "speeds in the words of files",
        arguments: [
            ("\"maxspeed\":\"50\"", 50.0), ("\"maxspeed\":\"30 mph\"", 48.28032),
            ("\"speed_mph\":25", 40.2336), ("\"speed_kmh\":80", 80),
            ("\"maxspeed\":\"FR:urban\"", 50), ("\"maxspeed\":\"none\"", nil),
            ("\"maxspeed\":\"9999\"", nil), ("\"name\":\"A\"", nil),
        ]
    )
    func speed(properties: String, kilometersPerHour: Double?) async throws {
        #expect(try await road(properties)?.speedKilometersPerHour == kilometersPerHour)
    }

    @Test("a direction that is not understood closes the road to drivers, and is said")
    func unknownOneWay() async throws {
        let report = try await run(collection([feature("\"oneway\":\"sometimes\"")]))
        #expect(roads.published.first?.driving == .closed)
        #expect(roads.published.first?.walking == .both)
        let warning = try #require(report.notes.first { $0.level == .warning })
        #expect(warning.text.contains("\"sometimes\""))
    }

    @Test("a feature of several lines makes several roads")
    func parts() async throws {
        let lines =
            #"{"type":"MultiLineString","coordinates":[[[7,43],[7.1,43]],[[7.2,43],[7.3,43]]]}"#
        let report = try await run(collection([feature("\"id\":\"9\",\"name\":\"A\"", lines)]))
        #expect(report.rows.accepted == 1)
        #expect(roads.published.map(\.key) == ["9", "9-2"])
    }

    @Test("a road of a file without ids keeps its key")
    func derivedKeys() async throws {
        let file = collection([feature("\"name\":\"A\""), feature("\"name\":\"B\"")])
        _ = try await run(file)
        #expect(Set(roads.published.map(\.key)).count == 2)
        #expect(roads.published.first?.key.hasPrefix("a-") == true)
        let other = collection([feature("\"name\":\"B\""), feature("\"name\":\"A\"")])
        #expect(try await run(other).outcome == .nothingToChange)
    }

    @Test(
        "a row that is no road is refused",
        arguments: [
            (#"{"type":"Point","coordinates":[7,43]}"#, "the geometry is a Point"),
            (
                #"{"type":"LineString","coordinates":[[7,43],[7,43]]}"#,
                "the line is one place alone"
            ),
            (#"{"type":"LineString","coordinates":[[7,43],[7,99]]}"#, "latitude is 99.0"),
            ("null", "a road needs a line"),
        ]
    )
    func refused(geometry: String, reason: String) async throws {
        let report = try await run(
            collection([feature("\"id\":1"), feature("\"id\":2", geometry)])
        )
        #expect(report.rows.rejected == 1)
        #expect(report.rejectedRows.first?.reason.contains(reason) == true)
    }

    @Test("turn rules of a property are kept where they lie on the road")
    func turnRules() async throws {
        let rules = "\"turn_rules\":\"no 43.2,7.2 12; only 43.1,7.1 13; no 50,7 14\""
        let read = try #require(try await road(rules)).turnRules
        #expect(read.map(\.roadKey) == ["12", "13"])
        #expect(read.map(\.isMandatory) == [false, true])
    }

    @Test("Monaco's roads from OpenStreetMap: names, one-way streets, turn restrictions")
    func monaco() async throws {
        guard let path = Checkout.realFile("roads/monaco.osm.pbf") else { return }
        let report = try await run(path: path)
        #expect(report.format.kind == "osm")
        // 2,927 ways have the tag highway, some of which are no roads, such as planned ones; there are
        // ferries and the harbour's piers besides.
        #expect(report.rows.accepted > 2700 && report.rows.accepted <= report.rows.read)
        let all = roads.published
        #expect(all.count >= report.rows.accepted)
        let oneWays = all.count { $0.driving == .along || $0.driving == .against }
        #expect((600...700).contains(oneWays))
        #expect(all.flatMap(\.turnRules).count >= 20)
        #expect(all.contains { $0.name == "Boulevard des Moulins" })
        #expect(all.contains { $0.kind == .steps && $0.driving == .closed })
    }

    @Test("OpenStreetMap's XML is read as its PBF is, turn restrictions included")
    func xml() async throws {
        let file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <osm version="0.6">
            <node id="1" lat="43.1" lon="7.1"/><node id="2" lat="43.2" lon="7.2"/>
            <node id="3" lat="43.3" lon="7.1"/>
            <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
            <tag k="name" v="Rue É"/><tag k="oneway" v="-1"/></way>
            <way id="11"><nd ref="2"/><nd ref="3"/><nd ref="99"/>
            <tag k="highway" v="primary"/></way>
            <way id="12"><nd ref="1"/><nd ref="3"/><tag k="building" v="yes"/></way>
            <relation id="20"><member type="way" ref="11" role="from"/>
            <member type="node" ref="2" role="via"/><member type="way" ref="10" role="to"/>
            <tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/></relation>
            <relation id="21"><member type="way" ref="11" role="from"/>
            <member type="way" ref="12" role="via"/><member type="way" ref="10" role="to"/>
            <tag k="type" v="restriction"/><tag k="restriction" v="no_u_turn"/></relation>
            </osm>
            """
        // As an upload, whose file has no ending.
        let report = try await run(file, name: "upload")
        #expect(roads.published.map(\.key) == ["10", "11"])
        #expect(roads.published.first?.name == "Rue É")
        #expect(roads.published.first?.driving == .against)
        // The node that the file lacks is left out.
        #expect(roads.published.last?.line.count == 2)
        let rule = try #require(roads.published.last?.turnRules.first)
        #expect(rule.place == (try Coordinate(latitude: 43.2, longitude: 7.2)))
        #expect(rule.roadKey == "10" && !rule.isMandatory)
        #expect(report.notes.contains { $0.text.contains("turn restrictions that are not kept") })
    }

    @Test("lines in a map grid are read with --crs")
    func grid() async throws {
        let line = #"{"type":"LineString","coordinates":[[530000,180000],[530100,180000]]}"#
        var options = ImportOptions(dataset: try DatasetName("town"))
        options.referenceSystem = try CoordinateReferenceSystem(parsing: "EPSG:27700")
        let text = collection([feature("\"id\":1", line)])
        _ = try await withFile(Array(text.utf8), name: "roads.geojson") { path in
            try await RoadImporter(
                store: roads,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 0))
            ).run(.file(path), options: options)
        }
        let places = try #require(roads.published.first?.line)
        // Westminster, by gdaltransform.
        #expect(abs(places[0].latitude - 51.503991) < 0.0001)
        #expect(abs(places[0].longitude + 0.128354) < 0.0001)
        #expect(abs(Geodesic.distance(from: places[0], to: places[1]).meters - 100) < 0.1)
    }

    @Test("a damaged file of OpenStreetMap is refused")
    func damaged() async throws {
        guard let path = Checkout.realFile("roads/monaco.osm.pbf") else { return }
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let error = await #expect(throws: ImportError.self) {
            try await withFile(Array(bytes.prefix(100_000)), name: "monaco.osm.pbf") {
                try await run(path: $0)
            }
        }
        #expect(error?.description.contains("is a file of OpenStreetMap, but") == true)
        #expect(roads.published.isEmpty)
    }

    @Test("a file of OpenStreetMap that breaks off or is damaged says where, wherever that is")
    func damagedAtItsEnd() async throws {
        guard let path = Checkout.realFile("roads/monaco.osm.pbf") else { return }
        let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
        func reason(_ bytes: [UInt8]) async throws -> String {
            let error = await #expect(throws: ImportError.self) {
                try await withFile(bytes, name: "monaco.osm.pbf") { try await run(path: $0) }
            }
            return error?.description ?? ""
        }
        for missing in [1, 10, whole.count / 2] {
            let text = try await reason(Array(whole.dropLast(missing)))
            let left = (whole.count - missing).formatted(.number.locale(Locale(identifier: "en")))
            #expect(text.contains("it breaks off after \(left) bytes, in block "), "\(text)")
        }
        // The length of the last block's header, by the lengths of all before.
        var offsets: [Int] = []
        var offset = 0
        while offset < whole.count {
            offsets.append(offset)
            let header = whole[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            // `OSMData` or `OSMHeader`, then the field `datasize`, whose number ends the header.
            let fields = Array(whole[offset + 4..<offset + 4 + header])
            let digits = fields.suffix(from: fields.lastIndex(of: 0x18).map { $0 + 1 } ?? 0)
            let size = digits.reversed().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
            offset += 4 + header + size
        }
        #expect(offset == whole.count)
        let last = try #require(offsets.last)
        var damaged = whole
        damaged.replaceSubrange(last..<last + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let text = try await reason(damaged)
        #expect(text.contains("block \(offsets.count), which begins at byte "), "\(text)")
        #expect(text.contains(", is damaged; copy it again"))
        #expect(!text.contains("first block"))
        #expect(roads.published.isEmpty)
    }
}

extension RoadImporterTests {
    /// Two streets that cross a third one at nodes 2 and 3, with a relation.
    private func crossing(_ members: String, _ tags: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6">
        <node id="1" lat="43.1" lon="7.1"/><node id="2" lat="43.2" lon="7.1">
        <tag k="barrier" v="bollard"/></node><node id="3" lat="43.3" lon="7.1"/>
        <node id="4" lat="43.4" lon="7.1"/>
        <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
        <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
        <way id="12"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/>
        <tag k="access" v="destination"/></way>
        <relation id="20">\(members)<tag k="type" v="restriction"/>\(tags)</relation></osm>
        """
    }

    @Test(
        "of restrictions those count that are for every car, at every hour and light",
        arguments: [
            ("<tag k=\"restriction\" v=\"no_left_turn\"/>", true),
            ("<tag k=\"restriction:motorcar\" v=\"no_left_turn\"/>", true),
            ("<tag k=\"restriction:hgv\" v=\"no_left_turn\"/>", false),
            ("<tag k=\"restriction:conditional\" v=\"no_left_turn @ (07:00-09:00)\"/>", false),
            ("<tag k=\"restriction\" v=\"no_right_turn_on_red\"/>", false),
            (
                "<tag k=\"restriction\" v=\"no_left_turn\"/><tag k=\"except\" v=\"psv;motorcar\"/>",
                false
            ),
            ("<tag k=\"restriction\" v=\"no_left_turn\"/><tag k=\"except\" v=\"psv\"/>", true),
            (
                "<tag k=\"restriction\" v=\"no_left_turn\"/><tag k=\"hour_on\" v=\"07:00\"/>",
                false
            ),
        ]
    )
    func restrictions(tags: String, isKept: Bool) async throws {
        let members =
            "<member type=\"way\" ref=\"10\" role=\"from\"/>"
            + "<member type=\"node\" ref=\"2\" role=\"via\"/>"
            + "<member type=\"way\" ref=\"11\" role=\"to\"/>"
        let roads = try await published(crossing(members, tags))
        #expect(roads.first?.turnRules.isEmpty == !isKept)
    }

    @Test("turns by way of another road, barriers and roads for residents are kept")
    func signs() async throws {
        let members =
            "<member type=\"way\" ref=\"10\" role=\"from\"/>"
            + "<member type=\"way\" ref=\"11\" role=\"via\"/>"
            + "<member type=\"way\" ref=\"12\" role=\"to\"/>"
        let tags = "<tag k=\"restriction\" v=\"no_u_turn\"/>"
        let roads = try await published(crossing(members, tags))
        let node = try Coordinate(latitude: 43.2, longitude: 7.1)
        #expect(
            roads.first?.turnRules
                == [TurnRule(place: node, via: ["11"], roadKey: "12", isMandatory: false)]
        )
        let bollard = RoadBarrier(place: node, modes: [.drive])
        #expect(roads.map(\.barriers) == [[bollard], [bollard], []])
        #expect(roads.map(\.isDrivingLimited) == [false, false, true])
    }

    private func published(_ text: String) async throws -> [Road] {
        let store = FakeStore<Road>(kind: .roads)
        _ = try await withFile(Array(text.utf8), name: "map.osm") { path in
            try await RoadImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("town")))
        }
        return store.published
    }
}
