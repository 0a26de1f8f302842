/// A message on the socket between a process and the one that works for it: a length of four bytes, the
/// lowest first, then the message.
package enum WorkerFrame {
    /// How many bytes tell the length.
    package static let headerLength = 4
    /// More than any message has, in bytes.
    package static let largestLength = 1 << 30

    /// The bytes before a message of a length.
    package static func header(_ length: Int) -> [UInt8] {
        (0..<headerLength).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    }

    /// How long a message is, by the bytes before it.
    ///
    /// - Returns: nil when no message is so long.
    package static func length(_ header: [UInt8]) -> Int? {
        guard header.count == headerLength else { return nil }
        let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        return length <= largestLength ? length : nil
    }
}
