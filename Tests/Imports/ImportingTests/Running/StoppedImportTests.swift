import Datasets
import Foundation
import RowFilesTesting
import Synchronization
import Testing

@testable import Importing

/// Imports that are stopped: by somebody, or by a limit on their rows.
@Suite struct StoppedImportTests {
    private static func rows(_ count: Int) -> String {
        "id,name,lat,lon\n"
            + (1...count).map { "\($0),Hall \($0),42.\($0 % 1000),-101.5\n" }.joined()
    }

    @Test(
        "a cancelled import ends soon, says so, and leaves nothing behind",
        arguments: ImportProgress.Phase.allCases
    )
    func cancelled(phase: ImportProgress.Phase) async throws {
        let imports = Imports()
        _ = try await imports.stations(Self.rows(200))
        try await withFile(Array(Self.rows(60_000).utf8), name: "large.csv") { path in
            let task = Mutex<Task<ImportReport, any Error>?>(nil)
            let seen = Mutex<Set<ImportProgress.Phase>>([])
            let running = Task {
                try await StationImporter(store: imports.stations, clock: imports.clock).run(
                    .file(path),
                    options: ImportOptions(dataset: try DatasetName("dc"))
                ) { progress in
                    _ = seen.withLock { $0.insert(progress.phase) }
                    if progress.phase == phase { task.withLock { $0?.cancel() } }
                }
            }
            task.withLock { $0 = running }
            // Cancelled before it was known: the same end.
            if seen.withLock({ $0.contains(phase) }) { running.cancel() }
            await #expect(throws: ImportError.cancelled) { try await running.value }
        }
        #expect(imports.stations.versions.count == 1)
        #expect(imports.stations.published.count == 200)
        #expect(imports.stations.leftOver == 0)
    }

    @Test("an upload with more rows than allowed is refused by number")
    func tooManyRows() async throws {
        let imports = Imports()
        let whole = try await imports.stations(Self.rows(50)) { $0.rowLimit = 50 }
        #expect(whole.outcome == .published)
        await #expect(throws: ImportError.tooManyRows(limit: 50)) {
            try await imports.stations(Self.rows(51)) { $0.rowLimit = 50 }
        }
        #expect(imports.stations.versions.count == 1)
        #expect(imports.stations.leftOver == 0)
        #expect(
            "\(ImportError.tooManyRows(limit: 10_000_000))".contains("more than 10,000,000 rows")
        )
        let told = ImportError.tooManyRows(limit: 10).text(as: .parameters)
        #expect(told.contains("send its parts with add=true, which keeps"), "\(told)")
    }

    @Test("an upload that is cancelled while it comes leaves no file")
    func cancelledUpload() async throws {
        let (chunks, sender) = AsyncStream<[UInt8]>.makeStream()
        let arrived = Mutex<Int64>(0)
        let receiving = Task {
            try await SpooledUpload.receive(chunks, name: "a.csv", limitBytes: 1 << 20) { count in
                arrived.withLock { $0 = count }
            }
        }
        sender.yield([1, 2, 3])
        while arrived.withLock({ $0 }) < 3 { await Task.yield() }
        receiving.cancel()
        sender.yield([4])
        sender.finish()
        await #expect(throws: ImportError.cancelled) { try await receiving.value }
    }
}
