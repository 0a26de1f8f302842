import Importing
import PostgresCore
import Radar
import SpatiaLiteStore
import Vault

extension Serve {
    /// What of an error may stand in the log: names of files, tables and rows, and nothing of what is in them.
    static let errorLabel: @Sendable (any Error) -> String = { error in
        if let error = error as? SpatiaLiteStoreError { return error.label }
        // These name the servers and what they report, and no values.
        if let error = error as? PostgresError { return "\(error)" }
        // These name shards, cells and epochs.
        if let error = error as? TerritoryMapError { return "\(error)" }
        // These name the key file alone.
        if let error = error as? VaultError { return "\(error)" }
        // These name the folder for temporary files alone.
        if let error = error as? ImportError, error.storageFault != nil { return "\(error)" }
        return "\(type(of: error))"
    }
}
