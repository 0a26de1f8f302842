import RowFilesTesting
import Testing

@testable import RowFiles

/// Bytes of several encodings as UTF-8, a chunk at a time.
@Suite struct TextDecoderTests {
    @Test("chunks may cut characters anywhere", arguments: 1..<12)
    func cutCharacters(size: Int) {
        let text = "aß€𝄞\u{FEFF}z"
        for (encoding, bytes): (TextEncoding, [UInt8]) in [
            (.utf16LittleEndian, text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
            (.utf16BigEndian, text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
        ] {
            var decoder = TextDecoder(encoding: encoding, byteOrderMarkLength: 0)
            var decoded: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                decoded += decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            decoded += decoder.finish()
            #expect(String(decoding: decoded, as: UTF8.self) == text)
        }
    }

    @Test("UTF-8 is told from what is not", arguments: 0..<300)
    func validation(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = Array("Straße, 東京 𝄞 ".utf8)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                in: 0...255,
                using: &random
            )
        }
        var validator = UTF8Validator()
        var isValid = true
        for byte in bytes where isValid { isValid = validator.isValid([byte]) }
        #expect(
            (isValid && validator.isComplete) == (String(validating: bytes, as: UTF8.self) != nil)
        )
    }
}
