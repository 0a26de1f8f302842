/// Something worth knowing about a file that is no reason to refuse a row.
public struct ImportNote: Sendable, Hashable, Encodable {
    /// How much it matters.
    public enum Level: String, Sendable, Hashable, Encodable {
        /// Look at it before you publish.
        case warning
        /// Good to know.
        case note
    }

    /// How much it matters.
    public let level: Level
    /// What it is, in English.
    public private(set) var text: String
    /// The same as a value, for who words it in another language.
    public let finding: Finding
    /// The first lines that it is about.
    public private(set) var lines: [Int]

    init(_ level: Level, _ finding: Finding, lines: [Int] = []) {
        self.level = level
        self.finding = finding
        self.lines = lines
        text = finding.text
    }

    /// The same without lines that tell nothing: all of a file may stand in its first.
    var withoutIdleLines: ImportNote {
        guard lines.count > 1, Set(lines).count == 1 else { return self }
        var note = self
        note.lines = []
        return note
    }

    /// The same with the options that it advises called so.
    func worded(as wording: OptionWording) -> ImportNote {
        var note = self
        note.text = wording.text(text)
        return note
    }

    private enum CodingKeys: String, CodingKey {
        case level, text, lines
    }

    /// Writes the members, and the finding's `code` and `values` beside them.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(level, forKey: .level)
        try object.encode(text, forKey: .text)
        try object.encode(lines, forKey: .lines)
        try finding.encode(to: encoder)
    }
}
