import DomainModules
import Foundation
import HTTPService
import Logging
import SpatiaLiteStore

// What a service stands in: its greeting, its log, its metrics and the variables of the environment.
extension Serve {
    /// Tells a person what to open and what to try.
    static func greet(host: String, port: Int) {
        let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        StandardError.print(
            """
            Ambit is listening.
              The map:        \(url)/
              The interface:  \(url)/openapi.json
              Try:            curl '\(url)/v1/stations?lat=42.1&lon=-101.5&limit=3'
            Ctrl-C ends it.
            """
        )
    }

    static func metrics(of store: SpatiaLiteStore) -> [Metric] {
        [
            .histogram(
                "ambit_commit_changes",
                help: "How many changes went into one commit."
            ) {
                let statistics = store.writeStatistics
                return .init(
                    bounds: WriteStatistics.sizeBounds,
                    counts: statistics.sizes,
                    sum: Double(statistics.changes)
                )
            },
            .histogram(
                "ambit_commit_seconds",
                help: "How long a commit took, until it was on disk."
            ) {
                let statistics = store.writeStatistics
                return .init(
                    bounds: WriteStatistics.durationBounds,
                    counts: statistics.durations,
                    sum: statistics.seconds
                )
            },
        ]
    }

    /// Whether a variable of the environment has one of its two values; nothing is the other.
    static func isSet(
        _ name: String,
        to value: String,
        otherwise standard: String
    ) throws -> Bool {
        let text = ProcessInfo.processInfo.environment[name] ?? standard
        guard [value, standard].contains(text) else {
            throw ServeError.badVariable(name, text, allowed: [standard, value])
        }
        return text == value
    }

    static func makeLogger() throws -> Logger {
        let name = ProcessInfo.processInfo.environment["AMBIT_LOG"] ?? "notice"
        let isJSON = try isSet("AMBIT_LOG_FORMAT", to: "json", otherwise: "text")
        var logger = Logger(label: "ambit") { label -> any LogHandler in
            isJSON ? JSONLogHandler() : StreamLogHandler.standardError(label: label)
        }
        guard let level = Logger.Level(rawValue: name) else {
            throw ServeError.badVariable(
                "AMBIT_LOG",
                name,
                allowed: Logger.Level.allCases.map(\.rawValue)
            )
        }
        logger.logLevel = level
        return logger
    }
}
