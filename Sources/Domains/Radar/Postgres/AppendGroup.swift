internal import Cryptography
internal import Geodesy
internal import PostgresCore
internal import Radar
internal import Synchronization
internal import Timekeeping

/// Stores the posts of many callers with one call: while one is under way, the next ones gather, so that the
/// slower the server and its standby, the larger the calls.
///
/// A call has a number. Where its outcome is not known, because the connection broke or another server took
/// over, the same call is made again under the same number: it is answered as it was, or made then.
final class AppendGroup: Sendable {
    struct Post: Sendable {
        let message: NewMessage
        let key: PostKey?
        let answer: @Sendable (Result<AppendOutcome, any Error>) -> Void

        /// What may stand once in a call.
        var name: KeyName? {
            key.map { KeyName(device: message.author.rawValue, hash: $0.hash) }
        }
    }

    struct KeyName: Hashable {
        let device: Int64
        let hash: [UInt8]
    }

    private struct State {
        var waiting: [Post] = []
        var isAtWork = false
        var call: Int64 = 0
        /// Another at each start, so that nobody is answered what somebody else asked; and another after
        /// each call that had to be made again: the first one may be on its way yet, and where others had
        /// followed under the same name it would count for a new one.
        var node = Bytes.secureRandom(count: 16)
    }

    /// So many posts at most in one call.
    private static let largestGroup = 1000
    /// So many wait at most for their turn: more would be answered too late.
    private static let mostWaiting = 50_000
    /// So long a call is tried.
    private static let patience = Duration.seconds(30)

    private let line: PostgresLine
    private let state = Mutex(State())

    init(_ line: PostgresLine) { self.line = line }

    func close() async { await line.close() }

    /// Stores a post when its turn comes.
    func add(_ post: Post) {
        let (isFull, begins) = state.withLock { state in
            guard state.waiting.count < Self.mostWaiting else { return (true, false) }
            state.waiting.append(post)
            defer { state.isAtWork = true }
            return (false, !state.isAtWork)
        }
        if isFull {
            return post.answer(
                .failure(
                    PostgresError.unreachable(
                        place: line.place,
                        reason: "too many posts wait for it already"
                    )
                )
            )
        }
        if begins { line.perform { self.work() } }
    }

    private func work() {
        while let (posts, call) = next() {
            let outcomes = attempt(posts, call)
            for (post, outcome) in zip(posts, outcomes) { post.answer(outcome) }
        }
    }

    /// The next posts, no key twice among them, and the number of their call; nil when none wait.
    private func next() -> ([Post], Int64)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isAtWork = false
                return nil
            }
            var names: Set<KeyName> = []
            var taken: [Post] = []
            var left: [Post] = []
            for (index, post) in state.waiting.enumerated() {
                guard taken.count < Self.largestGroup else {
                    left += state.waiting[index...]
                    break
                }
                if let name = post.name, !names.insert(name).inserted {
                    left.append(post)
                } else {
                    taken.append(post)
                }
            }
            state.waiting = left
            state.call += 1
            return (taken, state.call)
        }
    }

    private func attempt(
        _ posts: [Post],
        _ call: Int64
    ) -> [Result<AppendOutcome, any Error>] {
        let node = state.withLock { $0.node }
        var attempts = 0
        var isDone = false
        defer {
            if !isDone || attempts > 1 {
                state.withLock { $0.node = Bytes.secureRandom(count: 16) }
            }
        }
        do {
            let outcomes = try line.attempt(.always(forAtMost: Self.patience)) { connection in
                attempts += 1
                return try Self.append(posts, call, of: node, connection)
            }
            isDone = true
            return outcomes.map { .success($0) }
        } catch PostgresError.failed(_, _, _) where posts.count > 1 {
            // One of them cannot be stored, and the others are not to suffer.
            return posts.map { post in
                let call = state.withLock { state in
                    state.call += 1
                    return state.call
                }
                return attempt([post], call)[0]
            }
        } catch {
            return posts.map { _ in .failure(error) }
        }
    }

    private static func append(
        _ posts: [Post],
        _ call: Int64,
        of node: [UInt8],
        _ connection: PostgresConnection
    ) throws -> [AppendOutcome] {
        let messages = posts.map(\.message)
        let rows = try connection.rows(
            "SELECT * FROM ambit.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            [.bytes(node), .integer(call)] + ClusterRow.arrays(messages) + [
                .integers(messages.map(\.author.rawValue)),
                .byteStrings(posts.map(\.key?.hash)),
                .byteStrings(posts.map(\.key?.contentDigest)),
                .integers(posts.map { $0.key?.expiresAt.millisecondsSince1970 ?? 0 }),
            ]
        ) { row throws(PostgresError) in
            (try row.integer(0), try row.integer(1), try row.integer(2))
        }
        guard rows.count == posts.count else { throw PostgresError.unreadable(column: 0) }
        return try zip(messages, rows).map { message, row in
            let (outcome, id, moment) = row
            switch outcome {
            case 1: return .stored(message.message(Message.ID(rawValue: id)))
            case 2:
                return .repeated(
                    message.message(
                        Message.ID(rawValue: id),
                        postedAt: Timestamp(millisecondsSince1970: moment)
                    )
                )
            case 3: return .keyTaken
            case 4: return .unknownDevice
            default: throw PostgresError.unreadable(column: 0)
            }
        }
    }
}
