import Importing

/// What voters ask by, where it is no place.
enum VoterText: String, Sendable {
    case address, postcode

    /// `an address`.
    var phrase: String { self == .address ? "an address" : "a postcode" }

    /// What columns that hold it are called, without spaces and marks.
    fileprivate var names: Set<String> {
        switch self {
        case .address:
            ["address", "fulladdress", "streetaddress", "voteraddress", "adresse", "anschrift"]
        case .postcode:
            ["postcode", "postalcode", "zip", "zipcode", "zip5", "plz", "postleitzahl"]
        }
    }
}

/// A row with what is asked, and all that it says.
struct TextRow: Sendable {
    let text: String
    let values: [Value]
}

/// Addresses or postcodes in text: one a line, or a column of comma-separated text under a header that
/// names it. An address may be in several columns: house number, street, town and postcode.
final class TextSource: FeedSource {
    let columns: [String]

    private let kind: VoterText
    private let name: String
    private let bytes: ByteSource
    private let failure: Failure
    /// Which columns make the text; nil where each line is one.
    private let parts: [[Int]]?
    private let table: DelimitedText?
    private var line = 0
    private var rest: [UInt8] = []

    /// Carries an error of reading past a reader that knows none.
    private final class Failure {
        var error: (any Error)?
    }

    /// - Throws: ``PlaceFileError`` when there is no text.
    init(_ bytes: ByteSource, _ kind: VoterText) throws {
        self.bytes = bytes
        self.kind = kind
        name = bytes.name
        let failure = Failure()
        self.failure = failure
        let start = try bytes.peek()
        guard !start.isEmpty else {
            throw PlaceFileError.badFile(
                name: name,
                reason: "it is empty; give \(kind.phrase) a line, or a CSV with such a column"
            )
        }
        let first = start.first { !" \t\r\n".utf8.contains($0) }
        guard first != UInt8(ascii: "{"), first != UInt8(ascii: "["), !start.contains(0) else {
            throw PlaceFileError.badFile(
                name: name,
                reason: "give \(kind.phrase) a line, or a CSV with such a column"
            )
        }
        let header = Self.cells(start)
        if let parts = Self.parts(of: header, kind) {
            let text = DelimitedText {
                do { return try bytes.next() } catch {
                    failure.error = error
                    return []
                }
            }
            _ = try text.next()
            table = text
            self.parts = parts
            columns = header
        } else {
            table = nil
            parts = nil
            columns = [kind.rawValue]
        }
    }

    /// The cells of the first line.
    private static func cells(_ start: [UInt8]) -> [String] {
        var given = false
        let text = DelimitedText {
            defer { given = true }
            return given ? [] : start
        }
        return ((try? text.next())?.cells ?? []).map(\.trimmed)
    }

    /// The columns that make the text, those that are written together as one; nil where the line is
    /// no header.
    private static func parts(of header: [String], _ kind: VoterText) -> [[Int]]? {
        let names = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        func column(_ wanted: Set<String>) -> Int? { names.firstIndex(where: wanted.contains) }
        if let whole = column(kind.names) {
            guard kind == .address else { return [[whole]] }
            return [[whole], towns(column)]
        }
        guard kind == .address, let street = column(["street", "streetname", "strasse"]) else {
            return nil
        }
        let house = column(["housenumber", "houseno", "number", "hausnummer", "streetnumber"])
        return [[house, street].compactMap { $0 }, towns(column)]
    }

    private static func towns(_ column: (Set<String>) -> Int?) -> [Int] {
        [column(["town", "city", "ort", "stadt"]), column(VoterText.postcode.names)]
            .compactMap { $0 }
    }

    func next() throws -> TextRow? {
        guard let table, let parts else { return try nextLine() }
        let record: (line: Int, cells: [String])?
        do { record = try table.next() } catch {
            if case .badRecord(let line, let reason) = error {
                throw PlaceFileError.badRow(name: name, line: line, reason: reason)
            }
            throw error
        }
        if let error = failure.error { throw error }
        guard let (line, cells) = record else { return nil }
        func bad(_ reason: String) -> PlaceFileError {
            .badRow(name: name, line: line, reason: reason)
        }
        guard cells.count == columns.count else {
            throw bad(
                "\(counted(cells.count, "values")) for \(counted(columns.count, "columns"))"
            )
        }
        let text = parts.map { part in
            part.map { cells[$0].trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: ", ")
        return TextRow(text: try checked(text, bad), values: cells.map { .text($0) })
    }

    /// Whole lines; empty ones are passed over.
    private func nextLine() throws -> TextRow? {
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            if end == nil {
                let more = try bytes.next()
                if !more.isEmpty {
                    rest += more
                    continue
                }
                if rest.isEmpty { return nil }
            }
            let whole = rest[..<(end ?? rest.endIndex)]
            rest = Array(rest[(end.map { $0 + 1 } ?? rest.endIndex)...])
            line += 1
            var text = String(decoding: whole, as: UTF8.self)
            if line == 1, text.hasPrefix("\u{FEFF}") { text.removeFirst() }
            if text.hasSuffix("\r") { text.removeLast() }
            guard !text.trimmed.isEmpty else { continue }
            let number = line
            text = try checked(text.trimmed) { reason in
                .badRow(name: name, line: number, reason: reason)
            }
            return TextRow(text: text, values: [.text(text)])
        }
    }

    private func checked(
        _ text: String,
        _ bad: (String) -> PlaceFileError
    ) throws -> String {
        guard !text.isEmpty else { throw bad("there is not \(kind.phrase) in it") }
        guard text.count <= Vote.longestText else {
            throw bad(
                "\(kind.rawValue) has \(text.count) characters; at most \(Vote.longestText) are read"
            )
        }
        return text
    }
}
