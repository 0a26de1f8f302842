import Datasets
import Synchronization
import Testing
import Timekeeping

@testable import Ground

/// A store whose content a test sets.
private final class FakeStore: GroundStore, DatasetLedger {
    struct Content {
        var features: [GroundFeature] = []
        var versions: [(name: String, kind: DatasetKind, number: Int)] = []
        var fails = false
    }

    struct Failure: Error {}

    let content = Mutex(Content())

    func forEachGroundFeature(
        _ visit: @Sendable ([GroundFeature]) throws -> Void
    ) async throws {
        let content = content.withLock { $0 }
        if content.fails { throw Failure() }
        for feature in content.features { try visit([feature]) }
    }

    func forEachGroundDistrict(
        _ visit: @Sendable ([GroundDistrict]) throws -> Void
    ) async throws {}

    func publishedVersions() async throws -> [DatasetVersion] {
        try content.withLock { $0.versions }.map {
            DatasetVersion(
                dataset: try DatasetName($0.name),
                kind: $0.kind,
                number: $0.number,
                source: ImportSource(fileName: "a", sha256: "", byteCount: 0),
                rows: RowCounts(),
                changes: ChangeCounts(),
                recordCount: 0,
                importedAt: Timestamp(millisecondsSince1970: 0),
                isPublished: true
            )
        }
    }

    func versions(of name: DatasetName) async throws -> [DatasetVersion] { [] }

    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }

    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion { throw DatasetError.unknownDataset(name) }
}

@Suite struct GroundDirectoryTests {
    private let store = FakeStore()

    @Test("shows what was published when it was loaded last, and keeps it when loading fails")
    func loads() async throws {
        let directory = GroundDirectory(store: store, kinds: [.ground])
        #expect(!directory.isLoaded)
        #expect(directory.current == nil)
        try await directory.load()
        #expect(directory.isLoaded)
        #expect(directory.count == 0)

        let lake = try feature("lake", .area(square(0, 0, 1)))
        store.content.withLock { $0.features = [lake] }
        #expect(directory.count == 0)
        try await directory.load()
        #expect(directory.count == 1)

        store.content.withLock { $0.fails = true }
        await #expect(throws: FakeStore.Failure.self) { try await directory.load() }
        #expect(directory.count == 1)
    }

    @Test("the revision changes with the versions that the map is drawn from, and with no others")
    func revision() async throws {
        let directory = GroundDirectory(store: store, kinds: [.ground])
        try await directory.load()
        func revision() async throws -> String {
            try await directory.load()
            return try #require(directory.current).revision
        }
        let none = try await revision()
        store.content.withLock { $0.versions = [("lakes", .ground, 1)] }
        let first = try await revision()
        #expect(first != none)
        store.content.withLock { $0.versions.append(("dc", DatasetKind(rawValue: "stations"), 4)) }
        #expect(try await revision() == first)
        store.content.withLock { $0.versions[0].number = 2 }
        #expect(try await revision() != first)
        store.content.withLock { $0.versions[0].number = 1 }
        #expect(try await revision() == first)
    }

    @Test("a directory without a store is loaded, and empty")
    func withoutStore() async throws {
        let directory = GroundDirectory()
        #expect(directory.isLoaded)
        try await directory.load()
        #expect(directory.count == 0)
    }
}
