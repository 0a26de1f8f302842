import Foundation

/// Tasks without an executor of their own that are begun on a simulator's thread, such as those of
/// libraries: they belong to the simulation, too, and not on the usual threads.
///
/// The runtime asks a hook, where one is set, before it hands a job to the usual threads
/// (`swift_task_enqueueGlobal_hook`); tests of concurrency elsewhere set it likewise.
enum StrayJobs {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// Under it each thread keeps the simulator that it runs.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    private static let isHooked: Bool = {
        guard let hook = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
            return false
        }
        hook.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
            guard let simulator = pthread_getspecific(StrayJobs.key) else { return original(job) }
            Unmanaged<Simulator>.fromOpaque(simulator).takeUnretainedValue().enqueue(job)
        }
        return true
    }()

    /// From now on, such tasks of this thread are a simulator's, which must outlive them.
    static func begin(going simulator: Simulator) {
        precondition(isHooked, "the runtime has no hook for jobs")
        pthread_setspecific(key, Unmanaged.passUnretained(simulator).toOpaque())
    }

    static func end() { pthread_setspecific(key, nil) }
}
