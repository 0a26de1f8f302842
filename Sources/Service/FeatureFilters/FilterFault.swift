/// Why a filter is not understood, and where.
package struct FilterFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where something stands in a filter.
    package enum Place: Hashable, Sendable, CustomStringConvertible {
        /// In a text, counted from 1 in characters.
        case character(Int)
        /// In JSON, such as `args[1].args[0]`; empty for the whole.
        case member(String)
        /// In what is no JSON at all, counted from 1.
        case byte(line: Int, column: Int)

        package var description: String {
            switch self {
            case .character(let number): "at character \(number)"
            case .member(let path): path.isEmpty ? "as a whole" : "at \(path)"
            case .byte(let line, let column): "in line \(line), column \(column)"
            }
        }

        /// A member below this one.
        func below(_ name: String) -> Place {
            guard case .member(let path) = self else { return self }
            let dot = path.isEmpty || name.hasPrefix("[") ? "" : "."
            return .member(path + dot + name)
        }
    }

    /// Where it is.
    package let place: Place
    /// What is wrong there and what is allowed.
    package let reason: String

    init(_ place: Place, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    package var description: String { "\(place): \(reason)" }
}

/// What a filter may be at most, so that none takes long to read or to answer.
package enum FilterLimits {
    /// How long it may be, in bytes.
    package static let bytes = 8192
    /// How many characters of any script a request line has room for, each of which takes up to twelve bytes
    /// there.
    package static let describedCharacters = 1024
    /// How deep it may be nested.
    package static let depth = 32
    /// How many operations, properties and values it may have.
    package static let nodes = 1000
}
