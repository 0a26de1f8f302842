import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing

/// Rows whose numbers have to be read in another way, as their own station's published place, district or
/// postcode tells, however few rows a file has.
@Suite struct RowWitnessTests {
    private let imports = Imports()
    private static let header = "id,name,address,precinct,postal_code,lat,lon\n"

    private static func row(_ number: Int, _ cells: String, id: String? = nil) -> String {
        "\(id ?? "\(number)"),Hall \(number),\(number) Main St,\(number),77002,\(cells)\n"
    }

    /// Around Houston, in the order of the file's columns.
    private static func place(_ number: Int) -> (latitude: Double, longitude: Double) {
        (29.7 + Double(number) / 100, -95.3 - Double(number) / 100)
    }

    private static func good(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.map { row($0, "\(place($0).latitude),\(place($0).longitude)") }
    }

    private static func coordinate(_ number: Int) throws -> Coordinate {
        try Coordinate(latitude: place(number).latitude, longitude: place(number).longitude)
    }

    private func run(
        _ rows: [String],
        adds: Bool = false,
        districts: [District] = [],
        postcodes: [PostcodePlace] = [],
        accepts: Bool = false,
        decisions: RepairDecisions? = nil,
        mode: ImportOptions.Mode = .publish
    ) async throws -> ImportReport {
        let text = Self.header + rows.joined()
        return try await withFile(Array(text.utf8), name: "stations.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("dc"), mode: mode)
            options.keepsOthers = adds
            options.decisions = decisions
            let importer = StationImporter(
                store: imports.stations,
                districts: districts.isEmpty ? nil : WitnessDistricts(districts: districts),
                postcodes: postcodes.isEmpty ? nil : WitnessPostcodes(places: postcodes),
                clock: imports.clock
            )
            if accepts {
                options.mode = .check
                let report = try await importer.run(.file(path), options: options)
                options.mode = mode
                options.decisions = report.repairs.decisions.acceptingLikely
            }
            return try await importer.run(.file(path), options: options)
        }
    }

    /// Latitude and longitude, the minus sign of which is lost.
    private static func harmed(_ number: Int) -> String {
        "\(place(number).latitude),\(-place(number).longitude)"
    }

    @Test("a mend file's rows without their sign stay where they are published", arguments: 1...3)
    func mendFile(count: Int) async throws {
        _ = try await run(Self.good(1...20))
        let rows = (1...count).map { Self.row($0, Self.harmed($0)) }
        let report = try await run(rows, adds: true)
        #expect(report.repairs.proposed.map(\.kind) == Array(repeating: .lostSign, count: count))
        #expect(report.repairs.proposed.allSatisfy { $0.likely && $0.whole == nil })
        #expect(report.repairs.keptPlaces == count)
        #expect(report.repairs.withheld == 0)
        #expect(imports.stations.published.count == 20)
        for number in 1...20 {
            let station = imports.stations.published.first { $0.id.rawValue == "dc.\(number)" }
            #expect(station?.coordinate == (try Self.coordinate(number)))
        }
        let accepted = try await run(rows, adds: true, accepts: true)
        #expect(accepted.repairs.applied.count == count)
        #expect(accepted.repairs.proposed.isEmpty)
    }

    @Test("a district and a postcode tell where nothing is published")
    func districtsAndPostcodes() async throws {
        let (latitude, longitude) = Self.place(1)
        let ring = try [(-0.1, -0.1), (-0.1, 0.1), (0.1, 0.1), (0.1, -0.1), (-0.1, -0.1)].map {
            try Coordinate(latitude: latitude + $0.0, longitude: longitude + $0.1)
        }
        let district = District(
            id: District.ID(rawValue: "p.1"),
            dataset: try DatasetName("p"),
            reference: DistrictReference(type: "precinct", code: "1"),
            name: "1",
            area: MultiPolygon([try Polygon(exterior: ring)])
        )
        let postcode = PostcodePlace(
            id: PostcodePlace.ID(rawValue: "z.77002"),
            dataset: try DatasetName("z"),
            code: "77002",
            coordinate: try Self.coordinate(1)
        )
        let rows = [Self.row(1, Self.harmed(1))]
        for (districts, postcodes) in [
            ([district], []), ([], [postcode]), ([district], [postcode]),
        ] {
            let report = try await run(
                rows,
                districts: districts,
                postcodes: postcodes,
                mode: .check
            )
            #expect(report.repairs.proposed.map(\.kind) == [.lostSign])
            #expect(report.repairs.proposed.first?.likely == true)
            #expect(report.repairs.withheld == 1)
        }
        // Who says that the place is right as it stands is believed.
        _ = try await run(rows)
        let right = try await run(
            Self.good(1...1),
            districts: [district],
            mode: .check
        )
        #expect(right.repairs.isEmpty)
    }

