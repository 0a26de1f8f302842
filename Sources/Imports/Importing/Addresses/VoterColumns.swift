internal import Polling

/// The columns of a list of voters that say where they live.
package struct VoterColumns: Sendable {
    /// What voters ask by.
    package enum Question: Sendable {
        case address
        case postcode
    }

    /// What a header tells.
    package enum Finding: Sendable {
        case found(VoterColumns)
        /// Several columns may be meant.
        case ambiguous([String])
    }

    /// The columns that make the text: those of one part stand beside each other, parts behind commas.
    private let parts: [[Int]]
    /// Columns that are a house's only where their cells are a letter or half a number: a `suffix` may be
    /// that of a street, or of a name.
    private let weakSuffixes: [Int]
    /// The columns of the state and the country, where a cell names one.
    private let regions: [Int]

    /// One column that holds the whole text.
    package init(column: Int) { self.init(parts: [[column]]) }

    private init(parts: [[Int]], weakSuffixes: [Int] = [], regions: [Int] = []) {
        (self.parts, self.weakSuffixes, self.regions) = (parts, weakSuffixes, regions)
    }

    /// The columns that are read, in the order of the table.
    package var columns: [Int] {
        Set(parts.joined() + regions + weakSuffixes).sorted()
    }

    /// Reads a header: by the names that lists of addresses have for their columns, also behind a word
    /// such as `voter` or `residential`.
    ///
    /// - Returns: nil where no column's name is known.
    package static func find(_ question: Question, in header: [String]) -> Finding? {
        let keys = header.map { name in
            let key = HeaderKey(name)
            return [key.text, key.split(after: prefixes)?.rest].compactMap { $0 }
        }
        func columns(_ names: [String]) -> [Int] {
            let places = keys.indices.compactMap { index in
                keys[index].compactMap(names.firstIndex).min().map { (rank: $0, column: index) }
            }
            return places.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }.map(\.column)
        }
        func one(_ names: [String]) -> [Int] { Array(columns(names).prefix(1)) }
        func named(_ columns: [Int]) -> [String] { columns.map { header[$0] } }

        let postcodes = columns(Field.addressPostcode.headers)
        if question == .postcode {
            guard let only = postcodes.first else { return nil }
            return postcodes.count > 1
                ? .ambiguous(named(postcodes)) : .found(VoterColumns(column: only))
        }
        let town =
            one(Field.addressTown.headers + Field.addressLocality.headers + towns)
            + Array(postcodes.prefix(1))
        let whole = columns(Field.addressLine.headers + wholeAddresses)
        if whole.count > 1 { return .ambiguous(named(whole)) }
        let regions = one(states) + one(countries)
        if whole.count == 1 {
            return .found(VoterColumns(parts: [whole, town], regions: regions))
        }
        let street = columns(Field.addressStreet.headers + ["strassenname", "streetaddressname"])
        guard !street.isEmpty else { return nil }
        if street.count > 1 { return .ambiguous(named(street)) }
        let house = one(Field.addressHouse.headers + ["housenum", "streetnum", "streetno"])
        let suffixes = house.isEmpty ? [] : columns(houseSuffixes)
        let line =
            (house.isEmpty ? [] : one(housePrefixes)) + house + suffixes
            + one(["streetdirection"] + directions)
            + street + one(streetKinds) + one(sides)
        let weak = house.isEmpty ? [] : columns(weakHouseSuffixes)
        return .found(
            VoterColumns(
                parts: [line, town],
                weakSuffixes: weak.filter { !line.contains($0) },
                regions: regions
            )
        )
    }

    /// The text of a row, without what is blank in it.
    package func text(of cells: [String]) -> String {
        func words(_ column: Int) -> [Substring] {
            cells[column].split(whereSeparator: \.isWhitespace)
        }
        var lines = parts.map { $0.flatMap(words) }
        let suffixes = weakSuffixes.flatMap(words).filter(Self.isHouseSuffix)
        if let house = parts[0].first(where: { !words($0).isEmpty }), !suffixes.isEmpty {
            lines[0].insert(contentsOf: suffixes, at: words(house).count)
        }
        let known = regions.map(words).filter {
            AddressBook.isRegion($0.joined(separator: " "))
        }
        return (lines + known).map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// Whether a text is a letter or a half: `B`, `1/2`, `½`.
    private static func isHouseSuffix(_ text: Substring) -> Bool {
        text.count == 1 && text.allSatisfy { $0.isLetter || !$0.isASCII }
            || text.contains("/") && text.allSatisfy { $0.isNumber || $0 == "/" }
    }

    private static let prefixes = [
        "voter", "elector", "res", "residence", "residential", "home", "registered",
        "registration", "property", "dwelling",
    ]
    private static let wholeAddresses = [
        "anschrift", "wohnanschrift", "meldeadresse", "addr", "strassehausnummer",
        "strasseundhausnummer", "strassehausnr",
    ]
    private static let houseSuffixes = [
        "housenumbersuffix", "housesuffix", "housenumsuffix", "streetnumbersuffix",
        "hausnummerzusatz", "hausnummernzusatz", "hausnrzusatz", "hnrzusatz", "zusatz",
        "numbersuffix", "addressnumbersuffix", "addrnumsuffix", "addnumsuf", "hsnumsfx",
        "hsnumsuffix", "stnumsuffix", "streetnumsuffix", "housenosuffix", "housenosfx", "numsuf",
        "housefraction", "housenumberfraction", "streetnumberfraction",
        "addressfraction", "housenumhalf", "halfaddress", "halfcode", "houseletter",
        "housenumberletter", "hausbuchstabe", "buchstabe", "huisletter", "housenumberaddition",
        "houseaddition", "addition", "huisnummertoevoeging", "toevoeging", "bisnumero",
    ]
    private static let weakHouseSuffixes = ["suffix", "sfx", "suf", "letter", "half", "fraction"]
    private static let housePrefixes = [
        "housenumberprefix", "addressnumberprefix", "addnumpre", "hsnumpre", "numberprefix",
        "houseprefix", "streetnumberprefix",
    ]
    private static let towns = ["municipality", "municipio", "commune", "ciudad", "postcity"]
    private static let states = [
        "state", "stateabbr", "stateabbreviation", "statecode", "statename", "province",
        "bundesland",
        "estado", "provincia",
    ]
    private static let countries = ["country", "countrycode", "countryname", "land", "pais"]
    private static let directions = [
        "streetdir", "streetpredir", "streetpredirection", "predir", "predirection", "dir",
        "predirectional", "stpredir", "prefixdirection", "directionprefix",
    ]
    private static let streetKinds = ["streettype", "streetsuffix", "sttype"]
    private static let sides = [
        "streetpostdir", "streetpostdirection", "postdir", "postdirection", "addressdirection",
        "quadrant", "quad", "postdirectional", "stpostdir", "suffixdirection", "directionsuffix",
    ]
}
