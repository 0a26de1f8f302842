import Datasets
import ExternalSort
import Foundation
import Polling
import RowFilesTesting
import TestSupport
import Testing

@testable import Importing

/// What an import finds, reports and publishes does not depend on how much memory it may take.
@Suite struct ImportMemoryTests {
    /// So little that all that can goes to disk.
    private static let tiny = ImportMemory(
        surveyBytes: 2_000,
        draftBytes: 5_000,
        comparisonBytes: 3_000
    )

    /// What came of an import.
    private struct Outcome: Equatable {
        let report: String
        let stations: [Station]
        let origins: [RecordOrigin]
    }

    /// Imports texts one after another into one dataset.
    private static func outcomes(
        of files: [[UInt8]],
        memory: ImportMemory,
        name: String = "stations.csv",
        _ change: (inout ImportOptions) throws -> Void = { _ in }
    ) async throws -> [Outcome] {
        let imports = Imports()
        var importer = StationImporter(store: imports.stations, clock: imports.clock)
        importer.memory = memory
        var options = ImportOptions(dataset: try DatasetName("dc"))
        options.isForced = true
        try change(&options)
        var outcomes: [Outcome] = []
        for file in files {
            let report = try await withFile(file, name: name) { path in
                try await importer.run(.file(path), options: options)
            }
            outcomes.append(
                Outcome(
                    report: String(decoding: try report.json(), as: UTF8.self)
                        + String(decoding: report.rejects(), as: UTF8.self),
                    stations: imports.stations.published,
                    origins: imports.stations.origins
                )
            )
        }
        return outcomes
    }

    private static func expectSame(
        _ files: [[UInt8]],
        name: String = "stations.csv",
        _ change: (inout ImportOptions) throws -> Void = { _ in }
    ) async throws {
        let roomy = try await outcomes(of: files, memory: .standard, name: name, change)
        let small = try await outcomes(of: files, memory: tiny, name: name, change)
        for (one, other) in zip(roomy, small) {
            #expect(one.report == other.report)
            #expect(one.stations == other.stations)
            #expect(one.origins == other.origins)
        }
    }

    // MARK: Made files

    /// How the rows of a station lie in a file.
    enum Shape: String, CaseIterable, Sendable {
        /// One after another.
        case clustered
        /// Each the whole file away from the next.
        case scattered
        /// Anywhere.
        case shuffled
    }

    private struct Rows {
        var random: SeededGenerator
        let count: Int

        /// Rows of stations with one to five rows each, and some that cannot be used. Rows of one station
        /// differ in what is gathered, kept side by side, counted or left out.
        ///
        /// - Parameters:
        ///   - shift: By how much ids are others than the stations' numbers.
        ///   - omitted: Which stations are left out.
        mutating func make(
            _ shape: Shape,
            shift: Int = 0,
            hours: String = "7-20",
            omitted: (Int) -> Bool = { _ in false }
        ) -> [UInt8] {
            var passes: [[String]] = Array(repeating: [], count: 5)
            for station in 0..<count where !omitted(station) {
                for pass in 0...(station % 5) {
                    passes[pass].append(row(station, pass, shift, hours))
                }
            }
            var rows: [String]
            switch shape {
            case .scattered: rows = passes.flatMap { $0 }
            case .shuffled: rows = passes.flatMap { $0 }.shuffled(using: &random)
            case .clustered:
                rows = (0..<count).filter { !omitted($0) }.flatMap { station in
                    (0...(station % 5)).map { row(station, $0, shift, hours) }
                }
            }
            rows.insert("x1,Bad,1 Bad St,A,P,7-20,yes,no place,at all", at: rows.count / 2)
            rows.append("x2,,,,,,,38,-77")
            return Array(
                ("id,name,address,city,precinct,hours,accessible,lat,lon,portion,phone\n"
                    + rows.map { $0.hasPrefix("x") ? $0 + ",," : $0 }.joined(separator: "\n") + "\n")
                    .utf8
            )
        }

