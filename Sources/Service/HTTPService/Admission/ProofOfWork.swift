internal import Cryptography

/// A proof that somebody has computed for a while: a text that, behind the challenge's, has a SHA-256
/// that begins with many zero bits.
///
/// Nobody knows a way to find one but to try; whoever has it is checked with one hash. Source: A. Back,
/// "Hashcash: a denial of service counter-measure" (2002).
struct ProofOfWork: Sendable, Hashable {
    /// The challenge's text, as it was given.
    let challenge: String
    /// What was found: 1 to 64 visible characters of ASCII.
    let nonce: String

    /// How many characters a nonce may have.
    static let nonceCharacters = 1...64

    /// With how many zero bits the hash begins.
    var zeroBits: Int {
        let hash = SHA256()
        hash.update(Array(challenge.utf8))
        hash.update(Array(nonce.utf8))
        var count = 0
        for byte in hash.finalize() {
            guard byte == 0 else { return count + byte.leadingZeroBitCount }
            count += 8
        }
        return count
    }

    /// Whether a text may be a nonce.
    static func isNonce(_ text: String) -> Bool {
        nonceCharacters.contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
