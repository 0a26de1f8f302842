internal import CCurl
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The one way out: POST and GET requests over HTTPS to public addresses, by libcurl.
///
/// The address of each connection is checked as it is made, after the name was resolved, so that a name
/// that resolves to another address a moment later gains nothing by it. Redirects are not followed, nor
/// proxies of the environment used; certificates must be valid for the name, with TLS 1.2 or newer.
/// Any number of requests is under way on one thread of its own.
public final class OutgoingClient: Sendable {
    /// A request.
    public struct Post: Sendable {
        /// Where to; `https` alone.
        public var url: String
        /// Names and values.
        public var fields: [(name: String, value: String)]
        /// What is posted; without a byte the request is a GET.
        public var body: [UInt8]

        /// A request with all its members.
        public init(url: String, fields: [(name: String, value: String)], body: [UInt8]) {
            self.url = url
            self.fields = fields
            self.body = body
        }
    }

    /// What came of a request.
    public enum Outcome: Sendable, Hashable {
        /// It was answered; `retryAfterSeconds` is what the answer asked for.
        case answered(status: Int, body: [UInt8], retryAfterSeconds: Int?)
        /// No address of the host may be reached.
        case refused
        /// There was no answer, or it took too long or was too long.
        case failed(String)
    }

    /// What may be tuned.
    public struct Limits: Sendable {
        /// How long a request may take from its name's resolution to the end of its answer.
        public var milliseconds = 10_000
        /// How many bytes an answer's body may have.
        public var answerBytes = 4096

        /// The usual values.
        public init() {}
    }

    /// A request that is under way, for libcurl's callbacks.
    private final class Pending: Sendable {
        let policy: OutgoingPolicy
        let answer: @Sendable (Outcome) -> Void

        init(_ policy: OutgoingPolicy, _ answer: @escaping @Sendable (Outcome) -> Void) {
            self.policy = policy
            self.answer = answer
        }
    }

    /// Used by the client's thread alone, but for waking, which any thread may do that holds the lock: they
    /// are freed when the lock no longer has them.
    private struct Transfers: @unchecked Sendable {
        let pointer: OpaquePointer

        func wake() { ambit_transfers_wake(pointer) }
    }

    private struct State {
        var waiting: [(Post, Pending)] = []
        var isOver = false
        var transfers: Transfers?
    }

    private let policy: OutgoingPolicy
    private let limits: Limits
    private let state: Mutex<State>

    /// A client; nil where libcurl is missing.
    public init?(policy: OutgoingPolicy = OutgoingPolicy(), limits: Limits = Limits()) {
        guard ambit_transfers_exist() != 0,
            let transfers = ambit_transfers_new({ outcome, context in
                guard let outcome, let context else { return }
                Unmanaged<Pending>.fromOpaque(context).takeRetainedValue()
                    .answer(OutgoingClient.outcome(of: outcome.pointee))
            })
        else { return nil }
        self.policy = policy
        self.limits = limits
        state = Mutex(State(transfers: Transfers(pointer: transfers)))
        start()
    }

    /// Sends a request and waits for what comes of it. Cancelling does not end it before its time.
    public func post(_ post: Post) async -> Outcome {
        await withCheckedContinuation { continuation in
            let pending = Pending(policy) { continuation.resume(returning: $0) }
            let isOver = state.withLock { state in
                guard !state.isOver else { return true }
                state.waiting.append((post, pending))
                state.transfers?.wake()
                return false
            }
            if isOver { pending.answer(.failed("the service is shutting down")) }
        }
    }

    /// Ends what is under way, and the thread.
    public func stop() {
        state.withLock { state in
            state.isOver = true
            state.transfers?.wake()
        }
    }

    /// Starts the thread that all requests are made on; it keeps the client until it is stopped.
    private func start() {
        let context = Unmanaged.passRetained(self).toOpaque()
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                if let context {
                    Unmanaged<OutgoingClient>.fromOpaque(context).takeRetainedValue().work()
                }
                return nil
            },
            context
        )
        // As the runtime itself does where there is no thread to be had.
        guard code == 0 else { fatalError("no thread for outgoing requests: error \(code)") }
        pthread_detach(thread)
    }

    private func work() {
        guard let transfers = state.withLock({ $0.transfers })?.pointer else { return }
        while true {
            let (waiting, isOver) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.isOver)
            }
            for (post, pending) in waiting { begin(post, pending, transfers) }
            if isOver { break }
            ambit_transfers_step(transfers, 1000)
        }
        state.withLock { $0.transfers = nil }
        ambit_transfers_free(transfers)
    }

    private func begin(_ post: Post, _ pending: Pending, _ transfers: OpaquePointer) {
        let context = Unmanaged.passRetained(pending)
        let lines = post.fields.map { strdup("\($0.name): \($0.value)") }
        defer { for line in lines { free(line) } }
        let isBegun = (lines.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { fields in
            Self.withText(policy.authorities) { authorities in
                post.url.withCString { url in
                    post.body.withUnsafeBufferPointer { body in
                        var request = ambit_post(
                            url: url,
                            fields: fields.baseAddress,
                            body: body.baseAddress,
                            length: body.count,
                            timeout_milliseconds: limits.milliseconds,
                            answer_limit: limits.answerBytes,
                            authorities: authorities,
                            admits: { address, length, context in
                                guard let address, let context else { return 0 }
                                let policy = Unmanaged<Pending>.fromOpaque(context)
                                    .takeUnretainedValue().policy
                                return policy.admits(address, length: Int(length)) ? 1 : 0
                            },
                            context: context.toOpaque()
                        )
                        return ambit_transfers_begin(transfers, &request) != 0
                    }
                }
            }
        }
        guard !isBegun else { return }
        context.release()
        pending.answer(.failed("the request could not be made"))
    }

    private static func withText<Result>(
        _ text: String?,
        _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }

    private static func outcome(of outcome: ambit_outcome) -> Outcome {
        if let failure = outcome.failure {
            return outcome.was_refused != 0 ? .refused : .failed(String(cString: failure))
        }
        return .answered(
            status: outcome.status,
            body: Array(UnsafeBufferPointer(start: outcome.body, count: outcome.length)),
            retryAfterSeconds: outcome.retry_after < 0 ? nil : outcome.retry_after
        )
    }
}
