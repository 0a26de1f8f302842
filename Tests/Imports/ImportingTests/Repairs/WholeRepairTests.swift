import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Files whose coordinates are wrong as a whole, or for the most part: what else is known tells.
@Suite struct WholeRepairTests {
    // MARK: Washington's stations, spoilt

    /// What else tells where the stations lie.
    enum Witness: CaseIterable { case zipCodes, precincts, published, postcodes }

    /// What is done to some rows.
    enum Harm: CaseIterable { case swapped, lostSign }

    /// The real file's rows, of which a share is spoilt; without ZIP codes where these would tell.
    private static func washington(
        _ harm: Harm,
        share: Double,
        hasZip: Bool,
        hasPrecinct: Bool = true
    ) throws -> String? {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return nil }
        var random = SeededGenerator(seed: 17)
        var lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).map(String.init)
        for index in lines.indices.dropFirst() {
            var cells = lines[index].split(separator: ",", omittingEmptySubsequences: false)
            let last = cells.count - 1
            if Double.random(in: 0..<1, using: &random) < share {
                switch harm {
                case .swapped: cells.swapAt(last, last - 1)
                case .lostSign: cells[last - 1] = cells[last - 1].dropFirst()
                }
            }
            if !hasZip { cells[last - 5] = "" }
            if !hasPrecinct { cells[1] = "" }
            lines[index] = cells.joined(separator: ",")
        }
        return lines.joined(separator: "\n")
    }

    /// By the numbers of precincts, straight from the file: longitude and latitude are its last columns.
    private static func truth() throws -> [String: Coordinate] {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return [:] }
        var places: [String: Coordinate] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).dropFirst()
        {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = cells.suffix(2).compactMap { Double($0) }
            places[String(cells[1])] = try Coordinate(latitude: numbers[1], longitude: numbers[0])
        }
        return places
    }

    private static func precincts() async throws -> [District] {
        guard let path = Checkout.realFile("dc/voting_precincts_2012.geojson.gz") else { return [] }
        let imports = DistrictImports()
        _ = try await imports.run(path: path, type: "precinct")
        return imports.districts.published
    }

    private static func postcodes() async throws -> [PostcodePlace] {
        guard let path = Checkout.realFile("zip/us_zipcodes.csv.gz") else { return [] }
        let store = FakeStore<PostcodePlace>(kind: .postcodes)
        _ = try await PostcodeImporter(store: store, clock: Imports().clock)
            .run(.file(path), options: ImportOptions(dataset: try DatasetName("zip")))
        return store.published
    }

    private func run(
        _ text: String,
        name: String = "stations.csv",
        into imports: Imports,
        districts: [District] = [],
        postcodes: [PostcodePlace] = [],
        decisions: RepairDecisions? = nil,
        mode: ImportOptions.Mode = .publish
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) { path in
            var options = ImportOptions(dataset: try DatasetName("dc"), mode: mode)
            options.decisions = decisions
            return try await StationImporter(
                store: imports.stations,
                districts: districts.isEmpty ? nil : FakeDistricts(districts: districts),
                postcodes: postcodes.isEmpty ? nil : FakePostcodes(places: postcodes),
                clock: imports.clock
            ).run(.file(path), options: options)
        }
    }

    @Test(
        "one repair for all is proposed, accepted, exact, and nothing the second time",
        arguments: Harm.allCases,
        [1.0, 0.7, 0.6, 0.36]
    )
    func accepted(harm: Harm, share: Double) async throws {
        guard let text = try Self.washington(harm, share: share, hasZip: true) else { return }
        let imports = Imports()
        let first = try await run(text, into: imports, mode: .check)
        let proposal = try #require(first.repairs.proposed.first)
        #expect(first.repairs.proposed.count == 1)
        #expect(proposal.kind == (harm == .swapped ? .swappedAxes : .lostSign))
        #expect(proposal.whole?.reading == (harm == .swapped ? .swapped : .otherLongitudeSign))
        #expect(proposal.accept == nil)
        #expect(proposal.likely)
        #expect(proposal.confidence >= 0.95)
        let wrong = text.split(separator: "\n").dropFirst().count { line in
            line.split(separator: ",", omittingEmptySubsequences: false).suffix(2).first?.first
                != "-"
        }
        #expect(proposal.rows == wrong)
        let subject = wrong == 551 ? "all 551 rows" : "\(wrong) of the 551 rows"
        #expect(proposal.name == subject)
        let kind =
            harm == .swapped ? "latitude and longitude look swapped" : "a minus sign looks lost"
        #expect(first.text(width: 300).contains("\(kind) in \(subject), "))
        // Replayed from the file.
        var file = String(
            decoding: try first.repairs.decisions.json(file: "s.csv", dataset: "dc"),
            as: UTF8.self
        )
        file.replace("\"accept\" : null", with: "\"accept\" : true")
        let decisions = try RepairDecisions(json: Array(file.utf8), name: "repairs.json")
        let report = try await run(text, into: imports, decisions: decisions)
        #expect(report.outcome == .published)
        #expect(report.repairs.proposed.isEmpty)
        #expect(report.repairs.applied.map(\.rows) == [wrong])
        #expect(report.repairs.stale.isEmpty)
        #expect(report.rows.accepted == 143)
        #expect(report.rows.merged == 408)
        let truth = try Self.truth()
        for station in imports.stations.published {
            let precinct = try #require(station.districts.first { $0.type == "precinct" })
            #expect(station.coordinate == truth[precinct.code])
            #expect(station.id.rawValue == "dc.\(precinct.code)")
        }
        let again = try await run(text, into: imports, decisions: decisions)
        #expect(again.outcome == .nothingToChange)
        #expect(again.repairs.applied.map(\.rows) == [wrong])
    }

    @Test(
        "boundaries, the published stations or postcodes tell, each alone",
        arguments: Witness.allCases
    )
    func witnesses(witness: Witness) async throws {
        let districts = witness == .precincts ? try await Self.precincts() : []
        let postcodes = witness == .postcodes ? try await Self.postcodes() : []
        for (harm, share) in [(Harm.swapped, 1.0), (.swapped, 0.6), (.lostSign, 0.7)] {
            guard
                let text = try Self.washington(
                    harm,
                    share: share,
                    hasZip: witness == .zipCodes || witness == .postcodes,
                    hasPrecinct: witness == .precincts || witness == .published
                ),
                let whole = try Self.washington(harm, share: 0, hasZip: false)
            else { return }
            let imports = Imports()
            if witness == .published { _ = try await run(whole, into: imports) }
            let report = try await run(
                // A header that says nothing of the country.
                witness == .postcodes ? text.replacing("ZIPCODE", with: "POSTAL_CODE") : text,
                into: imports,
                districts: districts,
                postcodes: postcodes,
                mode: .check
            )
            #expect(
                report.repairs.proposed.map(\.whole?.reading) == [
                    harm == .swapped ? .swapped : .otherLongitudeSign
                ]
            )
            let words = [
                Witness.zipCodes: "the land that the file speaks of",
                .precincts: "the boundaries of their districts",
                .published: "the same stations as they are published",
                .postcodes: "their postcodes",
            ]
            let expected = try #require(words[witness])
            #expect(report.repairs.proposed.first?.reason.contains(expected) == true)
        }
    }

    @Test("rows that are right are published where they are, whatever most rows are")
    func rightRows() async throws {
        guard let text = try Self.washington(.swapped, share: 0.7, hasZip: true) else { return }
        let imports = Imports()
        let report = try await run(text, into: imports)
        let truth = try Self.truth()
        #expect(report.rows.accepted == 143)
        var placed = 0
        for station in imports.stations.published {
            guard let place = station.coordinate else { continue }
            placed += 1
            let code = try #require(station.districts.first { $0.type == "precinct" }?.code)
            #expect(place == truth[code])
        }
        #expect(placed > 50)
        #expect(report.repairs.withheld == 143 - placed)
        #expect(report.withoutPlace == 143 - placed)
    }

    @Test("where nothing tells, nothing is said against a file", arguments: Harm.allCases)
    func nothingKnown(harm: Harm) async throws {
        guard let text = try Self.washington(harm, share: 1, hasZip: false) else { return }
        let report = try await run(text, into: Imports(), mode: .check)
        #expect(report.repairs.isEmpty)
    }

    @Test("postcodes and districts of another land say nothing")
    func otherLands() async throws {
        guard let text = try Self.washington(.swapped, share: 1, hasZip: false) else { return }
        let elsewhere = try (1...143).map { number in
            District(
                id: District.ID(rawValue: "d.\(number)"),
                dataset: try DatasetName("d"),
                reference: DistrictReference(type: "precinct", code: "\(number)"),
                name: "\(number)",
                area: MultiPolygon([
                    try Polygon(
                        exterior: [(10.0, 50.0), (10.1, 50.0), (10.1, 50.1), (10.0, 50.1)].map {
                            try Coordinate(latitude: $0.1, longitude: $0.0)
                        },
                        holes: []
                    )
                ])
            )
        }
        let report = try await run(text, into: Imports(), districts: elsewhere, mode: .check)
        #expect(report.repairs.isEmpty)
    }

    @Test("a repair of all that is refused leaves the places as the file gives them")
    func refused() async throws {
        guard let text = try Self.washington(.lostSign, share: 1, hasZip: true) else { return }
        var repairs = try await run(text, into: Imports(), mode: .check).repairs.proposed
        #expect(repairs.count == 1)
        repairs[0].accept = false
        let imports = Imports()
        let report = try await run(text, into: imports, decisions: RepairDecisions(repairs))
        #expect(report.repairs.proposed.isEmpty)
        #expect(report.repairs.refused.map(\.rows) == [551])
        #expect(
            imports.stations.published.allSatisfy { $0.coordinate.map { $0.longitude > 0 } == true }
        )
    }

    @Test("a repair of all does nothing to a file that was mended meanwhile")
    func mended() async throws {
        guard let text = try Self.washington(.swapped, share: 1, hasZip: true),
            let whole = try Self.washington(.swapped, share: 0, hasZip: true)
        else { return }
        let decisions = try await run(text, into: Imports(), mode: .check).repairs.decisions
            .acceptingLikely
        let imports = Imports()
        let report = try await run(whole, into: imports, decisions: decisions)
        #expect(report.repairs.applied.isEmpty)
        #expect(report.repairs.stale.count == 1)
        let truth = try Self.truth()
        #expect(
            imports.stations.published.allSatisfy { station in
                station.coordinate
                    == station.districts.first { $0.type == "precinct" }
                    .flatMap { truth[$0.code] }
            }
        )
    }

    @Test("what is published stays where it is until somebody decides")
    func publishedStays() async throws {
        guard let text = try Self.washington(.swapped, share: 1, hasZip: true),
            let whole = try Self.washington(.swapped, share: 0, hasZip: true)
        else { return }
        let imports = Imports()
        _ = try await run(whole, into: imports)
        let report = try await run(text, into: imports)
        #expect(report.outcome == .nothingToChange)
        #expect(report.repairs.keptPlaces == 143)
        #expect(report.repairs.withheld == 0)
        #expect(report.withoutPlace == 0)
        #expect(
            report.text(width: 200).contains(
                "143 stations of these stay at the place that is published"
            )
        )
    }

    @Test("rows whose swapped numbers are no place are refused, and mended once that is accepted")
    func noPlaces() async throws {
        var random = SeededGenerator(seed: 23)
        let places = (0..<40).map { _ in
            (
                29.75 + Double.random(in: -0.1...0.1, using: &random),
                -95.35 + Double.random(in: -0.1...0.1, using: &random)
            )
        }
        let rows = places.enumerated().map { index, place in
            let (latitude, longitude) = place
            let cells = index % 5 < 2 ? "\(latitude),\(longitude)" : "\(longitude),\(latitude)"
            return "Hall \(index),\(index) Oak St,77002,\(cells)\n"
        }
        let text = "name,address,zip,lat,lon\n" + rows.joined()
        let imports = Imports()
        let first = try await run(text, into: imports, mode: .check)
        #expect(first.rows.rejected == 24)
        #expect(first.repairs.proposed.map(\.whole?.reading) == [.swapped])
        #expect(first.repairs.proposed.map(\.rows) == [24])
        let report = try await run(
            text,
            into: imports,
            decisions: first.repairs.decisions.acceptingLikely
        )
        #expect(report.rows.rejected == 0)
        for (index, place) in places.enumerated() {
            let station = imports.stations.published.first { $0.name == "Hall \(index)" }
            #expect(
                station?.coordinate
                    == (try Coordinate(latitude: place.0, longitude: place.1))
            )
        }
    }

    // MARK: Other lands

    @Test("Australia's stations without their minus signs lie in Siberia, and are found")
    func australia() async throws {
        guard let path = Checkout.realFile("stations/au/wa_2021_snapshot_20210207.csv") else {
            return
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lost = text.replacing(#/,-([0-9]+\.[0-9]+),/#) { ",\($0.1)," }
        let (imports, whole) = (Imports(), Imports())
        let first = try await run(lost, into: imports, mode: .check)
        let proposal = try #require(first.repairs.proposed.first)
        #expect(proposal.whole?.reading == .otherLatitudeSign)
        #expect(first.repairs.proposed.count == 1)
        _ = try await run(
            lost,
            into: imports,
            decisions: first.repairs.decisions.acceptingLikely
        )
        let right = try await run(text, into: whole)
        #expect(right.repairs.isEmpty)
        let places = Dictionary(
            uniqueKeysWithValues: whole.stations.published.map { ($0.id, $0.coordinate) }
        )
        #expect(imports.stations.published.count == places.count)
        #expect(imports.stations.published.allSatisfy { places[$0.id] == .some($0.coordinate) })
    }

    @Test("Cologne's stations with swapped axes lie off Somalia, and are found")
    func cologne() async throws {
        guard let path = Checkout.realFile("stations/de_koeln/wahllokale.geojson") else { return }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let swapped = text.replacing(#/\[\s*([0-9.]+)\s*,\s*([0-9.]+)\s*\]/#) {
            "[\($0.2),\($0.1)]"
        }
        #expect(swapped != text)
        let (imports, whole) = (Imports(), Imports())
        let first = try await run(swapped, name: "k.geojson", into: imports, mode: .check)
        #expect(first.repairs.proposed.map(\.whole?.reading) == [.swapped])
        _ = try await run(
            swapped,
            name: "k.geojson",
            into: imports,
            decisions: first.repairs.decisions.acceptingLikely
        )
        _ = try await run(text, name: "k.geojson", into: whole)
        let places = Dictionary(
            uniqueKeysWithValues: whole.stations.published.map { ($0.id, $0.coordinate) }
        )
        #expect(imports.stations.published.count == places.count)
        #expect(imports.stations.published.allSatisfy { places[$0.id] == .some($0.coordinate) })
    }

    @Test(
        "swapped numbers of a map grid are found as well, all of them or some",
        arguments: [1.0, 0.4]
    )
    func grid(share: Double) async throws {
        guard let path = Checkout.realFile("stations/de_koeln/wahllokale.csv") else { return }
        var random = SeededGenerator(seed: 29)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var lines = text.split(whereSeparator: \.isNewline).map(String.init)
        for index in lines.indices.dropFirst()
        where Double.random(in: 0..<1, using: &random) < share {
            var cells = lines[index].split(separator: ";", omittingEmptySubsequences: false)
            cells.swapAt(7, 8)
            lines[index] = cells.joined(separator: ";")
        }
        let swapped = lines.joined(separator: "\n")
        let (imports, whole) = (Imports(), Imports())
        let first = try await run(swapped, into: imports, mode: .check)
        #expect(first.coordinates?.system == "EPSG:3857")
        #expect(first.repairs.proposed.map(\.whole?.reading) == [.swapped])
        let report = try await run(
            swapped,
            into: imports,
            decisions: first.repairs.decisions.acceptingLikely
        )
        #expect(report.rows.rejected == 0)
        _ = try await run(text, into: whole)
        let places = Dictionary(
            uniqueKeysWithValues: whole.stations.published.map { ($0.id, $0.coordinate) }
        )
        #expect(imports.stations.published.count == places.count)
        #expect(imports.stations.published.allSatisfy { places[$0.id] == .some($0.coordinate) })
    }

    @Test("a British file without its minus signs is told by its postcodes' own places")
    func britain() async throws {
        // EN5 lies at 51.65, -0.2 (GeoNames); without the sign it is the Thames estuary's north, still
        // in the box of Great Britain.
        var random = SeededGenerator(seed: 5)
        let rows = (0..<30).map { index in
            let latitude = 51.65 + Double.random(in: -0.02...0.02, using: &random)
            let longitude = 0.2 + Double.random(in: -0.03...0.03, using: &random)
            return "Hall \(index),\(index) High Street,EN5 4PR,\(latitude),\(longitude)\n"
        }
        let text = "name,address,postcode,lat,lon\n" + rows.joined()
        let silent = try await run(text, into: Imports(), mode: .check)
        #expect(silent.repairs.isEmpty)
        let place = PostcodePlace(
            id: PostcodePlace.ID(rawValue: "gb.en5"),
            dataset: try DatasetName("gb"),
            code: "EN5",
            coordinate: try Coordinate(latitude: 51.65, longitude: -0.2)
        )
        let report = try await run(text, into: Imports(), postcodes: [place], mode: .check)
        #expect(report.repairs.proposed.map(\.whole?.reading) == [.otherLongitudeSign])
        #expect(report.repairs.proposed.map(\.rows) == [30])
    }
}

private struct FakeDistricts: DistrictStore {
    let districts: [District]

    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try visit(districts)
    }
}

private struct FakePostcodes: PostcodeStore {
    let places: [PostcodePlace]

    func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) async throws {
        try visit(places)
    }
}
