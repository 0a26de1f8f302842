import RowFilesTesting
import Testing

@testable import RowFiles

@Suite struct PlainTextTests {
    @Test("what is passed over is printable, and ends where it has to", arguments: 0..<200)
    func run(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            UInt8.random(in: 0x20...0x7F, using: &random)
        }
        for index in text.indices where Int.random(in: 0..<20, using: &random) == 0 {
            text[index] = [0, 9, 10, 13, 0x1F, 0x80, 0xC3, 0xFF].randomElement(using: &random) ?? 0
        }
        for start in 0...text.count {
            let end = PlainText.run(in: text, from: start)
            let isPlain: (UInt8) -> Bool = { 0x20..<0x80 ~= $0 }
            #expect(text[start..<end].allSatisfy(isPlain))
            let next = text[end...].prefix(PlainText.wordLength)
            #expect(next.count < PlainText.wordLength || !next.allSatisfy(isPlain))
        }
    }

    @Test("UTF-8 is told from what is not in chunks of any length", arguments: 0..<300)
    func chunks(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = ["Main Street", "Straße", "東京", "𝄞", "\r\n", "\n", "\r", "a,b,c", "        "]
        var text = Array(
            (0..<30).map { _ in words.randomElement(using: &random) ?? "" }.joined().utf8
        )
        let damaged = Int.random(in: 0...2, using: &random)
        for _ in 0..<damaged {
            text[Int.random(in: text.indices, using: &random)] = .random(
                in: 0...255,
                using: &random
            )
        }
        var validator = UTF8Validator()
        var rest = text[...]
        var isValid = true
        while isValid, !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...50, using: &random))
            isValid = validator.isValid(Array(chunk))
            rest = rest.dropFirst(chunk.count)
        }
        #expect(
            (isValid && validator.isComplete) == (String(validating: text, as: UTF8.self) != nil)
        )
        guard isValid else { return }
        // CR, LF and CRLF each end a line; Swift takes CRLF for one character.
        let breaks = String(decoding: text, as: UTF8.self).count {
            $0 == "\n" || $0 == "\r" || $0 == "\r\n"
        }
        #expect(validator.line == 1 + breaks)
    }
}
