internal import Glibc

/// Standard input and output of a process that works for another one, which are the ends of a socket.
package enum WorkerSocket {
    /// Reads so many bytes of standard input.
    ///
    /// - Returns: nil where it ends before.
    package static func read(_ count: Int) -> [UInt8]? {
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count, let start = buffer.baseAddress {
                let got = Glibc.read(STDIN_FILENO, start + done, count - done)
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                done += got
            }
            initialized = done
        }
        return done == count ? bytes : nil
    }

    /// Reads a message in its ``WorkerFrame``.
    ///
    /// - Returns: nil at the end of standard input, and for what is no message.
    package static func readMessage() -> [UInt8]? {
        read(WorkerFrame.headerLength).flatMap(WorkerFrame.length).flatMap(read)
    }

    /// Writes bytes to standard output.
    ///
    /// - Returns: Whether all of them were written.
    package static func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count, let start = buffer.baseAddress {
                let sent = Glibc.write(STDOUT_FILENO, start + done, buffer.count - done)
                if sent < 0, errno == EINTR { continue }
                if sent <= 0 { return false }
                done += sent
            }
            return true
        }
    }

    /// Writes a message in its ``WorkerFrame``.
    ///
    /// - Returns: Whether all of it was written.
    package static func write(message: [UInt8]) -> Bool {
        write(WorkerFrame.header(message.count) + message)
    }
}
