/// The houses that an address may mean, as it is written beside a street.
struct WrittenHouses {
    /// Those that all have to be the lists', `69` and `75` of `69-75`; the first is the voter's where
    /// there is one alone.
    var named: [HouseNumber] = []
    /// Those that may be meant where the lists have them: `2` of `15 Main St 2` is a flat or a house.
    var possible: [HouseNumber] = []
    /// How many words in front of the street they are made of.
    var frontCount = 0
    /// How many words behind the street they are made of.
    var behindCount = 0
    /// Whether a number stands where the house does of which only a part can be read, so that the house
    /// may be another: `2O1`, `2.01`, `²01`.
    var isUnclear = false

    private init() {}

    /// - Parameters:
    ///   - text: The address.
    ///   - street: Which of its words are the street.
    ///   - entries: The street's, which tell a postcode from a house, and have houses such as `37-15`.
    init(_ text: WrittenAddress, beside street: Range<Int>, of entries: [AddressEntry]) {
        let reader = Reader(text: text, street: street, entries: entries)
        let front = reader.inFront()
        let behind = reader.behind()
        guard !front.named.isEmpty else {
            let isFound = !behind.named.isEmpty || behind.isUnclear || front.isUnclear
            self = isFound ? behind : reader.beforeName()
            isUnclear = isUnclear || front.isUnclear || named.isEmpty && reader.hasSign
            return
        }
        // `10115 Main St 5`: a postcode, unless the street has such a house.
        if front.frontCount == 1, let house = front.named.first, house.number >= 10_000,
            house.prefix.isEmpty, house.suffix.isEmpty, !behind.named.isEmpty,
            !reader.isListed(house)
        {
            self = behind
            return
        }
        self = front
        guard reader.isTouching else { return }
        possible += behind.named
        possible += Self.suffixed(front.named, text, street).filter(reader.isListed)
    }

    private struct Reader {
        let text: WrittenAddress
        let street: Range<Int>
        let entries: [AddressEntry]

        private func word(_ index: Int) -> String? {
            text.words.indices.contains(index) ? text.words[index] : nil
        }

        private func gap(_ index: Int) -> String {
            text.gaps.indices.contains(index) ? text.gaps[index] : ""
        }

        private func number(_ index: Int) -> HouseNumber? {
            // The O of `2O1` is a mistyped zero, and no suffix.
            guard let word = word(index), let house = HouseNumber(parsing: word),
                house.suffix.allSatisfy(\.isLetter), !Self.ordinals.contains(house.suffix),
                house.prefix.isEmpty || house.isOnGrid || hasLetters(like: house)
            else { return nil }
            return house
        }

        /// Whether the street has houses with a letter in front: elsewhere `A12` is a road or a postcode.
        private func hasLetters(like house: HouseNumber) -> Bool {
            entries.contains {
                $0.houses.contains { $0.numbers.lowerBound.prefix.count == house.prefix.count }
            }
        }

        private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]

        /// Whether a word begins as a number does and is none, nor a postcode or `2nd`.
        private func isUnread(_ index: Int) -> Bool {
            guard let word = word(index), word.first?.isNumber == true, number(index) == nil
            else { return false }
            return !AddressWords.isOrdinal(word) && !isPostcode(index) && !isUnit(index - 1)
        }

        /// Whether houses end before a word of which they are only a part: `2.01`, `2-7O1`.
        private func isCut(_ index: Int) -> Bool {
            text.isGlued(index) || isJoined(index) && isUnread(index)
                || isJoiningWord(index) && isUnread(index + 1)
        }

        /// Whether a word is `and` or the like between two houses. A `u` or a `y` is one between numbers
        /// alone.
        private func isJoiningWord(_ index: Int) -> Bool {
            guard let word = word(index) else { return false }
            return WrittenHouses.joiningWords.contains(word)
                || WrittenHouses.joiningLetters.contains(word) && isAbbreviated(index)
        }

        private func isAbbreviated(_ index: Int) -> Bool {
            guard gap(index).isEmpty, ["", "."].contains(gap(index + 1)) else { return false }
            return number(index + 1).map { $0.number < 10_000 } ?? isUnread(index + 1)
        }