    @Test("one wrong sign far from all others, in a whole file")
    func lonely() async throws {
        let far = { (cells: String) in [Self.row(99, cells)] }
        _ = try await run(Self.good(1...20) + far("-20.68,117.14"))
        let report = try await run(Self.good(1...20) + far("20.68,117.14"))
        #expect(report.repairs.proposed.map(\.kind) == [.lostSign])
        #expect(report.repairs.proposed.first?.likely == true)
        #expect(report.repairs.keptPlaces == 1)
        let station = imports.stations.published.first { $0.id.rawValue == "dc.99" }
        #expect(station?.coordinate == (try Coordinate(latitude: -20.68, longitude: 117.14)))
    }

    @Test("a file that mends a published place is believed")
    func mended() async throws {
        let wrong = Self.good(1...4) + [Self.row(5, Self.harmed(5))] + Self.good(6...20)
        var repairs = try await run(wrong, mode: .check).repairs.proposed
        #expect(repairs.count == 1)
        repairs[0].accept = false
        _ = try await run(wrong, decisions: RepairDecisions(repairs))
        let published = imports.stations.published.first { $0.id.rawValue == "dc.5" }
        #expect((published?.coordinate?.longitude ?? 0) > 0)
        let report = try await run(Self.good(5...5), adds: true)
        #expect(report.repairs.isEmpty)
        let station = imports.stations.published.first { $0.id.rawValue == "dc.5" }
        #expect(station?.coordinate == (try Self.coordinate(5)))
    }

    @Test("rows of one station none of which has a usable place are one")
    func noneUsable() async throws {
        let others = Self.good(1...6) + Self.good(8...20)
        _ = try await run(Self.good(1...20))
        let (latitude, longitude) = Self.place(7)
        let rows = [",", "\(latitude),\(-longitude)", "-\(latitude),\(longitude)"].map {
            Self.row(7, $0)
        }
        let report = try await run(others + rows)
        #expect(report.changes.added == 0)
        #expect(report.changes.removed == 0)
        #expect(imports.stations.published.count == 20)
        let halls = imports.stations.published.filter { $0.name == "Hall 7" }
        #expect(halls.map(\.id.rawValue) == ["dc.7"])
        #expect(halls.map(\.coordinate) == [try Self.coordinate(7)])
    }

    @Test("places are kept of stations that the file has under new ids, and counted as kept")
    func newIDs() async throws {
        _ = try await run(Self.good(1...20))
        let rows = (1...20).map { Self.row($0, Self.harmed($0), id: "new-\($0)") }
        for mode in [ImportOptions.Mode.check, .publish] {
            let report = try await run(rows, mode: mode)
            #expect(report.repairs.proposed.map(\.whole?.reading) == [.otherLongitudeSign])
            #expect(report.forceNeeded.isEmpty)
            #expect(report.repairs.keptPlaces == 20)
            #expect(report.withoutPlace == 0)
            #expect(report.changes.moved == 0)
            #expect(report.changes.removed == 0)
        }
    }

