import Foundation
import Synchronization

/// Files that are being written: whoever ends the process before they are whole finds none of them.
enum UnfinishedFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Notes a file that is begun.
    static func add(_ path: String) {
        _ = paths.withLock { $0.insert(path) }
        Interruption.listen()
    }

    /// Forgets a file that is whole, or that was removed.
    static func remove(_ path: String) {
        _ = paths.withLock { $0.remove(path) }
    }

    /// Removes all of them, as the process ends.
    static func unlinkAll() {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            paths = []
        }
    }
}
