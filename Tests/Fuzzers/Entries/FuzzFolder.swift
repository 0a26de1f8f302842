import Foundation
import Glibc

/// A folder in memory, where there is one, with the files that a reader is to read.
final class FuzzFolder {
    let path: String
    /// Whether it goes with the object; one that was given stays, for the next run.
    private let isOwn: Bool

    init() {
        if let given = getenv("AMBIT_FUZZ_FOLDER") {
            (path, isOwn) = (String(cString: given), false)
            return
        }
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        path = "\(parent)/ambit-fuzz-\(getpid())-\(UInt64.random(in: .min ... .max))"
        isOwn = true
        mkdir(path, 0o700)
    }

    deinit { if isOwn { try? FileManager.default.removeItem(atPath: path) } }

    /// Writes a file anew; returns its path.
    func write(_ bytes: some Collection<UInt8>, as name: String) -> String {
        let target = "\(path)/\(name)"
        let file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return target }
        defer { close(file) }
        let whole = Array(bytes)
        _ = whole.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        return target
    }

    /// Removes a file.
    func remove(_ name: String) { unlink("\(path)/\(name)") }
}
