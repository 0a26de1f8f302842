import Access
import Datasets
import Polling
import Radar
import RadarTesting
import Synchronization
import Timekeeping

/// A station store in memory, whose stations can be replaced.
final class FakeStationStore: StationStore {
    private let stations: Mutex<[Station]>

    init(_ stations: [Station]) { self.stations = Mutex(stations) }

    func replace(with newStations: [Station]) { stations.withLock { $0 = newStations } }

    func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
        try visit(stations.withLock { $0 })
    }
}

/// Staff tokens that stand from the start.
struct FakeStaffTokenStore: StaffTokenStore {
    private let roles: [[UInt8]: StaffRole]

    init(_ roles: [String: StaffRole]) {
        self.roles = Dictionary(
            uniqueKeysWithValues: roles.map { (StaffRegistry.hash(of: $0.key), $0.value) }
        )
    }

    func staffToken(hash: [UInt8]) async throws -> StaffToken? {
        roles[hash].map { StaffToken(id: 1, role: $0, label: "", createdAt: TestService.noon) }
    }

    func addStaffToken(
        hash: [UInt8],
        role: StaffRole,
        event: String?,
        label: String,
        at moment: Timestamp
    ) async throws -> StaffToken { throw SecretError() }

    func staffTokens() async throws -> [StaffToken] { [] }

    func revokeStaffToken(_ id: Int64, at moment: Timestamp) async throws -> StaffToken? { nil }
}

/// A ledger and a change sensor that a test sets.
final class FakeLedger: DatasetLedger, ChangeSensor {
    private struct State {
        var revision: Int64 = 0
        var versions: [DatasetVersion] = []
        var withdrawn: [DatasetVersion] = []
    }

    private let state = Mutex(State())

    /// Sets what is published, and moves the revision on.
    func publish(_ published: (name: DatasetName, kind: DatasetKind, number: Int)...) {
        state.withLock { state in
            state.revision += 1
            state.versions = published.map { entry in
                DatasetVersion(
                    dataset: entry.name,
                    kind: entry.kind,
                    number: entry.number,
                    source: ImportSource(fileName: "a.csv", sha256: "", byteCount: 0),
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    recordCount: 0,
                    importedAt: Timestamp(millisecondsSince1970: 0),
                    isPublished: true
                )
            }
        }
    }

    /// Moves the revision on without publishing anything, as a post by another process would.
    func touch() { state.withLock { $0.revision += 1 } }

    func revision() async throws -> Int64 { state.withLock { $0.revision } }

    func publishedVersions() async throws -> [DatasetVersion] { state.withLock { $0.versions } }

    func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        let all = state.withLock { $0.versions + $0.withdrawn }.filter { $0.dataset == name }
        guard !all.isEmpty else { throw DatasetError.unknownDataset(name) }
        return all
    }

    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        try state.withLock { state in
            guard let slot = state.withdrawn.firstIndex(where: { $0.dataset == name }) else {
                throw DatasetError.unknownDataset(name)
            }
            var version = state.withdrawn.remove(at: slot)
            version.isPublished = true
            state.versions.append(version)
            return version
        }
    }

    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        try state.withLock { state in
            guard let slot = state.versions.firstIndex(where: { $0.dataset == name }) else {
                throw DatasetError.unknownDataset(name)
            }
            var version = state.versions.remove(at: slot)
            version.isPublished = false
            version.withdrawals.append(Withdrawal(at: moment, by: who))
            state.withdrawn.append(version)
            return version
        }
    }

    func withdrawnVersions() async throws -> [DatasetVersion] { state.withLock { $0.withdrawn } }
}

/// An error whose text must never be seen outside.
struct SecretError: Error, CustomStringConvertible {
    var description: String { "secret 38.8977 -77.0365" }
}
