internal import CFence
internal import Glibc

/// A process that answers one message after another over a socket.
///
/// Owned by one at a time, who waits for its answers. The descriptor is private and closed exactly
/// once, when the object goes; the process is killed then, and its exit code collected.
final class WorkerProcess {
    /// Why there is no answer.
    enum Failure: Error {
        /// The system's errno.
        case notStarted(Int32)
        /// It has ended, or says what is no message.
        case ended
        /// It has computed for as long as it might.
        case outOfTime
        case cancelled
    }

    private let descriptor: Int32
    /// Its number.
    let process: pid_t
    /// How many messages it has answered.
    private(set) var answerCount = 0

    private var lastComputed = 0.0

    /// How often is looked whether the answer is still wanted, in milliseconds.
    private static let pollMilliseconds: Int32 = 50
    /// How many times as long as it may compute it may take where others take the cores.
    private static let patience = 10.0

    init(executable: String, arguments: [String]) throws(Failure) {
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

    /// Sends a message, and waits for the answer.
    ///
    /// - Parameters:
    ///   - seconds: How long the process may compute for it.
    ///   - isCancelled: Asked some twenty times a second.
    func answer(
        to message: [UInt8],
        within seconds: Double,
        unless isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        let wait = Wait(
            started: computed,
            seconds: seconds,
            deadline: ContinuousClock.now + .seconds(seconds * Self.patience)
        )
        try send(AreaFrame.header(message.count) + message, wait, isCancelled)
        let header = try receive(AreaFrame.headerLength, wait, isCancelled)
        guard let length = AreaFrame.length(header) else { throw .ended }
        let answer = try receive(length, wait, isCancelled)
        answerCount += 1
        return answer
    }

    /// How long the process has computed, in seconds of a core, as far as was seen.
    var computed: Double {
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

    private struct Wait {
        let started: Double
        let seconds: Double
        let deadline: ContinuousClock.Instant
    }

    private func send(
        _ bytes: [UInt8],
        _ wait: Wait,
        _ isCancelled: () -> Bool
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
                try pause(for: POLLOUT, wait, isCancelled)
            }
        }
    }

    private func receive(
        _ count: Int,
        _ wait: Wait,
        _ isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        // What it promises is believed as far as it comes.
        var chunk = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while bytes.count < count {
            let wanted = min(chunk.count, count - bytes.count)
            let got = recv(descriptor, &chunk, wanted, Int32(MSG_DONTWAIT))
            if got > 0 {
                bytes += chunk[..<got]
            } else if got == 0 {
                throw .ended
            } else {
                try pause(for: POLLIN, wait, isCancelled)
            }
        }
        return bytes
    }

    /// Waits for a moment, after a call that could not be answered at once.
    private func pause(
        for event: Int32,
        _ wait: Wait,
        _ isCancelled: () -> Bool
    ) throws(Failure) {
        guard errno == EAGAIN || errno == EINTR else { throw .ended }
        if isCancelled() { throw .cancelled }
        guard computed - wait.started <= wait.seconds, ContinuousClock.now < wait.deadline else {
            throw .outOfTime
        }
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        poll(&entry, 1, Self.pollMilliseconds)
    }
}
