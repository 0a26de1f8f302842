internal import Synchronization

/// A district's type and code without what files write them with in different ways, so that
/// `Precinct 007`, `007` and `7` of type `precinct` are one.
public struct DistrictKey: Sendable, Hashable {
    /// The type in small letters, one name for each sort: `postcode` also for `zip`.
    public let type: String
    /// The code in small letters.
    public let code: String

    /// The key of a reference.
    ///
    /// Words of the type in front of the code are left out (`Ward 8`, `SMD 2B07`, `District 4`), and
    /// so are leading zeros of numbers, and everything but letters, digits and the points within.
    ///
    /// - Complexity: O(1) for a reference that was asked for lately: answers ask for the same ones
    ///   again and again.
    public init(_ reference: DistrictReference) {
        if let known = Self.known.withLock({ $0[reference] }) {
            self = known
            return
        }
        let key = DistrictKey(type: reference.type, code: reference.code)
        Self.known.withLock { known in
            if known.count >= Self.knownLimit { known.removeAll() }
            known[reference] = key
        }
        self = key
    }

    /// The keys of references that were asked for, which follow from these alone.
    private static let known = Mutex<[DistrictReference: DistrictKey]>([:])
    private static let knownLimit = 50_000

    /// The key of a type and a code, as ``init(_:)``.
    public init(type: String, code: String) {
        self.type = Self.canonicalType(type)
        if let word = Self.oneWord(code) {
            self.code = Self.withoutLeadingZeros(word)
            return
        }
        let words = Self.words(code.lowercased())
        let spare = Self.spareWords(ofType: self.type)
        let rest = words.drop { spare.contains($0) }
        self.code = (rest.isEmpty ? words[...] : rest).map(Self.withoutLeadingZeros)
            .joined(separator: " ")
    }

    /// A type in the one way that it is kept: `School District` is `school_district`, `ZIP` is
    /// `postcode`.
    public static func canonicalType(_ text: String) -> String {
        if canonicalTypes.contains(text) { return text }
        let type = text.smallWords.joined(separator: "_")
        return synonyms[type] ?? type
    }

    /// A code without the words of its type in front: `Precinct 139` is `139`.
    public static func bareCode(_ code: String, type: String) -> String {
        let spare = spareWords(ofType: canonicalType(type))
        let words = code.split { $0.isWhitespace || $0 == "#" || $0 == ":" }
        let rest = words.drop { word in
            spare.contains(word.lowercased().filter { $0.isLetter || $0.isNumber })
        }
        return (rest.isEmpty ? words[...] : rest).joined(separator: " ")
    }

    /// Types that are written as they are kept.
    private static let canonicalTypes: Set<String> = [
        "precinct", "polling_district", "ward", "postcode", "county", "city", "municipality",
        "state",
        "school_district", "single_member_district", "commission", "congressional_district",
        "council_district", "state_district", "federal_district",
    ]

    private static let synonyms = [
        "zip": "postcode", "zip_code": "postcode", "zipcode": "postcode", "zcta": "postcode",
        "postal_code": "postcode", "plz": "postcode", "vtd": "precinct",
        "voting_precinct": "precinct", "election_precinct": "precinct",
        "smd": "single_member_district", "stimmbezirk": "polling_district",
        "congressional": "congressional_district",
    ]

    private static func spareWords(ofType type: String) -> Set<String> {
        canonicalSpareWords[type] ?? makeSpareWords(ofType: type)
    }

    private static let canonicalSpareWords = Dictionary(
        uniqueKeysWithValues: canonicalTypes.map { ($0, makeSpareWords(ofType: $0)) }
    )

    private static func makeSpareWords(ofType type: String) -> Set<String> {
        let words = type.split(separator: "_").map(String.init)
        let initials = String(words.compactMap(\.first))
        return Set(words + (words.count > 1 ? [initials] : []))
            .union(["district", "no", "number", "nr"])
            .union(type == "precinct" ? ["pct", "vtd", "voting"] : [])
    }

    /// A code in small letters that is one word of ASCII letters, digits and points within, as most are:
    /// nothing of it is left out but zeros, and it need not be taken apart. nil for others.
    private static func oneWord(_ code: String) -> String? {
        let point = UInt8(ascii: ".")
        guard let first = code.utf8.first, let last = code.utf8.last, first != point, last != point
        else { return nil }
        var hasCapitals = false
        for byte in code.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, point: continue
            case 0x41...0x5A: hasCapitals = true
            default: return nil
            }
        }
        return hasCapitals ? code.lowercased() : code
    }

    private static func words(_ text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "." }
            .map { String($0.trimming(".")) }
            .filter { !$0.isEmpty }
    }

    private static func withoutLeadingZeros(_ word: String) -> String {
        let zero = UInt8(ascii: "0")
        guard word.utf8.first == zero else { return word }
        let rest = Substring(word.utf8.drop { $0 == zero })
        return rest.first?.isNumber == true ? String(rest) : "0" + rest
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var rest = self
        while rest.first == character { rest.removeFirst() }
        while rest.last == character { rest.removeLast() }
        return rest
    }
}