        private func row(_ station: Int, _ pass: Int, _ shift: Int, _ hours: String) -> String {
            // Every ninth has a twin beside it whose name is a spelling of its own.
            let isTwin = station % 9 == 1
            let name = isTwin ? "St. Mary\u{E9} \(station - 1)" : "Saint Mary\u{E9} \(station)"
            let latitude = 30 + Double(isTwin ? station - 1 : station) / 500 + (isTwin ? 0.0001 : 0)
            let precinct = station % 50 == 4 ? "\(station)-\(pass)" : "\(station / 3)"
            let access = pass == 0 ? "" : station % 4 == 0 && pass == 2 ? "no" : "yes"
            let cells: [String] = [
                "\(station + shift)", name, "\(station) Main Street", "Town \(station % 7)",
                precinct,
                pass == 1 && station % 11 == 0 ? "9-17" : hours, access,
                String(format: "%.6f", latitude), "-90.5", "\(station).\(pass % 3)",
                pass == 3 ? "" : "555-\(pass * (station % 2))",
            ]
            return cells.joined(separator: ",")
        }
    }

    @Test(
        "rows are merged alike wherever they lie, on disk as in memory",
        arguments: Shape.allCases
    )
    func merging(shape: Shape) async throws {
        var rows = Rows(random: SeededGenerator(seed: 21), count: 700)
        try await Self.expectSame([rows.make(shape)])
    }

    @Test("a station that is larger than its memory is merged among others", arguments: [1, 7])
    func large(share: Int) async throws {
        let rows = (0..<2_100).map { row in
            let station = row % 7 < share ? 0 : row % 400
            return
                "\(station),Hall \(station),\(station) Main St,P\(row),\(30 + station / 100),-90\n"
        }
        let file = Array(("id,name,address,precinct,lat,lon\n" + rows.joined()).utf8)
        try await Self.expectSame([file])
        let stations = try await Self.outcomes(of: [file], memory: Self.tiny)[0].stations
        let named = stations.first { $0.name == "Hall 0" }?.districts.map(\.code)
        let expected = rows.filter { $0.hasPrefix("0,") }.map {
            String($0.split(separator: ",")[3])
        }
        #expect(named == expected)
    }

    @Test("rows that lie far apart make the stations that they make side by side")
    func sameStations() async throws {
        var rows = Rows(random: SeededGenerator(seed: 22), count: 300)
        let all = try await Self.outcomes(
            of: [rows.make(.clustered)],
            memory: .standard
        )
        let apart = try await Self.outcomes(of: [rows.make(.scattered)], memory: Self.tiny)
        let expected = try #require(all.first?.stations.sorted { $0.id < $1.id })
        #expect(expected.count == 300)
        #expect(apart.first?.stations.sorted { $0.id < $1.id } == expected)
    }

    @Test(
        "what is new, gone, changed and known again under other ids is found alike",
        arguments: Shape.allCases
    )
    func comparing(shape: Shape) async throws {
        var rows = Rows(random: SeededGenerator(seed: 23), count: 400)
        try await Self.expectSame([
            rows.make(.clustered),
            // All under other ids, and some gone.
            rows.make(shape, shift: 5_000, omitted: { $0 % 13 == 0 }),
            // Known by those ids; some are back, others gone, all changed.
            rows.make(shape, shift: 5_000, hours: "8-21", omitted: { $0 % 17 == 0 }),
            // Ids that others go by.
            rows.make(shape, shift: 5_100, omitted: { $0 < 100 }),
            rows.make(.clustered, shift: 90),
        ])
    }

    @Test("without ids, names and places are compared alike")
    func derivedKeys() async throws {
        func file(_ name: String, _ range: Range<Int>) -> [UInt8] {
            let rows = range.map {
                "\(name) \($0 / 2),\($0) Main St,\(30 + Double($0 / 3) / 500),-90\n"
            }
            return Array(("name,address,lat,lon\n" + rows.joined()).utf8)
        }
        try await Self.expectSame([
            file("Hall", 0..<600), file("School", 0..<600), file("School", 200..<900),
            file("Hall", 5_000..<5_300),
        ])
    }

