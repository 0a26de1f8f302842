import ArgumentParser

/// Rows out of a file, each with an answer: read, answered on all cores and written at the same time,
/// in the order of the input.
struct Pipeline<Item: Sendable> {
    let feed: RowFeed<Item>
    let output: OutputOptions
    /// What the rows are: `places`.
    let noun: String
    /// What rows that were left out lack: `a place`.
    let lacking: String

    /// The work on one piece of the input.
    typealias Job = @Sendable () async throws -> Portion

    /// Runs it to the end of the input, or until somebody stops it.
    ///
    /// - Parameters:
    ///   - begin: Told the input's columns and about how many rows it has; gives the output's columns.
    ///   - prepare: Gets a piece of the input, each after the other, and gives the work on it.
    ///   - end: Told how many rows were answered, and by how many, once all is written.
    func run(
        begin: ([String], Int?) async throws -> [String],
        prepare: ([Item], (any RowEncoder)?) async throws -> Job,
        end: (_ done: (places: Int, rows: Int)) -> Void = { _ in }
    ) async throws {
        let feed = feed
        Interruption.install { feed.stop() }
        var events = feed.events.makeAsyncIterator()
        guard case .opened(let columns, let byteCount, let expected)? = try await events.next()
        else { return }
        let writer = try output.openWriter(columns: try await begin(columns, expected))
        let encoder = writer.encoder
        let sink = OrderedSink(
            writer,
            consumed: { feed.consumed() },
            byteCount: byteCount,
            progress: ProgressBar(
                isShown: StandardError.isTerminal && !output.isOnTerminal,
                noun: noun
            )
        )
        var failure: (any Error)?
        var skipped = 0
        try await withThrowingDiscardingTaskGroup { group in
            var number = 0
            do {
                while !Interruption.isRequested, let event = try await events.next() {
                    guard case .chunk(let items, let bytesRead) = event else {
                        if case .ended(let count) = event { skipped = count }
                        continue
                    }
                    let job = try await prepare(items, encoder)
                    let chunk = number
                    number += 1
                    group.addTask {
                        // Whoever waits for more of the input must hear of a failure.
                        var isDone = false
                        defer { if !isDone { feed.stop() } }
                        try await sink.deliver(
                            .init(
                                portion: try await job(),
                                placeCount: items.count,
                                bytesRead: bytesRead
                            ),
                            as: chunk
                        )
                        isDone = true
                    }
                }
            } catch {
                // What was asked before is answered first.
                failure = error
            }
        }
        if let failure {
            try await sink.abandon()
            throw failure
        }
        let done = try await sink.finish()
        if skipped > 0 { StandardError.print(leftOut(skipped, "rows", without: lacking)) }
        end(done)
        if Interruption.isRequested {
            StandardError.print("Stopped after \(counted(done.places, noun)).")
            throw ExitCode(Interruption.exitCode)
        }
    }
}
