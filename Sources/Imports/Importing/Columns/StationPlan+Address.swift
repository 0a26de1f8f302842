/// Which columns make a station's address.
extension StationPlan {
    mutating func takeAddress(_ matcher: inout ColumnMatcher) throws(ImportError) {
        setSingleValuesAside(&matcher)
        let townWithPostcode = takeTownWithPostcode(&matcher)
        let numbered = matcher.uses.indices
            .filter { matcher.uses[$0] == nil && matcher.sample.columns[$0].filled > 0 }
            .compactMap { index in matcher.addressPart(index).map { (index, $0) } }
            .sorted { $0.1 < $1.1 }
        var whole = wholeAddress(matcher)
        if whole == nil, numbered.isEmpty {
            whole = placeOfAddresses(&matcher) ?? otherAddresses(&matcher)
        }
        var street = matcher.candidates(for: .street).first
        if street == nil, let column = whole, isStreetAlone(column, matcher) {
            (street, whole) = (column, nil)
        }
        var isComplete = false
        if let whole, matcher.isMapped(.address) || isLonger(whole, than: street, matcher) {
            let example = matcher.sample.columns[whole].firstAddress
            matcher.use(
                whole,
                as: Field.address.name,
                because: matcher.rank(whole, for: .address) == nil
                    ? Finding(.byContentAddresses, ["example": .text(example ?? "")])
                    : Finding(.byHeader)
            )
            address.parts = [[whole]]
            isComplete = Self.saysWhole(matcher.sample.columns[whole].key)
            if !isComplete { try takeUnit(&matcher) }
        } else if let street {
            try takeStreet(street, &matcher)
        }
        for (index, part) in numbered where !isComplete {
            let reason = Finding(.addressPart, ["part": .number(part)])
            matcher.use(index, as: "address", because: reason)
            address.parts.append([index])
        }
        try takeTown(&matcher)
        postcode = try matcher.take(.postcode) ?? townWithPostcode
        takePostcodeOfAddress(&matcher)
    }

    /// The column that is called a place, `Location`, and has its addresses, where no other has them.
    private func placeOfAddresses(_ matcher: inout ColumnMatcher) -> Int? {
        guard !matcher.isMapped(.address), matcher.candidates(for: .street).isEmpty else {
            return nil
        }
        return matcher.candidates(for: .stationName) { $0.isPlaceOfAddresses }.first
    }

