package import ArgumentParser
package import SpatiaLiteStore

/// A subcommand of a module: the program opens the database, runs it, and closes the database.
package protocol StoreCommand: AsyncParsableCommand {
    /// Which database.
    var database: DatabaseOptions { get }
    /// How an earlier moment of it is read; nil for a command that knows only now.
    var reading: ReadingOptions? { get }
    /// What the database is opened for.
    static var access: SpatiaLiteStore.Access { get }
    /// Does what the command is for; results go to standard output.
    func run(on store: SpatiaLiteStore) async throws
    /// The same for a command that needs the program's modules.
    func run(on store: SpatiaLiteStore, in modules: ModuleList) async throws
}

extension StoreCommand {
    package static var access: SpatiaLiteStore.Access { .readOnly }

    package var reading: ReadingOptions? { nil }

    /// The word by which it is called.
    package static var commandWord: String { _commandName }

    /// Opens the database with the tables of a program's modules, and runs.
    package func run(in modules: ModuleList) async throws {
        if let reading {
            return try await reading.withStore(schemas: modules.schemas) { store in
                try await run(on: store, in: modules)
            }
        }
        try await database.withStore(Self.access, schemas: modules.schemas) { store in
            try await run(on: store, in: modules)
        }
    }

    package func run(on store: SpatiaLiteStore, in modules: ModuleList) async throws {
        try await run(on: store)
    }
}
