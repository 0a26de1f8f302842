internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What a question costs beyond the one token that every question takes: tokens for the length of its
/// answer, and for the processor's time where that was measured.
///
/// A list within 1 km is one token; one of a thousand messages within 50 km is some twenty, which is what
/// it is in bytes and in time.
package final class RequestCost: Sendable {
    /// A token for each so many bytes of an answer, unpacked: some forty messages.
    static let bytesPerToken = 16_384
    /// How much longer a packed answer was before, at a guess that holds for lists.
    static let packing = 3
    /// A token for so much of a processor: some twenty short lists.
    static let nanosecondsPerToken: Int64 = 500_000
    /// No answer costs more than that beyond the first.
    static let mostTokens = 100

    private let nanoseconds = Atomic<Int64>(0)

    init() {}

    /// Does something, and counts the time that this thread takes for it.
    ///
    /// - Parameter body: Does not wait.
    package func measuring<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = Self.threadTime
        defer { nanoseconds.wrappingAdd(Self.threadTime - start, ordering: .relaxed) }
        return try body()
    }

    /// How many tokens an answer costs beyond the first.
    func tokens(bytes: Int, isPacked: Bool) -> Int {
        Self.tokens(
            bytes: bytes,
            isPacked: isPacked,
            nanoseconds: nanoseconds.load(ordering: .relaxed)
        )
    }

    static func tokens(bytes: Int, isPacked: Bool, nanoseconds: Int64 = 0) -> Int {
        let unpacked = isPacked ? min(bytes, Int.max / packing) * packing : bytes
        let time = Int(clamping: nanoseconds / nanosecondsPerToken)
        return min(max(unpacked / bytesPerToken, time), mostTokens)
    }

    /// How long the processor has worked for this thread, in nanoseconds.
    private static var threadTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
