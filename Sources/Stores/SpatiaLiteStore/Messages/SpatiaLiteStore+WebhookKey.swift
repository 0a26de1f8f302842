internal import Cryptography
public import Radar

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension SpatiaLiteStore {
    /// The key of the database's webhooks, from the file beside it that ends in `-webhook-key`; made where
    /// there is none. The file is this process's until it ends.
    ///
    /// - Returns: Nil when it is another process's.
    /// - Throws: ``SpatiaLiteStoreError``, naming the file.
    public func webhookKey() throws -> WebhookKey? {
        try WebhookKeyFile.key(at: DatabaseFile.resolved(path) + "-webhook-key")
    }
}

/// The file of the key that webhooks are sealed under.
private enum WebhookKeyFile {
    static func key(at path: String) throws -> WebhookKey? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SpatiaLiteStoreError.notPermitted(path: path) }
        // It stays open, and locked with it, for as long as the process runs.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: WebhookKey.byteCount)
        if pread(descriptor, &bytes, bytes.count, 0) == bytes.count {
            return WebhookKey(bytes: bytes)
        }
        // Made just now, or cut off by a crash before anything was sealed under it.
        bytes = Bytes.secureRandom(count: WebhookKey.byteCount)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, fsync(descriptor) == 0
        else {
            defer { close(descriptor) }
            throw [ENOSPC, EDQUOT].contains(errno)
                ? SpatiaLiteStoreError.full(path: path) : SpatiaLiteStoreError.diskFails(path: path)
        }
        try DatabaseFile.sync(PathParts(path).folder)
        return WebhookKey(bytes: bytes)
    }
}
