/// Reads JSON texts of strings that need no unescaping, as nearly all stored ones are, many times as
/// fast as a general reader does.
///
/// Each method returns nil where the text goes on otherwise than it expects; what it has passed over
/// is not given back, for then another reader reads the whole text.
struct PlainJSON {
    private let text: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter text: Valid for as long as the reader is used.
    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// `{"a":"b","c":"d"}` and nothing else.
    static func dictionary(_ text: UnsafeRawBufferPointer) -> [String: String]? {
        var reader = PlainJSON(text)
        guard reader.take("{") else { return nil }
        var members: [String: String] = [:]
        repeat {
            guard let name = reader.string(), reader.take(":"), let value = reader.string() else {
                return nil
            }
            members[name] = value
        } while reader.take(",")
        return reader.take("}") && reader.isAtEnd ? members : nil
    }

    /// `[["a","b"],["c"]]` and nothing else.
    static func lists(_ text: UnsafeRawBufferPointer) -> [[String]]? {
        var reader = PlainJSON(text)
        guard reader.take("[") else { return nil }
        var lists: [[String]] = []
        repeat {
            guard reader.take("[") else { return nil }
            var list: [String] = []
            repeat {
                guard let text = reader.string() else { return nil }
                list.append(text)
            } while reader.take(",")
            guard reader.take("]") else { return nil }
            lists.append(list)
        } while reader.take(",")
        return reader.take("]") && reader.isAtEnd ? lists : nil
    }

    /// Whether the text goes on with some ASCII, which is passed over then.
    mutating func take(_ sought: StaticString) -> Bool {
        let end = position + sought.utf8CodeUnitCount
        guard end <= text.count else { return false }
        for index in position..<end where text[index] != sought.utf8Start[index - position] {
            return false
        }
        position = end
        return true
    }

    /// A string without escapes.
    mutating func string() -> String? {
        guard take("\"") else { return nil }
        let start = position
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return String(
                    validating: UnsafeRawBufferPointer(rebasing: text[start..<position]),
                    as: UTF8.self
                )
            case UInt8(ascii: "\\"), 0..<0x20: return nil
            default: position += 1
            }
        }
        return nil
    }

    var isAtEnd: Bool { position == text.count }
}
