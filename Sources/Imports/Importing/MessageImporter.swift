public import Datasets
public import Radar
public import Timekeeping

/// Brings a file of messages into a dataset: reads it, checks it, compares it with what is
/// published, reports, and publishes where it was asked to.
public struct MessageImporter: Sendable {
    private let store: any DatasetStore<ImportedMessage>
    private let clock: any WallClock
    /// What may be kept in memory of what grows with the file.
    var memory = ImportMemory.standard

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<ImportedMessage>, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// Rows that cannot be used are refused one by one, with their reason, and never stop the good
    /// ones; an error means that the file as a whole could not be used and nothing was changed.
    ///
    /// - Parameters:
    ///   - progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let memory = memory
        var run = ImportRun<MessageReader>(
            kind: .messages,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, options, open throws(ImportError) in
            MessageReader(
                plan: try MessagePlan(sample, options: options),
                dataset: options.dataset,
                memory: memory,
                open: open
            )
        }
        run.memory = memory
        return try await run.run(progress: progress)
    }
}