    @Test("what is kept beside an addition is the same")
    func adding() async throws {
        var rows = Rows(random: SeededGenerator(seed: 24), count: 300)
        try await Self.expectSame([
            rows.make(.scattered), rows.make(.shuffled, shift: 7_000, omitted: { $0 % 3 == 0 }),
        ]) { $0.keepsOthers = true }
    }

    @Test(
        "real files give the same, first and again",
        arguments: [
            ["dc/polling_places.csv"], ["dc/polling_places.geojson"],
            ["stations/de_koeln/wahllokale.csv"], ["stations/de_koeln/wahllokale.geojson"],
            ["dc/alternate_polling_places.csv", "dc/polling_places.csv"],
            [
                "stations/au/wa_2021_snapshot_20210207.csv",
                "stations/au/aec_prdelms_gaz_20180713.csv",
            ],
            ["stations/uk_ems/tei_xpress_democracy_club_20191212.csv"],
        ]
    )
    func realFiles(names: [String]) async throws {
        let paths = names.compactMap(Checkout.realFile)
        guard paths.count == names.count else { return }
        let files = try paths.map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
        try await Self.expectSame(
            files,
            name: names[0].split(separator: "/").last.map(String.init) ?? ""
        )
    }

    // MARK: Parts

    @Test("drafts wait on disk, and come back when their rows do")
    func drafts() throws {
        var random = SeededGenerator(seed: 25)
        let dataset = try DatasetName("dc")
        var waiting = WaitingDrafts(dataset: dataset, memoryBytes: 20_000)
        var expected: [UInt32: Station] = [:]
        var next: UInt32 = 1_000
        for row in UInt32(1)...3_000 {
            if expected[row] != nil || row % 7 == 0 {
                let draft = try waiting.take(row)
                #expect(draft?.station == expected.removeValue(forKey: row))
                #expect(draft == nil || draft?.writing == UInt64(row))
            }
            guard row < 1_500 else { continue }
            let station = Station(
                id: Station.ID(rawValue: "dc.\(row)"),
                dataset: dataset,
                name: "Hall \(row)",
                districts: (0..<(row % 40)).map {
                    DistrictReference(type: "precinct", code: "\($0)")
                },
                hours: row % 2 == 0 ? nil : "7-20"
            )
            // Soon, or late.
            var until = row + UInt32.random(in: 1...5, using: &random)
            if row % 3 > 0 || expected[until] != nil {
                next = max(next + 1, row + 1)
                until = next
            }
            if expected[until] != nil { continue }
            expected[until] = station
            try waiting.put(StationDraft(station, writing: UInt64(until)), until: until)
        }
        #expect(waiting.hasSpilled)
        #expect(expected.isEmpty)
    }

    @Test("ids that are not keys are known alike in memory and on disk", arguments: [0, 1 << 20])
    func identities(memoryBytes: Int) throws {
        var identities = Identities(memoryBytes: memoryBytes)
        #expect(identities.isEmpty)
        for number in 0..<500 {
            try identities.add("dc.\(number)", knownAs: "dc.\(number + 10_000)")
            if number == 250 { try identities.settle() }
        }
        try identities.settle()
        #expect(!identities.isEmpty)
        for number in 0..<500 {
            #expect(try identities.id(ofKey: "dc.\(number + 10_000)") == "dc.\(number)")
            #expect(try identities.id(ofKey: "dc.\(number + 20_000)") == "dc.\(number + 20_000)")
        }
        let free = try identities.addNew("dc.700")
        #expect(free == "dc.700")
        for expected in ["dc.7-2", "dc.7-3"] {
            let id = try identities.addNew("dc.7")
            #expect(id == expected)
        }
        let third = try identities.id(ofKey: "dc.7")
        #expect(third == "dc.7-3")
    }
}
