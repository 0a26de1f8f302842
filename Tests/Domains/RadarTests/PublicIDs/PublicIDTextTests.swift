import Testing

@testable import Radar

@Suite struct PublicIDTextTests {
    /// The text as its definition says: `m` and thirteen digits to base 32, the highest first.
    private func text(_ number: UInt64) -> String {
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return "m"
            + String((0..<13).map { digits[Int(number >> UInt64(60 - 5 * $0) & 31)] })
    }

    @Test("the text in registers is that of the definition, and is read back")
    func words() throws {
        var random = SeededRandom(seed: 1)
        let numbers =
            [0, 1, 31, 32, .max, .max - 1, 1 << 63, 1 << 60, 0x0123_4567_89AB_CDEF]
            + (0..<64).map { 1 << $0 }
            + (0..<2000).map { _ in UInt64.random(in: 0 ... .max, using: &random) }
        for number: UInt64 in numbers {
            let id = Message.PublicID(number: number)
            #expect(id.description == text(number))
            #expect(try #require(Message.PublicID(parsing: id.description)) == id)
            let (first, rest) = id.words
            let bytes =
                (0..<8).map { UInt8(truncatingIfNeeded: first >> (8 * $0)) }
                + (0..<8).map { UInt8(truncatingIfNeeded: rest >> (8 * $0)) }
            #expect(String(decoding: bytes.prefix(14), as: UTF8.self) == text(number))
            #expect(bytes.suffix(2) == [0, 0])
        }
    }
}
