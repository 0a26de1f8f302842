/// A sentence of a report as a value: which one it is, and what it speaks of.
///
/// The sentence is worded in English in one place, its ``FindingWording``; whoever shows it in another
/// language has its own words for the code.
public struct Finding: Sendable, Hashable {
    /// Which sentence, as one word, such as `two_header_lines`.
    public let code: String
    /// What the sentence speaks of, each by its name.
    let members: [Member]
    /// The sentence in English, with names in place of values.
    private let template: String

    /// One thing that a sentence speaks of.
    struct Member: Sendable, Hashable {
        let name: String
        var value: Value
    }

    /// What a sentence speaks of.
    public enum Value: Sendable, Hashable {
        /// Words that stand as they are: of the file, of the records, or of the caller.
        case text(String)
        /// A number that stands as it is, such as that of a line.
        case number(Int64)
        /// How many there are.
        case count(Int64)
        /// A length in metres.
        case length(Double)
        /// Several words.
        case texts([String])
        /// A sentence, or a part of one.
        case finding(Finding)
        /// Several of them.
        case findings([Finding])
        /// Several that are longer, with semicolons between them.
        case clauses([Finding])

        /// How many there are.
        package static func count(_ number: Int) -> Value { .count(Int64(number)) }
        /// A number that stands as it is.
        package static func number(_ number: Int) -> Value { .number(Int64(number)) }
    }

    /// - Parameter values: What the sentence speaks of; each name that it has, once.
    init(
        wording: some FindingWording,
        _ values: KeyValuePairs<String, Value>
    ) {
        code = wording.rawValue
        template = wording.english
        members = values.map { Member(name: $0.key, value: $0.value) }
        assert(
            Set(members.map(\.name)) == FindingTemplate.names(of: template),
            "\(code) speaks of \(FindingTemplate.names(of: template)), not of \(members.map(\.name))"
        )
    }

    /// A sentence that a module has.
    ///
    /// - Parameter values: What the sentence speaks of; each name that it has, once.
    package init(_ sentence: ModuleSentence, _ values: KeyValuePairs<String, Value> = [:]) {
        code = sentence.code
        template = sentence.english
        members = values.map { Member(name: $0.key, value: $0.value) }
        assert(
            Set(members.map(\.name)) == FindingTemplate.names(of: template),
            "\(code) speaks of \(FindingTemplate.names(of: template)), not of \(members.map(\.name))"
        )
    }

    /// The same sentence about other values.
    private init(_ finding: Finding, members: [Member]) {
        (code, template, self.members) = (finding.code, finding.template, members)
    }

    /// A sentence that is read again; nil where this version of Ambit does not have it.
    private init?(code: String, members: [Member]) {
        guard let template = Self.english[code] else { return nil }
        (self.code, self.template, self.members) = (code, template, members)
    }

    /// What the sentence speaks of, by name.
    public var values: [String: Value] {
        Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The sentence in English.
    ///
    /// - Complexity: O(n) for n characters.
    public var text: String { FindingTemplate.filled(template, members) }

    /// The same with another value under a name.
    func with(_ name: String, _ value: Value) -> Finding {
        var changed = members
        for index in changed.indices where changed[index].name == name {
            changed[index].value = value
        }
        return Finding(self, members: changed)
    }
}

/// The sentences that reports have about one subject: each with its code and its words in English.
///
/// In the words `{name}` stands for a value; `{rows|row|rows}` for a number and its noun, of one and of
/// any other number; and `{rows?is|are}` for the word alone.
protocol FindingWording: CaseIterable, RawRepresentable<String>, Sendable {
    /// The sentence in English.
    var english: String { get }
}

extension Finding {
    /// All sentences in English, by their codes.
    static let english: [String: String] = {
        var all: [String: String] = [:]
        func add<Wording: FindingWording>(_ wordings: Wording.Type) {
            for wording in wordings.allCases { all[wording.rawValue] = wording.english }
        }
        add(FileWording.self)
        add(SheetWording.self)
        add(LayerWording.self)
        add(WordWording.self)
        add(RowWording.self)
        add(BallotWording.self)
        add(FeedWording.self)
        add(AreaWording.self)
        add(WitnessWording.self)
        add(StationWording.self)
        add(RepairWording.self)
        add(DifferenceWording.self)
        add(ColumnWording.self)
        add(KindWording.self)
        add(TimeWording.self)
        add(MishapWording.self)
        return all
    }()

    init(_ wording: FileWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: SheetWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: LayerWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: WordWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: RowWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: BallotWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: FeedWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: AreaWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: WitnessWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: StationWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: RepairWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: ColumnWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: KindWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: TimeWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: MishapWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
    init(_ wording: DifferenceWording, _ values: KeyValuePairs<String, Value> = [:]) {
        self.init(wording: wording, values)
    }
}

// MARK: JSON

extension Finding: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, values
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Writes `code` and `values`.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(code, forKey: .code)
        var values = object.nestedContainer(keyedBy: Name.self, forKey: .values)
        for member in members {
            try values.encode(member.value, forKey: Name(stringValue: member.name))
        }
    }

    /// Reads `code` and `values`.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        let code = try object.decode(String.self, forKey: .code)
        let values = try object.nestedContainer(keyedBy: Name.self, forKey: .values)
        let members = try values.allKeys.map {
            Member(name: $0.stringValue, value: try values.decode(Value.self, forKey: $0))
        }
        let known = Finding(code: code, members: members.sorted { $0.name < $1.name })
        guard let known, Set(members.map(\.name)) == FindingTemplate.names(of: known.template)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .code,
                in: object,
                debugDescription: "no sentence has this code and these values"
            )
        }
        self = known
    }
}

extension Finding.Value: Codable {
    /// Writes a text, a number, an array or an object.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number), .count(let number): try value.encode(number)
        case .length(let meters): try value.encode(meters)
        case .texts(let texts): try value.encode(texts)
        case .finding(let finding): try value.encode(finding)
        case .findings(let findings), .clauses(let findings): try value.encode(findings)
        }
    }

    /// Reads a text, a number, an array or an object.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .count(number)
        } else if let meters = try? value.decode(Double.self) {
            self = .length(meters)
        } else if let texts = try? value.decode([String].self) {
            self = .texts(texts)
        } else if let finding = try? value.decode(Finding.self) {
            self = .finding(finding)
        } else {
            self = .findings(try value.decode([Finding].self))
        }
    }
}
