extension TextWindow {
    /// The largest feature that is read, in bytes.
    private static let featureLimit = 64 << 20

    /// Moves past white space.
    ///
    /// - Returns: The byte that comes next; nil at the end of the text.
    package func skipSpace() throws(RowFileError) -> UInt8? {
        var index = position
        while true {
            while index < bytes.count, StrictJSONParser.isSpace(bytes[index]) { index += 1 }
            let isFound = index < bytes.count
            advance(to: index)
            if isFound { return bytes[index] }
            guard try fill() else { return nil }
            index = position
        }
    }

    /// The offset from ``position`` of the next byte that is not white space, when it is one of
    /// those; nil when it is another or the text ends.
    package func separator(from offset: Int, in set: String) throws(RowFileError) -> Int? {
        var offset = offset
        while true {
            while position + offset < bytes.count,
                StrictJSONParser.isSpace(bytes[position + offset])
            {
                offset += 1
            }
            if position + offset < bytes.count { break }
            guard try fill() else { return nil }
        }
        return set.utf8.contains(bytes[position + offset]) ? offset : nil
    }

    /// Where the value lies that comes next, as offsets from ``position``; nil when the text ends
    /// within it.
    ///
    /// Looks at brackets and quotes alone: a value that is found need not be valid.
    package func valueExtent(from offset: Int) throws(RowFileError) -> Range<Int>? {
        var offset = offset
        while position + offset >= bytes.count || StrictJSONParser.isSpace(bytes[position + offset])
        {
            if position + offset >= bytes.count {
                guard try fill() else { return nil }
            } else {
                offset += 1
            }
        }
        let start = offset
        var depth = 0
        var isInString = false
        while true {
            guard position + offset < bytes.count else {
                guard offset < Self.featureLimit else {
                    throw .longRow(line: line, limitBytes: Self.featureLimit)
                }
                guard try fill() else {
                    return depth == 0 && !isInString && offset > start ? start..<offset : nil
                }
                continue
            }
            let byte = bytes[position + offset]
            if isInString {
                if byte == UInt8(ascii: "\\") {
                    offset += 1
                } else if byte == quoteMark {
                    isInString = false
                    if depth == 0 { return start..<offset + 1 }
                }
            } else {
                switch byte {
                case quoteMark: isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 0 { return start..<offset + 1 }
                    if depth < 0 { return offset > start ? start..<offset : nil }
                case UInt8(ascii: ","), UInt8(ascii: ":"):
                    if depth == 0 { return offset > start ? start..<offset : nil }
                default:
                    if depth == 0, StrictJSONParser.isSpace(byte) { return start..<offset }
                }
            }
            offset += 1
        }
    }

    /// Moves past the end of the line.
    package func skipLine() throws(RowFileError) {
        while true {
            if let end = bytes[position...].firstIndex(where: {
                $0 == lineFeed || $0 == carriageReturn
            }) {
                advance(to: end + 1)
                return
            }
            advance(to: bytes.count)
            guard try fill() else { return }
        }
    }

    /// The value in an extent, counted from the window's position.
    package func parsed(_ extent: Range<Int>, name: String) throws(RowFileError) -> StrictJSONValue
    {
        var parser = StrictJSONParser(
            bytes,
            in: position + extent.lowerBound..<position + extent.upperBound
        )
        do { return try parser.parseWhole() } catch {
            throw .notGeoJSON(name: name, reason: "line \(line): \(error.reason)")
        }
    }
}
