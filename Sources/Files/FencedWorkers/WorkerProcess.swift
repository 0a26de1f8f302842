internal import CFence
internal import Glibc

/// A process that works for this one, over a socket.
///
/// Owned by one at a time, who waits for its answers. The descriptor is private and closed exactly
/// once, when the object goes; the process is killed then, and its exit code collected.
package final class WorkerProcess {
    /// Why there is no answer.
    package enum Failure: Error, Hashable {
        /// The system's errno.
        case notStarted(Int32)
        /// It has ended, or says what is no message.
        case ended
        /// It has computed for as long as it might.
        case outOfTime
        case cancelled
    }

    /// Until when an answer is waited for.
    package struct Patience {
        fileprivate let started: Double
        fileprivate let seconds: Double
        fileprivate let deadline: ContinuousClock.Instant
    }

    private let descriptor: Int32
    /// Its number.
    package let process: Int32
    /// How many messages it has answered.
    package private(set) var answerCount = 0

    private var lastComputed = 0.0

    /// How often is looked whether the answer is still wanted, in milliseconds.
    private static let pollMilliseconds: Int32 = 50
    /// How many times as long as it may compute it may take where others take the cores.
    private static let patience = 10.0
    /// How much of a message is taken from the system at once, in bytes.
    private static let chunkBytes = 1 << 18

    /// Starts it.
    ///
    /// - Parameters:
    ///   - executable: The program's path.
    ///   - arguments: Its arguments, without its name.
    package init(executable: String, arguments: [String]) throws(Failure) {
        var descriptor: Int32 = -1
        var process: pid_t = 0
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let failure = ambit_worker_start(executable, &words, &descriptor, &process)
        guard failure == 0 else { throw .notStarted(failure) }
        self.descriptor = descriptor
        self.process = process
    }

    deinit {
        close(descriptor)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Sends a message, and waits for the answer, both in their ``WorkerFrame``.
    ///
    /// - Parameters:
    ///   - seconds: How long the process may compute for it.
    ///   - isCancelled: Asked some twenty times a second.
    package func answer(
        to message: [UInt8],
        within seconds: Double,
        unless isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        let patience = patience(of: seconds)
        try send(WorkerFrame.header(message.count) + message, patience, unless: isCancelled)
        let header = try receive(WorkerFrame.headerLength, patience, unless: isCancelled)
        guard let length = WorkerFrame.length(header) else { throw .ended }
        let answer = try receive(length, patience, unless: isCancelled)
        answerCount += 1
        return answer
    }

    /// How long the process has computed, in seconds of a core, as far as was seen.
    package var computed: Double {
        lastComputed = max(lastComputed, computedNow)
        return lastComputed
    }

    private var computedNow: Double {
        var clock: clockid_t = 0
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Parts of messages

    /// Waits from now on until the process has computed for so many seconds.
    package func patience(of seconds: Double) -> Patience {
        Patience(
            started: computed,
            seconds: seconds,
            deadline: ContinuousClock.now + .seconds(seconds * Self.patience)
        )
    }

    /// Sends bytes.
    ///
    /// - Parameter isCancelled: Asked some twenty times a second.
    package func send(
        _ bytes: [UInt8],
        _ patience: Patience,
        unless isCancelled: () -> Bool
    ) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map {
                    Glibc.send(
                        descriptor,
                        $0 + done,
                        buffer.count - done,
                        Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                    )
                } ?? 0
            }
            if sent > 0 {
                done += sent
            } else {
                try pause(for: POLLOUT, patience, isCancelled)
            }
        }
    }

    /// Waits for so many bytes.
    ///
    /// - Parameter isCancelled: Asked some twenty times a second.
    package func receive(
        _ count: Int,
        _ patience: Patience,
        unless isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        // What it promises is believed as far as it comes.
        var chunk = [UInt8](repeating: 0, count: min(count, Self.chunkBytes))
        while bytes.count < count {
            let wanted = min(chunk.count, count - bytes.count)
            let got = recv(descriptor, &chunk, wanted, Int32(MSG_DONTWAIT))
            if got > 0 {
                bytes += chunk[..<got]
            } else if got == 0 {
                throw .ended
            } else {
                try pause(for: POLLIN, patience, isCancelled)
            }
        }
        return bytes
    }

    /// Waits for a moment, after a call that could not be answered at once.
    private func pause(
        for event: Int32,
        _ patience: Patience,
        _ isCancelled: () -> Bool
    ) throws(Failure) {
        guard errno == EAGAIN || errno == EINTR else { throw .ended }
        if isCancelled() { throw .cancelled }
        guard computed - patience.started <= patience.seconds,
            ContinuousClock.now < patience.deadline
        else { throw .outOfTime }
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        poll(&entry, 1, Self.pollMilliseconds)
    }
}
