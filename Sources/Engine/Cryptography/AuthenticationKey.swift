internal import COpenSSL

/// A key under which codes are made that nobody else can make (HMAC with SHA-256).
///
/// Source: RFC 2104 and NIST FIPS 198-1; computed by the system's OpenSSL.
public struct AuthenticationKey: Sendable {
    /// How many bytes a code has.
    public static let codeByteCount = SHA256.byteCount

    private let bytes: [UInt8]

    /// A new key of 32 bytes, from the system's secure random numbers.
    public init() {
        bytes = Bytes.secureRandom(count: SHA256.byteCount)
    }

    /// A key that is kept elsewhere.
    ///
    /// - Precondition: One byte at least, and fewer than 2^31.
    public init(bytes: [UInt8]) {
        precondition(!bytes.isEmpty && bytes.count <= Int(Int32.max), "a key has bytes")
        self.bytes = bytes
    }

    /// The code of bytes, 32 bytes.
    public func code(for message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.codeByteCount) { buffer, count in
            let code = HMAC(
                Algorithm.sha256,
                bytes,
                Int32(bytes.count),
                message,
                message.count,
                buffer.baseAddress,
                nil
            )
            // As a digest in memory, it fails only for want of memory.
            guard code != nil else { fatalError("OpenSSL could not compute a code") }
            count = Self.codeByteCount
        }
    }

    /// Whether a code, or the beginning of one, is that of these bytes. Compared in full, whatever differs
    /// first: how long it takes tells nothing of the code.
    ///
    /// - Parameter code: At most 32 bytes; none is never valid.
    public func isValid(_ code: some Collection<UInt8>, for message: [UInt8]) -> Bool {
        guard !code.isEmpty, code.count <= Self.codeByteCount else { return false }
        return zip(self.code(for: message), code).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AuthenticationKey: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { "a key" }
    /// Nothing of what it is.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
