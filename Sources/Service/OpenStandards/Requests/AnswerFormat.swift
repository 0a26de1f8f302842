internal import HTTPService
internal import HTTPTypes
internal import Hummingbird

/// In which form an answer is wanted.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case html

    /// What `f` says, else `Accept`; JSON where neither does.
    ///
    /// - Parameter others: What `f` may say besides, which is told as JSON.
    /// - Returns: nil when `f` is wrong and noted as such.
    static func wanted(
        _ query: inout QueryReader,
        _ request: Request,
        orElse others: [String] = []
    ) -> AnswerFormat? {
        guard query.has("f") else {
            _ = query.text("f")
            return accepted(request.headers[.accept] ?? "")
        }
        guard let text = query.text("f") else { return nil }
        if others.contains(text) { return .json }
        guard let format = AnswerFormat(rawValue: text) else {
            let all = allCases.map(\.rawValue) + others
            query.note(
                "f",
                .notOneOf,
                "is \(quoted(text)); it is one of \(all.joined(separator: ", "))",
                .choices(text, all)
            )
            return nil
        }
        return format
    }

    /// What a request wants that takes nothing but `f`.
    ///
    /// - Throws: ``Problem`` of status 400.
    static func checked(_ request: Request) throws(Problem) -> AnswerFormat {
        var query = QueryReader(request.uri.query)
        let wanted = wanted(&query, request)
        return try query.checked(wanted)
    }

    /// HTML where it is preferred to JSON, as browsers do.
    private static func accepted(_ field: String) -> AnswerFormat {
        var best: (format: AnswerFormat, weight: Double) = (.json, 0)
        for range in field.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let type = parts.first else { continue }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }
                .flatMap { Double($0.dropFirst(2)) } ?? 1
            let format: AnswerFormat
            switch type {
            case "text/html", "application/xhtml+xml": format = .html
            case "application/json", "application/geo+json", "*/*", "application/*": format = .json
            default: continue
            }
            if weight > best.weight { best = (format, weight) }
        }
        return best.format
    }
}
