internal import Datasets
internal import Timekeeping

/// Imports records of a kind that stand in the rows of a table, or among the elements of a feed.
///
/// - Parameters:
///   - feed: Reads them from a feed, for a dataset.
///   - collector: Makes them of a table's rows; throws where the columns do not tell them.
///   - observe: Told of each pass's beginning with nil, and of the records that it hands out.
///   - noteKept: Told the published records that stay beside those of the file.
/// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
func importTableOrFeed<Collector: RowCollector>(
    _ kind: DatasetKind,
    into store: any DatasetStore<Collector.Record>,
    _ input: ImportInput,
    options: ImportOptions,
    clock: any WallClock,
    progress: (@Sendable (ImportProgress) -> Void)?,
    feed: @escaping @Sendable (VIPFeed, DatasetName) -> FeedReader<Collector.Record>,
    collector:
        @escaping @Sendable (FileSample, ImportOptions) throws(ImportError) -> Collector,
    observe: @escaping @Sendable ([Collector.Record]?) -> Void = { _ in },
    noteKept: @escaping @Sendable ([Collector.Record]) -> Void = { _ in }
) async throws -> ImportReport {
    var run = ImportRun<AnyRecordReader<Collector.Record>>(
        kind: kind,
        store: store,
        clock: clock,
        options: options,
        input: input
    ) { sample, options, open throws(ImportError) in
        if let document = sample.feed {
            try options.requireNoColumns(document)
            return AnyRecordReader(feed(document, options.dataset), observe: observe)
        }
        return AnyRecordReader(
            CollectingReader(try collector(sample, options), open: open),
            observe: observe
        )
    }
    run.noteKept = noteKept
    return try await run.run(progress: progress)
}

/// Imports records of a kind that stand in the rows of a table, or of a file that has rows as one does.
///
/// - Parameter collector: Makes them of the rows; throws where the columns do not tell them.
/// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
func importTable<Collector: RowCollector>(
    _ kind: DatasetKind,
    into store: any DatasetStore<Collector.Record>,
    _ input: ImportInput,
    options: ImportOptions,
    clock: any WallClock,
    progress: (@Sendable (ImportProgress) -> Void)?,
    collector:
        @escaping @Sendable (FileSample, ImportOptions) throws(ImportError) -> Collector
) async throws -> ImportReport {
    try await ImportRun<CollectingReader<Collector>>(
        kind: kind,
        store: store,
        clock: clock,
        options: options,
        input: input
    ) { sample, options, open throws(ImportError) in
        CollectingReader(try collector(sample, options), open: open)
    }.run(progress: progress)
}
