internal import Geodesy
internal import ReferenceSystems

/// A country or state that a file speaks of, and the map grids that are used there.
struct GridRegion {
    let name: String
    let box: BoundingBox
    /// The countries that it is, or is a part of: two letters each (ISO 3166-1).
    let countries: Set<String>
    /// What in the file speaks of it.
    let evidence: String
    /// The usual first.
    let systems: [CoordinateReferenceSystem]

    /// The regions that a file's postcodes, states and headers speak of.
    static func evident(in sample: FileSample, constants: [FieldConstant]) -> [GridRegion] {
        british(sample) + irish(sample) + american(sample, constants) + german(sample)
            + australian(sample) + [dutch(sample), canadian(sample)].compactMap { $0 }
    }

    private init(
        _ name: String,
        west: Double,
        south: Double,
        east: Double,
        north: Double,
        countries: Set<String>,
        evidence: String,
        codes: [Int]
    ) {
        self.init(
            name: name,
            box: BoundingBox(uncheckedWest: west, south: south, east: east, north: north),
            countries: countries,
            evidence: evidence,
            systems: codes.compactMap { try? CoordinateReferenceSystem(code: $0) }
        )
    }

    init(
        name: String,
        box: BoundingBox,
        countries: Set<String>,
        evidence: String,
        systems: [CoordinateReferenceSystem]
    ) {
        self.name = name
        self.box = box
        self.countries = countries
        self.evidence = evidence
        self.systems = systems
    }

    // MARK: The British Isles

    private static func british(_ sample: FileSample) -> [GridRegion] {
        let postcodes = endings(of: sample, matching: PostcodeText.british)
        guard let example = postcodes.first else { return [] }
        let northern = postcodes.filter { $0.hasPrefix("BT") }
        var regions: [GridRegion] = []
        // A council's list has a voter or two who gave another address.
        if northern.count * 10 < postcodes.count * 9 {
            regions.append(
                GridRegion(
                    "Great Britain",
                    west: -9.01,
                    south: 49.75,
                    east: 2.01,
                    north: 61.01,
                    countries: ["GB"],
                    evidence: "postcodes such as \(example) are British",
                    codes: [27700, ReferenceSystemFinder.webMercator, 32630, 32631]
                )
            )
        }
        if let example = northern.first, northern.count * 10 > postcodes.count {
            regions.append(
                GridRegion(
                    "Northern Ireland",
                    west: -8.2,
                    south: 53.9,
                    east: -5.3,
                    north: 55.4,
                    countries: ["GB"],
                    evidence: "postcodes such as \(example) are Northern Ireland's",
                    codes: [29902, 2157, ReferenceSystemFinder.webMercator, 32629, 32630]
                )
            )
        }
        return regions
    }

    private static func irish(_ sample: FileSample) -> [GridRegion] {
        guard let example = endings(of: sample, matching: PostcodeText.irish).first else {
            return []
        }
        return [
            GridRegion(
                "Ireland",
                west: -10.8,
                south: 51.3,
                east: -5.3,
                north: 55.5,
                countries: ["IE"],
                evidence: "Eircodes such as \(example) are Irish",
                codes: [2157, 29902, ReferenceSystemFinder.webMercator, 32629]
            )
        ]
    }

    /// The endings of cells that are postcodes, where some column has them in every second cell.
    private static func endings(
        of sample: FileSample,
        matching postcode: (String) -> String?
    ) -> [String] {
        for column in sample.columns {
            let found = column.firstValues.compactMap(postcode)
            if !found.isEmpty, found.count * 2 >= column.firstValues.count { return found }
        }
        return []
    }

    // MARK: The Netherlands and Canada

    private static func dutch(_ sample: FileSample) -> GridRegion? {
        example(in: sample, of: #/[1-9][0-9]{3} ?[A-Z]{2}/#).map { example in
            GridRegion(
                "the Netherlands",
                west: 3.2,
                south: 50.7,
                east: 7.3,
                north: 53.7,
                countries: ["NL"],
                evidence: "postcodes such as \(example) are Dutch",
                codes: [28992, ReferenceSystemFinder.webMercator, 32631, 32632, 25831, 25832]
            )
        }
    }

    private static func canadian(_ sample: FileSample) -> GridRegion? {
        example(in: sample, of: #/[A-Z][0-9][A-Z][ -]?[0-9][A-Z][0-9]/#).map { example in
            GridRegion(
                "Canada",
                west: -141.1,
                south: 41.6,
                east: -52.5,
                north: 83.2,
                countries: ["CA"],
                evidence: "postcodes such as \(example) are Canadian",
                codes: [3347, ReferenceSystemFinder.webMercator]
            )
        }
    }

    /// The first postcode of a column that is called one, where every second cell is of a form.
    private static func example(in sample: FileSample, of form: Regex<Substring>) -> String? {
        for column in sample.columns where Field.postcode.headers.contains(column.key.text) {
            let found = column.firstValues.filter { $0.uppercased().wholeMatch(of: form) != nil }
            if let first = found.first, found.count * 2 >= column.firstValues.count { return first }
        }
        return nil
    }

    // MARK: The United States

