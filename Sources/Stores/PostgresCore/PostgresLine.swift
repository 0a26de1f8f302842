internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A connection that is made when it is needed and made again when it broke, with a thread of its own: what
/// is asked is asked in turn.
package final class PostgresLine: Sendable {
    /// What is done when a server cannot be reached, or a connection breaks.
    package enum Repeating: Sendable {
        /// It is asked again until it is answered, for so long at most: asking twice does no harm.
        case always(forAtMost: Duration)
        /// The same while nothing has been sent; after that whoever asked is told that the outcome is not
        /// known.
        case untilSent(forAtMost: Duration)

        /// For what is only read.
        package static let reading = Repeating.always(forAtMost: .seconds(30))
        /// For what changes something.
        package static let changing = Repeating.untilSent(forAtMost: .seconds(30))
    }

    /// How long to pause before a server is asked again that could not be reached.
    private static let pauseMicroseconds: UInt32 = 50_000

    private let address: PostgresAddress
    private let queue: DispatchQueue
    private let connection = Mutex<PostgresConnection?>(nil)
    private let waiting = Atomic(0)

    /// A line without a connection so far.
    package init(to address: PostgresAddress, named name: String) {
        self.address = address
        queue = DispatchQueue(label: "ambit.postgres.\(name)")
    }

    /// Where the server is, for people.
    package var place: String { address.description }

    /// How many wait for their turn, whoever has it included.
    package var load: Int { waiting.load(ordering: .relaxed) }

    /// Asks in turn.
    ///
    /// - Throws: ``PostgresError``, or what `body` throws.
    package func run<Value: Sendable>(
        _ repeating: Repeating,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try attempt(repeating, body) })
            }
        }
    }

    /// Does something on the line's thread.
    package func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Asks now: only on the line's own thread; see ``perform(_:)``.
    package func attempt<Value>(
        _ repeating: Repeating,
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        let clock = ContinuousClock()
        let (end, isSafe) =
            switch repeating {
            case .always(let time): (clock.now + time, true)
            case .untilSent(let time): (clock.now + time, false)
            }
        while true {
            do {
                return try connection.withLock { held in
                    if held?.isUsable != true {
                        held = nil
                        held = try PostgresConnection(to: address)
                    }
                    guard let connection = held else { preconditionFailure("just made") }
                    return try body(connection)
                }
            } catch let error as PostgresError where error.isPassing {
                guard clock.now < end, isSafe || !error.mayHaveChanged else { throw error }
                usleep(Self.pauseMicroseconds)
            }
        }
    }

    /// Ends the connection when its turn comes.
    package func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                connection.withLock { $0 = nil }
                continuation.resume()
            }
        }
    }
}
