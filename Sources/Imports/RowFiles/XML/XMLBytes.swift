/// The bytes of an XML document, and what it is made of in the small: names, spaces, references.
struct XMLBytes {
    typealias Failure = XMLReader.Failure

    private let stream: any ByteStream
    private var chunk: [UInt8] = []
    private var index = 0
    private var isAtEnd = false
    /// How many bytes stand before the chunk.
    private var passed = 0
    /// The line, from 1, of the next byte.
    private(set) var line = 1
    private var word: [UInt8] = []

    /// No name and no reference is longer.
    private static let nameLimit = 4_096

    init(_ stream: any ByteStream) { self.stream = stream }

    /// Whether nothing but the first byte was read.
    var isAtBeginning: Bool { passed + index <= 1 }

    /// The next byte, which stays the next; nil at the end.
    mutating func peek() throws(Failure) -> UInt8? {
        if index < chunk.count { return chunk[index] }
        guard !isAtEnd else { return nil }
        passed += chunk.count
        do throws(RowFileError) { chunk = try stream.next() } catch { throw .stream(error) }
        index = 0
        isAtEnd = chunk.isEmpty
        return chunk.first
    }

    /// Goes past the byte that was looked at.
    mutating func advance() {
        if chunk[index] == 0x0A { line += 1 }
        index += 1
    }

    /// The next byte.
    mutating func take() throws(Failure) -> UInt8 {
        guard let byte = try peek() else { throw .breaksOff }
        advance()
        return byte
    }

    /// What is said of the document where it was read to.
    func malformed(_ words: String) -> Failure { .malformed(words, line: line) }

    // MARK: Passing over

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    /// - Returns: Whether there was any.
    @discardableResult
    mutating func skipSpace() throws(Failure) -> Bool {
        var hasSpace = false
        while let byte = try peek(), Self.isSpace(byte) {
            advance()
            hasSpace = true
        }
        return hasSpace
    }

    /// Goes past a word that must stand here.
    mutating func expect(_ word: StaticString) throws(Failure) {
        for expected in word.description.utf8 {
            guard try take() == expected else { throw malformed(Self.noName) }
        }
    }

    /// Goes past the next place where a few signs stand.
    mutating func skip(past signs: StaticString) throws(Failure) {
        let signs = Array(signs.description.utf8)
        var last: [UInt8] = []
        while true {
            let byte = try take()
            guard byte >= 0x20 || Self.isSpace(byte) else { throw malformed(Self.noCharacter) }
            if last.count == signs.count { last.removeFirst() }
            last.append(byte)
            if last == signs { return }
        }
    }

    // MARK: Names

    static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: beginsName(byte)
        }
    }

    mutating func name() throws(Failure) -> String {
        word.removeAll(keepingCapacity: true)
        guard let first = try peek() else { throw .breaksOff }
        guard Self.beginsName(first) else { throw malformed(Self.noName) }
        while true {
            let start = index
            while index < chunk.count, Self.continuesName(chunk[index]) { index += 1 }
            word += chunk[start..<index]
            if index < chunk.count { break }
            guard try peek() != nil else { break }
            guard word.count <= Self.nameLimit else {
                throw malformed("a name is longer than \(grouped(Self.nameLimit)) bytes")
            }
        }
        return String(decoding: word, as: UTF8.self)
    }

    // MARK: Characters

    /// Appends bytes for as long as they are no `&`, no control and wanted, within the chunk.
    mutating func appendRun(
        to text: inout [UInt8],
        while isWanted: (UInt8) -> Bool
    ) throws(Failure) {
        guard try peek() != nil else { return }
        let start = index
        var end = index
        while end < chunk.count, case let byte = chunk[end], byte >= 0x20,
            byte != UInt8(ascii: "&"), isWanted(byte)
        { end += 1 }
        text += chunk[start..<end]
        index = end
    }

    /// Appends the control that comes next, the ends of lines alike.
    mutating func appendLineEnd(to text: inout [UInt8]) throws(Failure) {
        let byte = try take()
        switch byte {
        case 0x0D:
            if try peek() == 0x0A { advance() }
            text.append(0x0A)
        case 0x09, 0x0A: text.append(byte)
        default: throw malformed(Self.noCharacter)
        }
    }

    /// Appends what a reference, whose `&` was read, stands for.
    mutating func appendReference(to text: inout [UInt8]) throws(Failure) {
        word.removeAll(keepingCapacity: true)
        while let byte = try peek(), byte == UInt8(ascii: "#") || Self.continuesName(byte),
            word.count < Self.nameLimit
        {
            index += 1
            word.append(byte)
        }
        guard !word.isEmpty else { throw malformed(Self.noName) }
        guard try take() == UInt8(ascii: ";") else { throw malformed(Self.noName) }
        let name = String(decoding: word, as: UTF8.self)
        if name.hasPrefix("#") {
            guard let character = Self.character(name.dropFirst()) else {
                throw malformed("a character is written by a number that stands for none")
            }
            text += Array(String(character).utf8)
            return
        }
        switch name {
        case "lt": text.append(UInt8(ascii: "<"))
        case "gt": text.append(UInt8(ascii: ">"))
        case "amp": text.append(UInt8(ascii: "&"))
        case "apos": text.append(UInt8(ascii: "'"))
        case "quot": text.append(UInt8(ascii: "\""))
        default:
            throw malformed(
                "an abbreviation such as \"&name;\" stands in it that is explained nowhere"
            )
        }
    }

    private static func character(_ digits: Substring) -> Unicode.Scalar? {
        let number =
            digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, let scalar = Unicode.Scalar(number) else { return nil }
        switch number {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: return scalar
        default: return nil
        }
    }

    static let noCharacter = "a character stands in it that no XML holds"
    static let noName =
        "a name is missing, perhaps behind a \"&\" or \"<\" that should be "
        + "written \"&amp;\" or \"&lt;\""
}
