/// What a line of settings gives its name.
enum SettingValue: Equatable, CustomStringConvertible {
    case text(String)
    case number(Int)
    case boolean(Bool)
    case list([String])

    var description: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .number(let number): "\(number)"
        case .boolean(let isOn): "\(isOn)"
        case .list: "a list"
        }
    }
}

/// Why a line of settings cannot be read.
struct SettingProblem: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// Reads one line of settings.
///
/// Source: TOML 1.0.0, "Key/Value Pair", "String", "Integer", "Boolean", "Array"; of escapes in strings only
/// those of the quotation mark and the backslash.
struct SettingReader {
    private var rest: Substring

    init(_ line: Substring) { rest = line }

    /// The line's name and value; nil for an empty line and a comment.
    ///
    /// - Throws: ``SettingProblem``.
    mutating func read() throws -> (name: String, value: SettingValue)? {
        skipSpace()
        guard let first = rest.first, first != "#" else { return nil }
        guard first != "[" else {
            throw SettingProblem(
                "a table is begun; settings have none, only lines such as port = 8080"
            )
        }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        rest = rest.dropFirst(name.count)
        skipSpace()
        guard !name.isEmpty, take("=") else {
            throw SettingProblem("no setting; write one as port = 8080 or host = \"127.0.0.1\"")
        }
        skipSpace()
        let value = try readValue(of: name)
        skipSpace()
        guard rest.isEmpty || rest.first == "#" else {
            throw SettingProblem("\"\(rest)\" follows the value of \(name)")
        }
        return (String(name), value)
    }

    private mutating func readValue(of name: Substring) throws -> SettingValue {
        if rest.first == "\"" || rest.first == "'" { return .text(try readText()) }
        if take("[") { return .list(try readList()) }
        let word = rest.prefix { !$0.isWhitespace && $0 != "#" }
        rest = rest.dropFirst(word.count)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            guard let number = Int(word) else {
                throw SettingProblem(
                    "\(name) is \(word.isEmpty ? "nothing" : String(word)); a value is a text in quotation "
                        + "marks, a whole number, true, false, or a list of texts in square brackets"
                )
            }
            return .number(number)
        }
    }

    private mutating func readText() throws -> String {
        let mark = rest.removeFirst()
        var text = ""
        while let next = rest.popFirst() {
            if next == mark { return text }
            guard next == "\\", mark == "\"" else {
                text.append(next)
                continue
            }
            guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else {
                throw SettingProblem(
                    "after a backslash stands a quotation mark or another backslash"
                )
            }
            text.append(escaped)
        }
        throw SettingProblem("a text has no end: its quotation mark is missing")
    }

    private mutating func readList() throws -> [String] {
        var texts: [String] = []
        while true {
            skipSpace()
            if take("]") { return texts }
            guard rest.first == "\"" || rest.first == "'" else {
                throw SettingProblem(
                    "a list holds texts in quotation marks, and ends with ] on its line"
                )
            }
            texts.append(try readText())
            skipSpace()
            guard take(",") || rest.first == "]" else {
                throw SettingProblem("the texts of a list have commas between them")
            }
        }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\t" } }
}
