internal import ReferenceSystems
internal import RowFiles

extension ImportProfile {
    /// Reads a profile's text.
    ///
    /// - Parameter name: What errors call it.
    /// - Throws: ``ImportError/badProfile(_:line:reason:)`` for the first line that cannot be read.
    public init(parsing text: String, name: String) throws(ImportError) {
        self.init(name: name)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            let word = line.prefix { !$0.isWhitespace }
            let rest = line.dropFirst(word.count).trimmed
            do {
                try read(String(word), rest)
            } catch {
                throw .badProfile(name, line: index + 1, reason: error.reason)
            }
        }
    }

    private struct LineError: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private static let directives =
        "about, encoding, delimiter, crs, column, optional, address, set, skip and capture"

    private mutating func read(_ word: String, _ rest: String) throws(LineError) {
        guard !rest.isEmpty else {
            throw LineError("\"\(word)\" stands alone; say what, or leave the line out")
        }
        switch word {
        case "about": about = rest
        case "encoding": encoding = try Self.encoding(rest)
        case "delimiter":
            guard let delimiter = CSVDialect.Delimiter(rawValue: rest) else {
                throw LineError("delimiter is \"\(rest)\"; it is comma, semicolon, tab or pipe")
            }
            self.delimiter = delimiter
        case "crs":
            do {
                referenceSystem = try CoordinateReferenceSystem(parsing: rest)
            } catch { throw LineError(error.description) }
        case "column": columns.append(try Self.mapping(rest))
        case "optional": optionalColumns.append(try Self.mapping(rest))
        case "address": addressColumns.append(try Self.mapping(rest))
        case "set":
            let (field, value) = try Self.parts(rest, "set FIELD = VALUE")
            constants.append(FieldConstant(field: field, value: value))
        case "skip": try readSkip(rest)
        case "capture": captures.append(try Self.capture(rest))
        default:
            throw LineError("there is no directive \"\(word)\"; there are \(Self.directives)")
        }
    }

    private static func encoding(_ text: String) throws(LineError) -> TextEncoding {
        let known: [TextEncoding] = [
            .utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252, .macRoman,
        ]
        let word = text.lowercased()
        // Every latin-1 text is a windows-1252 text.
        if ["latin-1", "latin1", "iso-8859-1"].contains(word) { return .windows1252 }
        if ["macintosh", "mac-roman", "x-mac-roman"].contains(word) { return .macRoman }
        guard let encoding = known.first(where: { $0.rawValue.lowercased() == word }) else {
            throw LineError(
                "encoding is \"\(text)\"; it is "
                    + known.map(\.rawValue).joined(separator: ", ") + " or latin-1"
            )
        }
        return encoding
    }

    private static func parts(
        _ text: String,
        _ form: String
    ) throws(LineError) -> (String, String) {
        guard let split = text.lastIndex(of: "=") else {
            throw LineError("\"\(text)\" has no =; write \(form)")
        }
        let left = text[..<split].trimmed
        let right = text[text.index(after: split)...].trimmed
        guard !left.isEmpty, !right.isEmpty else {
            throw LineError("\"\(text)\" lacks a side; write \(form)")
        }
        return (left, right)
    }

    private static func mapping(_ text: String) throws(LineError) -> ColumnMapping {
        let (column, field) = try parts(text, "column COLUMN = FIELD")
        try check(field)
        return ColumnMapping(column: column, field: field)
    }

    private static func check(_ field: String) throws(LineError) {
        let fields = Field.stationFields + Field.messageFields
        let names = fields.map(\.name) + [Field.attribute, Field.ignore]
        guard
            names.contains(field) || otherFields.contains(field)
                || field.hasPrefix(ColumnMatcher.districtPrefix)
        else {
            var seen: Set<String> = []
            let choices = names.filter { seen.insert($0).inserted }
            throw LineError(
                "there is no field \"\(field)\"; there are \(choices.joined(separator: ", ")) and "
                    + "district.TYPE"
            )
        }
    }

    /// The fields of records that are neither stations nor messages.
    private static let otherFields = Set(
        (Field.addressFields + Field.postcodeFields + Field.contestFields + Field.measureFields
            + Field.electionFields + Field.roadFields
            + [
                .groundType, .groundKey, .groundName, .groundDetail, .districtKind,
                .codeOfDistrict(type: nil), .nameOfDistrict(type: nil),
            ]).map(\.name)
    )

    private mutating func readSkip(_ text: String) throws(LineError) {
        let forms =
            "write skip lines N, skip where COLUMN is VALUE, skip where COLUMN is blank, or skip "
            + "where COLUMN matches /EXPRESSION/"
        if text.hasPrefix("lines ") {
            guard let count = Int(text.dropFirst(6).trimmed), 1...1_000 ~= count else {
                throw LineError("\"\(text)\" names no count of lines, 1 to 1000")
            }
            skippedLines = count
            return
        }
        guard text.hasPrefix("where ") else { throw LineError("\"skip \(text)\": \(forms)") }
        let body = text.dropFirst(6)
        if let mark = body.firstRange(of: " matches ") {
            let pattern = try Self.pattern(body[mark.upperBound...].trimmed)
            skips.append(
                RowSkip(column: body[..<mark.lowerBound].trimmed, condition: .matches(pattern))
            )
        } else if let mark = body.firstRange(of: " is ") {
            let value = body[mark.upperBound...].trimmed
            skips.append(
                RowSkip(
                    column: body[..<mark.lowerBound].trimmed,
                    condition: value == "blank" ? .isBlank : .equals(value)
                )
            )
        } else {
            throw LineError("\"skip \(text)\": \(forms)")
        }
    }

    private static func capture(_ text: String) throws(LineError) -> ColumnCapture {
        guard let mark = text.firstRange(of: " /") else {
            throw LineError(
                "\"\(text)\" has no expression; write capture COLUMN /(?<FIELD>...)/"
            )
        }
        let pattern = try pattern(text[text.index(after: mark.lowerBound)...].trimmed)
        let fields = ProfileExpression(pattern)?.fields ?? []
        guard !fields.isEmpty else {
            throw LineError(
                "/\(pattern)/ has no named group; write (?<FIELD>...), as in (?<city>.*)"
            )
        }
        for field in fields { try check(field) }
        return ColumnCapture(
            column: text[..<mark.lowerBound].trimmed,
            pattern: pattern,
            fields: fields
        )
    }

    /// The expression between two slashes.
    private static func pattern(_ text: String) throws(LineError) -> String {
        guard text.count >= 3, text.first == "/", text.last == "/" else {
            throw LineError("\"\(text)\" is no expression; write it between two slashes")
        }
        let pattern = String(text.dropFirst().dropLast())
        guard ProfileExpression(pattern) != nil else {
            throw LineError("/\(pattern)/ is no regular expression")
        }
        return pattern
    }

    // MARK: Writing

    /// The profile as a text that ``init(parsing:name:)`` reads again.
    public var text: String {
        var lines: [String] = []
        func add(_ word: String, _ rest: String) {
            lines.append(word.padded(to: 11) + rest)
        }
        if !about.isEmpty { add("about", about) }
        if let encoding { add("encoding", encoding.rawValue) }
        if let delimiter { add("delimiter", delimiter.rawValue) }
        if let referenceSystem { add("crs", referenceSystem.identifier) }
        for column in columns { add("column", "\(column.column) = \(column.field)") }
        for column in optionalColumns { add("optional", "\(column.column) = \(column.field)") }
        for column in addressColumns { add("address", "\(column.column) = \(column.field)") }
        for constant in constants { add("set", "\(constant.field) = \(constant.value)") }
        if skippedLines > 0 { add("skip", "lines \(skippedLines)") }
        for skip in skips {
            switch skip.condition {
            case .isBlank: add("skip", "where \(skip.column) is blank")
            case .equals(let value): add("skip", "where \(skip.column) is \(value)")
            case .matches(let pattern): add("skip", "where \(skip.column) matches /\(pattern)/")
            }
        }
        for capture in captures { add("capture", "\(capture.column) /\(capture.pattern)/") }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension StringProtocol {
    /// The text without white space at either end.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
