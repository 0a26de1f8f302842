import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// An address is whole, in however many columns it stands.
@Suite struct WholeAddressTests {
    /// A made-up place in pieces.
    private struct Place {
        let number: Int
        let type: String
        let direction: String
        let unit: String
        let town: String

        init(_ index: Int) {
            number = 10 + index
            type = ["Road", "Street", "Avenue", "Lane"][index % 4]
            direction = index % 3 == 0 ? "North" : ""
            unit = index % 5 == 0 ? "\(index % 7 + 1)" : ""
            town = ["Alba", "Brook", "Cedar"][index % 3]
        }

        var street: String { "Elm\(number)" }
        var line: String {
            [String(number), street, type, direction].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// A column by its header, and what stands in it.
    private typealias Column = (String, @Sendable (Int) -> String)

    private static let places = (0..<40).map(Place.init)
    /// Layouts of the same places: which columns there are, and what stands in them.
    private static let layouts: [[Column]] = {
        let places = WholeAddressTests.places
        let town: Column = ("Locality", { places[$0].town })
        let unit: Column = ("Unit", { places[$0].unit })
        return [
            [
                ("Street Number", { String(places[$0].number) }),
                ("Street Name", { places[$0].street }), ("Street Type", { places[$0].type }),
                ("Street Suffix", { places[$0].direction }), unit, town,
            ],
            [
                ("Number", { String(places[$0].number) }), ("Road Name", { places[$0].street }),
                ("Type", { places[$0].type }), ("Suffix", { places[$0].direction }), unit, town,
            ],
            [
                ("HOUSE_NO", { String(places[$0].number) }),
                (
                    "STREET",
                    { index in
                        let place = places[index]
                        return [place.street, place.type, place.direction].filter { !$0.isEmpty }
                            .joined(separator: " ")
                    }
                ), unit, town,
            ],
            [("Address", { places[$0].line }), town],
            [("address1", { places[$0].line }), ("address2", { places[$0].town })],
            [
                ("Venue Address", { "\(places[$0].line), \(places[$0].town)" })
            ],
            [
                ("Address", { _ in "TAS" }), ("Street Number", { String(places[$0].number) }),
                ("Street Name", { places[$0].street }), ("Street Type", { places[$0].type }),
                ("Street Suffix", { places[$0].direction }), town,
            ],
            [
                ("Full Address", { "\(places[$0].line), \(places[$0].town)" }),
                (
                    "Address",
                    { "A very long name of a hall that is called \($0) and no address at all" }
                ),
            ],
        ]
    }()

    @Test("every layout gives the whole address", arguments: 0..<8, 0..<3)
    func everyLayout(index: Int, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let names: [Column] = [("PPId", { "P\($0)" }), ("Name", { "Hall \($0)" })]
        let places: [Column] = [("Lat", { "40.1\($0)1" }), ("Long", { "-98.1\($0)1" })]
        var columns = names + Self.layouts[index] + places
        columns.shuffle(using: &generator)
        let order = Self.places.indices.shuffled(using: &generator)
        let lines = order.map { row in
            columns.map { "\"\($0.1(row))\"" }.joined(separator: ",")
        }
        let text =
            ([columns.map(\.0).joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
        let imports = Imports()
        let report = try await imports.stations(text)
        #expect(report.rows.rejected == 0)
        #expect(imports.stations.published.count == Self.places.count)
        for station in imports.stations.published {
            let row = try #require(Int(station.name.split(separator: " ").last ?? ""))
            let place = Self.places[row]
            let address = try #require(station.address)
            #expect(address.contains(place.line), "\(address)")
            #expect(address.contains(place.town), "\(address)")
            if columns.contains(where: { $0.0 == "Unit" }), !place.unit.isEmpty {
                #expect(address.contains("Unit \(place.unit)"), "\(address)")
            }
        }
    }

    private let imports = Imports()

    @Test("what stands for a state where there is none is not glued on")
    func overseas() async throws {
        _ = try await imports.stations(
            """
            name,address,suburb,state,lat,lon
            Australia House,Strand,London,Overseas,51.513,-0.114
            Town Hall,1 King St,Hobart,TAS,-42.882,147.329

            """
        )
        #expect(
            imports.stations.published.map(\.address)
                == ["Strand, London", "1 King St, Hobart, TAS"]
        )
    }

    @Test("a suffix that is no direction and no sort of street is not part of the address")
    func suffix() async throws {
        _ = try await imports.stations(
            """
            name,street number,street name,street type,suffix,lat,lon
            Embassy,1,King,Road,Overseas,51.513,-0.114
            Town Hall,2,Queen,Street,Overseas,52.513,-0.114
            School,3,Prince,Lane,,53.513,-0.114

            """
        )
        #expect(
            imports.stations.published.map(\.address)
                == ["1 King Road", "2 Queen Street", "3 Prince Lane"]
        )
    }

    @Test("what stands in two columns is said once, and a house's letter belongs to its number")
    func repeated() async throws {
        _ = try await imports.stations(
            """
            name,premises,house number,number suffix,street,street type,city,lat,lon
            A,Elm Hall,12,A,High Street,Street,Alba,51.51,-0.11
            B,Oak Hall,14,,14 Low Road,Road,Alba,51.52,-0.11

            """
        )
        #expect(
            imports.stations.published.map(\.address)
                == ["Elm Hall, 12A High Street, Alba", "Oak Hall, 14 Low Road, Alba"]
        )
    }

    @Test("the venue is not said twice where the address begins with it")
    func venue() async throws {
        _ = try await imports.stations(
            """
            name,premises,full address,lat,lon
            Ward 1,Elm Hall,"Elm Hall, 12 High Street, Alba",51.51,-0.11
            Ward 2,Oak Hall,"14 Low Road, Alba",51.52,-0.11

            """
        )
        #expect(
            imports.stations.published.map(\.address)
                == ["Elm Hall, 12 High Street, Alba", "Oak Hall, 14 Low Road, Alba"]
        )
    }

    @Test("characters that an earlier program could not read are told")
    func replaced() async throws {
        let report = try await imports.stations(
            "name,lat,lon\nCaf\u{FFFD} M\u{FFFD}ller,51.5,-0.1\nTown Hall,51.6,-0.1\n"
        )
        let warning = report.notes.first { $0.text.contains("U+FFFD") }
        #expect(warning?.level == .warning)
        #expect(warning?.text.hasPrefix("2 characters U+FFFD") == true)
    }
}
