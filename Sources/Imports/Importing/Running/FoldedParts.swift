internal import Foundation

/// What a record's name and address say, without what spellings of one differ in; hashes hold within this
/// process.
struct FoldedParts: Hashable, BitwiseCopyable {
    /// What the record is called, without abbreviations.
    let name: UInt32
    /// The street and the number, and what stands before them: what a column of addresses has where towns
    /// have one of their own.
    let street: UInt32
    /// The town and the state behind the street.
    let town: UInt32
    let postcode: UInt32

    /// Parts that have but one spelling.
    init(name: Int, address: Int) {
        self.name = UInt32(truncatingIfNeeded: name)
        street = UInt32(truncatingIfNeeded: address)
        (town, postcode) = (0, 0)
    }

    /// - Parameters:
    ///   - address: On one line, with commas between its parts; nil for none.
    ///   - postcode: nil for none.
    /// - Complexity: O(n) for the length of the texts.
    init(name: String, address: String?, postcode: String?) {
        self.name = Self.hash(ofName: name)
        let (street, town) = Self.split(address ?? "")
        self.street = Self.hash(street)
        self.town = Self.hash(town)
        self.postcode = Self.hash(postcode.map { $0[...] } ?? "")
    }

    /// Of the town and the postcode together.
    var hashOfTown: UInt32 {
        var hasher = Hasher()
        hasher.combine(town)
        hasher.combine(postcode)
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    /// Whether there is a street.
    var hasStreet: Bool { street != Self.nothing }
    private static let nothing = hash("")

    /// An address up to the last part with a number, or its first part where none has one, and what is
    /// left: `12 Oak St, Room 3` and `Salem, OR`.
    static func split(_ address: String) -> (street: Substring, town: Substring) {
        let bytes = address.utf8
        var end: String.Index?
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let comma = bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.endIndex
            if end == nil || bytes[start..<comma].contains(where: { 0x30...0x39 ~= $0 }) {
                end = comma
            }
            start = comma == bytes.endIndex ? comma : bytes.index(after: comma)
        }
        let street = end ?? bytes.endIndex
        return (address[..<street], address[street...])
    }

    private static func hash(ofName name: String) -> UInt32 {
        let words = normal(name[...]).split(separator: 0x20).map { word in
            NameLikeness.writtenOut(String(decoding: word, as: UTF8.self))
        }
        return UInt32(truncatingIfNeeded: words.joined(separator: " ").hashValue)
    }

    private static func hash(_ text: Substring) -> UInt32 {
        UInt32(truncatingIfNeeded: normal(text).hashValue)
    }

    /// A text in small letters and without accents, where any run of other signs is one space.
    static func normal(_ text: Substring) -> [UInt8] {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let letters =
            isPlain
            ? Array(text.utf8)
            : Array(text.folding(options: .diacriticInsensitive, locale: nil).utf8)
        var normal: [UInt8] = []
        TextNormal.append(letters[...], to: &normal)
        return normal
    }
}
