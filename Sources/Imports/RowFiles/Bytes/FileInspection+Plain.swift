extension FileInspection {
    /// Looks at a file whose rows are read once, and kept nowhere: what it is called by its bytes and how
    /// its lines end nobody asks.
    ///
    /// - Throws: ``RowFileError`` when it cannot be read, is empty, or is no text.
    static func inspectText(_ input: SourceFile) throws(RowFileError) -> FileInspection {
        if let plain = try plainText(input) { return plain }
        return try inspect(input) { _ in }
    }

    /// What is known of a file of nothing but printable ASCII, line ends and tabs; nil for any other.
    private static func plainText(_ input: SourceFile) throws(RowFileError) -> FileInspection? {
        let reader = try FileReader(path: input.path)
        var isFirst = true
        var hasContent = false
        while true {
            let chunk = try reader.read(chunkSize)
            if chunk.isEmpty { break }
            // A known kind of file is refused where it is looked at closely.
            if isFirst, kindOfBinary(chunk[...]) != nil { return nil }
            isFirst = false
            guard PlainText.isPlain(chunk) else { return nil }
            if !hasContent { hasContent = chunk.contains { $0 > 0x20 } }
        }
        guard hasContent else { return nil }
        return FileInspection(byteCount: reader.bytesRead, sha256: "")
    }
}

extension PlainText {
    /// Whether nothing stands in a text but ASCII without control characters, line ends and tabs.
    ///
    /// - Complexity: O(length), a word of eight bytes at a time.
    package static func isPlain(_ text: [UInt8]) -> Bool {
        text.withUnsafeBytes { bytes in
            var index = 0
            while index + wordLength <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard isPlain(word) else { return false }
                index += wordLength
            }
            return bytes[index...].allSatisfy { isPlain(ones &* UInt64($0)) }
        }
    }

    /// Whether each of eight bytes is plain.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        // With no top bit set, adding to each byte carries into none of the others.
        let control = ~(word &+ ones &* 0x60) & tops
        let white =
            zeros(word ^ ones &* UInt64(lineFeed)) | zeros(word ^ ones &* UInt64(carriageReturn))
            | zeros(word ^ ones &* UInt64(tabulator))
        return (word & tops) | (control & ~white) == 0
    }

    /// The top bit of each byte that is zero, of a word without top bits.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { ~(word &+ ~tops) & tops }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080
    private static let tabulator = UInt8(ascii: "\t")
}
