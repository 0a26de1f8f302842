@testable import HTTPService

/// Stands in for the pauses of a background service: the test says when each one ends.
struct Rounds: Sendable {
    private let goes: AsyncStream<Void>
    private let go: AsyncStream<Void>.Continuation
    private let pauses: AsyncStream<Void>
    private let paused: AsyncStream<Void>.Continuation

    init() {
        (goes, go) = AsyncStream.makeStream()
        (pauses, paused) = AsyncStream.makeStream()
    }

    /// Ends when the test says so; throws once the test has said that there are no more.
    var pause: Pause {
        { [goes, paused] in
            paused.yield()
            for await _ in goes { return }
            throw CancellationError()
        }
    }

    /// Waits until the service pauses.
    func untilPause() async { for await _ in pauses { return } }

    /// Ends the pause and waits for the next one: one whole round.
    func round() async {
        go.yield()
        await untilPause()
    }

    /// Lets the service end at its next pause.
    func end() { go.finish() }
}
