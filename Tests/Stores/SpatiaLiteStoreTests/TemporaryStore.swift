import Foundation
public import SpatiaLiteStore
public import StoreContract

extension SpatiaLiteStore: StoreUnderTest {}

/// A directory of its own for a test's files, removed with the last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init(in parent: String = NSTemporaryDirectory()) throws {
        path = parent + (parent.hasSuffix("/") ? "" : "/") + "ambit-store-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// A file that stores are opened on.
struct TemporaryStorePlace: StorePlace {
    let directory: TemporaryDirectory
    var options = SpatiaLiteStore.Options.standard

    init() throws { directory = try TemporaryDirectory() }

    var path: String { directory.file("ambit.sqlite") }

    func open() async throws -> any StoreUnderTest { try await openStore() }

    func openStore(_ access: SpatiaLiteStore.Access = .readWrite) async throws -> SpatiaLiteStore {
        try await SpatiaLiteStore.open(path, access: access, options: options)
    }
}
