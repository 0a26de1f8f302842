import Geodesy
import Importing
import Polling
import Testing

/// What columns are taken for, in several languages and shapes.
@Suite struct ColumnMeaningTests {
    @Test(
        "headers of many languages are understood",
        arguments: [
            "Nom;Adresse;Code postal;Ville;Latitude;Longitude",
            "Nombre;Dirección;Código postal;Municipio;Latitud;Longitud",
            "Nome;Indirizzo;CAP;Comune;Latitudine;Longitudine",
            "Naam stembureau;Adres;Postcode;Woonplaats;Breedtegraad;Lengtegraad",
            "Siedziba;Adres;Kod pocztowy;Miejscowość;Szerokość;Długość",
            "Wahllokal;Anschrift;PLZ;Ort;Breitengrad;Längengrad",
            "Nome;Endereço;CEP;Cidade;lat;long",
        ]
    )
    func languages(header: String) async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "\(header)\nSala;Via Roma 1;12345;Trento;46,07;11,12\n"
        )
        #expect(
            report.columns.map(\.field)
                == ["name", "address", "postcode", "city", "latitude", "longitude"]
        )
        let station = try #require(imports.stations.published.first)
        #expect(station.name == "Sala")
        #expect(station.address == "Via Roma 1, Trento")
        #expect(station.postcode == "12345")
        #expect(station.coordinate == (try Coordinate(latitude: 46.07, longitude: 11.12)))
    }

    @Test(
        "coordinates are read as people write them",
        arguments: [
            "N38 54.0 W77 1.8", "38°54'00\"N, 77°01'48\"W", "38-54-00N 77-01-48W",
            "38° 54.0' N / 77° 1.8' W", "38.9 N 77.03 W", "\u{2212}77.03 38.9",
            "POINT Z (-77.03 38.9 12)", "38,9; -77,03", "38.9/-77.03",
        ]
    )
    func positions(text: String) async throws {
        let imports = Imports()
        let quoted = text.replacing("\"", with: "\"\"")
        let isReversed = text.hasPrefix("\u{2212}")
        guard !isReversed else {
            // Two columns, with the minus sign of typesetters.
            _ = try await imports.stations("name,lon,lat\nHall,\u{2212}77.03,38.9\n")
            #expect(imports.stations.published.first?.coordinate?.longitude == -77.03)
            return
        }
        _ = try await imports.stations("name,location_text\nHall,\"\(quoted)\"\n")
        let place = try #require(imports.stations.published.first?.coordinate)
        let expected = try Coordinate(latitude: 38.9, longitude: -77.03)
        #expect(Geodesic.distance(from: place, to: expected).meters < 0.01)
    }

    @Test("the postcode at the end of one address string is found")
    func postcodeOfAddress() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            """
            name,address
            Hall,"424 W Parker, Elkhart TX 75839"
            Barn,"809 Pioneer Road, Fairbanks, AK 99707-1234"
            Shed,somewhere

            """
        ) { $0.constants = [.init(field: "place", value: "none")] }
        let codes = Dictionary(
            uniqueKeysWithValues: imports.stations.published.map { ($0.name, $0.postcode) }
        )
        #expect(codes == ["Hall": "75839", "Barn": "99707-1234", "Shed": nil])
        #expect(report.columns.last?.field == "address, postcode")
        #expect(report.columns.last?.reason.contains("75839") == true)
    }

    @Test(
        "several district ids stand in one cell",
        arguments: [
            "10101, 10120", "10101;10120", "10101 | 10120", "10101 and 10120", "10101 & 10120",
        ]
    )
    func severalIDs(cell: String) async throws {
        let imports = Imports()
        _ = try await imports.stations("precinct,name,lat,lon\n\"\(cell)\",Hall,38.9,-77.03\n")
        #expect(
            imports.stations.published.first?.districts.map(\.code) == ["10101", "10120"]
        )
    }

    @Test(
        "a heading in the plural is the district's that it is in the singular",
        arguments: [
            ("Precincts", "precinct"), ("Precinct(s)", "precinct"), ("Precinct IDs", "precinct"),
            ("Wards", "ward"), ("Counties", "county"), ("Stimmbezirke", "polling_district"),
            ("Wahlbezirke", "polling_district"), ("Secciones", "polling_district"),
            ("Sezioni", "polling_district"), ("Stemdistricten", "polling_district"),
            ("Obwody", "polling_district"), ("Valdistrikter", "polling_district"),
            ("School Districts", "school_district"),
        ]
    )
    func plurals(header: String, type: String) async throws {
        let imports = Imports()
        _ = try await imports.stations("\(header),name,lat,lon\n\"7; 8\",Hall,38.9,-77.03\n")
        let districts = imports.stations.published.first?.districts ?? []
        #expect(districts.map(\.code) == ["7", "8"])
        #expect(districts.allSatisfy { $0.type == type })
    }

    @Test("the singular goes before the plural, and a number of districts is none of them")
    func singularFirst() async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "Precincts,Precinct,# Wards,name,lat,lon\n\"7; 8\",9,2,Hall,38.9,-77.03\n"
        )
        #expect(imports.stations.published.first?.districts.map(\.code) == ["9"])
    }

    @Test("a name that is a district's stays one", arguments: ["Ham and Petersham", "Oak, Elm"])
    func districtNames(cell: String) async throws {
        let imports = Imports()
        _ = try await imports.stations("ward,name,lat,lon\n\"\(cell)\",Hall,38.9,-77.03\n")
        #expect(imports.stations.published.first?.districts.map(\.code) == [cell])
    }

    @Test("a column called name beside a precinct and a location is the precinct's")
    func precinctNames() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "precinct,name,location,lat,lon\n1,North,Hall,38.9,-77.03\n2,South,Hall,38.9,-77.03\n"
                + "3,East,Barn,38.8,-77.02\n"
        )
        #expect(imports.stations.published.map(\.name).sorted() == ["Barn", "Hall"])
        #expect(report.columns[1].field == "attribute")
        #expect(report.columns[1].reason.contains("one for each; the places are in location"))
    }
}
