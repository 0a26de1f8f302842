import Cryptography
import Foundation
import Testing

/// Foundation's base64, with the two letters exchanged and the padding dropped, is the oracle.
@Suite struct Base64URLTests {
    @Test("agrees with Foundation and is read back", arguments: 0..<100)
    func agrees(length: Int) {
        // Any bytes do, as long as they are the same each time.
        let bytes = (0..<length).map {
            UInt8(truncatingIfNeeded: ($0 + 1) * (length + 7) * 167 >> 3)
        }
        let expected = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        #expect(Base64URL.encode(bytes) == expected)
        #expect(Base64URL.decode(expected) == bytes)
    }

    @Test(
        "what is not written so is refused",
        arguments: ["A", "AAAAA", "AA==", "A+AA", "A/AA", "AA A", "AB", "AAB", "é", "AAA\n"]
    )
    func refuses(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
