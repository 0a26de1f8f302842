extension Finding {
    /// The first of some names, and how many more there are.
    static func list(_ names: [String], more: Int) -> Value {
        guard more > 0 else { return .texts(names) }
        return .finding(Finding(.andMore, ["names": .texts(names), "more": .count(more)]))
    }

    /// So many examples are named.
    private static let exampleCount = 3

    /// The first of all examples of what takes consent, and how many more there are.
    static func examples(_ all: some Collection<String>) -> Value {
        list(Array(all.prefix(exampleCount)), more: all.count - exampleCount)
    }
}

extension Finding.Value {
    /// The value in English.
    var text: String { FindingTemplate.words(self) }
}
