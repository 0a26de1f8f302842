import ArgumentParser
import Foundation

extension OutputOptions {
    /// The wanted text format, or the standard one.
    var resolvedFormat: OutputFormat {
        chosenFormat.flatMap { OutputFormat(rawValue: $0.rawValue) }
            ?? (isForPeople ? .table : .csv)
    }

    /// A writer for few rows, which ends the process where they cannot be written.
    func makeWriter(columns: [String]) -> PlainRowWriter {
        PlainRowWriter(self, columns: columns)
    }
}

/// Writes few rows as text. A failure ends the process: nothing that it does is half done then.
final class PlainRowWriter {
    private let writer: RowWriter

    init(_ options: OutputOptions, columns: [String]) {
        writer = OrEnd.trying {
            if let format = options.chosenFormat, format.needsFile {
                throw ValidationError(
                    "these rows are no places; --format \(format.rawValue) is for places"
                )
            }
            return try options.openWriter(columns: columns)
        }
    }

    func write(_ row: Row) { OrEnd.trying { try writer.write(row) } }

    func finish() { OrEnd.trying { try writer.finishText() } }
}

extension OutputOptions {
    /// Writes a text that is whole, where rows would go.
    func writeWhole(_ bytes: [UInt8]) {
        OrEnd.trying {
            let stream = try OutputStream.open(output)
            try stream.write(bytes)
            try stream.finish()
        }
    }
}

/// Does something or ends the process: quietly when nobody reads any more.
private enum OrEnd {
    static func trying<Result>(_ body: () throws -> Result) -> Result {
        do { return try body() } catch {
            if case OutputError.readerGone = error { exit(0) }
            StandardError.print("error: \(error)")
            exit(1)
        }
    }
}
