import Cryptography
import Testing

@Suite struct CryptographyTests {
    private func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "digests are those of the standard's examples (NIST, SHA-256 example values)",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func examples(message: String, digest: String) {
        #expect(text(SHA256.hash(message)) == digest)
    }

    @Test("a million letters in parts of any length have the standard's digest")
    func parts() {
        let digest = SHA256()
        var left = 1_000_000
        var length = 1
        while left > 0 {
            let count = min(length, left)
            digest.update([UInt8](repeating: 0x61, count: count))
            left -= count
            length = length * 3 % 1009 + 1
        }
        #expect(
            text(digest.finalize())
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
        // What is added then begins anew.
        digest.update(Array("abc".utf8))
        #expect(digest.finalize() == SHA256.hash("abc"))
    }

    @Test(
        "codes are those of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
    )
    func codes(key: [UInt8], message: String, expected: String) {
        let key = AuthenticationKey(bytes: key)
        let code = key.code(for: Array(message.utf8))
        #expect(text(code) == expected)
        #expect(key.isValid(code, for: Array(message.utf8)))
        #expect(key.isValid(code.prefix(16), for: Array(message.utf8)))
        #expect(!key.isValid([], for: Array(message.utf8)))
        #expect(!key.isValid(code + [0], for: Array(message.utf8)))
        for index in code.indices {
            var other = code
            other[index] ^= 1
            #expect(!key.isValid(other, for: Array(message.utf8)))
        }
    }

    @Test("new keys differ, and say nothing of themselves")
    func secrets() {
        #expect(AuthenticationKey().code(for: [1]) != AuthenticationKey().code(for: [1]))
        #expect("\(AuthenticationKey(bytes: [65, 66]))" == "a key")
        #expect(Mirror(reflecting: AuthenticationKey(bytes: [65])).children.isEmpty)
    }

    @Test("many threads digest at once")
    func together() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let message = [UInt8](repeating: UInt8(number), count: 1000 + number)
                    let first = SHA256.hash(message)
                    return (0..<200).allSatisfy { _ in SHA256.hash(message) == first }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
