import ArgumentParser
import Foundation
import Importing
import SpatiaLiteStore

/// The option of every command that needs the database.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database (default: $AMBIT_DATABASE, else ./ambit.sqlite).",
            valueName: "file"
        )
    )
    var database: String?

    /// The file that was named, by the option or by the environment.
    var path: String {
        database ?? ProcessInfo.processInfo.environment["AMBIT_DATABASE"] ?? "ambit.sqlite"
    }

    /// What the files beside a database end in that belong to it, and the database itself.
    static let endings = ["", "-wal", "-shm", "-journal", "-lock", "-erasures"]

    /// Whether nothing lies where the database should.
    ///
    /// What can be no database's file, such as an empty name, is told by whoever opens it.
    var isMissing: Bool {
        !path.isEmpty && !path.hasPrefix(":") && !FileManager.default.fileExists(atPath: path)
    }

    /// Opens the database, does something with it and closes it.
    func withStore<Result>(
        _ access: SpatiaLiteStore.Access,
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        try await Self.withStore(at: path, access, body)
    }

    /// The same for something that changes nothing: where there is no database, it is done with an empty
    /// one elsewhere, and none is left behind.
    func withStoreToCheck<Result>(
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        let files = FileManager.default
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        // What can be no database is told as ever.
        guard !files.fileExists(atPath: path), files.fileExists(atPath: directory),
            !path.isEmpty, !path.hasPrefix(":")
        else { return try await withStore(.readWrite, body) }
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try await Self.withStore(at: folder.path("empty.sqlite"), .readWrite, body)
    }

    private static func withStore<Result>(
        at path: String,
        _ access: SpatiaLiteStore.Access,
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        let store = try await SpatiaLiteStore.open(path, access: access)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(store)) } catch { outcome = .failure(error) }
        try await store.close()
        return try outcome.get()
    }
}
