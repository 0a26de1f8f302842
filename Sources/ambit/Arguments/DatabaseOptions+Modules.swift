import DomainModules
import SpatiaLiteStore

extension DatabaseOptions {
    /// Opens the database with the tables of this program's modules, does something with it and closes it.
    func withStore<Result>(
        _ access: SpatiaLiteStore.Access,
        common: CommonSource? = nil,
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        try await withStore(access, schemas: Modules.all.schemas, common: common, body)
    }

    /// The same for something that changes nothing: where there is no database, it is done with an empty
    /// one elsewhere, and none is left behind.
    func withStoreToCheck<Result>(
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        try await withStoreToCheck(schemas: Modules.all.schemas, body)
    }
}

extension ReadingOptions {
    /// Opens the database with the tables of this program's modules, does something with it and closes it.
    func withStore<Result>(
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        try await withStore(schemas: Modules.all.schemas, body)
    }
}
