internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Says who has a database open for writing, and to which file the log beside it belongs: a small
/// locked file that lies there as long as the log does.
///
/// The operating system lets the lock go when a process dies, however it dies; what is noted in the file
/// stays and is what the next one compares.
final class DatabaseLock: Sendable {
    /// What is noted of the database's file.
    struct Note: Sendable, Hashable {
        /// ``FileIdentity/number``; nil while the file has none.
        var number: Int64?
        var device: UInt64
        var inode: UInt64
        /// When the file's content was changed last, in nanoseconds since 1970.
        var modifiedNanoseconds: Int64

        init(number: Int64?, mark: FileMark) {
            self.number = number
            device = mark.device
            inode = mark.inode
            modifiedNanoseconds = mark.modifiedNanoseconds
        }

        fileprivate var text: String {
            let fields = [
                "ambit-lock 1", number.map { "\($0)" } ?? "none", "\(device)", "\(inode)",
                "\(modifiedNanoseconds)",
            ]
            let line = fields.joined(separator: " ")
            return line.padding(toLength: Self.byteCount - 1, withPad: " ", startingAt: 0) + "\n"
        }

        /// Less than any disk writes at once.
        fileprivate static let byteCount = 128

        fileprivate init?(text: String) {
            let fields = text.split(whereSeparator: \.isWhitespace)
            guard fields.count == 6, fields[0] == "ambit-lock", fields[1] == "1",
                let device = UInt64(fields[3]), let inode = UInt64(fields[4]),
                let modified = Int64(fields[5])
            else { return nil }
            number = Int64(fields[2])
            self.device = device
            self.inode = inode
            modifiedNanoseconds = modified
        }
    }

    /// Whether nobody else had the database open for writing when this was made.
    let isAlone: Bool
    /// What was noted before.
    let found: Note?
    /// Its own file.
    let file: String
    private let descriptor: Mutex<Int32?>
    private let number = Mutex<Int64?>(nil)

    /// Takes a place among those who have a database open for writing: alone where nobody else has.
    ///
    /// - Throws: ``SpatiaLiteStoreError/busy(path:)`` when another is alone for too long.
    /// - Returns: Nil where no such file can be made, for instance on a full disk.
    init?(database path: String, waitingSeconds: Double) throws {
        let file = Self.file(of: path)
        let deadline = ContinuousClock.now + .seconds(waitingSeconds)
        while true {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { return nil }
            let isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            let isHeld = isAlone || flock(descriptor, LOCK_SH | LOCK_NB) == 0
            guard isHeld, Self.isStill(descriptor, at: file) else {
                close(descriptor)
                guard ContinuousClock.now < deadline else {
                    throw SpatiaLiteStoreError.busy(path: path)
                }
                if !isHeld { usleep(2000) }
                continue
            }
            self.isAlone = isAlone
            self.file = file
            found = Self.note(in: descriptor)
            self.descriptor = Mutex(descriptor)
            return
        }
    }

    deinit { release(removing: false) }

    /// Lets others in.
    func share() {
        descriptor.withLock { if let open = $0, isAlone { flock(open, LOCK_SH) } }
    }

    /// Notes to which file the log belongs; durable when this returns.
    func note(_ number: Int64?, _ mark: FileMark) {
        self.number.withLock { $0 = number }
        write(Note(number: number, mark: mark), isDurable: true)
    }

    /// Notes that the file's content has changed, as it does when the log is copied into it. Should that
    /// be lost with the power, the next start reads the whole file and finds it sound.
    func noteChange(of mark: FileMark) {
        write(Note(number: number.withLock { $0 }, mark: mark), isDurable: false)
    }

    private func write(_ note: Note, isDurable: Bool) {
        descriptor.withLock { descriptor in
            guard let descriptor else { return }
            let bytes = Array(note.text.utf8)
            _ = pwrite(descriptor, bytes, bytes.count, 0)
            if isDurable { fsync(descriptor) }
        }
    }

    /// Gives the place up.
    ///
    /// - Parameter removing: Whether the file is removed too, where nobody else has a place: right when
    ///   no log is left.
    func release(removing: Bool) {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            if removing, flock(open, LOCK_EX | LOCK_NB) == 0 { unlink(file) }
            close(open)
            descriptor = nil
        }
    }

    /// What is noted of a database, and whether anybody has it open for writing; nil where nothing is
    /// noted.
    static func look(at path: String) -> (note: Note?, isHeld: Bool)? {
        let descriptor = open(file(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) != 0
        return (note(in: descriptor), isHeld)
    }

    private static func file(of path: String) -> String { DatabaseFile.resolved(path) + "-lock" }

    private static func note(in descriptor: Int32) -> Note? {
        var bytes = [UInt8](repeating: 0, count: Note.byteCount)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count == bytes.count else { return nil }
        return Note(text: String(decoding: bytes, as: UTF8.self))
    }

    private static func isStill(_ descriptor: Int32, at file: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(file, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}
