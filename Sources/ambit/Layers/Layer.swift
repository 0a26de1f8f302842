import ArgumentParser
import Foundation

/// What can be asked about: a layer of the database, or a file of places.
enum Layer: Equatable, Sendable {
    case stations
    case messages
    case file(String)

    static let names = ["stations", "messages"]

    /// - Throws: `ValidationError` that names the value and what there is.
    init(parsing text: String) throws {
        switch text {
        case "stations": self = .stations
        case "messages": self = .messages
        default:
            guard FileManager.default.fileExists(atPath: text) else {
                throw ValidationError(
                    "there is no layer and no file \"\(text)\""
                        + Suggestion.text(for: text, among: Self.names)
                        + "; give stations, messages or a file of places"
                )
            }
            self = .file(text)
        }
    }

    var noun: String {
        switch self {
        case .stations: "stations"
        case .messages: "messages"
        case .file: "rows"
        }
    }
}
