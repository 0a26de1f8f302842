internal import Datasets
internal import Timekeeping

/// Imports records of a kind that stand in the rows of a table, or of a file that has rows as one does,
/// or among the elements of a feed.
///
/// - Parameters:
///   - formats: What the kind reads besides tables.
///   - feed: Reads them from a feed, for a dataset; nil for a kind that a feed has as rows, or not at all.
///   - collector: Makes them of a table's rows; throws where the columns do not tell them.
///   - learn: Called when every row was looked at, before any record is made.
///   - observe: Told of each pass's beginning with nil, and of the records that it hands out.
///   - noteKept: Told the published records that stay beside those of the file.
///   - consents: What else needs `--force`, asked once all records have been read and something changes.
/// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
func importTable<Collector: RowCollector>(
    _ kind: DatasetKind,
    into store: any DatasetStore<Collector.Record>,
    _ input: ImportInput,
    options: ImportOptions,
    clock: any WallClock,
    progress: (@Sendable (ImportProgress) -> Void)?,
    formats: [KindFormat] = [],
    feed: (@Sendable (VIPFeed, DatasetName) -> FeedReader<Collector.Record>)? = nil,
    collector:
        @escaping @Sendable (FileSample, ImportOptions) throws(ImportError) -> Collector,
    learn: (@Sendable () async throws -> Void)? = nil,
    observe: @escaping @Sendable ([Collector.Record]?) -> Void = { _ in },
    noteKept: @escaping @Sendable ([Collector.Record]) -> Void = { _ in },
    consents: (@Sendable () async throws -> [GuardFinding])? = nil
) async throws -> ImportReport {
    var run = ImportRun<AnyRecordReader<Collector.Record>>(
        kind: kind,
        store: store,
        clock: clock,
        options: options,
        input: input
    ) { sample, options, open throws(ImportError) in
        if let feed, let document = sample.feed {
            try options.requireNoColumns(document)
            return AnyRecordReader(feed(document, options.dataset), observe: observe)
        }
        return AnyRecordReader(
            CollectingReader(try collector(sample, options), open: open),
            observe: observe
        )
    }
    run.formats = formats
    run.learn = learn
    run.noteKept = noteKept
    run.consents = consents
    return try await run.run(progress: progress)
}