    @Test(
        "stations of a file without ids are known again by name and by where they probably are",
        arguments: [false, true]
    )
    func otherAddresses(accepts: Bool) async throws {
        func rows(_ street: String, sign: Double) -> String {
            "name,address,lat,lon\n"
                + (1...20).map { number in
                    let (latitude, longitude) = Self.place(number)
                    return "Hall \(number),\(number) \(street),\(sign * -latitude),\(longitude)\n"
                }.joined()
        }
        _ = try await imports.stations(rows("Main St", sign: 1))
        let ids = Dictionary(
            uniqueKeysWithValues: imports.stations.published.map { ($0.name, $0.id) }
        )
        let other = rows("Main Street", sign: -1)
        let check = try await imports.stations(other, mode: .check)
        #expect(check.repairs.proposed.map(\.whole?.reading) == [.otherLatitudeSign])
        let report = try await imports.stations(other) {
            if accepts { $0.decisions = check.repairs.decisions.acceptingLikely }
        }
        #expect(report.forceNeeded.isEmpty)
        #expect(report.repairs.keptPlaces == (accepts ? 0 : 20))
        #expect(report.changes.added == 0)
        #expect(report.changes.removed == 0)
        #expect(report.changes.moved == 0)
        #expect(report.changes.addressChanged == 20)
        for number in 1...20 {
            let name = "Hall \(number)"
            let station = imports.stations.published.first { $0.name == name }
            #expect(station?.id == ids[name])
            #expect(station?.address?.contains("Main Street") == true)
            let (latitude, longitude) = Self.place(number)
            #expect(
                station?.coordinate
                    == (try Coordinate(latitude: -latitude, longitude: longitude))
            )
        }
    }

    @Test("a place far from most, not from all, is told as outside the districts")
    func outsideDistricts() async throws {
        // Precincts cover the places, one of which lies a degree too far north.
        let ring = try [(29, -96), (29, -95), (30.2, -95), (30.2, -96), (29, -96)].map {
            try Coordinate(latitude: Double($0.0), longitude: Double($0.1))
        }
        let district = District(
            id: District.ID(rawValue: "p.1"),
            dataset: try DatasetName("p"),
            reference: DistrictReference(type: "precinct", code: "1"),
            name: "1",
            area: MultiPolygon([try Polygon(exterior: ring)])
        )
        let (latitude, longitude) = Self.place(7)
        let rows = Self.good(1...6) + [Self.row(7, "\(latitude + 1),\(longitude)")]
        let report = try await run(
            rows + Self.good(8...20),
            districts: [district],
            mode: .check
        )
        #expect(report.repairs.proposed.map(\.kind) == [.outsideDistricts])
        #expect(report.repairs.proposed.map(\.line) == [8])
        #expect(report.repairs.withheld == 0)
    }

    @Test("seven in ten rows with exchanged axes are one repair, whatever the columns hold")
    func mostlySwapped() async throws {
        func rows(isMixed: Bool) -> [String] {
            var rows: [String] = []
            for index in 1...40 {
                let latitude = "-31.\(100 + index)"
                let longitude = "115.\(100 + index)"
                let isSwapped = isMixed && index % 10 >= 3
                let cells =
                    isSwapped ? longitude + "," + latitude : latitude + "," + longitude
                rows.append(Self.row(index, cells))
            }
            return rows
        }
        _ = try await run(rows(isMixed: false))
        let report = try await run(rows(isMixed: true), mode: .check)
        #expect(report.repairs.proposed.map(\.whole?.reading) == [.swapped])
        #expect(report.repairs.proposed.map(\.rows) == [28])
    }

    @Test("a refused repair of all is told as so many places")
    func refusedWhole() async throws {
        _ = try await run(Self.good(1...20))
        let rows = (1...20).map { Self.row($0, Self.harmed($0)) }
        var repairs = try await run(rows, mode: .check).repairs.proposed
        #expect(repairs.count == 1)
        repairs[0].accept = false
        let decisions = RepairDecisions(repairs)
        let report = try await run(rows, decisions: decisions, mode: .check)
        #expect(report.text(width: 200).contains("Repairs refused, as decided: 20 places"))
    }
}

private struct WitnessDistricts: DistrictStore {
    let districts: [District]

    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try visit(districts)
    }
}

private struct WitnessPostcodes: PostcodeStore {
    let places: [PostcodePlace]

    func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) async throws {
        try visit(places)
    }
}
