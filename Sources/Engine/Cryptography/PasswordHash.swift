internal import COpenSSL

/// What is kept of a password: a salt, and what scrypt makes of both.
///
/// Source: RFC 7914, computed by the system's OpenSSL. Make few at a time, and none on a thread that others
/// wait for.
public struct PasswordHash: Sendable, Hashable {
    /// How much work and memory a hash takes. Each hash keeps its own, so that those made at another cost are
    /// still read.
    public struct Cost: Sendable, Hashable {
        fileprivate let log2N: Int
        fileprivate let parallelism: Int

        /// N = 2^15, r = 8 and p = 3, as OWASP's Password Storage Cheat Sheet has it: 32 MiB of memory, and a
        /// tenth of a second or more of one core.
        public static let advised = Cost(log2N: 15, parallelism: 3)
        /// N = 2^4 and p = 1, which guards nothing: for tests of what is done with hashes.
        public static let trivial = Cost(log2N: 4, parallelism: 1)

        fileprivate static let all = [advised, trivial]
        fileprivate var prefix: String {
            "$scrypt$ln=\(log2N),r=\(PasswordHash.blockSize),p=\(parallelism)$"
        }
    }

    private static let blockSize: UInt64 = 8
    private static let saltByteCount = 16
    private static let keyByteCount = 32

    private let cost: Cost
    private let salt: [UInt8]
    private let key: [UInt8]

    /// The hash of a password, under a salt of its own.
    ///
    /// - Complexity: What the cost says.
    public init(of password: String, at cost: Cost = .advised) {
        self.cost = cost
        salt = Bytes.secureRandom(count: Self.saltByteCount)
        key = Self.key(of: password, salt, cost)
    }

    /// A hash that no password has, to compare with where there is none: that takes as long.
    ///
    /// - Complexity: O(1).
    public init(ofNothingAt cost: Cost) {
        self.cost = cost
        salt = Bytes.secureRandom(count: Self.saltByteCount)
        key = Bytes.secureRandom(count: Self.keyByteCount)
    }

    /// Reads what ``text`` wrote; nil for anything else.
    public init?(text: String) {
        guard let cost = Cost.all.first(where: { text.hasPrefix($0.prefix) }) else { return nil }
        let parts = text.dropFirst(cost.prefix.count).split(
            separator: "$",
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let salt = Base64URL.decode(String(parts[0])),
            let key = Base64URL.decode(String(parts[1])), salt.count == Self.saltByteCount,
            key.count == Self.keyByteCount
        else { return nil }
        (self.cost, self.salt, self.key) = (cost, salt, key)
    }

    /// The hash as it is kept.
    public var text: String {
        cost.prefix + Base64URL.encode(salt) + "$" + Base64URL.encode(key)
    }

    /// Whether it is the hash of a password. Compared in full, whatever differs first.
    ///
    /// - Complexity: As ``init(of:at:)``.
    public func matches(_ password: String) -> Bool {
        zip(Self.key(of: password, salt, cost), key).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func key(of password: String, _ salt: [UInt8], _ cost: Cost) -> [UInt8] {
        let bytes = Array(password.utf8)
        return [UInt8](unsafeUninitializedCapacity: keyByteCount) { buffer, count in
            let outcome = bytes.withUnsafeBytes { bytes in
                EVP_PBE_scrypt(
                    bytes.bindMemory(to: CChar.self).baseAddress,
                    bytes.count,
                    salt,
                    salt.count,
                    1 << cost.log2N,
                    blockSize,
                    UInt64(cost.parallelism),
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
