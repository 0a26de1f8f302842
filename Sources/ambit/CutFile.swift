internal import Foundation

/// A file that is mapped into memory and that another program cuts short ends the process the next time
/// that it looks there: such is the index of the database's log, which SQLite shares with other processes.
/// What it would go on with is gone, so that this is the right end; but it has to be told.
enum CutFile {
    private static let message: StaticString = """
        error: a file that was in use was cut short by another program: the index of the database's log \
        (-shm), unless an import was reading one. Nothing that was acknowledged is lost; start ambit \
        again, and the index is made anew

        """

    /// Lets an end by SIGBUS say why.
    static func explainEnd() {
        // Made now: a handler may not wait for what makes it.
        _ = message
        signal(SIGBUS) { number in
            signal(number, SIG_DFL)
            _ = write(STDERR_FILENO, CutFile.message.utf8Start, CutFile.message.utf8CodeUnitCount)
            // Comes when this returns.
            raise(number)
        }
    }
}
