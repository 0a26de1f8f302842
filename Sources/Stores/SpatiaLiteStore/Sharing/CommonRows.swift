/// Where the rows stand that the files of many nodes have in common: one history of changes, each of which
/// follows the one before it.
///
/// The truth is there; a node's file holds the same rows, so that whatever reads them reads the file. A change is
/// made in the file, offered here, and kept in the file when it was taken here. All calls wait for the database.
package protocol CommonRows: Sendable {
    /// What a file that follows this place remembers it by.
    var address: String { get }
    /// Where it is, for people.
    var place: String { get }

    /// The last change.
    func head() throws -> CommonMark

    /// The rows that are others than after a change, as they are now; nil where that change is not known any more,
    /// or never was one of this history: then everything is to be read.
    func changes(since mark: CommonMark) throws -> CommonChanges?

    /// Hands over all rows, of one moment.
    ///
    /// - Returns: The last change of that moment.
    func everything(_ visit: (CommonRow) throws -> Void) throws -> CommonMark

    /// Adds a change, which is on the server's disk, and on its standby's, when this returns.
    ///
    /// - Returns: The change; nil where another one followed `mark` meanwhile.
    func append(_ rows: [CommonRow], after mark: CommonMark) throws -> CommonMark?

    /// Lets nobody else add anything until ``endTurn()``, or a change of this one's: who has come too late several
    /// times waits for this.
    func takeTurn() throws

    /// Ends a turn, whether there is one or not.
    func endTurn()

    /// Whether this is the one node that does what is to be done once for all of them.
    func leads() throws -> Bool

    /// A number that no other version of a dataset has.
    func newVersionID() throws -> Int64

    /// The versions of datasets that are whole, with a number that tells each from another under the same id.
    func versions() throws -> [Int64: Int64]

    /// Keeps the table of a version of a dataset, piece by piece; nobody sees it before `write` returns.
    ///
    /// - Returns: The number that tells it from others.
    func keep(
        _ versionID: Int64,
        _ head: VersionHead,
        _ write: (_ add: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Int64

    /// Hands over what was kept; false where there is nothing whole.
    func version(
        _ versionID: Int64,
        _ begin: (VersionHead) throws -> Void,
        _ visit: ([UInt8]) throws -> Void
    ) throws -> Bool

    /// Removes the table of a version.
    func removeVersion(_ versionID: Int64) throws

    /// How many steps of each module the rows have had.
    func schemas() throws -> [String: Int]

    /// Notes that the rows have had more.
    func raise(_ schemas: [String: Int]) throws
}

/// A change, by its number and by what tells it from one of another history.
package struct CommonMark: Sendable, Hashable {
    /// Counts up by one with each change; 0 before the first.
    package let number: Int64
    /// By chance.
    package let stamp: Int64

    /// A mark with both members.
    package init(number: Int64, stamp: Int64) {
        self.number = number
        self.stamp = stamp
    }
}

/// A row of a table.
package struct CommonRow: Sendable, Hashable {
    /// The table's name.
    package let table: String
    /// The values of its primary key, as ``RowCoding`` writes them.
    package let key: [UInt8]
    /// The values of all its columns; nil where it is gone.
    package let content: [UInt8]?

    /// A row with all its members.
    package init(table: String, key: [UInt8], content: [UInt8]?) {
        self.table = table
        self.key = key
        self.content = content
    }
}

/// What is another than it was.
package struct CommonChanges: Sendable {
    /// Each row once, as it is after ``mark``.
    package let rows: [CommonRow]
    /// The last change.
    package let mark: CommonMark

    /// Changes with both members.
    package init(rows: [CommonRow], mark: CommonMark) {
        self.rows = rows
        self.mark = mark
    }
}

/// How the table of a version is made.
package struct VersionHead: Sendable, Hashable, Codable {
    /// The kind of its records.
    package let kind: String
    /// The statement that makes the table.
    package let table: String
    /// The statement that makes ids quick to find.
    package let index: String
    /// SpatiaLite's number for what stands in its geometries.
    package let geometry: Int
}

/// Opens the place that a file follows.
package final class CommonSource: Sendable {
    private let opening: @Sendable (_ known: String?) throws -> (any CommonRows)?

    /// - Parameter opening: Is told what the file remembers, nil for nothing; returns nil where the file is to
    ///   follow no place.
    package init(_ opening: @escaping @Sendable (_ known: String?) throws -> (any CommonRows)?) {
        self.opening = opening
    }

    func open(_ known: String?) throws -> (any CommonRows)? { try opening(known) }
}

extension CommonSource: Hashable {
    package static func == (left: CommonSource, right: CommonSource) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Why a file cannot follow the rows that nodes have in common.
package enum SharingError: Error, Hashable, Sendable {
    /// The file follows a place, and is opened by something that cannot reach it.
    case notReached(path: String, address: String)
    /// The file has rows of its own, and so has the place.
    case ownRows(path: String, place: String)
    /// A newer Ambit wrote the rows.
    case newerRows(place: String, table: String)
    /// A newer Ambit brought a module's rows up to date.
    case newerModule(place: String, module: String, found: Int, supported: Int)
    /// A row that cannot be read.
    case unreadable(place: String, table: String)
    /// The table of a version is missing there.
    case noVersion(place: String, dataset: String)
    /// Others were always first.
    case crowded(place: String)
    /// Imported messages would be one node's alone.
    case noMessages(place: String)
}

extension SharingError: CustomStringConvertible {
    /// What is wrong, and how to mend it.
    package var description: String {
        switch self {
        case .notReached(let path, let address):
            "\(path) is the file of a node whose rows stand at \(address) too; this command cannot change it"
        case .ownRows(let path, let place):
            "\(path) has accounts, datasets or other rows of its own, and \(place) has others; a node begins with "
                + "an empty file (`ambit serve --create --database NEW --cluster ...`), and the first node "
                + "of a cluster brings its rows along"
        case .newerRows(let place, let table):
            "\(place) has rows of \(table) that a newer ambit wrote; bring this node up to date"
        case .newerModule(let place, let module, let found, let supported):
            "\(place) has schema \(found) of the module \(module), and this ambit knows up to \(supported); bring "
                + "this node up to date"
        case .unreadable(let place, let table):
            "\(place) has a row of \(table) that cannot be read; `ambit cluster check` says more"
        case .noVersion(let place, let dataset):
            "\(place) lacks the records of a version of \(dataset); import its file again"
        case .noMessages(let place):
            "the database is the file of a node whose rows stand at \(place) too, and messages are not imported there: "
                + "those of all nodes are posted"
        case .crowded(let place):
            "other nodes changed \(place) again and again before this one; try again"
        }
    }
}
