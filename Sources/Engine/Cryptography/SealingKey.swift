internal import COpenSSL

/// A key under which bytes are sealed: who has not got it can neither read nor change them unnoticed
/// (AES-256 in Galois/Counter Mode).
///
/// Source: NIST SP 800-38D; computed by the system's OpenSSL. Each box has a random number of 96 bits, so
/// that one key serves for 2^32 boxes.
public struct SealingKey: Sendable {
    private static let byteCount = 32
    private static let nonceByteCount = 12
    private static let tagByteCount = 16

    private let bytes: [UInt8]

    /// A key of its own for each purpose, out of one that is kept.
    ///
    /// - Parameter purpose: Another purpose gives another key.
    public init(from key: AuthenticationKey, for purpose: String) {
        bytes = key.code(for: Array(purpose.utf8))
    }

    /// The bytes in a box: the nonce, what they became, the tag; 28 bytes longer.
    ///
    /// - Parameter context: What the box belongs to; it opens with the same alone.
    public func seal(_ message: [UInt8], in context: String) -> [UInt8] {
        let nonce = Bytes.secureRandom(count: Self.nonceByteCount)
        var tag = [UInt8](repeating: 0, count: Self.tagByteCount)
        // In memory it fails only for want of memory.
        guard let sealed = run(message, nonce, context, tag: &tag, isSealing: true) else {
            fatalError("OpenSSL could not seal")
        }
        return nonce + sealed + tag
    }

    /// The bytes in a box; nil when it was sealed under another key or for another context, or was changed.
    public func open(_ box: [UInt8], in context: String) -> [UInt8]? {
        guard box.count >= Self.nonceByteCount + Self.tagByteCount else { return nil }
        var tag = Array(box.suffix(Self.tagByteCount))
        return run(
            Array(box.dropFirst(Self.nonceByteCount).dropLast(Self.tagByteCount)),
            Array(box.prefix(Self.nonceByteCount)),
            context,
            tag: &tag,
            isSealing: false
        )
    }

    private func run(
        _ input: [UInt8],
        _ nonce: [UInt8],
        _ context: String,
        tag: inout [UInt8],
        isSealing: Bool
    ) -> [UInt8]? {
        guard input.count <= Int(Int32.max) - Self.tagByteCount, let cipher = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(cipher) }
        let additional = Array(context.utf8)
        var count: Int32 = 0
        guard EVP_CipherInit_ex2(cipher, Self.cipher, bytes, nonce, isSealing ? 1 : 0, nil) == 1,
            EVP_CipherUpdate(cipher, nil, &count, additional, Int32(additional.count)) == 1
        else { return nil }
        var output = [UInt8](repeating: 0, count: input.count + Self.tagByteCount)
        guard EVP_CipherUpdate(cipher, &output, &count, input, Int32(input.count)) == 1 else {
            return nil
        }
        let size = Int32(Self.tagByteCount)
        if !isSealing, EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, size, &tag) != 1 {
            return nil
        }
        var rest = [UInt8](repeating: 0, count: Self.tagByteCount)
        var restCount: Int32 = 0
        guard EVP_CipherFinal_ex(cipher, &rest, &restCount) == 1 else { return nil }
        if isSealing, EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, size, &tag) != 1 {
            return nil
        }
        return Array(output.prefix(Int(count)))
    }

    // Made once, never changed or freed: OpenSSL lets all threads use a fetched algorithm at once.
    nonisolated(unsafe) private static let cipher: OpaquePointer = {
        // Every OpenSSL has it but one that was configured without.
        guard let found = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) else {
            fatalError("OpenSSL has no AES-256-GCM")
        }
        return found
    }()
}

extension SealingKey: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { "a key" }
    /// Nothing of what it is.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
