import Cryptography
import Testing

@Suite struct SealingKeyTests {
    private let key = SealingKey(
        from: AuthenticationKey(bytes: [UInt8](repeating: 7, count: 32)),
        for: "a purpose"
    )

    @Test("opens what another program has sealed")
    func vector() {
        // Python's cryptography 48: AESGCM under HMAC-SHA256 of the purpose, nonce 00...0b.
        let text = "000102030405060708090a0b78051615bb80176abf9674efcc3f1035ef11a812d73c229a3a"
        let digits = Array(text)
        let box = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        #expect(key.open(box, in: "a context") == Array("a message".utf8))
        #expect(key.open(box, in: "another") == nil)
    }

    @Test(
        "opens what it sealed, of any length, and each box is another",
        arguments: [0, 1, 16, 1000]
    )
    func roundTrip(length: Int) {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let box = key.seal(message, in: "x")
        #expect(box.count == length + 28)
        #expect(key.open(box, in: "x") == message)
        #expect(key.seal(message, in: "x") != box)
        #expect(key.open(Array(box.dropLast()), in: "x") == nil)
    }

    @Test("another purpose is another key, and neither is shown")
    func purposes() {
        let parent = AuthenticationKey(bytes: [UInt8](repeating: 7, count: 32))
        let other = SealingKey(from: parent, for: "another purpose")
        #expect(other.open(key.seal([1], in: "x"), in: "x") == nil)
        #expect("\(key)" == "a key")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("7"))
    }

    @Test("what is too short to be a box does not open", arguments: [0, 1, 12, 27])
    func short(length: Int) {
        #expect(key.open([UInt8](repeating: 0, count: length), in: "x") == nil)
    }
}