        private func isBare(_ index: Int) -> Bool { word(index)?.allSatisfy(\.isNumber) ?? false }

        private func isLetter(_ index: Int) -> Bool {
            word(index).map { $0.count == 1 && $0.allSatisfy(\.isLetter) } ?? false
        }

        private func isJoined(_ index: Int) -> Bool {
            gap(index).contains(where: WrittenHouses.joiningSigns.contains)
                && !gap(index).contains("#")
        }

        private func isUnit(_ index: Int) -> Bool {
            word(index).map(WrittenHouses.unitWords.contains) ?? false
        }

        /// Whether a number is an entry's postcode, or a part of one such as `9RZ` of `EX2 9RZ`.
        private func isPostcode(_ index: Int) -> Bool {
            guard let word = word(index) else { return false }
            let codes = entries.lazy.compactMap { $0.postcode.flatMap(Postcode.normal) }
            guard !isBare(index) else {
                let code = Postcode.normal(word)
                return word.count > 3 && codes.contains { $0 == code }
            }
            let readings = [
                word, (self.word(index - 1) ?? "") + word, word + (self.word(index + 1) ?? ""),
            ]
            return codes.contains { readings.contains($0.lowercased()) }
        }

        /// Whether an entry has a house.
        func isListed(_ house: HouseNumber) -> Bool {
            entries.contains { $0.houses.contains { $0.contains(house) } }
        }

        /// Whether an entry's range ends with a house.
        private func isEnd(_ house: HouseNumber) -> Bool {
            entries.contains {
                $0.houses.contains {
                    $0.numbers.lowerBound == house || $0.numbers.upperBound == house
                }
            }
        }

        /// Whether the number behind the street stands right beside it: not `15 Main St No. 4`.
        var isTouching: Bool {
            !text.isApart(street.upperBound) && !isNumberWord(street.upperBound)
        }

        private func isNumberWord(_ index: Int) -> Bool {
            word(index).map(WrittenHouses.numberWords.contains) ?? false
        }

        /// A number with the letter or the half behind it that are written apart.
        private func house(_ index: Int, upTo limit: Int) -> (house: HouseNumber, end: Int)? {
            guard let first = number(index), index < limit else { return nil }
            guard isBare(index), let word = word(index) else { return (first, index + 1) }
            // `15 1/2` and `15-1/2` are half numbers.
            if index + 2 < limit, gap(index + 2) == "/", self.word(index + 1) == "1",
                let divisor = self.word(index + 2), WrittenHouses.fractions.contains(divisor),
                ["", "-"].contains(gap(index + 1)),
                let half = HouseNumber(parsing: word + "-1/" + divisor)
            {
                return (half, index + 3)
            }
            if index + 1 < limit, isLetter(index + 1), !isJoiningWord(index + 1),
                !gap(index + 1).contains(","),
                !gap(index + 1).contains("#"), let letter = self.word(index + 1),
                limit > street.lowerBound || !AddressWords.sides.contains(letter),
                let both = HouseNumber(parsing: word + letter)
            {
                return (both, index + 2)
            }
            return (first, index + 1)
        }

        /// Whether two numbers that are joined before a word are the ends of a range, as of `12a-c` and
        /// `12a bis 12c`, and not all that is meant, as of `12a/c`.
        private func isRange(_ index: Int) -> Bool {
            gap(index).contains("-")
                || gap(index).isEmpty && WrittenHouses.rangeWords.contains(word(index - 1) ?? "")
        }

        /// The second of two houses where it is a letter alone: `c` of `12a-c`.
        private func letter(_ index: Int, behind first: HouseNumber) -> HouseNumber? {
            guard first.suffix.count == 1, first.suffix.allSatisfy(\.isLetter), isLetter(index),
                let letter = word(index), letter > first.suffix
            else { return nil }
            return HouseNumber(parsing: "\(first.number)\(letter)")
        }

