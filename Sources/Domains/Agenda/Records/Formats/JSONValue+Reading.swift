package import GeoJSON
package import Importing

extension JSONValue {
    /// So many values may stand in a document: each takes some hundred bytes of memory.
    private static let valueLimit = 3_000_000

    /// Reads a whole document.
    package static func whole(_ bytes: [UInt8]) throws(FormatFault) -> JSONValue {
        // One more than there are values; those in texts count as well.
        let marks = bytes.count { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
        }
        guard marks < valueLimit else {
            throw FormatFault(
                "it has more than \(valueLimit) values, which is the most that is read"
            )
        }
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: bytes, keepsLongIntegers: true)
        } catch {
            throw FormatFault("byte \(error.column): \(error.problem)", line: error.line)
        }
    }

    /// A member of an object; nil where there is none, and for what is no object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The members of an object; none of anything else.
    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; none of anything else.
    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The text of a member, without white space around it; nil where it says nothing.
    package func text(_ name: String) -> String? {
        guard let text = self[name]?.plainText?.drop(while: \.isWhitespace),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[...end])
    }

    /// The text of the first member of some names that has one.
    package func text(_ names: String...) -> String? { names.lazy.compactMap { text($0) }.first }
}
