import Datasets
import Foundation
import Polling
import RowFilesTesting
import TestSupport
import Testing

@testable import Importing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Files that say what is published, and write it otherwise.
@Suite struct WritingTests {
    private let imports = Imports()

    private static func halls(_ precinct: (Int) -> String) -> String {
        "id,name,address,lat,lon,precinct\n"
            + (1...10).map {
                "\($0),Hall \($0),\($0) Main St,38.9\($0),-77.0\($0),\"\(precinct($0 + 100))\"\n"
            }.joined()
    }

    @Test(
        "districts that are written otherwise are the same districts",
        arguments: [
            { "Precinct \($0)" }, { "0\($0)" }, { "PCT. \($0)" }, { "\($0), 0\($0)" },
        ] as [@Sendable (Int) -> String]
    )
    func districts(written: @Sendable (Int) -> String) async throws {
        _ = try await imports.stations(Self.halls { "\($0)" })
        let report = try await imports.stations(Self.halls(written))
        #expect(report.outcome == .nothingToChange)
        #expect(report.changes.formattingOnly == 10)
        #expect(report.forceNeeded.isEmpty)
    }

    @Test("of districts alone those are told that are others")
    func otherDistricts() async throws {
        _ = try await imports.stations(Self.halls { "\($0)" })
        let report = try await imports.stations(
            Self.halls { $0 == 103 ? "0103, 0203" : "0\($0)" }
        )
        #expect(report.changes.changed == 1)
        #expect(report.changes.firstChanged.first?.id == "dc.3")
        let other = try await imports.stations(Self.halls { $0 == 103 ? "0103; 204" : "\($0)" })
        #expect(
            other.changes.firstChanged.first?.differences == [
                "no longer for precinct 0203", "now for precinct 204",
            ]
        )
    }

    /// The halls with columns more, for each the value at a number from 1 to 10.
    private static func halls(adding header: String, _ value: (Int) -> String) -> String {
        let rows = halls { "\($0)" }.split(separator: "\n")
        return rows.enumerated().map { number, row in
            "\(row),\(number == 0 ? header : value(number))\n"
        }.joined()
    }

    @Test("districts of a type that no station had take no consent")
    func addedTypes() async throws {
        _ = try await imports.stations(Self.halls { "\($0)" })
        let text = Self.halls(adding: "county,ward") { "Alder,\($0 % 3 + 1)" }
        let report = try await imports.stations(text)
        #expect(report.forceNeeded.isEmpty && report.outcome == .published)
        #expect(report.changes.districtsChanged == 10)
        let types = Set(imports.stations.published.flatMap { $0.districts.map(\.type) })
        #expect(types.isSuperset(of: ["precinct", "county", "ward"]))
    }

    @Test("districts of a type that stations had take consent beside those of another type")
    func otherAndAddedTypes() async throws {
        _ = try await imports.stations(Self.halls { "\($0)" })
        let text = Self.halls(adding: "county") { _ in "Alder" }
            .replacing(#/"10(\d)"/#) { "\"90\($0.output.1)\"" }
        let report = try await imports.stations(text)
        #expect(report.forceNeeded.map(\.limit) == [.districts])
        // Of Hall 10 the precinct stays.
        #expect(report.forceNeeded.first?.count == 9)
    }

    @Test("districts of a type that the file has no more take consent")
    func lostTypes() async throws {
        _ = try await imports.stations(Self.halls(adding: "county") { _ in "Alder" })
        let report = try await imports.stations(Self.halls { "\($0)" })
        #expect(report.forceNeeded.map(\.limit) == [.districts])
    }

    @Test("districts that are added are not added once more in another writing")
    func addedDistricts() async throws {
        _ = try await imports.stations(Self.halls { "\($0)" })
        let text = Self.halls { "Precinct 0\($0)" }
        let same = try await imports.stations(text) { $0.keepsOthers = true }
        #expect(same.outcome == .nothingToChange)
        let renamed = try await imports.stations(text.replacing("Hall", with: "Barn")) {
            $0.keepsOthers = true
        }
        #expect(renamed.outcome == .published)
        #expect(
            imports.stations.published.map { $0.districts.map(\.code) }
                == (101...110).map { ["\($0)"] }
        )
    }

    /// Rows of one station that differ in all that they may.
    private static let rows = [
        #"HALL,1 MAIN ST,19001,38.9,-77.03,2026-11-02,7-20,yes,1.1,"a; b""#,
        #"Hall,1 Main St.,19001-1234,38.9,-77.03,2026-11-03,7-21,no,1.2,c"#,
        #"hall,"1, Main St",19001,38.9,-77.03,2026-11-01,7-22,,1.3,"b; a""#,
    ]

    @Test(
        "the order of a station's rows means nothing",
        arguments: [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    )
    func rowOrder(order: [Int]) async throws {
        let header = "name,address,zip,lat,lon,start_date,hours,accessible,portion,entrance\n"
        func file(_ order: [Int]) -> String {
            header + order.map { Self.rows[$0] + "\n" }.joined()
        }
        _ = try await imports.stations(file([0, 1, 2]))
        #expect(imports.stations.published.count == 1)
        let report = try await imports.stations(file(order))
        #expect(report.changes.firstChanged.flatMap(\.differences).isEmpty)
        #expect(report.outcome == .nothingToChange)
        let station = try #require(imports.stations.published.first)
        #expect(station.name == "hall")
        #expect(station.postcode == "19001-1234")
        #expect(station.accessibility.wheelchair == .no)
    }

    @Test("of hours without a day and of spellings, no row's place in the file tells which is kept")
    func undatedHours() async throws {
        let header = "name,address,lat,lon,hours\n"
        let rows = ["Café,1 St,38.9,-77.03,7-20\n", "CAFÉ,1 St,38.9,-77.03,8-20\n"]
        _ = try await imports.stations(header + rows.joined())
        #expect(imports.stations.published.map(\.name) == ["Café"])
        let report = try await imports.stations(header + rows.reversed().joined())
        #expect(report.outcome == .nothingToChange)
        #expect(report.notes.contains { $0.text.contains("one of the values is kept") })
    }

    @Test(
        "the precincts of Washington, D.C. may be written otherwise, although they name the stations",
        arguments: ["0", "Precinct ", "Pct. 00", "#"]
    )
    func precincts(prefix: String) async throws {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return }
        _ = try await imports.stations(path: path)
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        var lines = text.split(whereSeparator: \.isNewline)
        let header = lines.removeFirst()
        let written = lines.map { line in
            let cells = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
            return "\(cells[0]),\(prefix)\(cells[1]),\(cells[2])\n"
        }
        let report = try await imports.stations(header + "\n" + written.joined())
        #expect(report.changes.firstChanged.first?.differences == nil)
        #expect(report.outcome == .nothingToChange)
        #expect(report.changes.formattingOnly == 143)
        #expect(report.forceNeeded.isEmpty)
    }

    /// A real file, and how it is read.
    struct Shuffled: Sendable, CustomTestStringConvertible {
        let file: String
        var hasPlaces = true
        var profile: String?

        var testDescription: String { file }

        func read(_ options: inout ImportOptions) throws {
            if !hasPlaces { options.constants = [.init(field: "place", value: "none")] }
            options.profile = try profile.map(ImportProfile.named)
        }
    }

    @Test(
        "a real file whose rows are shuffled has nothing to change",
        arguments: [
            Shuffled(file: "dc/polling_places.csv"),
            Shuffled(file: "stations/us_publici/Texas_2020-11-03.csv", hasPlaces: false),
            Shuffled(file: "stations/us_publici/raw_AR_2018-11-06.csv", hasPlaces: false),
            Shuffled(file: "stations/us_publici/Alaska_2018-11-06.csv", hasPlaces: false),
            Shuffled(file: "stations/au/wa_2021_snapshot_20210207.csv"),
            Shuffled(file: "stations/uk_ems/tei_xpress_democracy_club_20191212.csv"),
            Shuffled(
                file: "stations/uk_ems/ems-dcounts-stations.csv",
                hasPlaces: false,
                profile: "democracy-counts"
            ),
            Shuffled(file: "stations/de_koeln/20140424_Wahllokale.csv", hasPlaces: false),
            Shuffled(file: "stations/de_koeln/wahllokale.csv"),
        ]
    )
    func shuffled(real: Shuffled) async throws {
        guard let path = Checkout.realFile(real.file) else { return }
        _ = try await imports.stations(path: path, real.read)
        var records = Self.records(Array(try Data(contentsOf: URL(filePath: path))))
        let header = records.removeFirst()
        for seed in 1...2 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let rows = [header] + records.shuffled(using: &random)
            let report = try await withFile(Array(rows.joined()), name: "shuffled.csv") {
                try await imports.stations(path: $0, real.read)
            }
            #expect(report.changes.firstChanged.first?.differences == nil)
            #expect(report.changes.formattingOnly == 0)
            #expect(report.outcome == .nothingToChange)
        }
    }

    /// The records of a CSV file, each with the end of its line; within quotes a line does not end.
    private static func records(_ bytes: [UInt8]) -> [[UInt8]] {
        var records: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in bytes {
            records[records.count - 1].append(byte)
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == 0x0A, !isQuoted { records.append([]) }
        }
        if records.last?.isEmpty == false { records[records.count - 1].append(0x0A) }
        return records.filter { !$0.isEmpty }
    }

    @Test("a feed whose elements stand in another order has nothing to change")
    func shuffledFeed() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v5.xml") else { return }
        _ = try await imports.stations(path: path) {
            $0.constants = [.init(field: "place", value: "none")]
        }
        #expect(!imports.stations.published.isEmpty)
        let document = try XMLDocument(contentsOf: URL(filePath: path))
        let root = try #require(document.rootElement())
        var random = SeededGenerator(seed: 3)
        let elements = try #require(root.children)
        root.setChildren(nil)
        for element in elements.shuffled(using: &random) {
            element.detach()
            root.addChild(element)
        }
        let report = try await withFile(Array(document.xmlData), name: "feed.xml") {
            try await imports.stations(path: $0) {
                $0.constants = [.init(field: "place", value: "none")]
            }
        }
        #expect(report.changes.firstChanged.first?.differences == nil)
        #expect(report.outcome == .nothingToChange)
    }
}
