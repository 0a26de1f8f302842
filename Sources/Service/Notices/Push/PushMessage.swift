internal import CWebPush
internal import Cryptography

/// A pair of keys on the curve P-256.
struct PushKeyPair: Sendable, Hashable {
    static let privateByteCount = 32
    static let publicByteCount = 65

    let privateKey: [UInt8]
    /// A point in its long form: 4 and two coordinates.
    let publicKey: [UInt8]

    /// A new pair.
    init() {
        var privateKey = [UInt8](repeating: 0, count: Self.privateByteCount)
        var publicKey = [UInt8](repeating: 0, count: Self.publicByteCount)
        // In memory it fails only for want of memory.
        guard ambit_p256_make(&privateKey, &publicKey) == 1 else {
            fatalError("OpenSSL could not make a key")
        }
        (self.privateKey, self.publicKey) = (privateKey, publicKey)
    }

    /// A pair that is kept elsewhere; nil where the bytes are too few or too many.
    init?(privateKey: [UInt8], publicKey: [UInt8]) {
        guard privateKey.count == Self.privateByteCount, publicKey.count == Self.publicByteCount
        else { return nil }
        (self.privateKey, self.publicKey) = (privateKey, publicKey)
    }

    /// What this pair and another's public key agree on; nil where that is no point of the curve.
    func agree(with other: [UInt8]) -> [UInt8]? {
        guard other.count == Self.publicByteCount else { return nil }
        var secret = [UInt8](repeating: 0, count: 32)
        return ambit_p256_agree(privateKey, publicKey, other, &secret) == 1 ? secret : nil
    }

    /// The signature of a message (ES256), 64 bytes; nil where the keys are no pair.
    func sign(_ message: [UInt8]) -> [UInt8]? {
        var signature = [UInt8](repeating: 0, count: 64)
        return ambit_p256_sign(privateKey, publicKey, message, message.count, &signature) == 1
            ? signature : nil
    }

    /// Whether a signature is of a message, by a public key.
    static func isSignature(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        signature.count == 64 && key.count == publicByteCount
            && ambit_p256_verify(key, message, message.count, signature) == 1
    }
}

/// A browser that is told by push: where its push service listens, and what only it can read is sealed by.
struct PushSubscription: Sendable, Hashable, Codable {
    let endpoint: String
    /// The browser's public key (`p256dh`), 65 bytes.
    let publicKey: [UInt8]
    /// The browser's secret (`auth`), 16 bytes.
    let secret: [UInt8]
}

/// Seals messages for browsers.
///
/// Source: RFC 8291, over RFC 8188 with one record.
enum PushMessage {
    /// How many bytes a message has at most, so that push services take its box (RFC 8291, section 4).
    static let longest = 3993
    private static let recordSize: UInt32 = 4096

    /// A message as its browser opens it.
    ///
    /// - Parameters:
    ///   - pair: Used for this message alone.
    ///   - salt: 16 random bytes.
    /// - Returns: nil where the browser's key is no point of the curve, or the message is too long.
    static func seal(
        _ message: [UInt8],
        for browser: PushSubscription,
        pair: PushKeyPair = PushKeyPair(),
        salt: [UInt8] = Bytes.secureRandom(count: 16)
    ) -> [UInt8]? {
        guard message.count <= longest, let shared = pair.agree(with: browser.publicKey) else {
            return nil
        }
        let info = Array("WebPush: info\u{0}".utf8) + browser.publicKey + pair.publicKey
        let input = expand(extract(shared, salt: browser.secret), info, 32)
        let secret = extract(input, salt: salt)
        let key = expand(secret, Array("Content-Encoding: aes128gcm\u{0}".utf8), 16)
        let nonce = expand(secret, Array("Content-Encoding: nonce\u{0}".utf8), 12)
        // 2 ends the last record.
        let record = message + [2]
        var box = [UInt8](repeating: 0, count: record.count + 16)
        guard ambit_aes128_gcm_seal(key, nonce, record, record.count, &box) == 1 else { return nil }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * $0)) }
        return salt + size + [UInt8(pair.publicKey.count)] + pair.publicKey + box
    }

    /// Source: RFC 5869, section 2.2, with SHA-256.
    private static func extract(_ key: [UInt8], salt: [UInt8]) -> [UInt8] {
        AuthenticationKey(bytes: salt).code(for: key)
    }

    /// The first bytes, 32 at most.
    ///
    /// Source: RFC 5869, section 2.3.
    private static func expand(_ secret: [UInt8], _ info: [UInt8], _ count: Int) -> [UInt8] {
        Array(AuthenticationKey(bytes: secret).code(for: info + [1]).prefix(count))
    }
}

/// Says to push services whose messages these are.
///
/// Source: RFC 8292.
enum PushIdentity {
    private static let lifeSeconds: Int64 = 12 * 3600

    /// The value of `Authorization` for a push service.
    ///
    /// - Parameters:
    ///   - origin: Of the endpoint, such as `https://push.example.org`.
    ///   - contact: Whom the push service may write to, such as `mailto:fair@example.org`.
    static func authorization(
        _ pair: PushKeyPair,
        for origin: String,
        contact: String,
        atSeconds now: Int64
    ) -> String? {
        let head = encode(#"{"typ":"JWT","alg":"ES256"}"#)
        let claims = encode(
            #"{"aud":"\#(origin)","exp":\#(now + lifeSeconds),"sub":"\#(contact)"}"#
        )
        let text = "\(head).\(claims)"
        guard let signature = pair.sign(Array(text.utf8)) else { return nil }
        return
            "vapid t=\(text).\(Base64URL.encode(signature)), k=\(Base64URL.encode(pair.publicKey))"
    }

    private static func encode(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
}
