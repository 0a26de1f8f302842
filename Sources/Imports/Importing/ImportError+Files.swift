package import RowFiles

extension ImportError {
    /// What an error of a file's bytes is to an import: the one place where rows of files and imports meet.
    package init(_ error: RowFileError) {
        switch error {
        case .cancelled: self = .cancelled
        // No other documents of XML are imported by their own encoding.
        case .badXMLText(let name, let reason): self = .badFeed(name: name, reason: reason)
        default: self = .file(error)
        }
    }
}

/// Does what reads a file's bytes; its error becomes that of an import.
///
/// Costs nothing where nothing is thrown.
@inline(__always)
package func importing<Value: ~Copyable>(
    _ body: @autoclosure () throws(RowFileError) -> Value
) throws(ImportError) -> Value {
    do throws(RowFileError) { return try body() } catch { throw ImportError(error) }
}

extension RowFileError {
    /// Why, as one word, and what the error speaks of.
    var told: (code: ImportError.Code, values: [String: ImportError.Value]) {
        switch self {
        case .fileNotFound: (.fileNotFound, [:])
        case .isDirectory: (.isDirectory, [:])
        case .unreadable: (.unreadable, [:])
        case .empty(let name):
            (.empty, ["name": .text(name)])
        case .emptyInside(let name):
            (.emptyInside, ["name": .text(name)])
        case .notText(let name, let kind):
            (.notText, ["name": .text(name), "kind": .text(kind)])
        case .brokenPairs(let name, let encoding, let line):
            (
                .brokenPairs,
                ["name": .text(name), "encoding": .text(encoding), "line": .number(Int64(line))]
            )
        case .badArchive(let name, let reason):
            (.badArchive, ["name": .text(name), "reason": .text(reason)])
        case .unpacksTooLarge(let name, let limitBytes):
            (.unpacksTooLarge, ["name": .text(name), "limit_bytes": .number(limitBytes)])
        case .longRow(let line, let limitBytes):
            (.longRow, ["line": .number(Int64(line)), "limit_bytes": .number(Int64(limitBytes))])
        case .longQuote(let line, let limitBytes):
            (.longQuote, ["line": .number(Int64(line)), "limit_bytes": .number(Int64(limitBytes))])
        case .badShapefile(let name, let reason):
            (.badShapefile, ["name": .text(name), "reason": .text(reason)])
        case .badSpreadsheet(let name, let reason):
            (.badSpreadsheet, ["name": .text(name), "reason": .text(reason)])
        case .severalSheets(let name, let sheets):
            (.severalSheets, ["name": .text(name), "sheets": .texts(sheets)])
        case .noSuchSheet(let name, let sheet, let sheets):
            (
                .noSuchSheet,
                ["name": .text(name), "sheet": .text(sheet), "sheets": .texts(sheets)]
            )
        case .noRoom(_):
            (.noRoom, [:])
        case .noTemporaryFolder(_, let reason):
            (.noTemporaryFolder, ["reason": .text(reason)])
        case .changedWhileRead(let name):
            (.changedWhileRead, ["name": .text(name)])
        case .notGeoJSON(let name, let reason):
            (.notGeoJSON, ["name": .text(name), "reason": .text(reason)])
        case .badRecord(let line, let reason):
            (.badRecord, ["line": .number(Int64(line)), "reason": .text(reason)])
        case .badXMLText(let name, let reason):
            (.badFeed, ["name": .text(name), "reason": .text(reason)])
        case .cancelled: (.cancelled, [:])
        }
    }
}
