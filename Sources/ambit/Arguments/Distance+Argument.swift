import ArgumentParser
import Geodesy
import Timekeeping

extension Distance {
    /// Reads a length with its unit for an option.
    ///
    /// - Throws: `ValidationError` that names the option, the value and what is allowed.
    static func parse(_ text: String, option: String) throws -> Distance {
        do {
            return try Distance(parsing: text)
        } catch {
            throw ValidationError("\(option): \(error)")
        }
    }
}

extension Timestamp {
    /// Reads a moment for an option.
    ///
    /// - Throws: `ValidationError` that names the option, the value and what is allowed.
    static func parse(_ text: String, option: String) throws -> Timestamp {
        guard let moment = Timestamp(rfc3339: text) else {
            throw ValidationError(
                "\(option): time is \"\(text)\"; write it with its offset: 2026-11-03T07:00:00Z"
            )
        }
        return moment
    }
}
