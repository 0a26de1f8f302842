/// Reads an XML document as a stream, one event after another.
///
/// The bytes must be UTF-8, whole characters in each chunk, as ``XMLText`` hands them out. Time grows
/// with the document alone, and memory with its longest tag: attributes are told apart by a hash
/// table, and there is no list of abbreviations that could stand for each other.
///
/// Source: W3C, "Extensible Markup Language (XML) 1.0 (Fifth Edition)". A document type declaration is
/// passed over; which characters beyond ASCII a name may have is not looked at.
package struct XMLReader {
    /// What happens in a document.
    package enum Event {
        /// An element begins; its attributes may be asked for next.
        case start(String)
        /// Some of a text, which may go on with the next event.
        case text
        /// The element that was begun last ends.
        case end
    }

    /// Why a document cannot be read on.
    package enum Failure: Error {
        /// It is no well-formed XML.
        case malformed(String, line: Int)
        /// It ends before its root does.
        case breaksOff
        /// What the stream of bytes threw.
        case stream(RowFileError)
    }

    /// How long the names and values of an element's attributes may be, all together.
    static let tagLimit = 16 << 20

    var input: XMLBytes
    /// The elements that are open, the root first.
    private var open: [String] = []
    private var hasRoot = false
    /// Whether the attributes of the element that was begun last are yet to be read.
    private var isInTag = false
    /// Whether the element that was begun last has ended with its tag.
    private var isEmptyElement = false
    private var isInBlock = false
    /// What was read of a text. Of no use after the next event.
    package private(set) var text: [UInt8] = []
    /// The attribute's value that was read last.
    private var value: [UInt8] = []

    /// - Parameter stream: UTF-8, whole characters in each chunk.
    package init(_ stream: any ByteStream) { input = XMLBytes(stream) }

    /// The line, from 1, up to which the document was read.
    package var line: Int { input.line }

    /// What happens next; nil at the end of the document.
    package mutating func next() throws(Failure) -> Event? {
        if isInTag { try readAttributes { _, _ throws(Failure) in } }
        if isEmptyElement {
            isEmptyElement = false
            open.removeLast()
            return .end
        }
        while true {
            if isInBlock {
                if try readBlock() { return .text }
                continue
            }
            guard let byte = try input.peek() else {
                guard hasRoot, open.isEmpty else { throw .breaksOff }
                return nil
            }
            if byte != UInt8(ascii: "<") {
                if try readText() { return .text }
                continue
            }
            input.advance()
            switch try input.peek() {
            case UInt8(ascii: "/"): return try endTag()
            case UInt8(ascii: "?"): try instruction()
            case UInt8(ascii: "!"): try declaration()
            default: return try startTag()
            }
        }
    }

    // MARK: Tags

    private mutating func startTag() throws(Failure) -> Event {
        if hasRoot, open.isEmpty { throw input.malformed(Self.followsEnd) }
        let name = try input.name()
        hasRoot = true
        open.append(name)
        isInTag = true
        return .start(name)
    }

    private mutating func endTag() throws(Failure) -> Event {
        input.advance()
        let name = try input.name()
        guard let last = open.popLast() else { throw input.malformed(Self.followsEnd) }
        guard name == last else {
            throw input.malformed("an element is closed by the name of another")
        }
        try input.skipSpace()
        guard try input.take() == UInt8(ascii: ">") else { throw input.malformed(Self.unclosedTag) }
        return .end
    }

    /// The attributes of the element that was begun by the event before; asked for once at most.
    package mutating func attributes() throws(Failure) -> [String: String] {
        var attributes: [String: String] = [:]
        var length = 0
        guard isInTag else { return attributes }
        let line = line
        try readAttributes { name, value throws(Failure) in
            let text = String(decoding: value, as: UTF8.self)
            length += name.utf8.count + value.count
            guard length <= Self.tagLimit else {
                throw .malformed("an element is longer than \(Self.tagLimit >> 20) MB", line: line)
            }
            // Most elements have a few, or none.
            if attributes.isEmpty { attributes.reserveCapacity(6) }
            guard attributes.updateValue(text, forKey: name) == nil else {
                throw .malformed("an element has the same attribute twice", line: line)
            }
        }
        return attributes
    }

    /// Reads to the end of a tag.
    mutating func readAttributes(
        _ body: (String, [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        isInTag = false
        while true {
            let hasSpace = try input.skipSpace()
            switch try input.peek() {
            case UInt8(ascii: ">"):
                input.advance()
                return
            case UInt8(ascii: "/"):
                input.advance()
                guard try input.take() == UInt8(ascii: ">") else {
                    throw input.malformed(Self.unclosedTag)
                }
                isEmptyElement = true
                return
            case let byte?:
                guard XMLBytes.beginsName(byte) else { throw input.malformed(Self.unclosedTag) }
                guard hasSpace else {
                    throw input.malformed("white space is missing, perhaps between two attributes")
                }
                let name = try input.name()
                try readValue()
                try body(name, value)
            case nil: throw .breaksOff
            }
        }
    }

    /// Reads an attribute's value, and takes its quotes off.
    private mutating func readValue() throws(Failure) {
        let fault = "an attribute's value is missing or not in quotes"
        try input.skipSpace()
        guard try input.take() == UInt8(ascii: "=") else { throw input.malformed(fault) }
        try input.skipSpace()
        let quote = try input.take()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw input.malformed(fault)
        }
        value.removeAll(keepingCapacity: true)
        while true {
            try input.appendRun(to: &value) { $0 != quote && $0 != UInt8(ascii: "<") }
            let byte = try input.take()
            switch byte {
            case quote: return
            case UInt8(ascii: "<"):
                throw input.malformed(
                    "a \"<\" stands in an attribute's value; it must be written \"&lt;\""
                )
            case UInt8(ascii: "&"): try input.appendReference(to: &value)
            case 0x09, 0x0A, 0x0D: value.append(0x20)
            case 0..<0x20: throw input.malformed(XMLBytes.noCharacter)
            default: value.append(byte)
            }
            guard value.count <= Self.tagLimit else {
                throw input.malformed("an element is longer than \(Self.tagLimit >> 20) MB")
            }
        }
    }

    // MARK: Texts

    /// Reads a text to its end, or to that of the chunk.
    ///
    /// - Returns: Whether it belongs to an element.
    private mutating func readText() throws(Failure) -> Bool {
        text.removeAll(keepingCapacity: true)
        var brackets = 0
        while let byte = try input.peek(), byte != UInt8(ascii: "<") {
            if text.count >= chunkSize { break }
            switch byte {
            case UInt8(ascii: "&"):
                input.advance()
                try input.appendReference(to: &text)
            case UInt8(ascii: "]"):
                input.advance()
                text.append(byte)
                brackets += 1
                continue
            case UInt8(ascii: ">"):
                if brackets >= 2 { throw input.malformed("a \"]]>\" stands in a text") }
                input.advance()
                text.append(byte)
            case 0..<0x20: try input.appendLineEnd(to: &text)
            default:
                try input.appendRun(to: &text) {
                    $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ">")
                }
            }
            brackets = 0
        }
        if open.isEmpty {
            guard text.allSatisfy(XMLBytes.isSpace) else {
                throw input.malformed(hasRoot ? Self.followsEnd : "nothing is in it")
            }
            return false
        }
        return !text.isEmpty
    }

    /// Reads some of a CDATA section, and finds out whether that is all of it.
    ///
    /// - Returns: Whether there is a text.
    private mutating func readBlock() throws(Failure) -> Bool {
        text.removeAll(keepingCapacity: true)
        while text.count < chunkSize {
            switch try input.peek() {
            case nil: throw .breaksOff
            case UInt8(ascii: "]"):
                input.advance()
                text.append(UInt8(ascii: "]"))
                var brackets = 1
                while try input.peek() == UInt8(ascii: "]") {
                    input.advance()
                    text.append(UInt8(ascii: "]"))
                    brackets += 1
                }
                if brackets >= 2, try input.peek() == UInt8(ascii: ">") {
                    input.advance()
                    text.removeLast(2)
                    isInBlock = false
                    return !text.isEmpty
                }
            case let byte? where byte < 0x20: try input.appendLineEnd(to: &text)
            case UInt8(ascii: "&"):
                input.advance()
                text.append(UInt8(ascii: "&"))
            case .some: try input.appendRun(to: &text) { $0 != UInt8(ascii: "]") }
            }
        }
        return true
    }

    // MARK: What is passed over

    /// `<?...?>`.
    private mutating func instruction() throws(Failure) {
        let isFirst = input.isAtBeginning
        input.advance()
        if try input.name().lowercased() == "xml", !isFirst {
            throw input.malformed("the XML declaration does not stand at the very beginning")
        }
        try input.skip(past: "?>")
    }

    /// `<!--...-->`, `<![CDATA[...]]>` and `<!DOCTYPE ...>`.
    private mutating func declaration() throws(Failure) {
        input.advance()
        switch try input.peek() {
        case UInt8(ascii: "-"):
            try input.expect("--")
            try input.skip(past: "--")
            guard try input.take() == UInt8(ascii: ">") else {
                throw input.malformed("a comment holds \"--\"")
            }
        case UInt8(ascii: "["):
            guard !open.isEmpty else { throw input.malformed(Self.followsEnd) }
            try input.expect("[CDATA[")
            isInBlock = true
        default:
            guard !hasRoot else { throw input.malformed(XMLBytes.noName) }
            try input.expect("DOCTYPE")
            try skipDocumentType()
        }
    }

    /// Passes over a document type declaration, with what it declares in brackets.
    private mutating func skipDocumentType() throws(Failure) {
        var depth = 1
        while depth > 0 {
            switch try input.take() {
            case UInt8(ascii: "\""): try input.skip(past: "\"")
            case UInt8(ascii: "'"): try input.skip(past: "'")
            case UInt8(ascii: "<"):
                if try input.peek() == UInt8(ascii: "!") {
                    input.advance()
                    if try input.peek() == UInt8(ascii: "-") {
                        try input.expect("--")
                        try input.skip(past: "-->")
                        continue
                    }
                }
                depth += 1
            case UInt8(ascii: ">"): depth -= 1
            default: break
            }
        }
    }

    private static let followsEnd =
        "something follows behind the end of the feed: two files in one? Import them as two"
    private static let unclosedTag = "a tag is never closed with \">\""
}
