internal import HTTPService
internal import HTTPTypes
internal import Hummingbird

/// In which form an answer is wanted.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case html

    /// What `f` says, else `Accept`; JSON where neither does.
    ///
    /// - Returns: nil when `f` is wrong and noted as such.
    static func wanted(_ query: inout QueryReader, _ request: Request) -> AnswerFormat? {
        guard query.has("f") else {
            _ = query.text("f")
            return accepted(request.headers[.accept] ?? "")
        }
        guard let text = query.text("f") else { return nil }
        guard let format = AnswerFormat(rawValue: text) else {
            query.note(
                "f",
                .notOneOf,
                "is \(quoted(text)); it is one of json, html",
                .choices(text, allCases.map(\.rawValue))
            )
            return nil
        }
        return format
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