    /// The only column whose header has a word for an address and most of whose cells are addresses, where
    /// no other has them: `Address of voting site`.
    private func otherAddresses(_ matcher: inout ColumnMatcher) -> Int? {
        guard !matcher.isMapped(.address), matcher.candidates(for: .street).isEmpty,
            name != nil || premises != nil
        else { return nil }
        let columns = matcher.sample.columns
        let words = ["address", "adresse", "anschrift", "direccion", "indirizzo", "endereco"]
        let others = ["mail", "contact", "clerk", "office", "former", "previous", "old", "owner"]
        return columns.indices.filter { index in
            let key = columns[index].key.text
            return matcher.uses[index] == nil && words.contains(where: key.contains)
                && !others.contains(where: key.contains) && columns[index].looksLikeAddresses
        }.only
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

    /// Takes a column for towns that is called an address, beside one of addresses, and has but towns with
    /// their postcodes: `50676 Köln`.
    private mutating func takeTownWithPostcode(_ matcher: inout ColumnMatcher) -> Int? {
        let columns = matcher.sample.columns
        let found = matcher.candidates(for: .address)
        guard !matcher.isMapped(.address), found.count > 1 else { return nil }
        for column in found {
            let example = columns[column].firstValues.first(where: Self.isTownWithPostcode)
            guard let example, Self.holdsTownsWithPostcodes(columns[column]) else { continue }
            matcher.use(
                column,
                as: "\(Field.city.name), \(Field.postcode.name)",
                because: Finding(.townsWithPostcodes, ["example": .text(example)])
            )
            address.town.append(column)
            return column
        }
        return nil
    }

    private static func holdsTownsWithPostcodes(_ column: ColumnSample) -> Bool {
        let values = column.firstValues
        return !values.isEmpty && values.count(where: isTownWithPostcode) * 10 >= values.count * 9
    }

    private static func isTownWithPostcode(_ text: String) -> Bool {
        guard let code = PostcodeText.only(in: text) else { return false }
        // `10345 Main St` begins as `50676 Köln` does.
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        return text.count(where: \.isNumber) == code.count(where: \.isNumber)
            && !text.contains(",") && !words.contains(where: AddressWords.streetTypes.contains)
    }

    /// Whether a column that is called an address has streets without their houses, whose numbers stand in
    /// a column of their own.
    private func isStreetAlone(_ column: Int, _ matcher: ColumnMatcher) -> Bool {
        let sample = matcher.sample.columns[column]
        guard !matcher.isMapped(.address), !Self.saysWhole(sample.key),
            !matcher.candidates(for: .houseNumber).isEmpty
        else { return false }
        let numbered = sample.firstValues.count { $0.contains(where: \.isNumber) }
        return numbered * 2 < sample.firstValues.count
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
                    because: Finding(.oneValueNoAddress, ["value": .text(value)])
                )
                if isState, !isKnown { address.town.append(index) }
            }
        }
    }

    // MARK: Streets in columns of their own

    /// Takes the columns of an address that is in pieces: `12`, `A`, `High`, `Road`, `North`, `3`.
    ///
    /// Where each piece stands in the address follows from what it is, and not from where its column
    /// stands in the file.
    private mutating func takeStreet(
        _ street: Int,
        _ matcher: inout ColumnMatcher
    ) throws(ImportError) {
        var number = try matcher.take(.houseNumber)
        if number == nil { number = bareNumber(beside: street, &matcher) }
        matcher.use(street, as: Field.street.name, because: Finding(.byHeader))
        address.houseNumber = number
        func piece(_ field: Field) -> Int? {
            let index = matcher.candidates(for: field, where: field.acceptsStreetPart).first
            if let index {
                matcher.use(index, as: field.name, because: Finding(.partOfStreet))
            }
            return index
        }
        let type = piece(.streetType)
        let before = piece(.streetPrefix)
        let behind = piece(.streetSuffix)
        if number != nil {
            address.numberSuffix = try matcher.take(
                .numberSuffix,
                where: Field.numberSuffix.acceptsStreetPart
            )
        }
        let house = [number, address.numberSuffix].compactMap { $0 }
        let name = [before, street, type, behind].compactMap { $0 }
        let columns = matcher.sample.columns
        let side = HouseNumberSide(
            number: number.map { columns[$0] },
            street: columns[street],
            types: type.map { columns[$0] }
        )
        address.parts = [side == .front ? house + name : name + house]
        try takeUnit(&matcher)
    }

    /// Takes the columns of a part of a building: a flat stands before its house, and all else behind.
    private mutating func takeUnit(_ matcher: inout ColumnMatcher) throws(ImportError) {
        guard let unit = try matcher.take(.unit) else { return }
        let unitType = matcher.candidates(for: .unitType).first
        if let unitType {
            matcher.use(unitType, as: Field.unitType.name, because: Finding(.byHeader))
        } else {
            address.unit = unit
        }
        let isFlat = [unit, unitType].contains { index in
            index.map { matcher.sample.columns[$0].key.text.hasPrefix("flat") } ?? false
        }
        address.parts.insert([unitType, unit].compactMap { $0 }, at: isFlat ? 0 : 1)
    }

    /// A column called nothing but "number" that has the houses' numbers.
    ///
    /// What counts from 1 is the stations' own number. What else is unique may be either: it is the houses'
    /// where it stands just before the street and has gaps, where it has repeats, or where the stations
    /// have another id; where nothing tells, a warning says so.
    private mutating func bareNumber(
        beside street: Int,
        _ matcher: inout ColumnMatcher
    ) -> Int? {
        let columns = matcher.sample.columns
        let names: Set = ["number", "no", "nr", "num", "numero", "hno"]
        let found = columns.indices.filter { index in
            matcher.uses[index] == nil && names.contains(columns[index].key.text)
                && !matcher.isMapped(.id) && !columns[index].isCounting
                && columns[index].looksLikeHouseNumbers
        }
        guard let index = found.only else { return nil }
        let hasOtherID = matcher.candidates(for: .id).contains { other in
            other != index && columns[other].filled > 0
                && matcher.rank(other, for: .id).map { !$0.isWeak } ?? false
        }
        let stations = name.map { columns[$0].distinctCount } ?? matcher.sample.rows
        let isNoID = columns[index].distinctCount * 20 < stations * 19
        let isBeside = index + 1 == street && !columns[index].isConsecutive
        guard isBeside || hasOtherID || isNoID else {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(.numberUnclear, ["column": .text(columns[index].name)])
                )
            )
            return nil
        }
        matcher.use(
            index,
            as: Field.houseNumber.name,
            because: Finding(.houseNumbersBefore)
        )
        return index
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
            matcher.use(part, as: Field.city.name, because: Finding(.beforeTown))
            address.town.append(part)
        }
        // One line of many parts names the town itself, or has columns for it.
        for field in [Field.city, .state] {
            // Boroughs may have numbers for names.
            let isWords: (ColumnSample) -> Bool = {
                !Field.city.weakHeaders.contains($0.key.text) || !$0.isNumeric
            }
            guard let column = try matcher.take(field, where: isWords) else { continue }
            if field == .state { state = column }
            address.town.append(column)
        }
        address.town += states
    }

    private mutating func takePostcodeOfAddress(_ matcher: inout ColumnMatcher) {
        guard postcode == nil else { return }
        // Numbers and types stand beside a street in pieces; a town may have its postcode with it.
        let main = address.parts.count == 1 ? address.parts[0] : []
        let columns = matcher.sample.columns
        // Another column of towns may have their postcodes: `Monona, WI 53716` beside `City of Monona`.
        let found = (address.town + main + matcher.candidates(for: .city)).first { column in
            let values = columns[column].firstValues
            return values.count { PostcodeText.ending($0) != nil } * 2 > values.count
        }
        let towns = address.town.first { Self.holdsTownsWithPostcodes(columns[$0]) }
        if found == nil, let towns,
            let example = columns[towns].firstValues.first(where: Self.isTownWithPostcode)
        {
            postcode = towns
            matcher.use(
                towns,
                as: "\(Field.city.name), \(Field.postcode.name)",
                because: Finding(.townsWithPostcodes, ["example": .text(example)])
            )
            return
        }
        guard let found,
            let example = columns[found].firstValues.lazy.compactMap({ PostcodeText.ending($0) })
                .first
        else { return }
        addressWithPostcode = found
        let names = [
            address.town.contains(found) ? Field.city.name : nil,
            main.contains(found) ? Field.address.name : nil, Field.postcode.name,
        ]
        matcher.use(
            found,
            as: names.compactMap { $0 }.joined(separator: ", "),
            because: Finding(.endsWithPostcodes, ["example": .text(example)])
        )
    }

    private func isLonger(_ whole: Int, than street: Int?, _ matcher: ColumnMatcher) -> Bool {
        guard let street else { return true }
        return matcher.sample.columns[whole].averageLength
            > matcher.sample.columns[street].averageLength
    }
}

extension Collection {
    /// The element of a collection of one.
    fileprivate var only: Element? { count == 1 ? first : nil }
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
    /// Types of streets that towns are called after too: Oak Park, Forest Hill.
    private static let townEndings: Set<String> = [
        "park", "green", "hill", "grove", "view", "rise", "gardens", "gdns", "square", "plaza",
        "mall", "ring", "walk", "loop", "way", "row", "path", "place", "la", "close", "parade",
    ]
    private static let streetBeginnings: Set<String> = [
        "rue", "calle", "via", "avenida", "chemin", "allee", "avenue", "route",
    ]

    /// Whether words, in small letters, are rather a street's name than a town's.
    static func isStreet(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        if streetBeginnings.contains(first) { return true }
        return streetTypes.contains(last) && !townEndings.contains(last)
            || last.hasSuffix("strasse") || last.hasSuffix("straße")
    }

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
