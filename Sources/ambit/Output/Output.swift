import ArgumentParser
import Foundation

/// How rows are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, geojson, ndjson
}

/// The options of every command that prints rows.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How rows are written (default: table on a terminal, csv in a pipe).",
            valueName: "table|csv|json|geojson|ndjson"
        )
    )
    var format: OutputFormat?

    /// A writer in the wanted format onto standard output.
    func makeWriter(columns: [String]) -> any RowWriter {
        let output = StandardOutput()
        return switch format ?? (isatty(STDOUT_FILENO) == 1 ? .table : .csv) {
        case .table: TableWriter(columns: columns, output: output)
        case .csv: CSVWriter(columns: columns, output: output)
        case .json: JSONArrayWriter(columns: columns, output: output)
        case .ndjson: JSONLinesWriter(columns: columns, output: output)
        case .geojson: GeoJSONRowWriter(columns: columns, output: output)
        }
    }
}

/// Writes rows in one format. Formats that need to see all rows first keep them until `finish`.
protocol RowWriter: AnyObject {
    func write(_ row: Row)
    func finish()
}

/// Standard output, written in large pieces.
final class StandardOutput {
    private var buffer: [UInt8] = []
    private static let pieceByteCount = 1 << 16

    func write(_ bytes: some Collection<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.pieceByteCount { flush() }
    }

    func write(_ text: String) { write(text.utf8) }

    func flush() {
        buffer.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    STDOUT_FILENO,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    // A reader that has gone away, such as `head`, wants no more.
                    if errno == EPIPE { exit(0) }
                    let reason = String(cString: strerror(errno))
                    StandardError.print("error: standard output cannot be written: \(reason)")
                    exit(1)
                }
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Messages and progress: never mixed with results.
enum StandardError {
    static func print(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Whether somebody is watching.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
