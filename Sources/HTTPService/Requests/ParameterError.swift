/// One thing that is wrong with a request, under the name of the parameter or member at fault.
struct ParameterError: Sendable, Hashable {
    /// The name in the query or in the body, such as `radius_m`.
    let parameter: String
    /// What was wrong, with the value and what is allowed.
    let message: String
}

/// A client's own text within an error: in quotes, and cut short where it is long.
func quoted(_ text: some StringProtocol) -> String {
    let start = text.prefix(40)
    return start.endIndex == text.endIndex ? "\"\(start)\"" : "\"\(start)...\""
}
