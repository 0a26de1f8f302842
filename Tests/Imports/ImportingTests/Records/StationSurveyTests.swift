import Datasets
import Geodesy
import Polling
import RowFilesTesting
import Testing

@testable import Importing

/// What is learned of all rows is the same whether it is sorted in memory or on disk.
@Suite struct StationSurveyTests {
    private static let room = [1_000, StationSurvey.memoryBytes]

    /// Surveys a text, and hands over what it found.
    private func survey(
        _ text: String,
        memoryBytes: Int,
        _ check: (StationSurvey, StationSurvey.Choice) throws -> Void
    ) async throws {
        try await withFile(Array(text.utf8), name: "s.csv") { path in
            let options = ImportOptions(dataset: try DatasetName("dc"))
            let file = try OpenedFile(.file(path), kind: .stations, options: options) { _ in }
            let plan = try StationPlan(try file.sample(.file(path)), options: options)
            var survey = StationSurvey(
                StationRowReader(plan: plan, dataset: options.dataset),
                keepsNames: true,
                memoryBytes: memoryBytes
            )
            let source = try file.open()
            var row = Row()
            while try source.next(&row) { try survey.add(row) }
            try survey.finish()
            try check(survey, survey.chooseKey(columns: plan.columns, quotes: [:]))
        }
    }

    @Test("each row is its station's first, last or only one, in any order", arguments: room)
    func marks(memoryBytes: Int) async throws {
        var random = SeededGenerator(seed: 11)
        // Station k has k % 4 + 1 rows; every seventh has the name and address of the one before.
        let stations = (0..<600).flatMap { Array(repeating: $0, count: $0 % 4 + 1) }
            .shuffled(using: &random)
        func named(_ station: Int) -> Int { station % 7 == 6 ? station - 1 : station }
        let text =
            "name,address,lat,lon\n"
            + stations.map {
                "Hall \(named($0)),\(named($0)) Main St,\(20 + Double($0) / 50),-90\n"
            }.joined()
        try await survey(text, memoryBytes: memoryBytes) { survey, choice in
            #expect(survey.stationCount == 600)
            #expect(survey.usableRows == stations.count)
            #expect(choice.key == .digest)
            var marks = RowMarks.Cursor(survey.marks)
            var following = RowLinks.Cursor(survey.links)
            for (index, station) in stations.enumerated() {
                var expected: RowMarks.Mark = .usable
                if !stations[..<index].contains(station) {
                    expected.insert(.first)
                    if station % 7 == 6 || station % 7 == 5 && station < 599 {
                        expected.insert(.sharesName)
                    }
                }
                if !stations[(index + 1)...].contains(station) { expected.insert(.last) }
                let found = try marks.marks(of: index + 1)
                #expect(found == expected)
                let next = stations[(index + 1)...].firstIndex(of: station)
                let link = try following.next(after: UInt32(index + 1))
                #expect(link == next.map { UInt32($0 + 1) })
            }
        }
    }

    @Test("the first row whose id is another station's is found, however late", arguments: room)
    func sharedID(memoryBytes: Int) async throws {
        var rows = (1...3_000).map {
            "\($0),Hall \($0),\($0) Main St,\(20 + Double($0) / 99),-90\n"
        }
        rows[2_900] = "17,Barn,1 Elm St,70,-90\n"
        rows[2_950] = "2,Shed,2 Elm St,71,-90\n"
        let text = "id,name,address,lat,lon\n" + rows.joined()
        try await survey(text, memoryBytes: memoryBytes) { survey, choice in
            #expect(choice.key == .digest)
            #expect(survey.rowsToQuote == [2_901])
            #expect(choice.reason.text.contains("(lines 18 and 2902)"))
        }
        // Without the two, the column is the key.
        try await survey(
            "id,name,address,lat,lon\n" + rows.prefix(2_900).joined(),
            memoryBytes: memoryBytes
        ) { _, choice in
            #expect(choice.key == .column(0))
            #expect(choice.isInEveryRow)
        }
    }

    @Test("stations are close as if each were compared with each", arguments: room)
    func close(memoryBytes: Int) throws {
        var random = SeededGenerator(seed: 12)
        for middle in [0.0, 47.3, -64.9, 85.2] {
            var found = CloseStations(memoryBytes: memoryBytes)
            let places = try (0..<400).map { _ in
                try Coordinate(
                    latitude: middle + Double.random(in: -0.002...0.002, using: &random),
                    longitude: 10 + Double.random(in: -0.01...0.01, using: &random)
                )
            }
            for (row, place) in places.enumerated() {
                try found.add(CloseStations.Place(place), row: UInt32(row))
            }
            var rows: Set<Int> = []
            try found.forEach { rows.insert(Int($0)) }
            let close = places.indices.filter { one in
                places.indices.contains { other in
                    other != one
                        && Geodesic.distance(from: places[one], to: places[other]).meters <= 30
                }
            }
            #expect(rows.isSuperset(of: close))
            // And few that are none: a band is sixty metres high, and half of that is looked at.
            let near = places.indices.filter { one in
                places.indices.contains { other in
                    other != one
                        && Geodesic.distance(from: places[one], to: places[other]).meters <= 90
                }
            }
            #expect(rows.isSubset(of: near))
        }
    }

    @Test("published records are found by their keys, and those that were not are known")
    func published() async throws {
        let imports = Imports()
        let rows = (1...700).map {
            "\($0),Hall \($0),\($0) Main St,\(20 + Double($0) / 99),-90\n"
        }
        _ = try await imports.stations("id,name,address,lat,lon\n" + rows.joined())
        for memoryBytes in Self.room {
            let dataset = try DatasetName("dc")
            let (read, identities) = try await PublishedRecords.read(
                imports.stations,
                dataset,
                memoryBytes: memoryBytes
            )
            var records = read
            #expect(records.count == 700)
            #expect(identities.isEmpty)
            for number in stride(from: 1, through: 700, by: 3) {
                for _ in 0..<2 {
                    let entry = try records.see("dc.\(number)")
                    #expect(entry != nil)
                }
            }
            #expect(records.seenCount == 234)
            let none = try records.see("dc.701")
            #expect(none == nil)
            for number in 1...700 {
                #expect(try records.isUnseen("dc.\(number)") == (number % 3 != 1))
            }
            #expect(try !records.isUnseen("dc.701"))
        }
    }
}
