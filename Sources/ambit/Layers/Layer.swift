import ArgumentParser
import DomainModules
import Foundation

/// What can be asked about: a layer of the database, or a file of places or areas.
enum Layer: Equatable, Sendable {
    case stations
    case messages
    case districts
    /// A layer of a module, by its name.
    case module(String)
    case file(String)

    static let names = ["stations", "messages", "districts"] + Modules.all.layers.map(\.name)

    /// - Throws: `ValidationError` that names the value and what there is.
    init(parsing text: String) throws {
        switch text {
        case "stations": self = .stations
        case "messages": self = .messages
        case "districts": self = .districts
        case _ where Self.names.contains(text): self = .module(text)
        default:
            guard SheetPath.exists(text) else {
                throw ValidationError(
                    "there is no layer and no file \"\(text)\""
                        + Suggestion.text(for: text, among: Self.names)
                        + "; give \(Self.names.joined(separator: ", ")) or a file of places"
                )
            }
            self = .file(text)
        }
    }

    var noun: String {
        switch self {
        case .stations: "stations"
        case .messages: "messages"
        case .districts: "districts"
        case .module(let name): name
        case .file: "rows"
        }
    }
}
