/// An error of a store whose cause lies outside Ambit, so that it can be told to whoever waits for
/// the store without knowing which store it is.
public protocol StorageFailure: Error {
    /// What is in the way; nil for any other failure.
    var storageFault: StorageFault? { get }
}

/// What keeps a store from writing.
public enum StorageFault: Sendable, Hashable {
    /// There is no room left where the store, or a file that an import needs, is to be written.
    case full
    /// The folder is missing, or may not be written to, in which an import puts aside what memory
    /// should not hold.
    case noWorkingFolder
    /// Another process keeps the store locked.
    case busy
    /// As many files are open as this process, or the system, may have: for a moment nothing more can be
    /// read or written.
    case tooManyOpenFiles
    /// The disk reports errors: what is written may not reach it.
    case failing
    /// The store is on another machine, which cannot be reached or takes no changes now: nothing was
    /// changed.
    case unreachable
    /// The store is on another machine, and whether it has kept what it was sent is not known.
    case unknownOutcome
    /// The store's files are not those any more that it was opened with: what is written into them
    /// would be gone with the process.
    case lost(StorageLoss)
}

/// Which file of an open store was taken away from it, and how.
public struct StorageLoss: Sendable, Hashable {
    /// A file of a store.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The database's own file.
        case database
        /// The log beside it, which holds what was written last.
        case log
        /// The index of the log, which all processes share that have the database open.
        case index
    }

    /// What became of a file.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// No file has its name any more.
        case removed
        /// Another file has its name.
        case replaced
        /// Part of it is gone.
        case truncated
    }

    /// Which file.
    public let part: Part
    /// What became of it.
    public let change: Change

    /// A loss with both members.
    public init(_ part: Part, _ change: Change) {
        self.part = part
        self.change = change
    }
}

/// A store that can tell, without being written to, that it can't be written to any more.
public protocol StorageSensor: Sendable {
    /// What keeps the store from writing now, as far as that shows without writing; nil for nothing.
    func storageFault() async -> StorageFault?
}
