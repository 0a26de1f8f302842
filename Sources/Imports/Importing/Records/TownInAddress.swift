/// Whether an address says in which town it is: by a part of its own (`1 Elm St, Salem`), or before or
/// behind a postcode (`Hauptstr. 12, 50676 Köln`, `1 Elm St Salem OR 97301`). A street that is named after
/// the town (`9 Salem St`) says nothing of it.
struct TownInAddress {
    private struct Word {
        let text: String
        /// The number of the part, between commas or lines, that has it.
        let part: Int
    }

    private var words: [Word] = []

    /// - Parameters:
    ///   - address: With commas between its parts.
    ///   - breaks: Where a line ends within it, in bytes from its beginning, in order.
    init(_ address: [UInt8], breaks: [Int] = []) {
        var part = 0
        var start = 0
        func add(_ end: Int, to words: inout [Word]) {
            var normal: [UInt8] = []
            TextNormal.append(address.span.extracting(start..<end), to: &normal)
            words += normal.split(separator: 0x20)
                .map { Word(text: String(decoding: $0, as: UTF8.self), part: part) }
        }
        var breaks = breaks[...]
        for index in address.indices {
            let isBreak = breaks.first == index
            if isBreak { breaks.removeFirst() }
            guard isBreak || address[index] == UInt8(ascii: ",") else { continue }
            add(index, to: &words)
            (part, start) = (part + 1, index + 1)
        }
        add(address.count, to: &words)
    }

    /// Whether the address names a town.
    ///
    /// - Parameters:
    ///   - town: Its words, in small letters.
    ///   - others: The town's state or the state's town, in small letters.
    ///   - isState: Whether it is a state.
    func names(_ town: [String], beside others: [String], isState: Bool) -> Bool {
        guard !town.isEmpty, words.count >= town.count else { return false }
        return (0...words.count - town.count).contains { start in
            let end = start + town.count
            guard words[start..<end].map(\.text) == town else { return false }
            let head = words[..<start].filter { $0.part == words[start].part }.map(\.text)
            let tail = Tail(
                words[end...].filter { $0.part == words[end - 1].part }.map(\.text),
                others
            )
            let isFirst = words[start].part == words[0].part
            return isState
                ? Self.isState(town, after: head, tail, isFirst: isFirst)
                : Self.isTown(after: head, tail, isFirst: isFirst)
        }
    }

    private static func isTown(after head: [String], _ tail: Tail, isFirst: Bool) -> Bool {
        guard !tail.isOther else { return false }
        if tail.hasPostcode {
            // "Calle de Toledo 1200" is a house, for no other number is one.
            if tail.isShortNumber, !head.isEmpty,
                !head.contains(where: { $0.contains(where: \.isNumber) })
            {
                return false
            }
            return !tail.mayBeStreetType || head.count > 2
        }
        if head.isEmpty { return !tail.mayBeStreetType || tail.isKnown }
        if tail.isEmpty {
            return endsWithPostcode(head) && (head.count > 1 || !isFirst) || isWholeStreet(head)
        }
        return tail.isKnown && (!tail.mayBeStreetType || head.count > 2)
    }

    private static func isState(
        _ state: [String],
        after head: [String],
        _ tail: Tail,
        isFirst: Bool
    ) -> Bool {
        guard tail.isEmpty || tail.hasPostcode && !tail.hasLetters else { return false }
        if head.isEmpty { return true }
        // "12 Salem Ct" is no street in Connecticut.
        let mayBeType = state.count == 1 && AddressWords.streetTypes.contains(state[0])
        let isStreet = head[0].first?.isNumber == true
        guard mayBeType || isFirst else { return true }
        return isStreet ? head.count > 2 && !(mayBeType && isFirst) : !mayBeType || !isFirst
    }

    /// Whether words end with a postcode before the town: `50676`, `1012 ab`.
    private static func endsWithPostcode(_ head: [String]) -> Bool {
        func isNumber(_ word: String?) -> Bool {
            word.map { 4...6 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } ?? false
        }
        if isNumber(head.last) { return true }
        guard head.count > 1, let last = head.last, last.utf8.count == 2 else { return false }
        return last.allSatisfy(\.isLetter) && isNumber(head[head.count - 2])
    }

    /// Whether words are a house and its whole street, `12 High Street`, so that what follows is another.
    private static func isWholeStreet(_ head: [String]) -> Bool {
        guard head.count > 2, head[0].first?.isNumber == true, let last = head.last else {
            return false
        }
        return endTypes.contains(last)
    }

    /// Types of streets that stand behind their names.
    private static let endTypes: Set<String> = [
        "street", "st", "road", "rd", "avenue", "ave", "drive", "dr", "lane", "ln", "court", "ct",
        "boulevard", "blvd", "highway", "hwy", "parkway", "pkwy", "way", "circle", "cir", "place",
        "pl", "terrace", "crescent", "close",
    ]

    /// What stands behind a town in its part of the address.
    private struct Tail {
        let isEmpty: Bool
        var hasPostcode = false
        /// Whether what may be a postcode may be a house's number, too.
        var isShortNumber = false
        var hasLetters = false
        /// Whether its letters are the town's own state.
        var isKnown = false
        /// Whether they may be the type of a street.
        var mayBeStreetType = false
        /// Whether it is more than a state and a postcode.
        var isOther = false

        init(_ all: [String], _ others: [String]) {
            var words = all
            if let last = words.last, Self.countries.contains(last) { words.removeLast() }
            isEmpty = words.isEmpty
            let letters = words.prefix { !$0.contains(where: \.isNumber) }
            let code = words.dropFirst(letters.count)
            hasLetters = !letters.isEmpty
            isKnown = others.contains(letters.joined(separator: " "))
            mayBeStreetType = letters.contains(where: AddressWords.streetTypes.contains)
            hasPostcode = Self.isPostcode(Array(code))
            isShortNumber =
                code.count == 1 && code.allSatisfy { $0.count < 5 && $0.allSatisfy(\.isNumber) }
            let isShort = letters.count <= 1 && letters.allSatisfy { 2...3 ~= $0.count }
            isOther =
                !code.isEmpty && !hasPostcode
                || hasLetters && !isKnown && (!isShort || mayBeStreetType)
        }

        private static func isPostcode(_ words: [String]) -> Bool {
            guard 1...2 ~= words.count, words.allSatisfy({ $0.contains(where: \.isNumber) }) else {
                return false
            }
            let digits = words.joined().count(where: \.isNumber)
            return digits > 3
                || words.count == 2
                    && words.allSatisfy { $0.count < 5 && $0.contains(where: \.isLetter) }
        }

        private static let countries: Set<String> = [
            "usa", "us", "uk", "canada", "australia", "germany", "deutschland", "france", "españa",
        ]
    }
}
