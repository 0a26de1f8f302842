import Datasets
import Geodesy
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// Districts whose names hold other numbers than the column of their codes, and days and words that say
/// when they are in force.
@Suite struct NumberedNamesTests {
    private let imports = DistrictImports()

    private func features(
        _ properties: [String]
    ) -> [(properties: String, geometry: String)] {
        properties.enumerated().map { index, properties in
            let x = Double(index) / 10
            let ring = "[[\(x),0],[\(x + 0.09),0],[\(x + 0.09),1],[\(x),1],[\(x),0]]"
            return ("{\(properties)}", #"{"type":"Polygon","coordinates":[\#(ring)]}"#)
        }
    }

    private var codes: [String] { imports.districts.published.map(\.reference.code) }

    @Test(
        "a serial number is no code where the names hold other numbers",
        arguments: [
            ("Id", "NAME", ["Precinct 3", "Precinct 1", "Precinct 2", "Precinct 4"], 1),
            ("ID", "Precinct Name", ["0003", "0001", "0002", "0004"], 1),
            ("NUMBER", "NAME", ["0003", "0001", "0002", "0004"], 0),
        ]
    )
    func counter(id: String, name: String, names: [String], first: Int) async throws {
        let report = try await imports.run(
            features(
                names.enumerated().map { #""\#(id)":\#($0 + first),"\#(name)":"\#($1)""# }
            ),
            force: false
        )
        #expect(report.outcome == .published)
        #expect(codes.compactMap { Int($0) } == [3, 1, 2, 4])
        let warning = try #require(report.warnings.first)
        #expect(warning.contains("\"\(names[0])\" beside \(first)"), "\(warning)")
        #expect(report.columns.first { $0.column == id }?.field == "ignore")
        #expect(report.columns.first { $0.column == name }?.field == "code")
    }

    @Test("a code that the caller names counts, and one that agrees with the names")
    func kept() async throws {
        let names = ["Precinct 3", "Precinct 1", "Precinct 2"]
        let rows = names.enumerated().map { #""Id":\#($0 + 1),"NAME":"\#($1)""# }
        let mapped = try await imports.run(features(rows), map: ["Id=code"])
        #expect(codes == ["1", "2", "3"])
        #expect(mapped.warnings.isEmpty)
        let agreeing = try await imports.run(
            features((1...3).map { #""GEOID20":"3101\#($0)","NAME20":"Precinct \#($0)""# })
        )
        #expect(agreeing.warnings.isEmpty)
        #expect(codes == ["31011", "31012", "31013"])
    }

    @Test("codes that most names contradict are told")
    func contradicted() async throws {
        let report = try await imports.run(
            features((1...3).map { #""PRECINCT":"70\#($0)","NAME":"Precinct \#(4 - $0)""# })
        )
        #expect(codes == ["701", "702", "703"])
        #expect(report.warnings.contains { $0.contains("have another number in NAME") })
    }

    @Test("a district without a code is told")
    func codeless() async throws {
        let report = try await imports.run(
            features([#""PRECINCT":"1","NAME":"One""#, #""PRECINCT":null,"NAME":"Two""#])
        )
        #expect(report.warnings.contains { $0.hasPrefix("1 district without a code") })
    }

    @Test(
        "days are known by the words of map servers",
        arguments: [
            ("Effective Date", #""2027-07-01""#, "2027-07-01", nil),
            ("operativeDate", #""2027-07-01T00:00:00Z""#, "2027-07-01", nil),
            ("EFF_DATE", "1814400000000", "2027-07-01", nil),
            ("end_date", #""2027-07-01""#, nil, "2027-07-01"),
            ("retired", #""2027-07-01""#, nil, "2027-07-01"),
        ] as [(String, String, String?, String?)]
    )
    func days(header: String, value: String, from: String?, to: String?) async throws {
        _ = try await imports.run(features([#""PRECINCT":"1","\#(header)":\#(value)"#]))
        let validity = try #require(imports.districts.published.first?.validity)
        #expect(validity.from?.description == from)
        #expect(validity.to?.description == to)
    }

    @Test(
        "of two districts of one code the one that has not ended counts",
        arguments: [true, false]
    )
    func ended(isFirst: Bool) async throws {
        let old = #""PRECINCT":"1","NAME":"Old","retired":"2020-07-01""#
        let new = #""PRECINCT":"1","NAME":"New","retired":null"#
        let report = try await imports.run(features(isFirst ? [old, new] : [new, old]))
        #expect(imports.districts.published.map(\.name) == ["New"])
        #expect(report.rows.rejected == 0)
        #expect(report.notes.map(\.text).contains { $0.contains("whose last day is past") })
    }

    @Test(
        "words that say that a district is not in force are told",
        arguments: [("STATUS", #""Proposed""#), ("Retired", #""Yes""#), ("Active", "false")]
    )
    func status(header: String, value: String) async throws {
        let report = try await imports.run(features([#""PRECINCT":"1","\#(header)":\#(value)"#]))
        #expect(report.rows.accepted == 1)
        let warning = try #require(report.warnings.first)
        #expect(warning.contains("\(header) is"), "\(warning)")
        #expect(warning.contains("published as districts in force all the same"))
    }
}

/// Districts beside the stations and the districts that are published.
@Suite struct DistrictWitnessTests {
    private struct Published: DistrictStore, StationStore, AddressStore, ElectionStore {
        var districts: [District] = []
        var stations: [Station] = []
        var addresses: [AddressEntry] = []

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(districts)
        }
        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
            try visit(stations)
        }
        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try visit(addresses)
        }
        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {}
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {}
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    private static let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    /// Squares in a row in Nebraska, with some codes.
    private func file(_ codes: [Int], sign: Double = -1) -> String {
        let features = codes.enumerated().map { index, code in
            let (x, y) = (-101.5 + Double(index) / 100, 42.1)
            let ring = [(x, y), (x + 0.01, y), (x + 0.01, y + 0.01), (x, y + 0.01), (x, y)]
                .map { "[\(-sign * $0.0),\($0.1)]" }.joined(separator: ",")
            return #"{"type":"Feature","properties":{"PRECINCT":"\#(code)"},"#
                + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    /// A station in each of the squares, for the precincts 1, 2, 3, ...
    private func stations(_ count: Int) throws -> [Station] {
        try (0..<count).map { index in
            Station(
                id: Station.ID(rawValue: "s.\(index + 1)"),
                dataset: try DatasetName("s"),
                name: "Hall",
                coordinate: try Coordinate(
                    latitude: 42.105,
                    longitude: -101.495 + Double(index) / 100
                ),
                districts: [DistrictReference(type: "precinct", code: "\(index + 1)")]
            )
        }
    }

    private func run(
        _ text: String,
        type: String = "precinct",
        _ published: Published,
        store: FakeStore<District> = FakeStore<District>(kind: .districts)
    ) async throws -> ImportReport {
        let options = ImportOptions(
            dataset: try DatasetName("p"),
            constants: [FieldConstant(field: "type", value: type)]
        )
        return try await withFile(Array(text.utf8), name: "d.geojson") { path in
            try await DistrictImporter(
                store: store,
                mender: ScriptedMender(),
                published: published,
                users: published,
                clock: Self.clock
            ).run(.file(path), options: options)
        }
    }

    @Test("most stations that stand in other districts than they name are told")
    func displaced() async throws {
        let published = Published(stations: try stations(4))
        let right = try await run(file([1, 2, 3, 4]), published)
        #expect(right.warnings.isEmpty)
        let wrong = try await run(file([3, 1, 2, 4]), published)
        #expect(wrong.outcome == .published)
        let warning = try #require(wrong.warnings.first)
        #expect(
            warning.hasPrefix(
                "3 of 4 of the published stations stand in another precinct than the one that they name, "
                    + "such as one for 1 that stands in 3"
            ),
            "\(warning)"
        )
    }

    @Test(
        "some stations that stand far outside the districts that they name are told, near ones are not"
    )
    func farOut() async throws {
        let names = Published(stations: try stations(8))
        #expect(try await run(file([1, 2, 3, 4, 5, 6, 7, 8]), names).warnings.isEmpty)
        // The third station is in district 4, and the fourth in district 3: next door.
        let wrong = try await run(file([1, 2, 3, 8, 5, 6, 7, 4]), names)
        let warning = try #require(wrong.warnings.first)
        #expect(
            warning.hasPrefix(
                "2 of 8 of the stations of \"s\" lie more than 1 km outside the precinct that they name"
            ),
            "\(warning)"
        )
    }

    @Test("addresses that lie in other districts than their list names take consent")
    func addresses() async throws {
        let list = try DatasetName("list")
        let entries = try (0..<8).map { index in
            AddressEntry(
                id: AddressEntry.ID(list, "\(index)"),
                dataset: list,
                street: "Elm St",
                districts: [DistrictReference(type: "precinct", code: "\(index + 1)")],
                coordinate: try Coordinate(
                    latitude: 42.105,
                    longitude: -101.495 + Double(index) / 100
                )
            )
        }
        let published = Published(addresses: entries)
        #expect(try await run(file([1, 2, 3, 4, 5, 6, 7, 8]), published).warnings.isEmpty)
        let moved = try await run(file([2, 3, 1, 4, 5, 6, 7, 8]), published)
        #expect(moved.outcome == .refused)
        let finding = try #require(moved.forceNeeded.first)
        #expect(finding.limit == .outside && finding.count == 3)
    }

    @Test("a mirrored file takes consent where something that is published tells")
    func mirrored() async throws {
        let published = Published(stations: try stations(4))
        let report = try await run(file([1, 2, 3, 4], sign: 1), published)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .mirrored })
        #expect(finding.text.contains("4 places of what is published"), "\(finding.text)")
        #expect(try await run(file([1, 2], sign: 1), Published()).outcome == .published)
    }

    @Test("districts of another type or place take no other's place without consent")
    func replaced() async throws {
        func districts(_ codes: [Int], type: String = "precinct", sign: Double = -1) async throws
            -> [District]
        {
            let store = FakeStore<District>(kind: .districts)
            _ = try await run(file(codes, sign: sign), Published(), store: store)
            return store.published.map { district in
                var district = district
                district.reference = DistrictReference(
                    type: type,
                    code: district.reference.code
                )
                return district
            }
        }
        let old = try await districts([1, 2, 3, 4])
        #expect(ReplacedGround.consent(try await districts([8, 9, 7, 5]), of: old) == nil)
        for other in [
            try await districts([1, 2, 3, 4], type: "ward"),
            try await districts([1, 2, 3, 4], sign: 1), try await districts([1, 2, 3]),
        ] {
            let finding = try #require(ReplacedGround.consent(other, of: old))
            #expect(finding.limit == .replaced)
            #expect((finding.allowed, finding.published) == (0, 4))
        }
        let finding = ReplacedGround.consent(try await districts([1], type: "ward"), of: old)
        #expect(finding?.count == 4)
        #expect(finding?.text.contains("--replaces takes \"p\" from the public") == true)
    }
}
