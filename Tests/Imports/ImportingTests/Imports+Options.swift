import Datasets
import Importing
import RowFilesTesting

extension Imports {
    /// Imports a file of stations with options that a test changes.
    func stations(
        path: String,
        _ change: (inout ImportOptions) throws -> Void
    ) async throws -> ImportReport {
        var options = ImportOptions(dataset: try DatasetName("dc"))
        try change(&options)
        return try await StationImporter(store: stations, clock: clock)
            .run(.file(path), options: options)
    }

    /// Imports a text of stations with options that a test changes.
    func stations(
        _ text: String,
        name: String = "stations.csv",
        _ change: (inout ImportOptions) throws -> Void
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) {
            try await stations(path: $0, change)
        }
    }
}
