import ArgumentParser
import FeatureFiles
import Importing
import RowFiles

/// What was found for a piece of the input.
struct Answered: Sendable {
    let portion: Portion
    /// How many rows of the input were answered.
    let placeCount: Int
    /// How many were left out.
    var skipped = 0
    /// Why nothing behind them was read.
    var failure: (any Error)?
}

/// Rows out of a file, each with an answer: read, answered on all cores and written at the same time,
/// in the order of the input.
struct Pipeline<Item: Sendable> {
    let feed: RowFeed<Item>
    let output: OutputOptions
    /// What the rows are: `places`.
    let noun: String
    /// What rows that were left out lack: `a place`.
    let lacking: String
    /// What the geometries of the output would be where there are none.
    var shape = SpatialTable.Shape.points

    /// A piece of the input.
    enum Piece: Sendable {
        case items([Item])
        case block(PlaceBlock)

        /// What an event of the feed brings, and how far it has come; nil for any other.
        static func of(_ event: RowFeed<Item>.Event) -> (piece: Piece, bytesRead: Int)? {
            switch event {
            case .chunk(let items, let bytesRead): (.items(items), bytesRead)
            case .block(let block, let bytesRead): (.block(block), bytesRead)
            case .opened, .ended: nil
            }
        }

        /// The rows that were read; of a block none was.
        var items: [Item] {
            if case .items(let items) = self { items } else { [] }
        }

        /// How many rows there seem to be.
        var count: Int {
            switch self {
            case .items(let items): items.count
            case .block(let block): block.text.lineCount
            }
        }
    }

    /// Writes a part of an answer that is large, in its turn.
    typealias PartWriter = @Sendable (Portion) async throws -> Void

    /// The work on one piece of the input.
    typealias Job = @Sendable (PartWriter) async throws -> Answered

    /// Runs it to the end of the input, or until somebody stops it.
    ///
    /// - Parameters:
    ///   - begin: Told the input's columns and about how many rows it has; gives the output's columns.
    ///   - prepare: Gets a piece of the input, each after the other, and gives the work on it.
    ///   - end: Told how many rows were answered, and by how many, once all is written.
    func run(
        begin: ([OutputColumn], Int?) async throws -> [OutputColumn],
        prepare: (Piece, (any RowEncoder)?) async throws -> Job,
        end: (_ done: (places: Int, rows: Int)) -> Void = { _ in }
    ) async throws {
        let feed = feed
        Interruption.install { feed.stop() }
        var events = feed.events.makeAsyncIterator()
        guard case .opened(let columns, let byteCount, let expected)? = try await events.next()
        else { return }
        let writer = try output.openWriter(
            columns: try await begin(columns, expected),
            shape: shape
        )
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
                    if case .ended(let count) = event { skipped = count }
                    guard let (piece, bytesRead) = Piece.of(event) else { continue }
                    let job = try await prepare(piece, encoder)
                    let chunk = number
                    number += 1
                    group.addTask {
                        try await Self.work(job, on: chunk, bytesRead, into: sink, feed)
                    }
                }
            } catch {
                // What was asked before is answered first.
                failure = error
            }
        }
        // A row that was read in a block stands before all that the feed has met.
        if let failure = await sink.failure ?? failure, !(failure is Interruption.Stopped) {
            try await sink.abandon()
            throw failure
        }
        guard !Interruption.isRequested else { try await stop(sink) }
        skipped += await sink.skipped
        let done = try await sink.finish()
        if skipped > 0 { StandardError.print(leftOut(skipped, "rows", without: lacking)) }
        end(done)
    }

    /// Ends as somebody asked, before the input did.
    private func stop(_ sink: OrderedSink) async throws -> Never {
        let done = try await sink.stop()
        let file = done.isWritten ? nil : output.output
        StandardError.print(
            "Stopped after \(counted(done.places, noun))"
                + (file.map { "; \($0) is written when all are answered, and is as it was." } ?? ".")
        )
        throw ExitCode(Interruption.exitCode)
    }

    /// Answers a piece of the input in its turn.
    private static func work(
        _ job: Job,
        on chunk: Int,
        _ bytesRead: Int,
        into sink: OrderedSink,
        _ feed: RowFeed<Item>
    ) async throws {
        do {
            let answered = try await job { portion in
                try await sink.deliver(part: portion, of: chunk)
            }
            try await sink.deliver(.init(answered: answered, bytesRead: bytesRead), as: chunk)
            if answered.failure != nil { feed.stop() }
        } catch {
            // Whoever waits for more of the input must hear of a failure.
            feed.stop()
            await sink.cancel()
            throw error
        }
    }
}
