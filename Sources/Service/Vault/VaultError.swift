package import Datasets

/// Why something could not be sealed or opened.
package enum VaultError: Error, Hashable, Sendable {
    /// The key file is not where it was.
    case missing(path: String)
    /// The key file belongs to another database.
    case foreign(path: String)
    /// A line of the key file is none.
    case damaged(path: String, line: Int)
    /// The key file may not be read or written.
    case notPermitted(path: String)
    /// Writing the key file failed; `code` is a value of `errno`.
    case failed(path: String, code: Int32)
    /// Nodes have the database's rows in common, and the keys stand in a file of one of them.
    case notCommon(place: String)
    /// The account was erased, or never was.
    case noKey
    /// Another account is found by this.
    case taken(kind: String)
}

extension VaultError: CustomStringConvertible {
    /// What is wrong, and how to mend it.
    package var description: String {
        switch self {
        case .missing(let path):
            "the key file \(path) is missing: what people's accounts have sealed cannot be opened without it. "
                + "Put it back (ambit backup keeps a copy beside each backup), or name it with --vault-keys"
        case .foreign(let path):
            "the key file \(path) is of another database; name this one's with --vault-keys"
        case .damaged(let path, let line):
            "line \(line) of the key file \(path) is damaged; put back the copy that ambit backup keeps beside "
                + "each backup"
        case .notPermitted(let path): "the key file \(path) may not be read and written here"
        case .failed(let path, let code):
            "the key file \(path) could not be written (error \(code)); nothing was acknowledged"
        case .notCommon(let place):
            "the rows of this node stand at \(place) too, and its keys in a file that other nodes do not have: "
                + "name a PostgreSQL database of their own for them, or a file that all nodes have, with --vault-keys"
        case .noKey: "the account was erased"
        case .taken(let kind): "the \(kind) is another account's"
        }
    }
}

extension VaultError: StorageFailure {
    package var storageFault: StorageFault? {
        switch self {
        case .failed(_, let code): [28, 122].contains(code) ? .full : .failing
        case .notPermitted, .missing, .foreign, .damaged, .notCommon: .failing
        case .noKey, .taken: nil
        }
    }
}
