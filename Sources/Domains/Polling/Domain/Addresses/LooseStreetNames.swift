/// Streets' names as those are compared that are written in another way and may be one street: `Second
/// St`, `2 St` and `2nd St`, `County Road 12` and `CR 12`, `NW E St` and `E St NW`.
///
/// They are asked back, never answered: First St and 1st St may be two streets of a town.
struct LooseStreetNames: Sendable {
    private var streets: [[String]: [String]] = [:]
    private var bareStreets: [[String]: [String]] = [:]

    /// - Parameter names: The words of each street's name, by key.
    init(_ names: [String: [String]]) {
        for (key, words) in names {
            let bag = Self.bag(words[...])
            guard bag.count > 1 else { continue }
            streets[bag, default: []].append(key)
            let bare = bag.filter { !AddressWords.isKind($0) }
            if bare.count > 1, bare.count < bag.count {
                bareStreets[bare, default: []].append(key)
            }
        }
    }

    /// The keys of the streets that some words may name.
    ///
    /// - Parameter isWhole: Whether the word for the street's sort has to be there.
    func find(_ words: ArraySlice<String>, isWhole: Bool) -> [String] {
        let bag = Self.bag(words)
        return (streets[bag] ?? []) + (isWhole ? [] : bareStreets[bag] ?? [])
    }

    /// The words in one order, with what is written in several ways in one.
    private static func bag(_ words: ArraySlice<String>) -> [String] {
        var bag: [String] = []
        var rest = words
        while let word = rest.first {
            if let name = names.first(where: { rest.starts(with: $0.words) }) {
                bag.append(name.short)
                rest = rest.dropFirst(name.words.count)
            } else if let ten = tens[word], let one = rest.dropFirst().first.flatMap(unit) {
                bag.append(String(ten + one))
                rest = rest.dropFirst(2)
            } else {
                bag.append(number(word))
                rest = rest.dropFirst()
            }
        }
        return bag.sorted()
    }

    /// `2` for `2nd` and `second`; any other word as it is.
    private static func number(_ word: String) -> String {
        if let place = ordinals.firstIndex(of: word) { return String(place + 1) }
        return AddressWords.isOrdinal(word) ? String(word.dropLast(2)) : word
    }

    /// The last digit of `twenty-first`.
    private static func unit(_ word: String) -> Int? {
        ordinals.firstIndex(of: word).flatMap { $0 < 9 ? $0 + 1 : nil }
    }

    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
        "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ]
    private static let tens = [
        "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
        "eighty": 80, "ninety": 90,
    ]

    /// Names of roads with what they are abbreviated to, the longest first.
    private static let names: [(words: [String], short: String)] = [
        (["dr", "martin", "luther", "king", "jr"], "mlk"),
        (["martin", "luther", "king", "jr"], "mlk"), (["martin", "luther", "king"], "mlk"),
        (["m", "l", "king"], "mlk"),
        (["farm", "to", "market", "rd"], "fm"), (["farm", "to", "market"], "fm"),
        (["ranch", "to", "market", "rd"], "rr"),
        (["county", "rd"], "cr"), (["county", "hwy"], "cr"), (["co", "rd"], "cr"),
        (["cty", "rd"], "cr"), (["cnty", "rd"], "cr"),
        (["state", "rd"], "sr"), (["state", "route"], "sr"), (["state", "rte"], "sr"),
        (["state", "rt"], "sr"), (["state", "hwy"], "sr"),
        (["us", "hwy"], "us"), (["us", "route"], "us"), (["us", "rte"], "us"),
        (["u", "s", "hwy"], "us"),
        (["township", "rd"], "tr"), (["twp", "rd"], "tr"),
        (["rural", "route"], "rr"), (["range", "rd"], "rr"), (["ranch", "rd"], "rr"),
        (["route"], "rt"), (["rte"], "rt"),
    ]
}
