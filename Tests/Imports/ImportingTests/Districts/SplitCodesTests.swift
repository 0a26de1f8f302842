import Datasets
import Geodesy
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// Contests and boundaries of another division, in whichever order their files come.
@Suite struct SplitCodesTests {
    private struct Published: DistrictStore, StationStore, AddressStore, ElectionStore {
        var districts: [District] = []
        var contests: [Contest] = []
        var measures: [BallotMeasure] = []

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(districts)
        }
        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {}
        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {}
        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {}
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
            try visit(contests)
        }
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {
            try visit(measures)
        }
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    private func references(_ codes: [String], type: String = "ward") -> Set<DistrictReference> {
        Set(codes.map { DistrictReference(type: type, code: $0) })
    }

    private func note(
        _ named: [String],
        _ published: [String: [String]]
    ) throws -> String? {
        let published = try published.reduce(into: [DatasetName: Set<DistrictReference>]()) {
            $0[try DatasetName($1.key)] = references($1.value)
        }
        return SplitCodes(references(named), published)?.note(of: Finding(.theseContests)).text
    }

    @Test("districts that boundaries have in another division are counted, with examples")
    func found() throws {
        #expect(
            try note(["1", "2", "3", "4B"], ["a": ["1", "2A", "2B", "3", "3-1", "4"]])
                == "3 of the 4 districts that these contests name may be divided in another way in the "
                + "published boundaries: 2 (2A, 2B), 3 (3-1), 4B (4). Voters there do not have what is "
                + "voted on in them on their ballots, and are told that it may be theirs: write the "
                + "codes as the boundaries have them"
        )
        #expect(
            try note(["3-A"], ["a": ["3A"]])?.contains("published boundaries: 3-A (3A).") == true
        )
        let many = try note((1...12).map(String.init), ["a": (1...12).map { "\($0)A" }])
        #expect(many?.hasPrefix("12 of the 12 districts") == true)
        #expect(many?.contains("10 (10A) and 2 more") == true, "\(many ?? "")")
    }

    @Test(
        "what boundaries and the file keep apart alike is not told, nor what is of another dataset"
    )
    func none() throws {
        #expect(try note(["3", "3A"], ["a": ["3", "3A"]]) == nil)
        #expect(try note(["3", "30"], ["a": ["3", "30", "31A"]]) == nil)
        // The file's 3 is that of a.
        #expect(try note(["3"], ["a": ["3", "4"], "b": ["3A", "3B"]]) == nil)
        #expect(try note(["3"], [:]) == nil)
        #expect(try note(["3A"], ["a": ["3B"]]) == nil)
    }

    @Test("boundaries that are imported behind contests and measures are held against these")
    func boundaries() async throws {
        func area(_ code: String) -> BallotArea {
            BallotArea(district: DistrictReference(type: "ward", code: code))
        }
        let election = ElectionReference(key: "2026")
        let published = Published(
            contests: try ["1", "3"].map {
                Contest(
                    dataset: try DatasetName("council"),
                    key: $0,
                    election: election,
                    title: LocalizedText("Council \($0)"),
                    area: area($0)
                )
            },
            measures: [
                BallotMeasure(
                    id: BallotMeasure.ID(rawValue: "bonds.1"),
                    dataset: try DatasetName("bonds"),
                    election: election,
                    area: area("1"),
                    title: LocalizedText("Bond")
                )
            ]
        )
        func told(_ codes: [String]) async throws -> [String] {
            let features = codes.enumerated().map { index, code in
                let (x, y) = (Double(index) / 10, 42.0)
                let ring = [(x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y + 0.1), (x, y)]
                    .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
                return #"{"type":"Feature","properties":{"WARD":"\#(code)"},"#
                    + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
            }
            let text =
                #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
            var options = ImportOptions(
                dataset: try DatasetName("wards"),
                constants: [FieldConstant(field: "type", value: "ward")]
            )
            options.isForced = true
            let report = try await withFile(Array(text.utf8), name: "wards.geojson") {
                [options] path in
                try await DistrictImporter(
                    store: FakeStore<District>(kind: .districts),
                    mender: ScriptedMender(),
                    published: published,
                    users: published,
                    clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_790_000_000_000))
                ).run(.file(path), options: options)
            }
            return report.notes.filter { $0.finding.code == "districts_in_parts" }.map(\.text)
        }
        let split = try await told(["1", "2", "3A", "3B"])
        #expect(split.count == 1)
        #expect(
            split.first?.hasPrefix(
                "1 of the 2 districts that the contests of \"council\" name may be divided in another "
                    + "way in the published boundaries: 3 (3A, 3B)."
            ) == true,
            "\(split)"
        )
        #expect(try await told(["1", "2", "3"]).isEmpty)
        #expect(try await told(["1A", "1B", "3"]).count == 2)
    }
}
