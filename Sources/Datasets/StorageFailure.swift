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
}