        /// The numbers that stand together from a word on: one, or the first and the last.
        private func run(
            from start: Int,
            upTo limit: Int
        ) -> (houses: [HouseNumber], end: Int, isRange: Bool)? {
            guard let first = house(start, upTo: limit) else { return nil }
            var next = first.end
            if next < limit, isJoiningWord(next) {
                next += 1
            } else if next < limit, !isJoined(next) {
                return ([first.house], first.end, false)
            }
            guard next < limit else { return ([first.house], first.end, false) }
            if let last = letter(next, behind: first.house) {
                return ([first.house, last], next + 1, isRange(next))
            }
            guard let second = house(next, upTo: limit),
                second.house.number < 10_000 || first.house.number >= 10_000
            else { return ([first.house], first.end, false) }
            // Lists of some towns have `37-15` as a house.
            if let own = word(start), let other = word(next),
                let both = HouseNumber(parsing: own + "-" + other), isEnd(both)
            {
                return ([both], second.end, false)
            }
            return ([first.house, second.house], second.end, isRange(next))
        }

        /// The houses between the ends of a range that differ in their letter: 12b of `12a-c`.
        private func between(_ houses: [HouseNumber]) -> [HouseNumber] {
            guard houses.count == 2, houses[0].number == houses[1].number,
                let first = houses[0].suffix.utf8.only, let last = houses[1].suffix.utf8.only,
                UInt8(ascii: "a") <= first, first < last, last <= UInt8(ascii: "z")
            else { return [] }
            return (first + 1..<last).compactMap { letter in
                HouseNumber(parsing: "\(houses[0].number)\(Unicode.Scalar(letter))")
            }
        }

        /// Whether a spreadsheet's date stands in a house's place: `02. Jan`, `Feb 01`, `1/2/2024`.
        private func isDate(from start: Int, upTo limit: Int) -> Bool {
            guard start >= 0, start < limit else { return false }
            let count = SpreadsheetDate.length(text.words[start..<min(start + 3, limit)])
            let end = start + count
            guard count > 0, !(start + 1..<end).contains(where: text.isApart) else { return false }
            // `Main St 5 Mar Vista` has a town.
            return count == 3
                ? gap(start + 1) == gap(start + 2) && isSigned(start + 1)
                : isSigned(start + 1) || end >= limit || text.isApart(end) || number(end) != nil
        }

        private func isSigned(_ index: Int) -> Bool { gap(index).contains { ".-/".contains($0) } }

        func inFront() -> WrittenHouses {
            var found = WrittenHouses()
            let limit = street.lowerBound
            guard limit > 0, !isPostcode(limit - 1) else { return found }
            if isDate(from: limit - 2, upTo: limit) || isDate(from: limit - 3, upTo: limit) {
                found.isUnclear = true
                return found
            }
            // The longest run of words up to the street that are numbers.
            for start in max(0, limit - 7)..<limit {
                guard number(start) != nil, !isPostcode(start),
                    let run = run(from: start, upTo: limit), run.end == limit,
                    !gap(start).contains("#"), start == 0 || !isUnit(start - 1)
                else { continue }
                found.isUnclear =
                    text.isGlued(start) || isJoined(start) && isUnread(start - 1)
                // `10/12/14 Main St` is something else; the 4 of `Apt 4 - 15 Main St` is a flat.
                let isBehindUnit =
                    start > 0 && (gap(start - 1).contains("#") || start > 1 && isUnit(start - 2))
                if start > 0, isJoined(start), number(start - 1) != nil, !isBehindUnit { continue }
                found.frontCount = limit - start
                found.named = [run.houses[0]]
                if let second = run.houses.dropFirst().first {
                    if second > run.houses[0], gap(limit - 1) != "/" {
                        found.named.append(second)
                        if run.isRange { found.possible = between(run.houses) }
                    } else {
                        found.possible = [second]
                    }
                }
                // `15 2 Main St`: which is the house nobody knows.
                if start > 0, gap(start).isEmpty, let other = number(start - 1),
                    other.number < 10_000, !isPostcode(start - 1), !isBehindUnit
                {
                    found.named.insert(other, at: 0)
                    found.frontCount += 1
                }
                if let other = listedBefore(start), !isBehindUnit {
                    found.possible.append(other)
                    found.isUnclear = found.isUnclear || text.isTight[start]
                }
                return found
            }
            found.isUnclear = isUnread(limit - 1)
            return found
        }

