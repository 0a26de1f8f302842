import Datasets
import Importing
import Roads
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Roads of GeoJSON that are closed, not built, gone or no roads, and the rules that OpenStreetMap's files
/// have.
@Suite struct RoadStateTests {
    /// The import of a street with two neighbours, of which the first has some properties.
    private func imported(
        _ properties: String,
        others: String = #""name":"Other""#
    ) async throws -> (roads: [Road], report: ImportReport) {
        let store = FakeStore<Road>(kind: .roads)
        let features = [properties, others, others].enumerated().map { number, properties in
            let line = "[[7.\(number),43.1],[7.\(number)5,43.2]]"
            return #"{"type":"Feature","properties":{\#(properties)},"#
                + #""geometry":{"type":"LineString","coordinates":\#(line)}}"#
        }
        let text =
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
        let report = try await withFile(Array(text.utf8), name: "roads.geojson") { path in
            try await RoadImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 0))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("town")))
        }
        return (store.published, report)
    }

    private func passages(_ properties: String, _ others: String) async throws -> [Passage] {
        let (roads, _) = try await imported(properties, others: others)
        try #require(roads.count == 3)
        return [roads[0].driving, roads[0].walking]
    }

    @Test(
        "what nobody goes along is left out, with a warning of what it is and where",
        arguments: [
            #""highway":"construction""#, #""highway":"proposed""#, #""highway":"abandoned""#,
            #""highway":"razed""#, #""highway":"disused""#, #""highway":"no""#,
            #""highway":"busway""#, #""highway":"bus_guideway""#, #""highway":"raceway""#,
            #""highway":"elevator""#, #""railway":"rail""#, #""waterway":"river""#,
            #""disused:highway":"residential""#, #""power":"line""#,
        ]
    )
    func leftOut(properties: String) async throws {
        for others in [#""highway":"residential""#, #""name":"Other","highway":"tertiary""#] {
            let (roads, report) = try await imported(properties, others: others)
            #expect(roads.count == 2)
            let warning = try #require(report.notes.first { $0.finding.code == "no_roads" })
            #expect(warning.level == .warning)
            #expect(warning.text.hasPrefix("1 line left out"), "\(warning.text)")
        }
    }

    @Test(
        "so is what a class of any other file says is no open road",
        arguments: [
            #""class":"closed""#, #""class":"Proposed road""#, #""class":"Under construction""#,
            #""class":"Straße gesperrt""#, #""class":"vía en construcción""#,
            #""class":"route fermée""#, #""class":"railroad""#, #""MTFCC":"R1011""#,
            #""MTFCC":"H3010""#,
        ]
    )
    func otherClasses(properties: String) async throws {
        let others = properties.hasPrefix("\"MTFCC") ? #""MTFCC":"S1400""# : #""class":"street""#
        let (roads, report) = try await imported(properties, others: others)
        #expect(roads.count == 2)
        #expect(report.notes.contains { $0.level == .warning && $0.finding.code == "no_roads" })
    }

    @Test(
        "a road that its file says is closed is closed to everybody, with a warning",
        arguments: [
            #""status":"closed""#, #""status":"CLOSED - washed out""#, #""status":"Proposed""#,
            #""closed":"yes""#, #""closed":true"#, #""open":"no""#, #""open":false"#,
            #""impassable":"yes""#, #""disused":"yes""#, #""construction":"yes""#,
            #""abandoned":1"#, #""road_status":"abgerissen""#,
            #""other_tags":"\"status\"=>\"closed\",\"lanes\"=>\"2\"""#,
        ]
    )
    func closed(properties: String) async throws {
        let (roads, report) = try await imported(properties)
        #expect(roads.count == 3)
        #expect(roads.first?.driving == .closed && roads.first?.walking == .closed)
        #expect(roads.dropFirst().allSatisfy { $0.driving == .both && $0.walking == .both })
        #expect(report.notes.contains { $0.level == .warning && $0.finding.code == "roads_shut" })
    }

    @Test(
        "what is not known to be open is closed, and what is known stays open",
        arguments: [
            (#""status":"R7""#, false), (#""closed":"2020-05-01""#, false),
            (#""status":"Out of service""#, false), (#""open":"seasonal""#, false),
            (#""status":"Existing""#, true), (#""status":"open to traffic""#, true),
            (#""closed":"no""#, true), (#""closed":0"#, true), (#""open":"yes""#, true),
            (#""construction":"minor""#, true),
        ]
    )
    func unclear(properties: String, isOpen: Bool) async throws {
        let (roads, report) = try await imported(properties)
        #expect(roads.first?.driving == (isOpen ? .both : .closed))
        #expect(roads.first?.walking == (isOpen ? .both : .closed))
        let warning = report.notes.first { $0.finding.code == "roads_unclear" }
        #expect((warning == nil) == isOpen)
        #expect(warning?.text.contains("--map COLUMN=ignore") ?? true)
    }

    @Test(
        "tags are read in GeoJSON as in OpenStreetMap's own files",
        arguments: [
            (#""highway":"bridleway""#, Passage.closed, Passage.closed),
            (#""highway":"trunk""#, .both, .closed),
            (#""highway":"trunk","sidewalk":"no""#, .both, .closed),
            (#""highway":"trunk","sidewalk":"both""#, .both, .both),
            (#""highway":"primary","motorroad":"yes""#, .both, .closed),
            (#""highway":"primary","motorroad":true"#, .both, .closed),
            (#""highway":"track""#, .closed, .both),
            (#""highway":"track","tracktype":"grade2""#, .both, .both),
            (#""highway":"residential","motor_vehicle":"no","motorcar":"yes""#, .both, .both),
            (#""highway":"residential","motor_vehicle":"no""#, .closed, .both),
            (#""highway":"residential","motor_vehicle:forward":"no""#, .against, .both),
            (#""highway":"residential","oneway:foot":"yes""#, .both, .along),
            (#""highway":"residential","width":1.5"#, .closed, .both),
            (#""highway":"residential","width":0"#, .both, .both),
            (#""highway":"service","service":"emergency_access""#, .closed, .both),
            (#""highway":"raceway","foot":"yes""#, .closed, .both),
            (#""highway":"residential","railway":"tram""#, .both, .both),
            (#""route":"ferry""#, .both, .both),
            (#""highway":"residential","other_tags":"\"oneway\"=>\"yes\"""#, .along, .both),
        ]
    )
    func asInOpenStreetMap(properties: String, driving: Passage, walking: Passage) async throws {
        #expect(
            try await passages(properties, #""highway":"residential""#) == [driving, walking]
        )
    }

    @Test(
        "so are the classes of other files: who goes there",
        arguments: [
            (#""class":"private road""#, Passage.both, Passage.closed),
            (#""class":"dirt road""#, .both, .both), (#""class":"Bridle path""#, .closed, .closed),
            (#""class":"Interstate""#, .both, .closed), (#""class":"county road""#, .both, .both),
            (#""class":"track_grade2""#, .both, .both),
        ]
    )
    func otherClasses(properties: String, driving: Passage, walking: Passage) async throws {
        #expect(try await passages(properties, #""class":"street""#) == [driving, walking])
        let isPrivate = properties.contains("private")
        let (roads, _) = try await imported(properties, others: #""class":"street""#)
        #expect(roads.first?.isDrivingLimited == isPrivate)
    }

    @Test("a private road and a trail for four-wheel drive of the Census Bureau")
    func census() async throws {
        let others = #""MTFCC":"S1400""#
        #expect(try await passages(#""MTFCC":"S1740""#, others) == [.both, .closed])
        #expect(try await passages(#""MTFCC":"S1500""#, others) == [.closed, .both])
        #expect(try await passages(#""MTFCC":"S1830""#, others) == [.closed, .closed])
    }

    @Test("a class that is not known is a street still, with a warning that names it")
    func unknownClass() async throws {
        let (roads, report) = try await imported(#""class":"AVE""#)
        #expect(roads.first?.kind == .street && roads.first?.driving == .both)
        let warning = try #require(report.notes.first { $0.finding.code == "unknown_roads" })
        #expect(warning.level == .warning && warning.text.contains("\"AVE\" (1)"))
    }
}
