import Foundation
import PostgresTesting
public import SpatiaLiteStore
public import StoreContract
import Testing

extension SpatiaLiteStore: StoreUnderTest {}

/// The file of a node.
private final class CommonPlace: StorePlace {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "ambit-common-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open() async throws -> any StoreUnderTest {
        var options = SpatiaLiteStore.Options.standard
        options.common = CommonFiles.ownDatabase
        return try await SpatiaLiteStore.open("\(folder)/ambit.sqlite", options: options)
    }
}

@Suite(.enabled(if: PrivateCluster.isInstalled, "PostgreSQL is not installed"))
struct CommonContractTests {
    @Test("the file of a node keeps the contract of stores", arguments: StoreContract.clauses)
    func keepsTheContract(clause: StoreContract) async throws {
        try await clause.verify(CommonPlace())
    }
}
