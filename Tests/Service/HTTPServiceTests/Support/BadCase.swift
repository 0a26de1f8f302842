import Testing

/// What a client sends, and every error that it gets for it.
struct BadCase: Sendable, CustomTestStringConvertible {
    let input: String
    let errors: [(String, String)]

    init(_ input: String, _ errors: [(String, String)]) {
        self.input = input
        self.errors = errors
    }

    var testDescription: String { input }
}
