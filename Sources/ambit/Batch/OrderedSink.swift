/// Puts answers that come in any order back into the order of the questions, and writes them.
actor OrderedSink {
    private let writer: RowWriter
    /// Told of each piece that is written.
    private let consumed: @Sendable () -> Void
    private let flushesAtOnce: Bool
    private var progress: ProgressBar
    private let byteCount: Int?
    private var waiting: [Int: Answer] = [:]
    private var next = 0
    private var placeCount = 0

    /// Jobs that wait for their turn to write.
    private var inLine: [Int: CheckedContinuation<Void, Never>] = [:]
    private var isCancelled = false
    /// How many rows of the input were left out.
    private(set) var skipped = 0
    /// Why an input could not be read farther; what came before it is written, and nothing else.
    private(set) var failure: (any Error)?

    /// What was found for a piece of the input.
    struct Answer: Sendable {
        let answered: Answered
        let bytesRead: Int
    }

    init(
        _ writer: sending RowWriter,
        consumed: @escaping @Sendable () -> Void,
        byteCount: Int?,
        progress: ProgressBar
    ) {
        self.writer = writer
        self.consumed = consumed
        self.byteCount = byteCount
        self.progress = progress
        // Whoever writes into a pipe may wait for the answer.
        flushesAtOnce = byteCount == nil
    }

    func deliver(_ answer: Answer, as index: Int) throws {
        waiting[index] = answer
        while let answer = waiting.removeValue(forKey: next) {
            next += 1
            if let waiter = inLine.removeValue(forKey: next) { waiter.resume() }
            let (answered, isWanted) = (answer.answered, failure == nil)
            if isWanted {
                try writer.write(answered.portion)
                placeCount += answered.placeCount
                skipped += answered.skipped
                failure = answered.failure
            }
            if !Interruption.isRequested {
                let share = byteCount.map { Double(answer.bytesRead) / Double(max(1, $0)) }
                progress.show(placeCount, share: share)
            }
            consumed()
        }
        if flushesAtOnce, waiting.isEmpty { try writer.flush() }
    }

    /// Writes a part of what was found for a piece of the input, once all before it is written: so that
    /// nobody keeps more than some of it.
    func deliver(part: Portion, of index: Int) async throws {
        if next != index, !isCancelled {
            await withCheckedContinuation { inLine[index] = $0 }
        }
        guard !isCancelled else { throw CancellationError() }
        if failure == nil { try writer.write(part) }
    }

    /// Lets nobody wait any longer, as a job has failed.
    func cancel() {
        isCancelled = true
        for waiter in inLine.values { waiter.resume() }
        inLine = [:]
    }

    /// Ends the output.
    ///
    /// - Returns: How many places were answered, and by how many rows.
    func finish() async throws -> (places: Int, rows: Int) {
        progress.clear()
        try await writer.finish()
        return (placeCount, writer.count)
    }

    /// Writes what is whole, without an end.
    func abandon() throws {
        progress.clear()
        try writer.flush()
    }

    /// Ends the output as the input ends early: with what is whole, unless that would be a file.
    ///
    /// - Returns: How many places were answered, and whether that was written.
    func stop() async throws -> (places: Int, isWritten: Bool) {
        progress.clear()
        guard !writer.writesFile else { return (placeCount, false) }
        try await writer.finish()
        return (placeCount, true)
    }
}
