import Geodesy
import Polling
import ReferenceSystems
import TestSupport
import Testing

@testable import Importing

/// Map grids that no file names, found by the country that it names.
@Suite struct NamedCountryTests {
    /// A country as a cell names it, the numbers of a place on its grid, and the place in degrees, both as
    /// PROJ's own program has them.
    struct Grid: Sendable, CustomTestStringConvertible {
        let country: String
        let numbers: String
        let system: String
        let latitude: Double
        let longitude: Double

        init(_ country: String, _ numbers: String, _ code: Int, _ place: (Double, Double)) {
            (self.country, self.numbers, system) = (country, numbers, "EPSG:\(code)")
            (latitude, longitude) = place
        }

        var testDescription: String { "\(country), \(system)" }
    }

    private func choices(_ text: String) async throws -> [String] {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(text)
        }
        guard case .unclearReferenceSystem(_, let choices)? = error else {
            Issue.record("another error, or none: \(String(describing: error))")
            return []
        }
        return choices
    }

    @Test("PROJ knows every grid of the table, and each is used in the country that has it")
    func table() throws {
        #expect(NationalGrids.all.count >= 50)
        for (code, systems) in NationalGrids.all {
            let country = try #require(Country(cell: code), "\(code)")
            #expect(!systems.isEmpty)
            #expect(Set(systems).count == systems.count, "\(code)")
            for number in systems {
                let system = try CoordinateReferenceSystem(code: number)
                #expect(!system.isGeographic, "\(system)")
                let area = try #require(system.areaOfUse, "\(system)")
                #expect(
                    area.unwrapped.contains { part in
                        country.box.unwrapped.contains { box in
                            part.south < box.north && part.north > box.south
                                && part.west < box.east && part.east > box.west
                        }
                    },
                    "\(system) in \(country.name)"
                )
            }
        }
        for (name, code) in NationalGrids.states {
            #expect(Country(cell: code)?.code == code, "\(name)")
        }
    }

    @Test(
        "the grid of the country that a column names is found",
        arguments: [
            Grid("Switzerland", "2683196.6,1248035.3", 2056, (47.3779, 8.5403)),
            Grid("Schweiz", "683196.6,248035.3", 21781, (47.3779, 8.5403)),
            Grid("New Zealand", "1757111.2,5920484.6", 2193, (-36.8485, 174.7622)),
            Grid("IE", "715826.5,734697.6", 2157, (53.3498, -6.2603)),
            Grid("Ireland", "315900.6,234671.4", 29902, (53.3498, -6.2603)),
            Grid("UK", "530269.9,179640.7", 27700, (51.5007, -0.1246)),
            Grid("Frankreich", "652297.0,6861636.4", 2154, (48.8530, 2.3499)),
            Grid("Sweden", "674735.6,6580282.2", 3006, (59.3251, 18.0711)),
            Grid("POL", "637000.0,486991.4", 2180, (52.2319, 21.0067)),
            Grid("Hungary", "649868.6,240352.2", 23700, (47.5071, 19.0457)),
            Grid("Netherlands", "121290.5,487362.3", 28992, (52.3731, 4.8922)),
            Grid("Österreich", "625870.1,483218.5", 31287, (48.2085, 16.3731)),
            Grid("OESTERREICH", "625870.1,483218.5", 31287, (48.2085, 16.3731)),
            Grid("Hong Kong", "834343.5,815891.6", 2326, (22.2819, 114.1582)),
            // Of a country's grid and a system of all countries the first that fits is the country's.
            Grid("Sverige", "674735.6,6580282.2", 3006, (59.3251, 18.0711)),
            Grid("Deutschland", "1112493.6,7085594.3", 3857, (53.5511, 9.9937)),
        ]
    )
    func found(grid: Grid) async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,country,easting,northing\nHall,\(grid.country),\(grid.numbers)\n"
        )
        #expect(report.coordinates?.system == grid.system)
        #expect(
            report.coordinates?.reason.contains(
                "the column \"country\" says \"\(grid.country)\", and in this system the places lie in"
            ) == true
        )
        let place = try #require(imports.stations.published.first?.coordinate)
        let expected = try Coordinate(latitude: grid.latitude, longitude: grid.longitude)
        #expect(Geodesic.distance(from: place, to: expected).meters < 30)
    }

    @Test("the ends of addresses name a country, and the zones of its grid alone are offered")
    func addresses() async throws {
        let found = try await Imports().stations(
            "name,address,easting,northing\n"
                + "Hall,\"72 Victoria St W, Auckland, New Zealand\",1757111.2,5920484.6\n"
        )
        #expect(found.coordinates?.system == "EPSG:2193")
        // On the grid of France the numbers would be in Normandy.
        for cells in [
            "postcode,x,y\nHall,QLD Australia 4310,502000,6950000\n",
            "address,x,y\nHall,\"12 Main St, Dalby, Australia\",502000,6950000\n",
            "state,x,y\nHall,Queensland,502000,6950000\n",
            "state,x,y\nHall,QLD,502000,6950000\n",
        ] {
            let choices = try await choices("name,\(cells)")
            #expect(choices.count > 2, "\(cells)")
            #expect(choices.allSatisfy { $0.hasPrefix("EPSG:283") }, "\(choices)")
            #expect(choices.contains { $0.hasPrefix("EPSG:28356") })
        }
    }

    @Test("without a country grids of several are offered, as far as they fit")
    func unnamed() async throws {
        let choices = try await choices("name,x,y\nHall,502000,6950000\n")
        #expect(choices.contains { $0.hasPrefix("EPSG:2154") })
        #expect(!choices.contains { $0.contains("though") })
    }

    @Test("a grid that puts the places into another country than the file names is never taken")
    func contradiction() async throws {
        let australia = try await choices("name,country,x,y\nHall,Australia,530269.9,179640.7\n")
        let british = try #require(australia.first { $0.hasPrefix("EPSG:27700") })
        #expect(
            british.hasSuffix(
                "which is not in Australia, though the column \"country\" says \"Australia\""
            )
        )
        #expect(australia.allSatisfy { $0.contains("though") })
        // Postcodes alone would have settled it.
        let rows = "Hall,SW1A 1AA,Ireland,530269.9,179640.7\nInn,SW1A 2AA,Ireland,530300,179700\n"
        let ireland = try await choices("name,postcode,country,x,y\n\(rows)")
        #expect(ireland.first?.hasPrefix("EPSG:27700") == true)
        #expect(ireland.first?.contains("which is not in Ireland") == true)
        let report = try await Imports().stations(
            "name,postcode,x,y\nHall,SW1A 1AA,530269.9,179640.7\n"
        )
        #expect(report.coordinates?.system == "EPSG:27700")
    }

    @Test("of a country whose grids are not known here a zone is offered, and not taken")
    func unknownGrids() async throws {
        let choices = try await choices("name,country,x,y\nHall,Kenya,550000,9857000\n")
        #expect(choices.count == 1)
        #expect(choices.first?.hasPrefix("EPSG:32737") == true, "\(choices)")
    }

    @Test("words that may be something else name no country")
    func otherWords() async throws {
        // Berlin's letters are Belgium's, too.
        let berlin = try await choices("Wahllokal,Land,x,y\nSaal,BE,392000,5820000\n")
        #expect(berlin.contains { $0.hasPrefix("EPSG:25833") })
        #expect(!berlin.contains { $0.contains("Belgium") })
        // A town, a state, and a part of another country.
        for cells in [
            "city,x,y\nHall,Lebanon,502000,6950000\n",
            "address,x,y\nHall,\"1 Main St, Taos, New Mexico\",502000,6950000\n",
            "address,x,y\nHall,\"1 Shore Rd, Bangor, Northern Ireland\",502000,6950000\n",
            "address,x,y\nHall,\"1 Peachtree St, Atlanta, Georgia\",502000,6950000\n",
        ] {
            let choices = try await choices("name,\(cells)")
            #expect(!choices.contains { $0.contains("though") }, "\(choices)")
        }
        // A list of several countries speaks of none.
        let rows = "Hall,SW1A 1AA,UK,530269.9,179640.7\nInn,SW1A 2AA,France,530300,179700\n"
        let report = try await Imports().stations("name,postcode,country,x,y\n\(rows)")
        #expect(report.coordinates?.system == "EPSG:27700")
    }
}