        /// The number of `269, 2269 Main St` in front of the comma, alone between commas: a flat's, or
        /// another house's.
        private func listedBefore(_ start: Int) -> HouseNumber? {
            guard start > 0, text.isApart(start), start == 1 || text.isApart(start - 1),
                let other = number(start - 1), other.number < 10_000, !isPostcode(start - 1)
            else { return nil }
            return other
        }

        /// Whether the only number is one with a sign in front of the street, `#12 Main St`: a house's or
        /// a flat's.
        var hasSign: Bool {
            let place = street.lowerBound - 1
            return place >= 0 && gap(place).contains("#") && number(place) != nil
                && !isUnit(place - 1)
        }

        /// A house in front of its name and a comma: `378 Westbourne, Alwoodley Lane`.
        func beforeName() -> WrittenHouses {
            var found = WrittenHouses()
            let limit = street.lowerBound
            guard text.isApart(limit),
                let start = (0..<limit).last(where: { word($0)?.first?.isNumber ?? false }),
                start + 1 < limit, start == 0 || text.isApart(start),
                !(start + 1..<limit).contains(where: text.isApart), !isPostcode(start),
                let run = run(from: start, upTo: limit), run.houses.count == 1,
                run.houses[0].number < 10_000 || isListed(run.houses[0]),
                let last = word(limit - 1), run.end < limit, !isUnit(limit - 1)
            else { return found }
            // `2 Eden House` is a flat: who votes where the whole street does needs none.
            guard !WrittenHouses.houseWords.contains(last) else { return found }
            // `12 Park Lane, Alwoodley Lane` is a house of the other street.
            guard !AddressWords.isKindOrSide(last) else {
                found.isUnclear = true
                return found
            }
            found.named = run.houses
            found.frontCount = limit - start
            return found
        }

        func behind() -> WrittenHouses {
            var found = WrittenHouses()
            let limit = text.words.count
            var start = street.upperBound
            // `Hauptstr. Nr. 12`, `Hauptstr., Haus-Nr. 12`.
            while isNumberWord(start) { start += 1 }
            guard start < limit, !gap(start).contains("#") else { return found }
            if isDate(from: start, upTo: limit) {
                found.isUnclear = true
                return found
            }
            guard let run = run(from: start, upTo: limit),
                let first = run.houses.first, first.number < 10_000 || street.lowerBound == 0
            else {
                found.isUnclear = isUnread(start)
                return found
            }
            guard !isFloor(start) else { return found }
            found.named = [first]
            // `Main St 20001` has no house.
            found.behindCount =
                first.number < 10_000 || isListed(first) ? run.end - street.upperBound : 0
            found.isUnclear = isCut(run.end)
            // Of `12/3` and `2 - 3. OG` the second is a flat.
            if let second = run.houses.dropFirst().first, second > first, !isFloor(run.end - 1),
                !isPostcode(run.end - 1)
            {
                found.named.append(second)
                if run.isRange { found.possible = between(run.houses) }
            } else if run.end == start + 1 {
                found.possible = parted(start, upTo: limit)
            }
            return found
        }

        /// What else `4 51` may be than house 4 with a flat: house 51, 451 or 4-51.
        private func parted(_ start: Int, upTo limit: Int) -> [HouseNumber] {
            let end = start + 1
            guard end < limit, gap(end).isEmpty, isBare(start), isBare(end), !isPostcode(end),
                !isFloor(end), let own = word(start), let other = word(end),
                let second = number(end), second.number < 10_000
            else { return [] }
            return
                ([second]
                + [own + other, own + "-" + other].compactMap { HouseNumber(parsing: $0) })
                .filter(isListed)
        }

        /// Whether a number is that of a floor: `3. OG`, `2 floor`; not of `12, Floor 3`.
        private func isFloor(_ index: Int) -> Bool {
            guard let next = word(index + 1), WrittenHouses.floorWords.contains(next),
                !gap(index + 1).contains(",")
            else { return false }
            // `12 OG` is upstairs in house 12.
            return gap(index + 1).contains(".") || next != "og" && number(index + 2) == nil
        }
    }
}

extension Collection {
    /// The element of a collection of one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
