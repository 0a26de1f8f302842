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
    ///   - visit: Given the root's attributes with each of its children; what it throws ends the
    ///     reading.
    /// - Throws: ``ImportError/badFeed(name:reason:)`` when the document is damaged, or what `visit`
    ///   throws.
    static func read(
        _ stream: any ByteStream,
        name: String,
        _ visit: (_ root: FeedElement, FeedElement) throws(ImportError) -> Void
    ) throws(ImportError) {
        let failure = withoutActuallyEscaping(visit) { visit -> ImportError? in
            let reader = Reader(name: name, visit)
            let input = ByteInputStream(stream)
            let parser = XMLParser(stream: input)
            parser.delegate = reader
            let isWhole = parser.parse()
            parser.delegate = nil
            defer { reader.visit = nil }
            if let failure = input.failure ?? reader.failure { return failure }
            if isWhole { return nil }
            let reason = parser.parserError.map { "\($0.localizedDescription)" } ?? "it is damaged"
            return .badFeed(
                name: name,
                reason:
                    "line \(max(1, parser.lineNumber)): no valid XML (\(reason)); export it again, "
                    + "and look whether the export finished"
            )
        }
        if let failure { throw failure }
    }

    /// How long the texts of one element may be, all together.
    private static let elementLimit = 16 << 20
    /// How deep elements may lie within each other.
    private static let depthLimit = 64

    /// Builds each child of the root and hands it on.
    private final class Reader: NSObject, XMLParserDelegate {
        typealias Visit = (_ root: FeedElement, FeedElement) throws(ImportError) -> Void

        let name: String
        var visit: Visit?
        var failure: ImportError?
        /// The root, and what is open below it.
        private var open: [FeedElement] = []
        private var length = 0

        init(name: String, _ visit: @escaping Visit) {
            self.name = name
            self.visit = visit
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            guard open.count < FeedDocument.depthLimit else {
                return fail(parser, "elements lie too deep within each other")
            }
            if open.count == 1 { length = 0 }
            let plain = name.split(separator: ":").last.map(String.init) ?? name
            open.append(FeedElement(name: plain, attributes: attributes, line: parser.lineNumber))
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { add(text, parser) }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            add(String(decoding: block, as: UTF8.self), parser)
        }

        private func add(_ text: String, _ parser: XMLParser) {
            guard open.count > 1 else { return }
            length += text.utf8.count
            guard length <= FeedDocument.elementLimit else {
                return fail(
                    parser,
                    "an element is longer than \(FeedDocument.elementLimit >> 20) MB"
                )
            }
            open[open.count - 1].text += text
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            guard let element = open.popLast(), let root = open.first else { return }
            guard open.count == 1 else {
                open[open.count - 1].children.append(element)
                return
            }
            do throws(ImportError) { try visit?(root, element) } catch {
                failure = error
                parser.abortParsing()
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
                failure = error
                status = .error
                isAtEnd = true
                return -1
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
