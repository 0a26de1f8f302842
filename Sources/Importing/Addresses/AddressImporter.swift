public import Datasets
public import Polling
public import Timekeeping

/// Brings a list of addresses into a dataset, as ``StationImporter`` does with stations: one address a
/// row, as registers of electors have them, or the odd and even numbers of a street.
public struct AddressImporter: Sendable {
    private let store: any DatasetStore<AddressEntry>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<AddressEntry>, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let run = ImportRun<AnyRecordReader<AddressEntry>>(
            kind: .addresses,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, open throws(ImportError) in
            if let feed = sample.feed {
                try options.requireNoColumns(feed)
                return AnyRecordReader(feed.addresses(in: options.dataset))
            }
            return AnyRecordReader(
                CollectingReader(try AddressCollector(sample, options: options), open: open)
            )
        }
        return try await run.run { progress?($0) }
    }
}

extension AddressEntry: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { line }

    func differences(from old: AddressEntry) -> [String] {
        var differences: [String] = []
        if old.line != line { differences.append("was \"\(old.line)\"") }
        if old.districts != districts {
            let codes = old.districts.map { "\($0.type) \($0.code)" }
            differences.append("belonged to \(codes.joined(separator: ", "))")
        }
        if old.stationKey != stationKey {
            differences.append("station was \(old.stationKey ?? "blank")")
        }
        if old.coordinate != coordinate { differences.append("moved") }
        return differences
    }
}
