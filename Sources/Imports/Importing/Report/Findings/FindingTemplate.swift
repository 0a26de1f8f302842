/// A sentence with names in place of values, as ``FindingWording`` has it.
enum FindingTemplate {
    /// A piece of a template.
    private enum Piece {
        case words(Substring)
        case value(name: String)
        /// A number, where it is shown, and the word that goes with it.
        case noun(name: String, one: Substring, other: Substring, showsNumber: Bool)
    }

    /// The names that a template has.
    static func names(of template: String) -> Set<String> {
        Set(
            pieces(template).compactMap { piece in
                switch piece {
                case .words: nil
                case .value(let name), .noun(let name, _, _, _): name
                }
            }
        )
    }

    /// The sentence with its values.
    static func filled(_ template: String, _ members: [Finding.Member]) -> String {
        var text = ""
        for piece in pieces(template) {
            switch piece {
            case .words(let words): text += words
            case .value(let name): text += value(name, members).map(words) ?? "{\(name)}"
            case .noun(let name, let one, let other, let showsNumber):
                guard let value = value(name, members) else { continue }
                if showsNumber { text += words(value) + " " }
                text += isOne(value) ? one : other
            }
        }
        return text
    }

    private static func value(_ name: String, _ members: [Finding.Member]) -> Finding.Value? {
        members.first { $0.name == name }?.value
    }

    private static func isOne(_ value: Finding.Value) -> Bool {
        switch value {
        case .count(1), .number(1): true
        default: false
        }
    }

    /// A value in English.
    static func words(_ value: Finding.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): String(number)
        case .count(let number): grouped(Int(number))
        case .length(let meters): lengthText(meters)
        case .texts(let texts): texts.joined(separator: ", ")
        case .finding(let finding): finding.text
        case .findings(let findings): findings.map(\.text).joined(separator: ", ")
        case .clauses(let findings): findings.map(\.text).joined(separator: "; ")
        }
    }

    private static func pieces(_ template: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.words(rest[..<open])) }
            pieces.append(piece(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.words(rest)) }
        return pieces
    }

    private static func piece(_ text: Substring) -> Piece {
        guard let mark = text.firstIndex(where: { $0 == "|" || $0 == "?" }) else {
            return .value(name: String(text))
        }
        let forms = text[text.index(after: mark)...]
            .split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        return .noun(
            name: String(text[..<mark]),
            one: forms[0],
            other: forms.last ?? forms[0],
            showsNumber: text[mark] == "|"
        )
    }
}
