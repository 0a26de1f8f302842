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

    /// What was found for a piece of the input.
    struct Answer: Sendable {
        let portion: Portion
        let placeCount: Int
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
            try writer.write(answer.portion)
            placeCount += answer.placeCount
            if !Interruption.isRequested {
                let share = byteCount.map { Double(answer.bytesRead) / Double(max(1, $0)) }
                progress.show(placeCount, share: share)
            }
            consumed()
        }
        if flushesAtOnce, waiting.isEmpty { try writer.flush() }
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
}
