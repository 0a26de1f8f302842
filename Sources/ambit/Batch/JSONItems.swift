import GeoJSON

/// Takes the objects out of a JSON text one after the other: the features of a FeatureCollection,
/// the items of an array, or one value a line.
struct JSONItems {
    private let bytes: ByteSource
    private var buffer: [UInt8] = []
    private var position = 0
    private var line = 1
    private var isAtEnd = false
    private var style = Style.sequence
    /// How many objects were taken out.
    private(set) var count = 0
    private enum Style { case sequence, array, finished }
    /// Whether the array is that of a collection, behind which other members may follow.
    private var isCollection = false

    init(_ bytes: ByteSource) throws {
        self.bytes = bytes
        buffer = try bytes.next()
        isAtEnd = buffer.isEmpty
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if buffer.starts(with: mark) { position = mark.count }
        guard let first = try skipSpace() else { return }
        if first == UInt8(ascii: "[") {
            position += 1
            style = .array
        } else if first == UInt8(ascii: "{"), let start = try featuresStart() {
            advance(to: start)
            style = .array
            isCollection = true
        }
    }

    /// Whether another item can be had without reading more, as far as can be seen.
    var isWaiting: Bool { position >= buffer.count }

    /// The next object and the line that it begins in; nil after the last.
    mutating func next() throws -> (line: Int, value: JSONValue)? {
        guard style != .finished, var first = try skipSpace() else {
            if style == .array { throw end("it ends before its array does") }
            return nil
        }
        if first == UInt8(ascii: ","), style == .array {
            position += 1
            guard let next = try skipSpace() else { throw end("it ends after a comma") }
            first = next
        }
        if first == UInt8(ascii: "]"), style == .array {
            style = .finished
            position += 1
            if isCollection { try checkRest() }
            return nil
        }
        // RFC 8142 puts a record separator before each text of a sequence.
        if first == 0x1E {
            position += 1
            return try next()
        }
        guard let end = try valueEnd(from: position) else {
            throw self.end("it ends within a value")
        }
        count += 1
        let start = line
        let slice = Array(buffer[position..<end])
        // What closes nothing is passed over, for whoever goes on behind it.
        advance(to: max(end, position + 1))
        do { return (start, try JSONValue(parsing: slice, keepsLongIntegers: true)) } catch {
            throw PlaceFileError.badRow(
                name: bytes.name,
                line: start + error.line - 1,
                reason: "not JSON: \(error.problem)"
            )
        }
    }

    /// Looks at the members behind the features.
    private mutating func checkRest() throws {
        var name: ArraySlice<UInt8>?
        while let byte = try skipSpace(), byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
                if byte == UInt8(ascii: ",") { name = nil }
                position += 1
                continue
            }
            guard let end = try valueEnd(from: position), end > position else { return }
            let value = buffer[position..<end]
            if let name { try check(member: name, value) } else { name = value }
            advance(to: end)
        }
    }

    /// - Throws: ``PlaceFileError/badFile(name:reason:)`` where a collection's member says that its places
    ///   are no longitudes and latitudes.
    private func check(member name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws {
        guard name.elementsEqual(#""crs""#.utf8),
            let system = try? JSONValue(parsing: Array(value)),
            let fault = NamedSystem.fault(of: system)
        else { return }
        throw PlaceFileError.badFile(name: bytes.name, reason: fault)
    }

    /// The error of a text that breaks off; nothing comes behind it.
    private mutating func end(_ reason: String) -> PlaceFileError {
        style = .finished
        return .badRow(name: bytes.name, line: line, reason: "not JSON: \(reason)")
    }

    private mutating func advance(to index: Int) {
        line += buffer[position..<index].count { $0 == UInt8(ascii: "\n") }
        position = index
    }

    /// Makes more of the text visible. What lies before `position` goes.
    private mutating func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        let piece = try bytes.next()
        guard !piece.isEmpty else {
            isAtEnd = true
            return false
        }
        buffer.removeSubrange(..<position)
        position = 0
        buffer += piece
        return true
    }

    private mutating func skipSpace() throws -> UInt8? {
        while true {
            while position < buffer.count {
                let byte = buffer[position]
                guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                    return byte
                }
                if byte == 0x0A { line += 1 }
                position += 1
            }
            guard try fill() else { return nil }
        }
    }

    /// Where the value that begins at an index ends; nil when the text ends first. The index moves
    /// with the buffer: it is counted from `position`.
    private mutating func valueEnd(from start: Int) throws -> Int? {
        var offset = start - position
        var depth = 0
        var isInText = false
        var isEscaped = false
        while true {
            while position + offset < buffer.count {
                let byte = buffer[position + offset]
                offset += 1
                if isInText {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInText = false
                        if depth == 0 { return position + offset }
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // A number or a word ends before what closes its array.
                    if depth == 0 { return position + offset - 1 }
                    depth -= 1
                    if depth == 0 { return position + offset }
                case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":"):
                    if depth == 0 { return position + offset - 1 }
                default: break
                }
            }
            guard try fill() else {
                return depth == 0 && !isInText && offset > 0 ? position + offset : nil
            }
        }
    }

    /// Where the array of a FeatureCollection begins, just after its bracket; nil when the first
    /// object has no such member. Nothing is given up on the way.
    private mutating func featuresStart() throws -> Int? {
        var offset = 1
        func space(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        }
        while true {
            // Whatever stands here: white space, commas, a name, or the end of the object.
            guard position + offset < buffer.count else {
                guard try fill() else { return nil }
                continue
            }
            let byte = buffer[position + offset]
            if space(byte) || byte == UInt8(ascii: ",") {
                offset += 1
                continue
            }
            guard byte == UInt8(ascii: "\""), let nameEnd = try valueEnd(from: position + offset)
            else { return nil }
            let name = buffer[(position + offset)..<nameEnd]
            let isFeatures = name.elementsEqual(#""features""#.utf8)
            offset = nameEnd - position
            var hasColon = false
            while true {
                guard position + offset < buffer.count else {
                    guard try fill() else { return nil }
                    continue
                }
                let byte = buffer[position + offset]
                if byte == UInt8(ascii: ":"), !hasColon {
                    hasColon = true
                } else if !space(byte) {
                    break
                }
                offset += 1
            }
            if isFeatures, buffer[position + offset] == UInt8(ascii: "[") {
                return position + offset + 1
            }
            let member = Array(name)
            let start = offset
            guard let end = try valueEnd(from: position + offset) else { return nil }
            try check(member: member[...], buffer[(position + start)..<end])
            offset = end - position
        }
    }
}
