/// Which columns make a station's address.
extension StationPlan {
    mutating func takeAddress(_ matcher: inout ColumnMatcher) throws(ImportError) {
        setSingleValuesAside(&matcher)
        let numbered = matcher.uses.indices
            .filter { matcher.uses[$0] == nil && matcher.sample.columns[$0].filled > 0 }
            .compactMap { index in matcher.addressPart(index).map { (index, $0) } }
            .sorted { $0.1 < $1.1 }
        let whole = wholeAddress(matcher)
        let street = matcher.candidates(for: .street).first
        var isComplete = false
        if let whole, matcher.isMapped(.address) || isLonger(whole, than: street, matcher) {
            matcher.use(whole, as: Field.address.name, because: "by its header")
            address.parts = [[whole]]
            isComplete = Self.saysWhole(matcher.sample.columns[whole].key)
        } else if let street {
            try takeStreet(street, &matcher)
        }
        for (index, part) in numbered where !isComplete {
            matcher.use(index, as: "address", because: "by its header: part \(part)")
            address.parts.append([index])
        }
        try takeTown(&matcher)
        postcode = try matcher.take(.postcode)
        takePostcodeOfAddress(&matcher)
    }

    /// The column of whole addresses: one that is called so, or else the one with the longest cells.
    private func wholeAddress(_ matcher: ColumnMatcher) -> Int? {
        matcher.candidates(for: .address).max { left, right in
            let columns = (matcher.sample.columns[left], matcher.sample.columns[right])
            let isWhole = (Self.saysWhole(columns.0.key), Self.saysWhole(columns.1.key))
            if isWhole.0 != isWhole.1 { return isWhole.1 }
            return columns.0.averageLength < columns.1.averageLength
        }
    }

    /// Whether a header says that its cells are whole addresses.
    private static func saysWhole(_ key: HeaderKey) -> Bool {
        ["full", "complete", "whole", "formatted", "singleline", "complet"].contains(
            where: key.text.contains
        )
    }

    /// Sets columns aside that are called addresses and hold nearly one value, where the stations have many
    /// names: such as the state that all of them lie in.
    private mutating func setSingleValuesAside(_ matcher: inout ColumnMatcher) {
        let columns = matcher.sample.columns
        let names = name.map { columns[$0].distinctCount } ?? matcher.sample.rows
        for field in [Field.address, .street] where !matcher.isMapped(field) {
            for index in matcher.candidates(for: field) {
                let column = columns[index]
                guard column.filled >= 8, column.distinctCount <= 2,
                    names >= 8 * column.distinctCount
                else { continue }
                let value = column.firstValues.first ?? ""
                let isState = value.count <= 3 && value.allSatisfy(\.isUppercase)
                let isKnown = !matcher.candidates(for: .state).isEmpty
                matcher.use(
                    index,
                    as: isState && !isKnown ? Field.state.name : Field.attribute,
                    because: "nearly all rows have \"\(value)\" in it, so it is no address"
                )
                if isState, !isKnown { address.town.append(index) }
            }
        }
    }

    // MARK: Streets in columns of their own

    /// Takes the columns of an address that is in pieces: `12`, `A`, `High`, `Road`, `North`, `3`.
    private mutating func takeStreet(
        _ street: Int,
        _ matcher: inout ColumnMatcher
    ) throws(ImportError) {
        var number = try matcher.take(.houseNumber)
        if number == nil { number = bareNumber(before: street, &matcher) }
        matcher.use(street, as: Field.street.name, because: "by its header")
        func piece(_ field: Field, _ words: Set<String>) -> Int? {
            let index = matcher.candidates(for: field) { column in
                let known = column.firstValues.count {
                    words.contains($0.lowercased().lettersAlone)
                }
                return known > 0 && known * 2 >= column.firstValues.count
            }.first
            if let index {
                matcher.use(index, as: field.name, because: "by its header; a part of the street")
            }
            return index
        }
        let before = piece(.streetPrefix, AddressWords.directions)
        let type = piece(.streetType, AddressWords.streetTypes)
        let behind = piece(.streetSuffix, AddressWords.directions)
        address.numberSuffix = number == nil ? nil : try matcher.take(.numberSuffix)
        let house = [number, address.numberSuffix].compactMap { $0 }
        let name = [before, street, type, behind].compactMap { $0 }
        // In the order in which the file writes them: "1351 Alabama Avenue" and "Severinstr. 241".
        let isNumberFirst = (number ?? .max) < street
        address.parts = [isNumberFirst ? house + name : name + house]
        guard let unit = try matcher.take(.unit) else { return }
        let unitType = matcher.candidates(for: .unitType).first
        if let unitType {
            matcher.use(unitType, as: Field.unitType.name, because: "by its header")
        } else {
            address.unit = unit
        }
        let first = min(number ?? street, street)
        address.parts.insert(
            [unitType, unit].compactMap { $0 },
            at: unit < first ? 0 : 1
        )
    }

