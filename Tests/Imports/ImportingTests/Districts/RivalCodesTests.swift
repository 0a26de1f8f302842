import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Two columns of one file that could both be its districts' codes.
@Suite struct RivalCodesTests {
    private static let clock = ManualWallClock(
        Timestamp(millisecondsSince1970: 1_800_000_000_000)
    )

    /// Squares in a row, whose `PRECINCT_ID` counts on from the one that `PRECINCT_NUMBER` begins with.
    private func file(_ other: String = "PRECINCT_NUMBER", _ value: (Int) -> String) -> String {
        let features = (1...6).map { number in
            let (x, y) = (-101.5 + Double(number) / 100, 42.1)
            let ring = [(x, y), (x + 0.01, y), (x + 0.01, y + 0.01), (x, y + 0.01), (x, y)]
                .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
            return
                #"{"type":"Feature","properties":{"PRECINCT_ID":\#(number % 6 + 1),"#
                + #""\#(other)":\#(value(number))},"#
                + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    /// A station in each square, which names what a rule makes of the square's number.
    private func stations(_ code: (Int) -> Int) throws -> [Station] {
        try (1...6).map { number in
            Station(
                id: Station.ID(rawValue: "s.\(number)"),
                dataset: try DatasetName("s"),
                name: "Hall",
                coordinate: try Coordinate(
                    latitude: 42.105,
                    longitude: -101.495 + Double(number) / 100
                ),
                districts: [DistrictReference(type: "precinct", code: "\(code(number))")]
            )
        }
    }

    private func run(
        _ text: String,
        _ published: WitnessTests.Published = WitnessTests.Published(),
        map: [String] = []
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "d.geojson") { path in
            try await DistrictImporter(
                store: FakeStore<District>(kind: .districts),
                mender: ScriptedMender(),
                published: published,
                users: published,
                clock: Self.clock
            ).run(
                .file(path),
                options: ImportOptions(
                    dataset: try DatasetName("d"),
                    mappings: try map.map { try ColumnMapping(parsing: $0) },
                    constants: [FieldConstant(field: "type", value: "precinct")]
                )
            )
        }
    }

    private func codes(_ report: ImportReport) -> [String] { report.notes.map(\.finding.code) }

    @Test(
        "two columns of unique codes that differ are told, with the one that is taken and an example"
    )
    func told() async throws {
        let report = try await run(file { "\($0)" })
        #expect(report.outcome == .published)
        #expect(report.columns.first { $0.field == "code" }?.column == "PRECINCT_ID")
        let note = try #require(report.notes.first { $0.finding.code == "two_code_columns" })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("PRECINCT_ID was taken for the districts' codes"))
        #expect(note.text.contains("PRECINCT_NUMBER could be the codes as well"))
        #expect(note.text.contains("differs in 6 rows, such as 1 beside 2"))
        #expect(note.text.contains(#"--map "PRECINCT_NUMBER"=code"#))
    }

    @Test("a word of the caller's settles it", arguments: ["PRECINCT_ID", "PRECINCT_NUMBER"])
    func mapped(column: String) async throws {
        let published = WitnessTests.Published(stations: try stations { $0 })
        let report = try await run(file { "\($0)" }, published, map: ["\(column)=code"])
        #expect(!codes(report).contains("two_code_columns"))
        #expect(!report.forceNeeded.contains { $0.limit == .otherCodes })
        #expect(report.columns.first { $0.field == "code" }?.column == column)
    }

    @Test(
        "columns that say the same, one of a number and one that repeats codes are no rivals",
        arguments: [
            ("PRECINCT_CODE", 0), ("PRECINCT_CODE", 1), ("PRECINCT_NUMBER", 2), ("SHAPE_AREA", 3),
        ]
    )
    func agreeing(header: String, rule: Int) async throws {
        let report = try await run(
            file(header) { number in
                let code = number % 6 + 1
                return switch rule {
                case 0: "\"00\(code)\""
                case 1: "\"24001-00\(code)\""
                case 2: "\(number % 2)"
                default: "\(number)"
                }
            }
        )
        #expect(!codes(report).contains("two_code_columns"))
    }

    @Test("where published stations stand as the other column says, it takes a word")
    func stationsFitOther() async throws {
        let other = WitnessTests.Published(stations: try stations { $0 })
        let refused = try await run(file { "\($0)" }, other)
        #expect(refused.outcome == .refused)
        let finding = try #require(refused.forceNeeded.first { $0.limit == .otherCodes })
        #expect([finding.count, finding.allowed, finding.published] == [6, 0, 6])
        #expect(finding.text.contains(#"--map "PRECINCT_NUMBER"=code"#))
        #expect(finding.text.contains("of the stations of \"s\""))
        let own = WitnessTests.Published(stations: try stations { $0 % 6 + 1 })
        let right = try await run(file { "\($0)" }, own)
        #expect(right.outcome == .published)
        #expect(codes(right).contains("two_code_columns"))
    }

    @Test("lists without places tell by their codes")
    func listsFitOther() async throws {
        let list = try DatasetName("list")
        let entries = (1...6).map { number in
            AddressEntry(
                id: AddressEntry.ID(list, "\(number)"),
                dataset: list,
                street: "Elm St",
                districts: [DistrictReference(type: "precinct", code: "\(700 + number)")]
            )
        }
        let report = try await run(
            file { "\(700 + $0)" },
            WitnessTests.Published(addresses: entries)
        )
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .otherCodes })
        #expect(finding.text.hasPrefix("6 of 6 of the addresses of \"list\" fit"))
    }
}
