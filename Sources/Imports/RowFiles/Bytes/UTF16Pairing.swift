/// Tells whether the bytes of UTF-16, which come in chunks, pair up to characters, and in which line they
/// cease to.
///
/// A byte that is lost, or one too many, moves every later byte into the other half of its unit. What was
/// text is other text then, without a line end in it, so that the rest of a file becomes one long row.
struct UTF16Pairing {
    private let isBigEndian: Bool
    private var firstHalf: UInt8?
    private var previous: UInt16 = 0
    private var line = 1
    private var isShifted = false

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// The line, from 1, in which a byte is missing or one too many; nil where all pair up. To be asked
    /// at the end of the text.
    var lineOfFailure: Int? { isShifted || firstHalf != nil ? line : nil }

    mutating func add(_ chunk: [UInt8]) {
        for byte in chunk {
            guard !isShifted else { return }
            guard let first = firstHalf else {
                firstHalf = byte
                continue
            }
            firstHalf = nil
            add(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
        }
    }

    private mutating func add(_ unit: UInt16) {
        switch unit {
        case 0x000D: line += 1
        case 0x000A where previous != 0x000D: line += 1
        // No character, and a line feed with its halves exchanged.
        case 0x0A00: isShifted = true
        default: break
        }
        previous = unit
    }
}
