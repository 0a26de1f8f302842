internal import Geodesy
internal import ReferenceSystems

/// The map grids that countries use: those of their surveys, and the zones that their offices publish in.
enum NationalGrids {
    /// The numbers of a country's grids in the EPSG register, the usual first; none where they are not known
    /// here.
    ///
    /// - Parameter country: Two letters (ISO 3166-1).
    static func codes(of country: String) -> [Int] { all[country] ?? [] }

    /// By the countries' two letters.
    static let all: [String: [Int]] = table.split(separator: "\n").reduce(into: [:]) { all, line in
        let words = line.split(separator: " ")
        guard let country = words.first else { return }
        all[String(country)] = words.dropFirst().flatMap { word -> [Int] in
            let ends = word.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return Array(first...last)
        }
    }

    /// A country a line: two letters (ISO 3166-1), and numbers of the EPSG register or spans of them.
    ///
    /// Source: the EPSG register's areas of use, from PROJ's database, and the countries' mapping agencies.
    private static let table = """
        AL 6870
        AR 5343-5349
        AT 31287 31254-31259
        AU 28348-28358 7848-7858 3577
        BE 31370 3812
        BG 7801
        BR 31978-31985 5880
        CA 3347 3978 26907-26922
        CH 2056 21781
        CL 5361 5362
        CO 9377 3114-3118
        CY 6312
        CZ 5514
        DE 25832 25833 31466-31469 5649 5650 4647
        DK 25832 25833
        EE 3301
        ES 25829-25831
        FI 3067 3873-3885
        FR 2154 3942-3950
        GB 27700
        GR 2100
        HK 2326
        HR 3765
        HU 23700
        IE 2157 29902 29903
        IL 2039
        IN 7755 24378-24381
        IS 8088 3057
        IT 7791 7792 7794 3003 3004 25832 25833
        JP 6669-6687
        KR 5179 5185-5188
        LI 2056 21781
        LT 3346
        LU 2169
        LV 3059
        MD 4026
        MK 6204
        MX 6372 6366-6371
        MY 3375 3376
        NL 28992
        NO 25832 25833 25835 5105-5130
        NZ 2193 27200
        PE 5387 5389 5839
        PH 3121-3125
        PL 2180 2176-2179
        PT 3763
        RO 3844
        RS 6316 8682
        SE 3006-3018 3021
        SG 3414
        SI 3794 3912
        SK 5514 8353
        TR 5253-5259
        TW 3826 3825
        UA 6381-6387
        US 5070 26910-26919
        UY 5382 5383
        ZA 2047-2055
        """

    /// States and provinces by what columns of states call them, a country a line; letters that another
    /// country has for a state of its own are none.
    static let states: [String: String] = stateTable.split(separator: "\n").reduce(into: [:]) {
        states,
        line in
        guard let space = line.firstIndex(of: " ") else { return }
        for name in line[line.index(after: space)...].split(separator: "|") {
            states[String(name)] = String(line[..<space])
        }
    }

    private static let stateTable = """
        AT burgenland|karnten|kaernten|niederosterreich|niederoesterreich|oberosterreich|oberoesterreich
        AT salzburg|steiermark|tirol|vorarlberg
        AU nsw|vic|qld|tas|act|new south wales|victoria|queensland|tasmania|western australia
        AU south australia|northern territory|australian capital territory
        CA alberta|british columbia|manitoba|new brunswick|newfoundland and labrador|nova scotia|ontario
        CA prince edward island|quebec|saskatchewan|northwest territories|nunavut|yukon
        DE baden wurttemberg|baden wuerttemberg|bayern|brandenburg|hessen|mecklenburg vorpommern
        DE niedersachsen|nordrhein westfalen|rheinland pfalz|saarland|sachsen|sachsen anhalt
        DE schleswig holstein|thuringen|thueringen
        GB england|scotland|wales
        """
}

extension GridRegion {
    /// A country that a file names, with the grids of its own.
    static func national(_ named: NamedCountry) -> GridRegion {
        GridRegion(named, codes: NationalGrids.codes(of: named.country.code))
    }

    /// The same with the systems of all countries: Web Mercator, and the zones of UTM that hold it.
    static func general(_ named: NamedCountry) -> GridRegion {
        let box = named.country.box
        var codes = [ReferenceSystemFinder.webMercator]
        func zone(_ longitude: Double) -> Int { min(max(Int((longitude + 180) / 6) + 1, 1), 60) }
        let zones = box.crossesAntimeridian ? [] : Array(zone(box.west)...zone(box.east))
        if zones.count <= mostZones {
            if box.north > 0 { codes += zones.map { 32_600 + $0 } }
            if box.south < 0 { codes += zones.map { 32_700 + $0 } }
        }
        return GridRegion(named, codes: codes)
    }

    /// A country over more zones is not told by them.
    private static let mostZones = 12

    private init(_ named: NamedCountry, codes: [Int]) {
        self.init(
            name: named.country.name,
            box: named.country.box,
            countries: [named.country.code],
            evidence: named.evidence,
            systems: codes.compactMap { try? CoordinateReferenceSystem(code: $0) }
        )
    }
}
