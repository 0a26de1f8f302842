/// What a cell says, without what spellings of one value differ in, in 8 bytes; holds within this process.
struct CellDigest: Hashable, BitwiseCopyable {
    /// A hash of the folded text; 0 where the cell is blank.
    let hash: UInt32
    /// A hash of the text without its numbers, and their sum added to it: where one number of a text is one
    /// more than in another, this is one more, too. 0 where there is no number.
    private let ordinal: UInt32

    /// A cell that says nothing.
    static let blank = CellDigest("")

    /// - Complexity: O(n) for the length of the text.
    init(_ text: String) {
        guard text.utf8.contains(where: { $0 != 0x20 }) else {
            (hash, ordinal) = (0, 0)
            return
        }
        let folded = FoldedParts.normal(text[...])
        // Of signs alone, such as one question mark, nothing is left.
        let value = folded.isEmpty ? text.hashValue : folded.hashValue
        hash = max(1, UInt32(truncatingIfNeeded: value))
        ordinal = Self.ordinal(text)
    }

    private static func ordinal(_ text: String) -> UInt32 {
        var skeleton = Hasher()
        var sum: UInt32 = 0
        var number: UInt32?
        var hasNumbers = false
        for byte in text.utf8 {
            if 0x30...0x39 ~= byte {
                if number == nil { skeleton.combine(UInt8(ascii: "#")) }
                number = (number ?? 0) &* 10 &+ UInt32(byte - 0x30)
                hasNumbers = true
            } else {
                sum &+= number ?? 0
                number = nil
                skeleton.combine(byte | 0x20)
            }
        }
        guard hasNumbers else { return 0 }
        sum &+= number ?? 0
        return max(1, UInt32(truncatingIfNeeded: skeleton.finalize()) &+ sum)
    }

    var isBlank: Bool { hash == 0 }
    var hasNumber: Bool { ordinal != 0 }

    /// Whether one number of the text is one more than in another, and all else the same.
    func follows(_ other: CellDigest) -> Bool {
        ordinal != 0 && other.ordinal != 0 && ordinal == other.ordinal &+ 1
    }

    /// By how much the numbers are more than those of another text that is the same without them; any number
    /// where it is not, or has none.
    func distance(from other: CellDigest) -> Int32 {
        Int32(bitPattern: ordinal &- other.ordinal)
    }

    static func == (one: CellDigest, other: CellDigest) -> Bool { one.hash == other.hash }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
