import Datasets
import Foundation
import Importing
import Polling
import Radar
import RowFilesTesting
import Synchronization
import Testing
import Timekeeping

/// A dataset store in memory.
final class FakeStore<Record: Sendable>: DatasetStore {
    private struct State {
        var published: [Record] = []
        var origins: [RecordOrigin] = []
        var versions: [DatasetVersion] = []
        var discards = 0
        var begun = 0
    }

    private let state = Mutex(State())
    let kind: DatasetKind

    init(kind: DatasetKind) { self.kind = kind }

    var published: [Record] { state.withLock { $0.published } }
    /// Of each published record.
    var origins: [RecordOrigin] { state.withLock { $0.origins } }
    var versions: [DatasetVersion] { state.withLock { $0.versions } }
    /// Versions that were begun and neither published nor discarded.
    var leftOver: Int { state.withLock { $0.begun - $0.discards - $0.versions.count } }

    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record]) throws -> Void
    ) async throws {
        let records = published
        for start in stride(from: 0, to: records.count, by: 100) {
            try visit(Array(records[start..<min(start + 100, records.count)]))
        }
    }

    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws {
        let (records, origins) = state.withLock { ($0.published, $0.origins) }
        for start in stride(from: 0, to: records.count, by: 100) {
            let range = start..<min(start + 100, records.count)
            try visit(Array(records[range]), Array(origins[range]))
        }
    }

    func beginVersion(of name: DatasetName) async throws -> any DatasetBuild<Record> {
        state.withLock { $0.begun += 1 }
        return Build(store: self, name: name)
    }

    private final class Build: DatasetBuild {
        let store: FakeStore
        let name: DatasetName
        let records = Mutex<[(Record, RecordOrigin)]>([])

        init(store: FakeStore, name: DatasetName) {
            self.store = store
            self.name = name
        }

        func append(_ records: [Record]) async throws {
            self.records.withLock { $0 += records.map { ($0, RecordOrigin()) } }
        }

        func append(_ records: [Record], origins: [RecordOrigin]) async throws {
            self.records.withLock { $0 += zip(records, origins) }
        }

        func publish(
            source: ImportSource,
            rows: RowCounts,
            changes: ChangeCounts,
            replacing replaced: DatasetName?,
            at moment: Timestamp
        ) async throws -> DatasetVersion {
            let records = records.withLock { $0 }
            return store.state.withLock { state in
                let version = DatasetVersion(
                    dataset: name,
                    kind: store.kind,
                    number: state.versions.count + 1,
                    source: source,
                    rows: rows,
                    changes: changes,
                    recordCount: records.count,
                    importedAt: moment,
                    isPublished: true
                )
                state.published = records.map(\.0)
                state.origins = records.map(\.1)
                state.versions.append(version)
                return version
            }
        }

        func discard() async throws { store.state.withLock { $0.discards += 1 } }
    }
}

/// Imports of texts and real files into a store in memory.
struct Imports {
    let stations = FakeStore<Station>(kind: .stations)
    let messages = FakeStore<ImportedMessage>(kind: .messages)
    let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    func stations(
        path: String,
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = [],
        force: Bool = false
    ) async throws -> ImportReport {
        var options = try options("dc", mode, map, set)
        options.isForced = force
        return try await StationImporter(store: stations, clock: clock)
            .run(.file(path), options: options)
    }

    func messages(
        path: String,
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = []
    ) async throws -> ImportReport {
        try await MessageImporter(store: messages, clock: clock)
            .run(.file(path), options: try options("dc", mode, map, set))
    }

    func stations(
        _ text: String,
        name: String = "stations.csv",
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = [],
        force: Bool = false
    ) async throws -> ImportReport {
        try await stations(
            bytes: Array(text.utf8),
            name: name,
            mode: mode,
            map: map,
            set: set,
            force: force
        )
    }

    func stations(
        bytes: [UInt8],
        name: String = "stations.csv",
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = [],
        force: Bool = false
    ) async throws -> ImportReport {
        try await withFile(bytes, name: name) {
            try await stations(path: $0, mode: mode, map: map, set: set, force: force)
        }
    }

    func messages(
        _ text: String,
        name: String = "messages.csv",
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = []
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) {
            try await messages(path: $0, mode: mode, map: map, set: set)
        }
    }

    private func options(
        _ dataset: String,
        _ mode: ImportOptions.Mode,
        _ map: [String],
        _ set: [String]
    ) throws -> ImportOptions {
        ImportOptions(
            dataset: try DatasetName(dataset),
            mode: mode,
            mappings: try map.map { try ColumnMapping(parsing: $0) },
            constants: try set.map { try FieldConstant(parsing: $0) }
        )
    }
}
