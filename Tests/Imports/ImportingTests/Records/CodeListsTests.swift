import Datasets
import Geodesy
import Polling
import RowFilesTesting
import Testing

@testable import Importing

/// Cells that hold several codes of districts.
@Suite struct CodeListsTests {
    private struct FakeDistricts: DistrictStore {
        let codes: [String]

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let corners = [(38.5, -77.2), (38.5, -76.8), (39, -76.8), (39, -77.2), (38.5, -77.2)]
            let ring = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
            let dataset = try DatasetName("precincts")
            try visit(
                codes.map { code in
                    District(
                        id: District.ID(dataset, code),
                        dataset: dataset,
                        reference: DistrictReference(type: "precinct", code: code),
                        name: code,
                        area: MultiPolygon([try Polygon(exterior: ring)])
                    )
                }
            )
        }
    }

    /// The codes of the only station, and what was said of them.
    private func read(
        _ cell: String,
        among codes: [String]?,
        beside others: [String] = []
    ) async throws -> (codes: [String], notes: [String], uses: [DistrictUse]) {
        let imports = Imports()
        var text = "id,name,lat,lon,precinct\n1,Hall,38.9,-77.03,\"\(cell)\"\n"
        for (number, other) in others.enumerated() {
            text += "\(number + 2),Barn \(number),38.8\(number),-77.0\(number),\"\(other)\"\n"
        }
        let report = try await withFile(Array(text.utf8), name: "stations.csv") { path in
            try await StationImporter(
                store: imports.stations,
                districts: codes.map(FakeDistricts.init),
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
        }
        let station = imports.stations.published.first { $0.name == "Hall" }
        return (station?.districts.map(\.code) ?? [], report.notes.map(\.text), report.districts)
    }

    @Test(
        "letters are read as several codes where the published districts tell",
        arguments: [("AA,AB", ["AA", "AB"]), ("AF AG", ["AF", "AG"]), ("AA & AB", ["AA", "AB"])]
    )
    func letters(cell: String, expected: [String]) async throws {
        let codes = ["AA", "AB", "AF", "AG"]
        #expect(try await read(cell, among: codes).codes == expected)
        #expect(try await read(cell, among: codes + [cell]).codes == [cell])
        let unknown = try await read("AA,ZZ", among: codes, beside: ["AB", "AF"])
        #expect(unknown.codes == ["AA,ZZ"])
        #expect(unknown.notes.contains { $0.contains("AA,ZZ") })
    }

    @Test("short words are codes among short codes, and names among names")
    func shortWords() async throws {
        let doubt = "may hold several codes"
        let county = try await read("EL PASO", among: nil, beside: ["HARRIS", "BEXAR", "LEE"])
        #expect(county.codes == ["EL PASO"])
        #expect(!county.notes.contains { $0.contains(doubt) })
        let letters = try await read("AF AG", among: nil, beside: ["AA", "AB", "AC"])
        #expect(letters.codes == ["AF AG"])
        #expect(letters.notes.contains { $0.contains(doubt) })
    }

    private static let numbers = (1...12).map(String.init)

    @Test(
        "a list is read where the published districts tell that it is one",
        arguments: [
            ("1-3", ["1", "2", "3"]), ("1 - 3", ["1", "2", "3"]), ("1–3", ["1", "2", "3"]),
            ("9/10", ["9", "10"]), ("4 thru 6", ["4", "5", "6"]), ("4 to 6", ["4", "5", "6"]),
            ("1, 2 & 3", ["1", "2", "3"]), ("1, 3-5, 9", ["1", "3", "4", "5", "9"]),
            ("Precincts 1-3", ["1", "2", "3"]), ("Precincts 1, 2 and 3", ["1", "2", "3"]),
            ("Pct 4 through 6, 9", ["4", "5", "6", "9"]), ("1 2 3", ["1", "2", "3"]),
            ("10-14", ["10-14"]), ("3-1", ["3-1"]), ("7", ["7"]),
        ]
    )
    func known(cell: String, codes: [String]) async throws {
        let (read, notes, _) = try await read(cell, among: Self.numbers)
        #expect(read == codes)
        let isLeft = codes == [cell] && cell != "7"
        #expect(notes.contains { $0.contains("may hold several codes or one") } == isLeft)
    }

    @Test("a code that is written like a list is one where a district is called so")
    func literal() async throws {
        for cell in ["1-3", "9/10", "4 5"] {
            let (codes, notes, uses) = try await read(cell, among: Self.numbers + [cell])
            #expect(codes == [cell])
            #expect(uses.first?.unknown == [])
            #expect(!notes.contains { $0.contains("several") }, "\(notes)")
        }
    }

    @Test("numbers that a numbering leaves out are no districts")
    func gaps() async throws {
        let known = ["101", "103", "105", "A1", "A2", "A3", "007", "008", "009"]
        #expect(try await read("101-105", among: known).codes == ["101", "103", "105"])
        #expect(try await read("A1-A3", among: known).codes == ["A1", "A2", "A3"])
        #expect(try await read("A1-3", among: known).codes == ["A1", "A2", "A3"])
        #expect(try await read("007-009", among: known).codes == ["007", "008", "009"])
        #expect(try await read("101-104", among: known).codes == ["101-104"])
    }

    @Test("without published districts words alone make a list, and what may be one is told")
    func unknown() async throws {
        #expect(try await read("4 thru 6", among: nil).codes == ["4", "5", "6"])
        let rest = (7...9).map(String.init)
        let (codes, notes, _) = try await read("1-3", among: [], beside: rest)
        #expect(codes == ["1-3"])
        #expect(
            notes.contains {
                $0.hasPrefix("1 cell of precinct may hold several codes or one, such as \"1-3\"")
            },
            "\(notes)"
        )
        // Where nearly all codes are written so, it is how they are written.
        let alike = try await read("01-10", among: [], beside: ["01-11", "02-10"])
        #expect(alike.codes == ["01-10"])
        #expect(!alike.notes.contains { $0.contains("several") }, "\(alike.notes)")
    }

    @Test("a file none of whose codes is a published district's is warned of")
    func noneFits() async throws {
        let notes = try await read("P-01", among: Self.numbers, beside: ["P-02"]).notes
        #expect(
            notes.contains(
                "none of the 2 codes of precinct that the stations name, such as \"P-01\", is a "
                    + "published district's, such as \"1\": nobody is assigned to a station by them"
            ),
            "\(notes)"
        )
        let one = try await read("P-01", among: Self.numbers, beside: ["7"]).notes
        #expect(!one.contains { $0.contains("none of the") }, "\(one)")
    }

    @Test("what was read as a list is told, with an example")
    func told() async throws {
        let notes = try await read("1-3", among: Self.numbers, beside: ["9/10"]).notes
        #expect(
            notes.contains(
                "2 different cells were read as several districts: \"1-3\" as 1, 2, 3"
            ),
            "\(notes)"
        )
    }
}
