import Foundation
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing

/// What seems wrong with places: found, proposed, and mended only when somebody says so.
@Suite struct RepairTests {
    /// Forty stations within some 30 km of Houston (29.76, -95.37), and rows of a test's own.
    private static func county(_ rows: [String], seed: UInt64 = 7) -> String {
        var random = SeededGenerator(seed: seed)
        let good = (0..<40).map { index in
            let latitude = 29.76 + Double.random(in: -0.2...0.2, using: &random)
            let longitude = -95.37 + Double.random(in: -0.2...0.2, using: &random)
            return "Good \(index),\(index) Oak St,\(latitude),\(longitude)"
        }
        return (["name,address,lat,lon"] + good + rows).joined(separator: "\n") + "\n"
    }

    private func station(_ name: String, in imports: Imports) -> Station? {
        imports.stations.published.first { $0.name == name }
    }

    @Test(
        "where too few or too many places are mirror images for a repair, they are told",
        arguments: [(3, 1), (4, 2), (12, 5), (12, 6), (2, 1)]
    )
    func mirrorImages(count: Int, wrong: Int) async throws {
        for reading in ["sign", "axes"] {
            let rows = (0..<count).map { index in
                let (latitude, longitude) = (51.1 + 0.01 * Double(index), 13.7)
                let place =
                    index >= wrong
                    ? "\(latitude),\(longitude)"
                    : reading == "sign" ? "\(latitude),-\(longitude)" : "\(longitude),\(latitude)"
                return "Hall \(index),\(index) Elm St,\(place)"
            }
            let report = try await Imports().stations(
                "name,address,lat,lon\n" + rows.joined(separator: "\n") + "\n"
            )
            let note = report.notes.first { $0.finding.code == "mirror_images" }
            #expect(note?.level == .warning)
            let few = min(wrong, count - wrong)
            #expect(note?.text.hasPrefix("\(few) of the \(count) places") == true)
        }
    }

    @Test("places that lie together, or far apart and in no mirror, are told as none")
    func noMirrorImages() async throws {
        for rows in [
            ["51.1,13.7", "51.2,13.8"], ["51.1,13.7", "38.9,-77.0", "35.7,139.7", "-33.9,151.2"],
        ] {
            let text = rows.enumerated().map { "Hall \($0),\($0) Elm St,\($1)" }
            let report = try await Imports().stations(
                "name,address,lat,lon\n" + text.joined(separator: "\n") + "\n"
            )
            #expect(!report.notes.contains { $0.finding.code == "mirror_images" })
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let cells: String
        let kind: RepairProposal.Kind
        let becomes: [Double]?
        let isRejected: Bool
        var testDescription: String { "\(kind.rawValue): \(cells)" }
    }

    @Test(
        "what is wrong with a place is found, and nothing is repaired",
        arguments: [
            Case(
                cells: "-95.4,29.7",
                kind: .swappedAxes,
                becomes: [29.7, -95.4],
                isRejected: true
            ),
            Case(cells: "29.7,95.4", kind: .lostSign, becomes: [29.7, -95.4], isRejected: false),
            Case(cells: "-29.7,-95.4", kind: .lostSign, becomes: [29.7, -95.4], isRejected: false),
            Case(cells: "95.4,29.7", kind: .swappedAxes, becomes: [29.7, -95.4], isRejected: true),
            // Spherical Mercator of 29.7, -95.4, by its definition.
            Case(
                cells: "3465045.6,-10619879.4",
                kind: .webMercator,
                becomes: [29.7, -95.4],
                isRejected: true
            ),
            Case(cells: "0.0001,0.0002", kind: .zeroIsland, becomes: nil, isRejected: false),
            Case(cells: "0,-95.4", kind: .zeroIsland, becomes: nil, isRejected: true),
            Case(cells: "39.7,-95.4", kind: .farFromNeighbours, becomes: nil, isRejected: false),
        ]
    )
    func found(_ known: Case) async throws {
        let imports = Imports()
        let report = try await imports.stations(Self.county(["Odd,1 Elm St,\(known.cells)"]))
        let proposal = try #require(report.repairs.proposed.first)
        #expect(report.repairs.proposed.count == 1)
        #expect(proposal.kind == known.kind)
        #expect(proposal.line == 42)
        #expect(proposal.name == "Odd")
        #expect(proposal.rows == 1)
        if let becomes = known.becomes {
            let place = try #require(proposal.becomes)
            #expect(abs(place.latitude - becomes[0]) < 0.001)
            #expect(abs(place.longitude - becomes[1]) < 0.001)
            #expect(proposal.confidence > 0.95)
            #expect(proposal.likely)
        } else {
            #expect(proposal.becomes == nil)
            #expect(!proposal.likely)
        }
        // Nothing is decided by itself.
        #expect(proposal.accept == nil)
        // Not at all where it is no place, and else without one unless it may be right.
        #expect((station("Odd", in: imports) == nil) == known.isRejected)
        let isWithheld = !known.isRejected && known.kind != .farFromNeighbours
        let hasPlace = station("Odd", in: imports)?.coordinate != nil
        #expect(hasPlace == (known.kind == .farFromNeighbours))
        #expect(report.repairs.withheld == (isWithheld ? 1 : 0))
        #expect(report.withoutPlace == (isWithheld ? 1 : 0))
        #expect(
            report.text().contains("Until that is decided, 1 station of these has no place")
                == isWithheld
        )
        #expect(report.rows.rejected == (known.isRejected ? 1 : 0))
        #expect(report.repairs.applied.isEmpty)
        #expect(report.text().contains(known.kind == .swappedAxes ? "look swapped" : "sure"))
    }

