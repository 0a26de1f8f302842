#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A value that many threads read at once and one changes at a time.
///
/// A writer that finds a reader lets others read on and tries again and again for a while: who reads for
/// long does not make all who read a little wait behind a writer. After that it goes before readers that
/// come later, so that a stream of readers cannot starve posts; for that reason `read` must not be called
/// from within `read`.
///
/// Safe to share although the compiler cannot see it: `value` is touched only between a successful
/// lock and its unlock, changed only under the write lock, and both pointers are allocated in `init`
/// and freed in `deinit`, when nobody can hold the lock any more.
final class ReadWriteLocked<Value: Sendable>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initialValue: Value) {
        lock = .allocate(capacity: 1)
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        #if canImport(Glibc)
            pthread_rwlockattr_setkind_np(
                &attributes,
                Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
            )
        #endif
        let failure = pthread_rwlock_init(lock, &attributes)
        precondition(failure == 0, "no read-write lock could be made: error \(failure)")
        pthread_rwlockattr_destroy(&attributes)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        value.deinitialize(count: 1)
        value.deallocate()
        lock.deallocate()
    }

    func read<Result, Failure>(
        _ body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let failure = pthread_rwlock_rdlock(lock)
        precondition(failure == 0, "the read lock failed: error \(failure)")
        defer { pthread_rwlock_unlock(lock) }
        return try body(value.pointee)
    }

    func write<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lockPatiently()
        defer { pthread_rwlock_unlock(lock) }
        return try body(&value.pointee)
    }

    /// How often a writer tries before it makes readers wait: some times at once, for most read little,
    /// and then for a quarter of a second or a little more.
    private static var tries: (atOnce: Int, inAll: Int) { (16, 2500) }
    private static var microsecondsBetweenTries: UInt32 { 100 }

    private func lockPatiently() {
        for attempt in 0..<Self.tries.inAll {
            let failure = pthread_rwlock_trywrlock(lock)
            if failure == 0 { return }
            precondition(failure == EBUSY, "the write lock failed: error \(failure)")
            if attempt < Self.tries.atOnce {
                sched_yield()
            } else {
                usleep(Self.microsecondsBetweenTries)
            }
        }
        let failure = pthread_rwlock_wrlock(lock)
        precondition(failure == 0, "the write lock failed: error \(failure)")
    }
}
