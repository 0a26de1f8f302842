import Foundation
import GeoJSON
import Logging
import Timekeeping

/// Writes each entry of the log as one line of JSON: `time`, `level`, `message`, and the entry's own
/// members in `values`.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let clock: any WallClock
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes a line with its end.
    init(
        clock: any WallClock = SystemWallClock(),
        write: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
    ) {
        self.clock = clock
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var values = metadata
        values.merge(metadataProvider?.get() ?? [:]) { $1 }
        values.merge(event.metadata ?? [:]) { $1 }
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("time", clock.now.rfc3339)
            json.member("level", event.level.rawValue)
            json.member("message", "\(event.message)")
            json.member(
                "values",
                object: { json in
                    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                        json.member(name, "\(value)")
                    }
                }
            )
        }
        write(String(decoding: json.takeBytes(), as: UTF8.self) + "\n")
    }
}
