internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Reads an XML document as a stream, and hands out the elements below its root one by one.
enum FeedDocument {
    /// Reads a document from its beginning to its end.
    ///
    /// - Parameters:
    ///   - stream: The document's bytes.
    ///   - names: The children of the root that are handed out with all that is in them; of others
    ///     the name and the line alone.
    ///   - limit: How many elements may be kept.
    ///   - visit: Given the root's attributes with each of its children; tells whether it keeps the
    ///     child in memory. What it throws ends the reading.
    /// - Throws: ``ImportError/badFeed(name:reason:)`` when the document is damaged, not whole or too
    ///   large, or what `visit` throws.
    static func read(
        _ stream: any ByteStream,
        name: String,
        keeping names: Set<String>,
        limit: Int = keptLimit,
        _ visit: (_ root: FeedElement, FeedElement) throws(ImportError) -> Bool
    ) throws(ImportError) {
        let text = FeedText(stream, name: name)
        let failure = withoutActuallyEscaping(visit) { visit -> ImportError? in
            let reader = Reader(name: name, names: names, limit: limit, visit)
            let input = ByteInputStream(text)
            let parser = XMLParser(stream: input)
            parser.delegate = reader
            let isWhole = parser.parse()
            parser.delegate = nil
            defer { reader.visit = nil }
            if let failure = input.failure ?? reader.failure { return failure }
            if isWhole { return reader.isClosed ? nil : text.breaksOff }
            let problem =
                reader.problem
                ?? (words: "it is no well-formed XML", line: parser.lineNumber)
            return .badFeed(
                name: name,
                reason:
                    "line \(max(1, problem.line)): \(problem.words); export it again, and look "
                    + "whether the export finished"
            )
        }
        if let failure { throw failure }
    }

    /// How many elements may be kept, with those in them: some ten times as many as the largest state
    /// has, and less than a gigabyte.
    static let keptLimit = 3_000_000
    /// How long the texts of one element may be, all together.
    private static let elementLimit = 16 << 20
    /// What an element costs besides its texts, in bytes.
    private static let elementCost = 64
    /// How deep elements may lie within each other.
    private static let depthLimit = 64

    /// What is wrong with a document, by the number that libxml2 has for it (`xmlParserErrors`).
    private static func words(for code: Int) -> String? {
        switch code {
        case 4: "nothing is in it"
        case 5: "something follows behind the end of the feed: two files in one? Import them as two"
        case 6, 7, 8: "a character is written by a number that stands for none"
        case 9: "a character stands in it that no XML holds"
        case 22, 23, 68:
            "a name is missing, perhaps behind a \"&\" or \"<\" that should be "
                + "written \"&amp;\" or \"&lt;\""
        case 26, 27: "an abbreviation such as \"&name;\" stands in it that is explained nowhere"
        case 38: "a \"<\" stands in an attribute's value; it must be written \"&lt;\""
        case 39, 40, 41: "an attribute's value is missing or not in quotes"
        case 42: "an element has the same attribute twice"
        case 45: "a comment is never closed"
        case 62: "a \"]]>\" stands in a text"
        case 63: "a block of text (CDATA) is never closed"
        case 64: "the XML declaration does not stand at the very beginning"
        case 65: "white space is missing, perhaps between two attributes"
        case 73, 74: "a tag is never closed with \">\""
        case 76: "an element is closed by the name of another"
        case 77: "an element is never closed"
        case 80: "a comment holds \"--\""
        case 89: "abbreviations in it stand for each other without end"
        default: nil
        }
    }

    /// Builds each child of the root and hands it on.
    private final class Reader: NSObject, XMLParserDelegate {
        typealias Visit = (_ root: FeedElement, FeedElement) throws(ImportError) -> Bool

