internal import Polling
internal import Synchronization

/// What cells of districts mean that may hold several codes or one: `1-3`, `9/10`, `4 5`.
///
/// A precinct may be called `1-3`, and precincts 1 to 3 may be written so. Where boundaries are published,
/// they tell: a cell that is one of their codes is that code, and one whose ends or parts are all among them
/// is those. Where they do not, it is taken as one code, and that is told. Words such as `4 thru 6` leave no
/// doubt.
final class CodeLists: Sendable {
    private struct State {
        /// Whether all is known that there is to know.
        var isLearned = false
        /// Cells that may be lists, by their type; and how many others there are.
        var doubtful: Set<DistrictReference> = []
        var plain: [String: Set<String>] = [:]
        /// The codes of published districts, by their type, as they write them.
        var published: [String: [DistrictKey: String]] = [:]
        /// What was taken apart.
        var taken: [DistrictReference: [String]] = [:]
        /// What was not.
        var left: Set<DistrictReference> = []
    }

    private let state = Mutex(State())

    /// So many different cells are looked at; a column with more holds something else.
    private static let limit = 20_000
    /// No list of a station's districts is longer.
    private static let longest = 200

    // MARK: Learning

    /// Notes a code of a cell, before any is read.
    func notice(_ reference: DistrictReference) {
        let mayBeList = Self.mayBeList(reference.code)
        state.withLock { state in
            if mayBeList {
                if state.doubtful.count < Self.limit { state.doubtful.insert(reference) }
            } else if state.plain[reference.type, default: []].count < Self.limit {
                state.plain[reference.type, default: []].insert(reference.code)
            }
        }
    }

    /// Reads which districts are published, where any cell may be a list. Until then each code is one.
    ///
    /// - Parameter store: nil where nothing is to be held against what is published.
    func learn(_ store: (any DistrictStore)?) async throws {
        defer { state.withLock { $0.isLearned = true } }
        let types = Set(
            state.withLock { $0.doubtful }.map { DistrictKey.canonicalType($0.type) }
        )
        guard let store, !types.isEmpty else { return }
        try await store.forEachDistrict { batch in
            let keys = batch.filter {
                types.contains(DistrictKey.canonicalType($0.reference.type))
            }.map { (DistrictKey($0.reference), $0.reference) }
            state.withLock { state in
                for (key, reference) in keys {
                    state.published[key.type, default: [:]][key] = reference.code
                }
            }
        }
    }

    // MARK: Reading

    /// The codes that a code of a cell stands for.
    func codes(_ reference: DistrictReference) -> [String] {
        guard Self.mayBeList(reference.code) else { return [reference.code] }
        return state.withLock { state in
            guard state.isLearned else { return [reference.code] }
            if let known = state.taken[reference] { return known }
            if state.left.contains(reference) { return [reference.code] }
            let type = DistrictKey.canonicalType(reference.type)
            if let codes = Self.read(reference.code, type, state.published[type] ?? [:]) {
                state.taken[reference] = codes
                return codes
            }
            if state.published[type]?[DistrictKey(reference)] == nil {
                state.left.insert(reference)
            }
            return [reference.code]
        }
    }

    /// What a text stands for; nil for itself.
    private static func read(
        _ text: String,
        _ type: String,
        _ published: [DistrictKey: String]
    ) -> [String]? {
        func isKnown(_ code: String) -> Bool {
            published[DistrictKey(type: type, code: code)] != nil
        }
        if isKnown(text) { return nil }
        let bare = withoutTypeWord(text, type)
        if let ends = range(bare) {
            guard isKnown(ends.codes[0]), let last = ends.codes.last, isKnown(last) else {
                return ends.isCertain ? ends.codes : nil
            }
            // Numbers between the ends may be left out of the numbering.
            return ends.codes.filter(isKnown)
        }
        let parts = bare.split { isSeparator($0) || $0.isWhitespace }.map(String.init)
            .filter { $0 != "and" && $0 != "und" }
        guard parts.count > 1, parts.allSatisfy({ isCode($0) || isShort($0) }),
            parts.allSatisfy(isKnown)
        else { return nil }
        return parts
    }