    private static func american(_ sample: FileSample, _ constants: [FieldConstant]) -> [GridRegion]
    {
        var votes: [String: Int] = [:]
        var evidence: [String: String] = [:]
        func vote(_ state: String, _ reason: String) {
            votes[state, default: 0] += 1
            if evidence[state] == nil { evidence[state] = reason }
        }
        for constant in constants where constant.field == Field.state.name {
            let state = constant.value.uppercased()
            if USState.names[state] != nil { vote(state, "the state is \(state)") }
        }
        for column in sample.columns {
            let isState = Field.state.headers.contains(column.key.text)
            let isZip = column.key.text.contains("zip")
            for value in column.firstValues {
                if isState, USState.names[value.uppercased()] != nil {
                    vote(value.uppercased(), "the state is \(value)")
                } else if isZip, let state = USState(zip: value)?.code {
                    vote(state, "ZIP codes such as \(value) are \(USState.names[state] ?? "")'s")
                } else if let (state, zip) = PostcodeText.american(value) {
                    vote(state, "addresses such as \"... \(state) \(zip)\" are American")
                }
            }
        }
        let ranked = votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return ranked.prefix(3).compactMap { state, _ in
            region(ofState: state, evidence: evidence[state] ?? "")
        }
    }

    private static func region(ofState state: String, evidence: String) -> GridRegion? {
        guard let name = USState.names[state] else { return nil }
        // The District of Columbia is surveyed in Maryland's plane.
        let plane = state == "DC" ? "Maryland" : name
        let planes = (try? CoordinateReferenceSystem.projected(namedWith: "NAD83 / \(plane)")) ?? []
        let areas = planes.compactMap(\.areaOfUse).filter { !$0.crossesAntimeridian }
        guard let first = areas.first else { return nil }
        let box = areas.dropFirst().reduce(first) { whole, area in
            BoundingBox(
                uncheckedWest: min(whole.west, area.west),
                south: min(whole.south, area.south),
                east: max(whole.east, area.east),
                north: max(whole.north, area.north)
            )
        }
        let zones = Int((box.west + 180) / 6) + 1...Int((box.east + 180) / 6) + 1
        let others =
            zones.filter { $0 <= 23 }.map { 26_900 + $0 }
            + [ReferenceSystemFinder.webMercator]
        return GridRegion(
            name: name,
            box: box,
            countries: ["US"],
            evidence: evidence,
            systems: planes + others.compactMap { try? CoordinateReferenceSystem(code: $0) }
        )
    }

    // MARK: Australia

    private static let australianStates: Set<String> = [
        "NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT",
    ]

    /// Western Australia and Washington, South Australia and others are written alike: only with
    /// postcodes of four digits beside them they are Australia's.
    private static func australian(_ sample: FileSample) -> [GridRegion] {
        func holds(_ column: ColumnSample, _ isRight: (String) -> Bool) -> Bool {
            let values = column.firstValues
            return values.count { isRight($0) } * 2 > values.count
        }
        func isCode(_ text: String) -> Bool {
            text.utf8.count == 4 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        }
        let addressed = sample.columns.lazy.compactMap { column in
            holds(column) { PostcodeText.australian($0) != nil } ? column.firstValues.first : nil
        }.first
        let state = sample.columns.first { column in
            Field.state.headers.contains(column.key.text)
                && holds(column) { australianStates.contains($0.uppercased()) }
        }
        let hasCodes = sample.columns.contains { column in
            Field.postcode.headers.contains(column.key.text) && holds(column, isCode)
        }
        guard addressed != nil || state != nil && hasCodes else { return [] }
        return [
            GridRegion(
                "Australia",
                west: 96.5,
                south: -44,
                east: 168.5,
                north: -9,
                countries: ["AU"],
                evidence: addressed.map { "addresses such as \"\($0)\" are Australian" }
                    ?? "states such as \(state?.firstValues.first ?? "") with postcodes of four "
                    + "digits are Australian",
                codes: Array(28_349...28_356) + [ReferenceSystemFinder.webMercator]
            )
        ]
    }

    // MARK: Germany and its neighbours

    private static let germanHeaders = [
        "plz", "postleitzahl", "postzustell", "stimmbezirk", "wahllokal", "wahlbezirk", "wahlraum",
        "wahlkreis", "wlk", "rollstuhl", "barrierefrei", "rechtswert", "hochwert", "hausnummer",
        "strasse",
    ]

    private static func german(_ sample: FileSample) -> [GridRegion] {
        let column = sample.columns.first { column in
            germanHeaders.contains { column.key.text.hasPrefix($0) }
        }
        guard let column else { return [] }
        return [
            GridRegion(
                "Germany, Austria or Switzerland",
                west: 5.8,
                south: 45.8,
                east: 17.2,
                north: 55.1,
                countries: ["DE", "AT", "CH"],
                evidence: "the header \"\(column.name)\" is German",
                codes: [
                    25832, 25833, 25831, 4647, 5650, 5649, 31466, 31467, 31468, 31469, 2056, 21781,
                    31287, ReferenceSystemFinder.webMercator,
                ]
            )
        ]
    }
}
