package import Datasets

/// Why a PostgreSQL database could not be asked or written to. No text holds a password, or a value that
/// somebody wrote.
package enum PostgresError: Error, Hashable, Sendable {
    /// An address that cannot be used, and why.
    case badAddress(String)
    /// No server could be reached, or none let Ambit in.
    case unreachable(place: String, reason: String)
    /// The server is older than Ambit takes.
    case oldServer(place: String, found: Int)
    /// The server takes no changes.
    case readOnly(place: String)
    /// There is no room left on the server.
    case full(place: String)
    /// The tables of Ambit are missing.
    case noTables(place: String)
    /// The tables are those of another version of Ambit.
    case otherSchema(place: String, found: Int, supported: Int)
    /// Tables stand where Ambit's are to be made that it did not make.
    case foreignTables(place: String)
    /// The connection broke, or no answer came, while something was being changed.
    case unknownOutcome(place: String)
    /// A value that cannot be read.
    case unreadable(column: Int)
    /// The tables contradict themselves.
    case damaged(place: String, detail: String)
    /// Anything else that the server reports, by its SQLSTATE.
    case failed(place: String, state: String, message: String)
}

extension PostgresError: CustomStringConvertible {
    /// What failed, where, and how to mend it.
    package var description: String {
        switch self {
        case .badAddress(let reason): "the address of the PostgreSQL database \(reason)"
        case .unreachable(let place, let reason): "cannot reach \(place): \(reason)"
        case .oldServer(let place, let found):
            "\(place) is PostgreSQL \(found); Ambit takes \(Self.leastVersion) or newer"
        case .readOnly(let place):
            "\(place) takes no changes: it is a standby, or was set to read only; name the hosts of all "
                + "its servers, so that the one that takes them is found"
        case .full(let place):
            "there is no room left on the disk of \(place); nothing was changed, make room there"
        case .noTables(let place):
            "\(place) has no tables of Ambit; make them with `ambit cluster init`"
        case .otherSchema(let place, let found, let supported) where found > supported:
            "\(place) has schema \(found), and this ambit knows up to \(supported); use the newer ambit "
                + "that made it"
        case .otherSchema(let place, let found, let supported):
            "\(place) has schema \(found), and this ambit works with \(supported); bring it up to date "
                + "with `ambit cluster init`"
        case .foreignTables(let place):
            "\(place) has a schema named ambit that Ambit did not make; it was left as it is, name another "
                + "database"
        case .unknownOutcome(let place):
            "the connection to \(place) broke while something was being changed: whether it was is not "
                + "known"
        case .unreadable(let column):
            "a value that PostgreSQL answered with, in column \(column + 1), cannot be read"
        case .damaged(let place, let detail): "\(place) is damaged: \(detail)"
        case .failed(let place, let state, let message): "\(place): \(message) (SQLSTATE \(state))"
        }
    }

    /// The oldest PostgreSQL that Ambit takes.
    static let leastVersion = 15
}

extension PostgresError: StorageFailure {
    /// What whoever waits for the store can be told of it.
    package var storageFault: StorageFault? {
        switch self {
        case .full: .full
        case .unreachable, .readOnly: .unreachable
        case .unknownOutcome: .unknownOutcome
        default: nil
        }
    }

    /// Whether it may go away by itself, such as when another server takes over.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .readOnly, .unknownOutcome: true
        default: false
        }
    }

    /// Whether something may have been changed all the same.
    var mayHaveChanged: Bool {
        if case .unknownOutcome = self { true } else { false }
    }
}