    /// The numbers from one to another, with the same letters in front, and whether the words leave no doubt
    /// that they are meant.
    private static func range(_ text: String) -> (codes: [String], isCertain: Bool)? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        var ends: [String]
        var isCertain = false
        if words.count == 3, rangeWords.contains(words[1]) {
            (ends, isCertain) = ([words[0], words[2]], true)
        } else {
            let parts = text.split(
                omittingEmptySubsequences: false,
                whereSeparator: dashes.contains
            )
            guard parts.count == 2 else { return nil }
            ends = parts.map { $0.filter { !$0.isWhitespace } }
        }
        let (first, last) = (numbered(ends[0]), numbered(ends[1]))
        guard let first, let last, last.letters.isEmpty || last.letters == first.letters,
            first.number < last.number, last.number - first.number < longest
        else { return nil }
        let width = first.digits.hasPrefix("0") ? first.digits.count : 0
        let codes = (first.number...last.number).map { number in
            let digits = String(number)
            return first.letters
                + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return (codes, isCertain)
    }

    /// Whether a text may be a range: `4 thru 6`, `4 - 6`.
    static func isRange(_ text: String) -> Bool { range(text) != nil }

    /// Letters and the number behind them: `A12`.
    private static func numbered(
        _ text: String
    ) -> (letters: String, digits: String, number: Int)? {
        let letters = String(text.prefix { $0.isLetter }).uppercased()
        let digits = String(text.dropFirst(letters.count))
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), digits.count < 10,
            let number = Int(digits)
        else { return nil }
        return (letters, digits, number)
    }

    /// A text without the word for what it lists: `Precincts 1-3` is `1-3`.
    static func withoutTypeWord(_ text: String, _ type: String) -> String {
        let bare = DistrictKey.bareCode(text, type: type)
        let words = bare.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let first = words.first?.lowercased(), first.hasSuffix("s"),
            first.allSatisfy(\.isLetter)
        else { return bare }
        let single = String(first.dropLast())
        return DistrictKey.bareCode("\(single) \(words[1])", type: type)
    }

    private static func isSeparator(_ character: Character) -> Bool { "/,;|&+".contains(character) }

    /// Whether a text is a code of capitals alone, as British polling districts have: `AA`.
    private static func isShort(_ text: some StringProtocol) -> Bool {
        (1...4).contains(text.count) && text.allSatisfy { $0.isUppercase || $0.isNumber }
    }

    private static func isCode(_ text: String) -> Bool {
        text.count <= 12 && text.contains(where: \.isNumber)
    }

    private static let dashes: Set<Character> = [
        "-", "\u{2010}", "\u{2011}", "\u{2013}", "\u{2014}",
    ]
    private static let rangeWords: Set<String> = ["thru", "through", "to", "bis", "till", "until"]

    /// Whether a code has a sign or a space between what may be codes. Most have none.
    private static func mayBeList(_ text: String) -> Bool {
        let mayBe = text.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "/"), 0x20, 0xE2, UInt8(ascii: ","),
                UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        guard mayBe else { return false }
        let parts = text.split { dashes.contains($0) || $0 == "/" || $0.isWhitespace }
        if parts.count(where: { $0.contains(where: \.isNumber) }) > 1 { return true }
        let codes = text.split { isSeparator($0) || $0.isWhitespace }
            .filter { $0 != "and" && $0 != "und" }
        return codes.count > 1 && codes.allSatisfy { isShort($0) }
    }

    // MARK: Telling

    /// What was taken apart, and what was not though it may be several codes.
    ///
    /// A column of which most cells are written so has codes of that form: that they may be lists is not
    /// told.
    var notes: [ImportNote] {
        let state = state.withLock { $0 }
        var notes: [ImportNote] = []
        if let example = state.taken.keys.min(by: Self.precedes), let codes = state.taken[example] {
            notes.append(
                ImportNote(
                    .note,
                    Finding(
                        .codeListsRead,
                        [
                            "count": .count(state.taken.count), "example": .text(example.code),
                            "codes": Finding.list(
                                Array(codes.prefix(5)),
                                more: max(0, codes.count - 5)
                            ),
                        ]
                    )
                )
            )
        }
        let left = state.left.filter { reference in
            let plain = state.plain[reference.type, default: []]
            // Words of a few letters are codes among such codes, as `AF AG`, and a name among names, as
            // `EL PASO`.
            if !reference.code.contains(where: \.isNumber),
                plain.count(where: { Self.isShort($0) }) * 2 <= plain.count
            {
                return false
            }
            let type = DistrictKey.canonicalType(reference.type)
            let doubtful = state.doubtful.count { $0.type == reference.type }
            return state.published[type] != nil
                || doubtful <= plain.count
        }
        if let example = left.min(by: Self.precedes) {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .codeListsLeft,
                        [
                            "count": .count(left.count), "example": .text(example.code),
                            "type": .text(example.type),
                        ]
                    )
                )
            )
        }
        return notes
    }

    private static func precedes(_ left: DistrictReference, _ right: DistrictReference) -> Bool {
        (left.type, left.code) < (right.type, right.code)
    }
}
