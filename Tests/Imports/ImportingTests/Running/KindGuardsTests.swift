import Datasets
import Foundation
import Importing
import Polling
import Radar
import Roads
import RowFilesTesting
import Testing
import Timekeeping

/// Of every kind of record a fifth may go at once, and not one more.
@Suite struct KindGuardsTests {
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    private static let contestHeader =
        "election,contest_id,contest,district_type,district_code,candidate\n"

    private static func contest(_ number: Int) -> String {
        "2026-general,c\(number),Office \(number),county,990,Ann \(number)\n"
    }

    /// Imports ten records, then eight and then seven of them, then the seven with force.
    private func expectGuard(
        _ kind: String,
        name: String = "list.csv",
        _ text: (Int) -> String,
        _ run: (ImportInput, ImportOptions) async throws -> ImportReport
    ) async throws {
        func report(_ count: Int, force: Bool = false) async throws -> ImportReport {
            try await withFile(Array(text(count).utf8), name: name) { path in
                var options = ImportOptions(dataset: try DatasetName("list"))
                options.isForced = force
                return try await run(.file(path), options)
            }
        }
        #expect(try await report(10).outcome == .published)
        #expect(try await report(8).outcome == .published)
        // Of eight, 1.6 may go.
        let refused = try await report(6)
        #expect(refused.outcome == .refused)
        #expect(
            refused.forceNeeded.map(\.text) == [
                "2 of the 8 published \(kind) are not in the file (25.0 %); without --force at most "
                    + "1 (20 %) may"
            ]
        )
        #expect(try await report(7).outcome == .published)
        #expect(try await report(2, force: true).outcome == .published)
    }

    @Test("postcodes")
    func postcodes() async throws {
        let store = FakeStore<PostcodePlace>(kind: .postcodes)
        try await expectGuard("postcodes") { count in
            "postcode,place,lat,lon\n"
                + (1...count).map { "6970\($0 - 1),Town \($0),42.\($0),-101.5\n" }.joined()
        } _: {
            try await PostcodeImporter(store: store, clock: clock).run($0, options: $1)
        }
    }

    @Test("contests")
    func contests() async throws {
        let store = FakeStore<Contest>(kind: .contests)
        try await expectGuard("contests") { count in
            Self.contestHeader + (1...count).map { Self.contest($0) }.joined()
        } _: {
            try await ContestImporter(store: store, clock: clock).run($0, options: $1)
        }
    }

    @Test("measures")
    func measures() async throws {
        let store = FakeStore<BallotMeasure>(kind: .measures)
        try await expectGuard("measures") { count in
            "election,measure_id,district_type,district_code,title,text\n"
                + (1...count).map { "2026,m\($0),county,990,Measure \($0),Shall it be?\n" }
                .joined()
        } _: {
            try await MeasureImporter(store: store, clock: clock).run($0, options: $1)
        }
    }

    @Test("roads")
    func roads() async throws {
        let store = FakeStore<Road>(kind: .roads)
        try await expectGuard("roads", name: "roads.geojson") { count in
            let features = (1...count).map { number in
                #"{"type":"Feature","id":\#(number),"properties":{"name":"Road \#(number)","#
                    + #""highway":"residential"},"geometry":{"type":"LineString","#
                    + #""coordinates":[[-101.\#(number),42],[-101.\#(number),42.01]]}}"#
            }
            return #"{"type":"FeatureCollection","features":["#
                + features.joined(separator: ",") + "]}"
        } _: {
            try await RoadImporter(store: store, clock: clock).run($0, options: $1)
        }
    }

    @Test("messages, which no rollback brings back")
    func messages() async throws {
        let store = FakeStore<ImportedMessage>(kind: .messages)
        try await expectGuard("messages") { count in
            "id,text,category,posted,lat,lon\n"
                + (1...count).map { number in
                    "\(number),Hello \(number),news,2027-01-14T12:00:00Z,42.\(number),-101.5\n"
                }.joined()
        } _: {
            try await MessageImporter(store: store, clock: clock).run($0, options: $1)
        }
    }

    @Test("what is added alone removes nothing, and needs no force")
    func added() async throws {
        let store = FakeStore<Contest>(kind: .contests)
        func run(_ text: String, adds: Bool) async throws -> ImportReport {
            try await withFile(Array(text.utf8), name: "list.csv") { path in
                var options = ImportOptions(dataset: try DatasetName("list"))
                options.keepsOthers = adds
                return try await ContestImporter(store: store, clock: clock)
                    .run(.file(path), options: options)
            }
        }
        let two = Self.contestHeader + Self.contest(1) + Self.contest(2)
        _ = try await run(two, adds: false)
        let one = Self.contestHeader + Self.contest(3)
        #expect(try await run(one, adds: true).outcome == .published)
        #expect(store.published.count == 3)
        #expect(try await run(one, adds: false).outcome == .refused)
    }
}
