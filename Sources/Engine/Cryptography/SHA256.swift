internal import COpenSSL

/// A SHA-256 digest of bytes that come in parts.
///
/// Source: NIST FIPS 180-4; computed by the system's OpenSSL.
public final class SHA256 {
    /// How many bytes a digest has.
    public static let byteCount = 32

    private let context: OpaquePointer

    /// A digest of no bytes yet.
    public init() { context = Algorithm.newContext() }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes after those that were added before.
    public func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes(update) }

    /// Adds bytes after those that were added before.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        Algorithm.require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
    }

    /// The digest of all bytes that were added, 32 bytes; what is added from then on begins anew.
    public func finalize() -> [UInt8] {
        let digest = [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            Algorithm.require(EVP_DigestFinal_ex(context, buffer.baseAddress, nil))
            count = Self.byteCount
        }
        Algorithm.begin(context)
        return digest
    }

    /// The digest of bytes, 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        let digest = SHA256()
        digest.update(bytes)
        return digest.finalize()
    }

    /// The digest of a text's UTF-8 bytes, 32 bytes.
    public static func hash(_ text: some StringProtocol) -> [UInt8] { hash(Array(text.utf8)) }
}

/// What OpenSSL is asked for, looked up once.
enum Algorithm {
    // Made once, never changed or freed: OpenSSL lets all threads use a fetched algorithm at once.
    nonisolated(unsafe) static let sha256: OpaquePointer = {
        // Every OpenSSL has it but one that was configured without: nothing can be checked then.
        guard let found = EVP_MD_fetch(nil, "SHA2-256", nil) else {
            fatalError("OpenSSL has no SHA-256")
        }
        return found
    }()

    /// A context that takes bytes; the caller frees it.
    static func newContext() -> OpaquePointer {
        // As Swift itself does where there is no memory for a value.
        guard let context = EVP_MD_CTX_new() else { fatalError("out of memory") }
        begin(context)
        return context
    }

    static func begin(_ context: OpaquePointer) {
        require(EVP_DigestInit_ex2(context, sha256, nil))
    }

    /// A digest of bytes in memory fails only for want of memory, where nothing can go on.
    static func require(_ outcome: Int32) {
        guard outcome == 1 else { fatalError("OpenSSL could not compute a digest") }
    }
}
