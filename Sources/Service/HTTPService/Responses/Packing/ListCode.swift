/// The Huffman codes with which lists are packed, the same for every list, so that nothing has to be
/// counted first; and the start of a DEFLATE block that tells them.
///
/// Their weights are what lists of messages are made of: texts that people write, digits of places and
/// distances, random letters of ids. What fits them badly is packed less well and as right.
struct ListCode: Sendable {
    static let shared = ListCode()

    /// Bits to write, the first one lowest, and how many.
    struct Piece: Sendable {
        let bits: UInt32
        let count: UInt8
    }

    /// One for each byte.
    let bytes: [Piece]
    /// One for each length of a copy, 3 to 258, with its extra bits; those before 3 are empty.
    let lengths: [Piece]
    /// One for each distance code (RFC 1951, section 3.2.5), without its extra bits.
    let distances: [Piece]
    /// The code for the end of the block.
    let end: Piece
    /// The first bits of the block: that it is the last one, and the codes that it uses.
    let start: [Piece]

    /// The longest and the farthest copy, in bytes.
    static let longestCopy = 258
    static let farthestCopy = 32_768
    /// How long what ``start`` writes is at most, in bytes: three bits of type, 14 of counts, 19 times
    /// three of lengths' lengths, 316 lengths of at most seven bits.
    static let mostStartBytes = 300
    /// The most bits that a byte takes by itself. As a part of a copy of four bytes or more, which is two
    /// such codes with 5 and 13 extra bits at most, it takes fewer.
    static let mostBitsOfByte = 12

    private init() {
        let symbols = PrefixCode(weights: Self.symbolWeights, mostBits: Self.mostBitsOfByte)
        let ways = PrefixCode(weights: Self.distanceWeights, mostBits: Self.mostBitsOfByte)
        func piece(_ code: PrefixCode, _ symbol: Int) -> Piece {
            Piece(bits: UInt32(code.bits[symbol]), count: code.lengths[symbol])
        }
        bytes = (0..<256).map { piece(symbols, $0) }
        end = piece(symbols, 256)
        distances = (0..<30).map { piece(ways, $0) }
        lengths = (0...Self.longestCopy).map { length in
            guard length >= 3 else { return Piece(bits: 0, count: 0) }
            let index = Self.lengthBases.lastIndex { $0 <= length } ?? 0
            let code = piece(symbols, 257 + index)
            return Piece(
                bits: code.bits | UInt32(length - Self.lengthBases[index]) << UInt32(code.count),
                count: code.count + Self.lengthExtraBits[index]
            )
        }
        start = Self.start(symbols.lengths, ways.lengths)
    }

    /// The distance code of a distance, and how many extra bits follow it.
    @inline(__always)
    static func distanceCode(_ distance: Int) -> (code: Int, extraBits: Int) {
        guard distance > 4 else { return (distance - 1, 0) }
        // Two codes for each power of two.
        let log = Int.bitWidth - 1 - (distance - 1).leadingZeroBitCount
        return (2 * log + ((distance - 1) >> (log - 1) & 1), log - 1)
    }

    // MARK: What RFC 1951 says

    /// The shortest copy of each length code. Section 3.2.5.
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthExtraBits: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    /// The order in which the lengths of the code for lengths stand. Section 3.2.7.
    private static let order = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    private static func start(_ symbols: [UInt8], _ ways: [UInt8]) -> [Piece] {
        let runs = runs(of: symbols + ways)
        var weights = [Int](repeating: 0, count: 19)
        for run in runs { weights[run.symbol] += 1 }
        let code = PrefixCode(weights: weights, mostBits: 7)
        let last = order.lastIndex { code.lengths[$0] > 0 } ?? 3
        var pieces = [
            Piece(bits: 0b101, count: 3),
            Piece(bits: UInt32(symbols.count - 257), count: 5),
            Piece(bits: UInt32(ways.count - 1), count: 5),
            Piece(bits: UInt32(last + 1 - 4), count: 4),
        ]
        pieces += order[...last].map { Piece(bits: UInt32(code.lengths[$0]), count: 3) }
        for run in runs {
            pieces.append(
                Piece(bits: UInt32(code.bits[run.symbol]), count: code.lengths[run.symbol])
            )
            if run.symbol == 16 { pieces.append(Piece(bits: UInt32(run.repeats - 3), count: 2)) }
        }
        return pieces
    }

    /// Lengths, or "the last one again, 3 to 6 times" as symbol 16. No symbol here is without a code, so
    /// runs of zeros need no symbols of their own.
    private static func runs(of lengths: [UInt8]) -> [(symbol: Int, repeats: Int)] {
        var runs: [(symbol: Int, repeats: Int)] = []
        var place = 0
        while place < lengths.count {
            runs.append((Int(lengths[place]), 1))
            var repeats = lengths[(place + 1)...].prefix { $0 == lengths[place] }.count
            place += 1 + repeats
            while repeats >= 3 {
                let part = min(repeats, 6)
                runs.append((16, part))
                repeats -= part
            }
            for _ in 0..<repeats { runs.append((Int(lengths[place - 1]), 1)) }
        }
        return runs
    }

    // MARK: Weights

    /// How often each of the 286 symbols is met, in some ten thousands.
    private static let symbolWeights: [Int] = {
        var weights = [Int](repeating: 1, count: 286)
        func set(_ letters: String, _ weight: Int) {
            for letter in letters.utf8 { weights[Int(letter)] = weight }
        }
        set("0123456789", 420)
        set(" ", 900)
        set("eta", 560)
        set("oinsrlhd", 380)
        set("cumpgfywbvk", 150)
        set("ABCDEFGHIJKLMNOPQRSTUVWXYZjqxz_-", 70)
        set(".,\"'!?", 70)
        set(":{}[]/&()", 12)
        // Texts in other languages: what follows a first byte, the first bytes of Latin letters with
        // marks, of Greek and Cyrillic ones, of Arabic and Hebrew ones, of East Asia and of pictures.
        for byte in 0x80...0xBF { weights[byte] = 24 }
        for byte in 0xC3...0xC5 { weights[byte] = 40 }
        for byte in 0xCE...0xD1 { weights[byte] = 60 }
        for byte in 0xD7...0xDB { weights[byte] = 24 }
        for byte in 0xE0...0xEF { weights[byte] = 24 }
        weights[0xF0] = 24
        weights[256] = 6
        // Copies: a few characters of a place or a moment, or what stands between two values.
        for symbol in 257..<286 { weights[symbol] = 60 }
        return weights
    }()

    /// What is copied stands in the feature before, some hundreds of bytes back.
    private static let distanceWeights: [Int] = (0..<30).map { code in
        switch code {
        case 15...20: 100
        case 21...24: 20
        default: 1
        }
    }
}
