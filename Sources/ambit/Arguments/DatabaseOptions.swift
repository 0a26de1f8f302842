import ArgumentParser
import Foundation
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

    /// Opens the database, does something with it and closes it.
    func withStore<Result>(
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