        let name: String
        let names: Set<String>
        let limit: Int
        var visit: Visit?
        var failure: ImportError?
        /// The first thing that is wrong with the XML and has a name.
        var problem: (words: String, line: Int)?
        /// Whether the root's end was seen.
        var isClosed = false
        /// The root, and what is open below it.
        private var open: [FeedElement] = []
        /// How many are open of an element that is not wanted and those in it.
        private var skipped = 0
        private var length = 0
        /// How many elements the child of the root is made of, itself among them.
        private var count = 0
        private var kept = 0

        init(name: String, names: Set<String>, limit: Int, _ visit: @escaping Visit) {
            self.name = name
            self.names = names
            self.limit = limit
            self.visit = visit
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            guard failure == nil else { return }
            guard open.count + skipped < FeedDocument.depthLimit else {
                return fail(parser, "elements lie too deep within each other")
            }
            if skipped > 0 {
                skipped += 1
                return
            }
            let plain = name.split(separator: ":").last.map(String.init) ?? name
            if open.count == 1 {
                (length, count) = (0, 0)
                guard names.contains(plain) else {
                    skipped = 1
                    open.append(FeedElement(name: plain, attributes: [:], line: parser.lineNumber))
                    return
                }
            }
            open.append(FeedElement(name: plain, attributes: attributes, line: parser.lineNumber))
            count += 1
            let texts = attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            grow(by: texts + FeedDocument.elementCost, parser)
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { add(text, parser) }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            add(String(decoding: block, as: UTF8.self), parser)
        }

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            guard problem == nil, case let code = (error as NSError).code,
                let words = FeedDocument.words(for: code)
            else { return }
            problem = (words, parser.lineNumber)
        }

        private func add(_ text: String, _ parser: XMLParser) {
            guard open.count > 1, skipped == 0, failure == nil else { return }
            grow(by: text.utf8.count, parser)
            open[open.count - 1].text += text
        }

        private func grow(by bytes: Int, _ parser: XMLParser) {
            length += bytes
            if length > FeedDocument.elementLimit {
                fail(
                    parser,
                    "an element is longer than \(FeedDocument.elementLimit >> 20) MB"
                )
            }
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            guard failure == nil else { return }
            if skipped > 1 {
                skipped -= 1
                return
            }
            skipped = 0
            guard let element = open.popLast() else { return }
            guard let root = open.first else {
                isClosed = true
                return
            }
            guard open.count == 1 else {
                open[open.count - 1].children.append(element)
                return
            }
            do throws(ImportError) {
                guard try visit?(root, element) == true else { return }
                kept += count
            } catch {
                failure = error
                parser.abortParsing()
                return
            }
            if kept > limit {
                fail(
                    parser,
                    "it has more than \(grouped(limit)) elements besides street segments; no feed "
                        + "has so many"
                )
            }
        }

        private func fail(_ parser: XMLParser, _ reason: String) {
            guard failure == nil else { return }
            failure = .badFeed(name: name, reason: "line \(parser.lineNumber): \(reason)")
            parser.abortParsing()
        }
    }
}

/// A byte stream as Foundation's parsers want it. Used by the thread that made it alone.
private final class ByteInputStream: InputStream {
    private let stream: any ByteStream
    private var chunk: ArraySlice<UInt8> = []
    private var isAtEnd = false
    private var status = Stream.Status.notOpen
    private(set) var failure: ImportError?

    init(_ stream: any ByteStream) {
        self.stream = stream
        super.init(data: Data())
    }

    override func open() { status = .open }
    override func close() { status = .closed }
    override var streamStatus: Stream.Status { status }
    override var hasBytesAvailable: Bool { !isAtEnd }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        if chunk.isEmpty, !isAtEnd {
            do throws(ImportError) { chunk = try stream.next()[...] } catch {
                // The parser asks for an error of the stream's own, which there is none of: for it
                // the document ends here.
                failure = error
                status = .atEnd
                isAtEnd = true
                return 0
            }
            isAtEnd = chunk.isEmpty
        }
        let count = min(length, chunk.count)
        chunk.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress, count > 0 {
                UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: count)
            }
        }
        chunk = chunk.dropFirst(count)
        if isAtEnd { status = .atEnd }
        return count
    }
}