    @Test("an accepted repair is applied, to a later upload of the file too")
    func accepted() async throws {
        let rows = ["Odd,1 Elm St,-95.4,29.7", "Other,2 Elm St,29.6,95.3"]
        let first = try await Imports().stations(Self.county(rows))
        let file = try first.repairs.decisions.acceptingLikely
            .json(file: "stations.csv", dataset: "dc")
        let decisions = try RepairDecisions(json: file, name: "repairs.json")
        let imports = Imports()
        let report = try await imports.stations(
            Self.county(["New,9 Elm St,29.71,-95.41"] + rows.reversed(), seed: 8)
        ) { $0.decisions = decisions }
        #expect(report.repairs.applied.map(\.name).sorted() == ["Odd", "Other"])
        #expect(report.repairs.proposed.isEmpty)
        #expect(report.repairs.stale.isEmpty)
        #expect(report.rows.rejected == 0)
        #expect(
            station("Odd", in: imports)?.coordinate
                == (try Coordinate(latitude: 29.7, longitude: -95.4))
        )
        #expect(
            station("Other", in: imports)?.coordinate
                == (try Coordinate(latitude: 29.6, longitude: -95.3))
        )
        // The decisions are written down again, for the upload after that.
        #expect(report.repairs.decisions.repairs.count == 2)
        #expect(report.text().contains("Repairs accepted and applied: 2 places, 2 rows"))
    }

    @Test("a file of proposals that nobody has touched decides nothing")
    func untouched() async throws {
        let text = Self.county(["Odd,1 Elm St,29.7,95.4"])
        let first = try await Imports().stations(text)
        let file = try first.repairs.decisions.json(file: "stations.csv", dataset: "dc")
        let written = String(decoding: file, as: UTF8.self)
        #expect(written.contains("\"accept\" : null"))
        #expect(written.contains("\"accept_likely\" : false"))
        let imports = Imports()
        let second = try await imports.stations(text) {
            $0.decisions = try RepairDecisions(json: file, name: "repairs.json")
        }
        #expect(second.repairs.applied.isEmpty)
        #expect(second.repairs.refused.isEmpty)
        #expect(second.repairs.stale.isEmpty)
        #expect(second.repairs.proposed.map(\.name) == ["Odd"])
        #expect(second.repairs.withheld == 1)
        #expect(station("Odd", in: imports)?.coordinate == nil)
        // One word accepts those that are likely.
        let one = written.replacing("\"accept_likely\" : false", with: "\"accept_likely\" : true")
        let third = try await imports.stations(text) {
            $0.decisions = try RepairDecisions(json: Array(one.utf8), name: "repairs.json")
        }
        #expect(third.repairs.applied.map(\.name) == ["Odd"])
        #expect(
            station("Odd", in: imports)?.coordinate
                == (try Coordinate(latitude: 29.7, longitude: -95.4))
        )
    }

    @Test("accept_likely leaves alone what is unlikely, and what somebody has decided")
    func acceptLikely() async throws {
        let text = Self.county([
            "Odd,1 Elm St,29.7,95.4", "Other,2 Elm St,29.6,95.3", "Far,3 Elm St,39.7,-95.4",
        ])
        var repairs = try await Imports().stations(text).repairs.proposed
        #expect(repairs.map(\.likely) == [true, true, false])
        repairs[1].accept = false
        let decided = RepairDecisions(repairs).acceptingLikely.repairs
        #expect(decided.map(\.accept) == [true, false, nil])
    }

    @Test("a decision that no longer fits is told and not applied")
    func stale() async throws {
        let first = try await Imports().stations(
            Self.county(["Odd,1 Elm St,29.7,95.4", "Gone,2 Elm St,29.6,95.3"])
        )
        #expect(first.repairs.proposed.count == 2)
        let imports = Imports()
        let report = try await imports.stations(Self.county(["Odd,1 Elm St,29.72,-95.41"])) {
            $0.decisions = first.repairs.decisions.acceptingLikely
        }
        #expect(report.repairs.applied.isEmpty)
        let reasons = Dictionary(
            uniqueKeysWithValues: report.repairs.stale.map { ($0.name, $0.reason) }
        )
        #expect(reasons["Odd"] == "the file now gives 29.72, -95.41, not 29.7, 95.4")
        #expect(reasons["Gone"] == "the file has no row of this name and address")
        #expect(station("Odd", in: imports)?.coordinate?.longitude == -95.41)
        #expect(report.text().contains("no longer fit"))
    }

    @Test("a refused repair stays refused and is not proposed again")
    func refused() async throws {
        let text = Self.county(["Odd,1 Elm St,29.7,95.4"])
        var repairs = try await Imports().stations(text).repairs.proposed
        repairs[0].accept = false
        let imports = Imports()
        let report = try await imports.stations(text) { $0.decisions = RepairDecisions(repairs) }
        #expect(report.repairs.proposed.isEmpty)
        #expect(report.repairs.refused.map(\.name) == ["Odd"])
        #expect(station("Odd", in: imports)?.coordinate?.longitude == 95.4)
    }

    @Test("a person may write another place, or none, into the file of decisions")
    func corrected() async throws {
        let text = Self.county(["Odd,1 Elm St,39.7,-95.4", "Lost,2 Elm St,41,-95.4"])
        var repairs = try await Imports().stations(text).repairs.proposed
        #expect(repairs.map(\.kind) == [.farFromNeighbours, .farFromNeighbours])
        repairs[0].accept = true
        repairs[0].becomes = .init(latitude: 29.8, longitude: -95.2)
        repairs[1].accept = true
        let imports = Imports()
        let report = try await imports.stations(text) { $0.decisions = RepairDecisions(repairs) }
        #expect(
            station("Odd", in: imports)?.coordinate
                == (try Coordinate(latitude: 29.8, longitude: -95.2))
        )
        #expect(station("Lost", in: imports)?.coordinate == nil)
        #expect(report.withoutPlace == 1)
    }

    @Test("where a third of the rows are amiss nothing is ticked for the reader")
    func tooMany() async throws {
        let rows = (0..<16).map { "Odd \($0),\($0) Elm St,29.\(60 + $0),95.3" }
        let report = try await Imports().stations(Self.county(rows))
        #expect(report.repairs.proposed.count == 16)
        #expect(report.repairs.proposed.allSatisfy { !$0.likely })
    }

    @Test("rows of one station make one proposal")
    func oneStation() async throws {
        let rows = Array(repeating: "Odd,1 Elm St,29.7,95.4", count: 5)
        let report = try await Imports().stations(Self.county(rows))
        #expect(report.repairs.proposed.map(\.rows) == [5])
    }

    @Test("degrees among the numbers of a map grid are found")
    func degreesOnGrid() async throws {
        var random = SeededGenerator(seed: 3)
        let good = (0..<30).map { index in
            let x = 290_000 + Int.random(in: -9_000...9_000, using: &random)
            let y = 92_000 + Int.random(in: -9_000...9_000, using: &random)
            return "Good \(index),\(index) High St,EX2 9RQ,\(x),\(y)\n"
        }
        let report = try await Imports().stations(
            "name,address,postcode,easting,northing\n\(good.joined())"
                + "Odd,1 Elm St,EX2 9RQ,-3.55,50.7\nBack,2 Elm St,EX2 9RQ,92000,290100\n"
        )
        #expect(report.repairs.proposed.map(\.kind) == [.degreesOnGrid, .swappedAxes])
        #expect(report.repairs.proposed.first?.becomes == .init(latitude: 50.7, longitude: -3.55))
    }

    @Test("0, 0 is no place, and is counted")
    func zeros() async throws {
        let report = try await Imports().stations(
            Self.county(["Odd,1 Elm St,0,0", "Blank,2 Elm St,,"])
        )
        #expect(report.withoutPlace == 2)
        #expect(report.repairs.proposed.isEmpty)
        #expect(
            report.notes.contains {
                $0.text.hasPrefix("2 stations without coordinates (1 of them at 0, 0)")
            }
        )
    }

    @Test("a place that cannot be is refused in a file of decisions")
    func impossible() async throws {
        var repairs = try await Imports().stations(Self.county(["Odd,1 Elm St,29.7,95.4"]))
            .repairs.proposed
        repairs[0].becomes = .init(latitude: 129.7, longitude: 95.4)
        let file = try RepairDecisions(repairs).json(file: "s.csv", dataset: "dc")
        let error = #expect(throws: ImportError.self) {
            try RepairDecisions(json: file, name: "r.json")
        }
        #expect(error?.description.contains("repair 1 (\"Odd\"): latitude is 129.7") == true)
    }

    // MARK: Real files

    @Test(
        "nothing is found wrong with real files whose places are right",
        arguments: [
            "dc/polling_places.csv", "dc/alternate_polling_places.csv",
            "stations/au/wa_2021_snapshot_20210207.csv", "stations/de_koeln/wahllokale.geojson",
            "stations/au/aec_prdelms_gaz_20180713.csv",
        ]
    )
    func realFiles(file: String) async throws {
        guard let path = Checkout.realFile(file) else { return }
        let report = try await Imports().stations(path: path)
        #expect(report.repairs.isEmpty)
    }

    @Test("one row in twenty of a real file is spoilt, found, and mended to what it was")
    func spoiltFile() async throws {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return }
        var lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).map(String.init)
        for index in stride(from: 1, to: lines.count, by: 20) {
            var cells = lines[index].split(separator: ",", omittingEmptySubsequences: false)
            let count = cells.count
            if index % 40 == 1 {
                cells.swapAt(count - 2, count - 1)
            } else {
                cells[count - 2] = cells[count - 2].dropFirst()
            }
            lines[index] = cells.joined(separator: ",")
        }
        let spoilt = lines.joined(separator: "\n")
        let first = try await Imports().stations(spoilt)
        #expect(first.repairs.proposed.count == 28)
        let (mended, whole) = (Imports(), Imports())
        _ = try await whole.stations(path: path)
        let report = try await mended.stations(spoilt) {
            $0.decisions = first.repairs.decisions.acceptingLikely
        }
        #expect(report.repairs.applied.count == 28)
        #expect(report.rows.accepted == 143)
        let places = Dictionary(
            uniqueKeysWithValues: whole.stations.published.map { ($0.id, $0.coordinate) }
        )
        #expect(mended.stations.published.allSatisfy { places[$0.id] == $0.coordinate })
    }
}
