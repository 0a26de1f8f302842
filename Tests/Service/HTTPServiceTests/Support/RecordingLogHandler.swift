import Logging
import Synchronization

/// Keeps every line that is logged, at any level, with all its metadata.
final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    var logger: Logger { Logger(label: "test", factory: { _ in Handler(recorder: self) }) }

    private func record(_ line: String) { recorded.withLock { $0.append(line) } }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let pairs = all.map { "\($0.key)=\($0.value)" }.sorted()
            recorder.record("\(event.level) \(event.message) \(pairs.joined(separator: " "))")
        }
    }
}