    /// A column called nothing but "number" that stands just before the street and has houses' numbers.
    private func bareNumber(before street: Int, _ matcher: inout ColumnMatcher) -> Int? {
        guard street > 0, matcher.uses[street - 1] == nil else { return nil }
        let column = matcher.sample.columns[street - 1]
        guard ["number", "no", "nr", "num", "numero", "hno"].contains(column.key.text) else {
            return nil
        }
        let numbers = column.firstValues.count { $0.first?.isNumber == true && $0.count <= 8 }
        guard numbers * 10 >= column.firstValues.count * 7, numbers > 0 else { return nil }
        matcher.use(
            street - 1,
            as: Field.houseNumber.name,
            because: "it stands before the street and has houses' numbers"
        )
        return street - 1
    }

    // MARK: Towns

    private mutating func takeTown(_ matcher: inout ColumnMatcher) throws(ImportError) {
        let states = address.town
        address.town = []
        // A part of a town stands before it, where each has a column.
        let parts = matcher.candidates(for: .city).filter {
            ["locality", "suburb", "village"].contains(matcher.sample.columns[$0].key.text)
        }
        let towns = matcher.candidates(for: .city).filter { !parts.contains($0) }
        if !matcher.isMapped(.city), let part = parts.first, !towns.isEmpty {
            matcher.use(part, as: Field.city.name, because: "by its header; stands before the town")
            address.town.append(part)
        }
        // One line of many parts names the town itself, or has columns for it.
        for field in [Field.city, .state] {
            if let column = try matcher.take(field) { address.town.append(column) }
        }
        address.town += states
    }

    private mutating func takePostcodeOfAddress(_ matcher: inout ColumnMatcher) {
        guard postcode == nil, address.parts.count == 1, address.parts[0].count == 1,
            let whole = address.parts.first?.first
        else { return }
        let values = matcher.sample.columns[whole].firstValues
        let example = values.lazy.compactMap { PostcodeText.ending($0) }.first
        guard let example,
            values.count(where: { PostcodeText.ending($0) != nil }) * 2 > values.count
        else { return }
        addressWithPostcode = whole
        matcher.use(
            whole,
            as: "\(Field.address.name), \(Field.postcode.name)",
            because: "by its header; it ends with postcodes such as \(example)"
        )
    }

    private func isLonger(_ whole: Int, than street: Int?, _ matcher: ColumnMatcher) -> Bool {
        guard let street else { return true }
        return matcher.sample.columns[whole].averageLength
            > matcher.sample.columns[street].averageLength
    }
}

extension String {
    fileprivate var lettersAlone: String { filter(\.isLetter) }
}

/// Words of addresses.
enum AddressWords {
    /// Types of streets, written out and in short.
    static let streetTypes: Set<String> = [
        "street", "st", "str", "road", "rd", "avenue", "ave", "av", "drive", "dr", "drv", "lane",
        "ln", "la", "court", "ct", "crt", "place", "pl", "way", "wy", "boulevard", "blvd", "bvd",
        "highway", "hwy", "crescent", "cres", "cr", "terrace", "tce", "ter", "circle", "cir",
        "parade", "pde", "close", "cl", "square", "sq", "parkway", "pkwy", "trail", "trl", "loop",
        "esplanade", "esp", "grove", "gr", "walk", "pike", "alley", "aly", "row", "view", "rise",
        "mews", "quay", "mall", "path", "plaza", "plz", "route", "rte", "turnpike", "tpke",
        "expressway", "broadway", "green", "hill", "gardens", "gdns", "park", "promenade", "track",
        "rue", "calle", "via", "avenida", "chemin", "allee", "platz", "strasse", "straße", "weg",
        "gasse", "ring", "laan", "straat", "plein",
    ]
    /// Directions beside a street's name.
    static let directions: Set<String> = [
        "n", "s", "e", "w", "ne", "nw", "se", "sw", "north", "south", "east", "west", "northeast",
        "northwest", "southeast", "southwest", "upper", "lower", "central", "extension", "ext",
        "cn", "up", "lr",
    ]
    /// What a file may write for a state or a town where there is none.
    private static let nowhere: Set<String> = [
        "overseas", "abroad", "international", "other", "others", "external", "various", "multiple",
        "ausland", "extranjero", "outside",
    ]

    /// Whether a text in a column of towns or states names none.
    static func isNowhere(_ text: String) -> Bool { nowhere.contains(text.lowercased()) }
}
