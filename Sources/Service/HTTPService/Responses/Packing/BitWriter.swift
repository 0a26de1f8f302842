/// Writes bits into memory, the lowest of each byte first, as DEFLATE asks (RFC 1951, section 3.1.1).
///
/// Invariant: whoever makes one gives it room for all that is written, and keeps the memory alive while
/// the writer is used; writing past it is checked in debug builds only.
struct BitWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes are complete.
    private(set) var byteCount: Int
    /// Bits that are not written yet, fewer than 32.
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// - Parameter offset: Where the first byte goes.
    init(_ memory: UnsafeMutableBufferPointer<UInt8>, at offset: Int) {
        self.memory = memory
        byteCount = offset
    }

    /// Writes the lowest `count` bits of `bits`; the others are zero.
    ///
    /// - Parameter count: At most 32.
    @inline(__always)
    mutating func write(_ bits: UInt64, count: UInt64) {
        pending |= bits &<< pendingCount
        pendingCount &+= count
        guard pendingCount >= 32 else { return }
        for shift: UInt64 in [0, 8, 16, 24] {
            memory[byteCount] = UInt8(truncatingIfNeeded: pending &>> shift)
            byteCount &+= 1
        }
        pending &>>= 32
        pendingCount &-= 32
    }

    /// Fills the last byte with zeros.
    mutating func finish() {
        while pendingCount > 0 {
            memory[byteCount] = UInt8(truncatingIfNeeded: pending)
            byteCount += 1
            pending >>= 8
            pendingCount -= min(8, pendingCount)
        }
    }
}
