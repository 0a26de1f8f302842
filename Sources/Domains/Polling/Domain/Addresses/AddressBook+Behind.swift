internal import Datasets

/// Words beside a street or a town that make it another's name.
extension AddressBook {
    /// Words behind a street's name that make it another street, whatever stands behind them: `Ct` of
    /// `38th Ave Ct`, `Ext` of `Main St Ext`.
    private static let extensions: Set<String> = [
        "str", "ave", "rd", "blvd", "cir", "ct", "dr", "ln", "pl", "sq", "ter", "terr", "pkwy",
        "hwy", "alley", "aly", "ext", "extn", "exd", "extd", "extension", "extended", "spur",
        "bypass", "byp", "cutoff", "connector", "annex", "trl", "trail", "turnpike", "tpke",
        "expressway", "expy", "freeway", "fwy", "weg", "gasse", "allee", "prolongacion",
        "ampliacion", "privada", "callejon", "cerrada",
    ]
    /// Words that do so where they are not the beginning of a town's name, as `Grove City` has one.
    private static let weakExtensions: Set<String> = [
        "st", "loop", "way", "close", "crescent", "cres", "grove", "grv", "platz", "plaza", "plz",
        "mews", "row", "walk", "path", "trace", "trce", "run", "pass", "cove", "cv", "green", "grn",
        "bend", "ridge", "park", "point", "pt", "gardens", "gdns", "court", "yard", "crossing",
        "xing", "ramp", "rise", "hill", "view", "landing", "business", "bus", "alternate",
        "truck", "frontage",
    ]

    /// Whether words behind a street, with no comma between, make it another street: `Main St Ext` is
    /// not Main St. Of a street whose own name has no word for its sort that is told only where most
    /// streets of the book have one.
    func isExtended(
        _ written: WrittenAddress,
        _ street: Range<Int>,
        _ found: [AddressEntry]
    ) -> Bool {
        let words = written.words
        guard hasKinds || words[street].contains(where: AddressWords.isKind) else { return false }
        var index = street.upperBound
        func isEnd(_ index: Int) -> Bool {
            index >= words.count || !written.gaps[index].allSatisfy { ".-".contains($0) }
                || words[index].contains(where: \.isNumber)
        }
        func isPlace(_ word: String) -> Bool {
            let plain = AddressWords.withoutUmlauts(word)
            return found.contains { $0.placeWords.contains(plain) }
        }
        while !isEnd(index), !isPlace(words[index]), !Self.isUnitOrJoining(words[index]) {
            if Self.extensions.contains(words[index]) { return true }
            let isLast = isEnd(index + 1) || isPlace(words[index + 1])
            if index == street.upperBound, isLast, Self.weakExtensions.contains(words[index]) {
                return true
            }
            index += 1
        }
        return false
    }

    private static func isUnitOrJoining(_ word: String) -> Bool {
        WrittenHouses.unitWords.contains(word) || WrittenHouses.joiningWords.contains(word)
    }

    /// The entries of streets that have the word for a side as an address has it, where it is all of
    /// their name: `North St` is not `N St`, which is named by a letter.
    ///
    /// - Returns: Also whether none has, so that another street may be meant. A letter may stand for the
    ///   word where the book has no streets that are named by letters.
    func namedAlike(
        _ found: [AddressEntry],
        _ written: WrittenAddress,
        _ street: Range<Int>
    ) -> (entries: [AddressEntry], isOther: Bool) {
        guard let place = AddressWords.sideName(written.words[street]) else {
            return (found, false)
        }
        let isWhole = written.isWrittenOut[place]
        let alike = found.filter { entry in
            let tokens = AddressWords.tokens(entry.street)
            guard let own = AddressWords.sideName(tokens.map(\.word)[...]) else { return true }
            return tokens[own].isWrittenOut == isWhole
        }
        if !alike.isEmpty { return (alike, false) }
        return (found, isWhole || hasLetterStreets)
    }

    /// Words behind a town's name that make it another town's.
    private static let townEndings: Set<String> = [
        "heights", "hts", "township", "twp", "charter", "beach", "park", "springs", "hills",
        "falls",
        "junction", "jct", "grove", "center", "centre", "island", "isle", "lake", "lakes", "harbor",
        "harbour", "point", "gardens", "ridge", "bay", "valley", "city", "village", "corners",
        "crossing", "station", "mills", "bridge", "ferry", "landing", "shores", "woods", "forest",
        "manor", "estates", "acres", "meadows", "terrace", "ter", "county", "parish", "borough",
        "hill", "spa", "regis", "magna", "parva", "green", "common", "bad", "neustadt", "dorf",
        "junc", "viejo", "nuevo", "alto", "bajo",
    ]
    /// Words in front of a town's name that make it another town's.
    private static let townBeginnings: Set<String> = [
        "new", "old", "fort", "ft", "mount", "mt", "port", "lake", "upper", "lower", "little",
        "great", "big", "san", "santa", "el", "los", "las", "la", "le", "point", "glen", "cape",
        "camp", "neu", "neue", "alt", "bad", "ober", "unter", "gross", "klein", "nueva", "nuevo",
        "vieja", "viejo", "villa", "nouveau", "nouvelle", "royal", "market", "central", "greater",
        "outer", "inner",
    ]

    /// Whether words beside an entry's town, with no comma between, make it another's name: `Bluestem
    /// Heights` and `New Bluestem` are not Bluestem.
    static func isTownExtended(
        _ written: WrittenAddress,
        without own: Range<Int>,
        _ entry: AddressEntry
    ) -> Bool {
        let words = written.plainWords
        guard words.contains(where: { townEndings.contains($0) || townBeginnings.contains($0) })
        else { return false }
        let town = AddressWords.ofTown(entry.town ?? "")
        guard !town.isEmpty, words.count > town.count else { return false }
        let known = entry.placeWords
        var isExtended = false
        for start in 0...words.count - town.count {
            let end = start + town.count
            guard words[start..<end].elementsEqual(town), !own.overlaps(start..<end) else {
                continue
            }
            let before =
                start > 0 && !own.contains(start - 1) && !written.isApart(start)
                ? words[start - 1] : ""
            let behind =
                end < words.count && !own.contains(end) && !written.isApart(end) ? words[end] : ""
            let isAlone =
                !(townBeginnings.contains(before) && !known.contains(before))
                && !(townEndings.contains(behind) && !known.contains(behind))
            // The town alone is in the text, too.
            if isAlone { return false }
            isExtended = true
        }
        return isExtended
    }
}

extension AddressWords {
    /// Which of a street's words is its name, where that is a side: the 1 of `e n st`, the 0 of `e st
    /// nw`; nil of any other street.
    static func sideName(_ words: ArraySlice<String>) -> Int? {
        guard words.allSatisfy(isKindOrSide), let kind = words.firstIndex(where: isKind) else {
            return nil
        }
        let name = kind > words.startIndex ? kind - 1 : kind + 1
        return words.indices.contains(name) && sides.contains(words[name]) ? name : nil
    }
}
