/// The words that tell houses, flats and floors apart.
extension WrittenHouses {
    /// Words behind which, or in front of which, a flat's number stands and not a house's.
    static let unitWords: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "floor", "fl", "room", "rm", "flat", "wohnung",
        "etage", "lot", "trlr", "trailer", "bldg", "building", "box", "stock", "og", "whg", "top",
        "tur", "tuer", "stiege", "stg", "space", "spc", "penthouse", "ph", "basement", "bsmt",
        "dept", "hangar", "hngr", "slip", "ofc", "apto", "depto", "piso", "puerta", "appt",
        "appartement", "zimmer",
    ]
    /// Words behind a floor's number.
    static let floorWords: Set<String> = ["floor", "fl", "stock", "og", "etage"]
    /// Words of buildings that have flats.
    static let houseWords: Set<String> = [
        "house", "ct", "lodge", "hall", "mansions", "apartments", "flats", "tower", "towers",
        "block", "haus",
    ]
    /// Words between a street and its house.
    static let numberWords: Set<String> = [
        "nr", "no", "nro", "num", "number", "nummer", "hausnr", "hausnummer", "haus",
    ]
    /// Words between the ends of a range.
    static let rangeWords: Set<String> = ["bis", "to", "through", "thru", "till", "until"]
    /// Words between two houses.
    static let joiningWords: Set<String> = rangeWords.union(["and", "und", "or", "oder", "ou"])
    /// Letters that join two numbers.
    static let joiningLetters: Set<String> = ["u", "y", "o"]
    static let joiningSigns: Set<Character> = ["/", "-", "&", "+"]
    static let fractions: Set<String> = ["2", "3", "4", "8"]

    /// What the letter or the half behind a street makes of the house in front of it: `200A` of `200 Elm
    /// St A` and `200 Elm St #A`, `200 1/2` of `200 Elm St 1/2`.
    static func suffixed(
        _ front: [HouseNumber],
        _ text: WrittenAddress,
        _ street: Range<Int>
    ) -> [HouseNumber] {
        let behind = street.upperBound
        guard front.count == 1, let house = front.first, house.suffix.isEmpty,
            text.words.indices.contains(behind)
        else { return [] }
        let word = text.words[behind]
        if word.count == 1, word.allSatisfy(\.isLetter) {
            return [HouseNumber(parsing: "\(house)\(word)")].compactMap { $0 }
        }
        guard word == "1", text.words.indices.contains(behind + 1), text.gaps[behind + 1] == "/",
            fractions.contains(text.words[behind + 1])
        else { return [] }
        return [HouseNumber(parsing: "\(house)-1/\(text.words[behind + 1])")].compactMap { $0 }
    }
}
