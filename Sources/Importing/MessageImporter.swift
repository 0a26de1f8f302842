public import Datasets
public import Radar
public import Timekeeping

/// Brings a file of messages into a dataset: reads it, checks it, compares it with what is
/// published, reports, and publishes where it was asked to.
public struct MessageImporter: Sendable {
    private let store: any DatasetStore<ImportedMessage>
    private let clock: any WallClock

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
        let run = ImportRun<MessageReader>(
            kind: .messages,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, options, open throws(ImportError) in
            MessageReader(
                plan: try MessagePlan(sample, options: options),
                dataset: options.dataset,
                open: open
            )
        }
        return try await run.run(progress: progress)
    }
}
