/// Tells whether bytes that come in chunks are UTF-8 (RFC 3629), and where they cease to be.
package struct UTF8Validator {
    /// The line, from 1, that the validator has come to.
    package private(set) var line = 1
    /// The line with the first byte that is not UTF-8.
    private(set) var lineOfFailure: Int?
    private var continuationsLeft = 0
    /// The range of the next continuation byte: narrower after some first bytes, so that overlong
    /// forms, surrogates and what lies beyond U+10FFFF are refused.
    private var nextRange: ClosedRange<UInt8> = 0x80...0xBF
    private var previous: UInt8 = 0

    /// Whether no character is cut at the end of what was seen.
    package var isComplete: Bool { continuationsLeft == 0 }

    /// Whether the chunk goes on as UTF-8.
    package mutating func isValid(_ chunk: [UInt8]) -> Bool {
        var index = 0
        var nextLook = 0
        while index < chunk.count {
            if index >= nextLook, continuationsLeft == 0 {
                let plain = PlainText.run(in: chunk, from: index)
                nextLook = plain + PlainText.wordLength
                if plain > index {
                    index = plain
                    previous = chunk[index - 1]
                    continue
                }
            }
            let byte = chunk[index]
            index += 1
            if continuationsLeft > 0 {
                guard nextRange.contains(byte) else { return fail() }
                continuationsLeft -= 1
                nextRange = 0x80...0xBF
            } else if byte < 0x80 {
                if byte == 0x0D || byte == 0x0A && previous != 0x0D { line += 1 }
            } else if !begin(byte) {
                return fail()
            }
            previous = byte
        }
        return true
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        nextRange = 0x80...0xBF
        switch byte {
        case 0xC2...0xDF: continuationsLeft = 1
        case 0xE0: (continuationsLeft, nextRange) = (2, 0xA0...0xBF)
        case 0xED: (continuationsLeft, nextRange) = (2, 0x80...0x9F)
        case 0xE1...0xEF: continuationsLeft = 2
        case 0xF0: (continuationsLeft, nextRange) = (3, 0x90...0xBF)
        case 0xF4: (continuationsLeft, nextRange) = (3, 0x80...0x8F)
        case 0xF1...0xF3: continuationsLeft = 3
        default: return false
        }
        return true
    }

    private mutating func fail() -> Bool {
        lineOfFailure = line
        return false
    }
}
