internal import CFence
internal import Glibc

/// A process that reads a layer of a file for this one, ``LayerWorker``.
///
/// Owned by one at a time, who waits for what it says. The descriptor is private and closed exactly once,
/// when the object goes; the process is killed then, and its exit code collected.
package final class LayerProcess {
    /// Why nothing more is said.
    package enum Failure: Error, Hashable {
        /// The system's errno.
        case notStarted(Int32)
        /// It has crashed, has run out of memory, or says what is no message.
        case ended
        /// It has computed for as long as it may without saying anything.
        case outOfTime
        case cancelled
    }

    private let descriptor: Int32
    private let process: pid_t
    private var lastComputed = 0.0

    /// How long it may compute for one message, in seconds.
    package static let seconds = 60.0
    /// How many times as long as it may compute it may take where others take the cores.
    private static let patience = 10.0
    /// How often is looked whether the answer is still wanted, in milliseconds.
    private static let pollMilliseconds: Int32 = 50

    /// Starts it.
    ///
    /// - Parameter executable: A program that runs ``LayerWorker/serve()`` for its only argument,
    ///   ``LayerWorker/command``.
    package init(
        _ request: LayerRequest,
        executable: String
    ) throws(Failure) {
        var descriptor: Int32 = -1
        var process: pid_t = 0
        var words = [strdup(executable), strdup(LayerWorker.command), nil]
        defer { for word in words { free(word) } }
        let failure = ambit_worker_start(executable, &words, &descriptor, &process)
        guard failure == 0 else { throw .notStarted(failure) }
        self.descriptor = descriptor
        self.process = process
        var header = MessageWriter()
        header.put(request.bytes.count)
        try send(header.bytes + request.bytes)
    }

    deinit {
        close(descriptor)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// What it says next.
    ///
    /// - Parameter isCancelled: Asked some twenty times a second.
    package func next(unless isCancelled: () -> Bool) throws(Failure) -> LayerMessage {
        let wait = Wait(
            started: computed,
            deadline: ContinuousClock.now + .seconds(Self.seconds * Self.patience)
        )
        let header = try receive(LayerMessage.headerLength, wait, isCancelled)
        guard let length = LayerMessage.length(header) else { throw .ended }
        let bytes = try receive(length, wait, isCancelled)
        guard let message = LayerMessage(kind: header[0], bytes) else { throw .ended }
        return message
    }

    private struct Wait {
        let started: Double
        let deadline: ContinuousClock.Instant
    }

    /// How long the process has computed, in seconds of a core, as far as was seen.
    private var computed: Double {
        var clock: clockid_t = 0
        var time = timespec()
        if clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 {
            lastComputed = max(lastComputed, Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        }
        return lastComputed
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map {
                    Glibc.send(descriptor, $0 + done, buffer.count - done, Int32(MSG_NOSIGNAL))
                } ?? 0
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { throw .ended }
            done += sent
        }
    }

    private func receive(
        _ count: Int,
        _ wait: Wait,
        _ isCancelled: () -> Bool
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        // What it promises is believed as far as it comes.
        var chunk = [UInt8](repeating: 0, count: min(count, 1 << 18))
        while bytes.count < count {
            let wanted = min(chunk.count, count - bytes.count)
            let got = recv(descriptor, &chunk, wanted, Int32(MSG_DONTWAIT))
            if got > 0 {
                bytes += chunk[..<got]
            } else if got == 0 {
                throw .ended
            } else {
                guard errno == EAGAIN || errno == EINTR else { throw .ended }
                try pause(wait, isCancelled)
            }
        }
        return bytes
    }

    private func pause(_ wait: Wait, _ isCancelled: () -> Bool) throws(Failure) {
        if isCancelled() { throw .cancelled }
        guard computed - wait.started <= Self.seconds, ContinuousClock.now < wait.deadline else {
            throw .outOfTime
        }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, Self.pollMilliseconds)
    }
}
