internal import COpenSSL

/// What is kept of a password: a salt, and what scrypt makes of both.
///
/// Source: RFC 7914 with N = 2^15, r = 8 and p = 3, as OWASP's Password Storage Cheat Sheet has it; computed by
/// the system's OpenSSL. A hash takes 32 MiB of memory and a tenth of a second or more of one core: make few at
/// a time, and none on a thread that others wait for.
public struct PasswordHash: Sendable, Hashable {
    private static let log2N = 15
    private static let blockSize: UInt64 = 8
    private static let parallelism: UInt64 = 3
    private static let saltByteCount = 16
    private static let keyByteCount = 32
    private static let prefix = "$scrypt$ln=15,r=8,p=3$"

    private let salt: [UInt8]
    private let key: [UInt8]

    /// The hash of a password, under a salt of its own.
    ///
    /// - Complexity: 32 MiB and three passes over it.
    public init(of password: String) {
        salt = Bytes.secureRandom(count: Self.saltByteCount)
        key = Self.key(of: password, salt)
    }

    /// Reads what ``text`` wrote; nil for anything else.
    public init?(text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: "$",
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let salt = Base64URL.decode(String(parts[0])),
            let key = Base64URL.decode(String(parts[1])), salt.count == Self.saltByteCount,
            key.count == Self.keyByteCount
        else { return nil }
        (self.salt, self.key) = (salt, key)
    }

    /// The hash as it is kept.
    public var text: String {
        Self.prefix + Base64URL.encode(salt) + "$" + Base64URL.encode(key)
    }

    /// Whether it is the hash of a password. Compared in full, whatever differs first.
    ///
    /// - Complexity: As ``init(of:)``.
    public func matches(_ password: String) -> Bool {
        zip(Self.key(of: password, salt), key).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func key(of password: String, _ salt: [UInt8]) -> [UInt8] {
        let bytes = Array(password.utf8)
        return [UInt8](unsafeUninitializedCapacity: keyByteCount) { buffer, count in
            let outcome = bytes.withUnsafeBytes { bytes in
                EVP_PBE_scrypt(
                    bytes.bindMemory(to: CChar.self).baseAddress,
                    bytes.count,
                    salt,
                    salt.count,
                    1 << log2N,
                    blockSize,
                    parallelism,
                    64 << 20,
                    buffer.baseAddress,
                    keyByteCount
                )
            }
            // Its parameters are good ones: it fails only for want of memory.
            guard outcome == 1 else { fatalError("OpenSSL could not compute a hash") }
            count = keyByteCount
        }
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { "a password's hash" }
    /// Nothing of what it is.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
