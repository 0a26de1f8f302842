import Datasets
import DomainModules
import Foundation
import Importing
import ModuleTesting
import SpatiaLiteStore
import Testing

@testable import Esports
@testable import EsportsModule

/// A database of tournaments and what belongs to them, in a folder of its own.
final class LeagueDatabase: Sendable {
    private let folder = NSTemporaryDirectory() + "ambit-esports-" + UUID().uuidString
    let store: SpatiaLiteStore

    init() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let options = SpatiaLiteStore.Options.testing(
            [EsportsModule.moduleSchema]
        )
        store = try await SpatiaLiteStore.open(
            folder + "/a.sqlite",
            access: .readWrite,
            options: options
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func file(_ name: String, _ text: String) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    func run(
        _ kind: String,
        _ path: String,
        set: [(String, String)] = [],
        mode: ImportOptions.Mode = .publish
    ) async throws -> ImportReport {
        let kind = try #require(EsportsModule.kinds.first { $0.name == kind })
        let options = ImportOptions(
            dataset: try DatasetName(kind.name),
            mode: mode,
            constants: set.map { FieldConstant(field: $0.0, value: $0.1) }
        )
        let work = ImportWork(input: .file(path), options: options, store: store)
        return try #require(try await kind.run(work) as? ImportReport)
    }

    func snapshot() async throws -> LeagueSnapshot { try await LeagueLoading.snapshot(of: store) }
}
