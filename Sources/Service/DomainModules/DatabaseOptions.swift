package import ArgumentParser
internal import Foundation
internal import Importing
internal import PostgresCore
internal import PostgresRows
internal import RowFiles
package import SpatiaLiteStore
package import Timekeeping

/// The option of every command that needs the database.
package struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database (default: $AMBIT_DATABASE, else ./ambit.sqlite).",
            valueName: "file"
        )
    )
    package var database: String?

    /// The option as the parser fills it in.
    package init() {}

    package func validate() throws {
        guard path.hasPrefix("postgresql://") || path.hasPrefix("postgres://") else { return }
        throw ValidationError(
            "--database is an address of PostgreSQL, and names a file; many nodes share a database with "
                + "`ambit serve --cluster ADDRESS`, each with a file of its own"
        )
    }

    /// The file that was named, by the option or by the environment.
    package var path: String {
        database ?? ProcessInfo.processInfo.environment["AMBIT_DATABASE"] ?? "ambit.sqlite"
    }

    /// What the files beside a database end in that belong to it, and the database itself.
    package static let endings = [
        "", "-wal", "-shm", "-journal", "-lock", "-erasures", "-vault-keys", "-vault-keys-lock",
    ]

    /// Whether a path is that of the database or of a file that belongs to it, through links, too.
    package func isOwnFile(_ other: String) -> Bool {
        Self.endings.contains { ending in
            let own = URL(filePath: path + ending).resolvingSymlinksInPath()
            let its = URL(filePath: other).resolvingSymlinksInPath()
            if own.standardizedFileURL.path == its.standardizedFileURL.path { return true }
            guard let number = Self.fileNumber(own) else { return false }
            return number == Self.fileNumber(its)
        }
    }

    /// What hard links to one file share; nil where there is none.
    private static func fileNumber(_ file: URL) -> [Int]? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let device = attributes?[.systemNumber] as? NSNumber,
            let number = attributes?[.systemFileNumber] as? NSNumber
        else { return nil }
        return [device.intValue, number.intValue]
    }

    /// Whether nothing lies where the database should.
    ///
    /// What can be no database's file, such as an empty name, is told by whoever opens it.
    package var isMissing: Bool {
        !path.isEmpty && !path.hasPrefix(":") && !FileManager.default.fileExists(atPath: path)
    }

    /// Opens the database, does something with it and closes it.
    ///
    /// - Parameters:
    ///   - schemas: The tables of the program's modules.
    ///   - asOf: The moment whose published versions are read; nil for now. For reading alone.
    ///   - common: Opens what the file has in common with others; that is what it follows already, where
    ///     nothing else is said.
    package func withStore<Result>(
        _ access: SpatiaLiteStore.Access,
        schemas: [ModuleSchema],
        asOf: Timestamp? = nil,
        common: CommonSource? = nil,
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        try await Self.withStore(at: path, access, schemas, asOf: asOf, common: common, body)
    }

    /// The same for something that changes nothing: where there is no database, it is done with an empty
    /// one elsewhere, and none is left behind.
    package func withStoreToCheck<Result>(
        schemas: [ModuleSchema],
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        let files = FileManager.default
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        // What can be no database is told as ever.
        guard !files.fileExists(atPath: path), files.fileExists(atPath: directory),
            !path.isEmpty, !path.hasPrefix(":")
        else { return try await withStore(.readWrite, schemas: schemas, body) }
        let folder = try importing(TemporaryFolder())
        defer { withExtendedLifetime(folder) {} }
        return try await Self.withStore(at: folder.path("empty.sqlite"), .readWrite, schemas, body)
    }

    /// What a file follows that a node was served with before.
    private static let known = CommonSource { address in
        try address.map { PostgresRows(in: try PostgresAddress($0)) }
    }

    private static func withStore<Result>(
        at path: String,
        _ access: SpatiaLiteStore.Access,
        _ schemas: [ModuleSchema],
        asOf: Timestamp? = nil,
        common: CommonSource? = nil,
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        var options = SpatiaLiteStore.Options.standard
        options.modules = schemas
        options.asOf = asOf
        if access == .readWrite { options.common = common ?? known }
        let store = try await SpatiaLiteStore.open(path, access: access, options: options)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(store)) } catch { outcome = .failure(error) }
        try await store.close()
        return try outcome.get()
    }
}
