/// An XML document that is written piece by piece, with two spaces for each level.
///
/// Source: W3C, Extensible Markup Language (XML) 1.0, fifth edition, 2.2 and 2.4.
package struct XMLText {
    /// What was written and not taken yet.
    package private(set) var bytes: [UInt8] = []
    /// How many characters were left out that no document of XML 1.0 may hold.
    package private(set) var droppedCharacters = 0
    private var open: [String] = []

    /// A document without an element.
    package init() { bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) }

    /// Hands out what was written; the next begins empty.
    package mutating func take() -> [UInt8] {
        let taken = bytes
        bytes.removeAll(keepingCapacity: true)
        return taken
    }

    /// Writes an element with others in it.
    package mutating func element(
        _ name: String,
        _ attributes: KeyValuePairs<String, String> = [:],
        _ body: (inout XMLText) -> Void
    ) {
        begin(name, attributes)
        body(&self)
        end()
    }

    /// Writes the beginning of an element that ``end()`` ends.
    package mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        indent()
        write(tag: name, attributes)
        bytes.append(UInt8(ascii: "\n"))
        open.append(name)
    }

    /// Writes the end of the element that was begun last.
    package mutating func end() {
        guard let name = open.popLast() else { return }
        indent()
        bytes.append(contentsOf: "</\(name)>\n".utf8)
    }

    /// Writes an element with a text; nothing where the text is nil.
    package mutating func element(
        _ name: String,
        _ attributes: KeyValuePairs<String, String> = [:],
        text: String?
    ) {
        guard let text else { return }
        indent()
        write(tag: name, attributes)
        write(text, isAttribute: false)
        bytes.append(contentsOf: "</\(name)>\n".utf8)
    }

    /// Writes an element with nothing in it.
    package mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        element(name, attributes, text: "")
    }

    /// Elements that are put into another document where that stands now.
    package init(within document: XMLText) { open = document.open }

    /// Puts in elements that were made for this place.
    package mutating func append(_ elements: XMLText) {
        bytes += elements.bytes
        droppedCharacters += elements.droppedCharacters
    }

    private mutating func write(tag name: String, _ attributes: KeyValuePairs<String, String>) {
        bytes.append(contentsOf: "<\(name)".utf8)
        for (name, value) in attributes {
            bytes.append(contentsOf: " \(name)=\"".utf8)
            write(value, isAttribute: true)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func indent() {
        for _ in open { bytes.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func write(_ text: String, isAttribute: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"" where isAttribute: bytes.append(contentsOf: "&quot;".utf8)
            // Readers make a line feed of it unless it is written as a number.
            case "\r": bytes.append(contentsOf: "&#13;".utf8)
            case "\t" where isAttribute, "\n" where isAttribute:
                bytes.append(contentsOf: "&#\(scalar.value);".utf8)
            case "\t", "\n": bytes.append(UInt8(scalar.value))
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": droppedCharacters += 1
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
