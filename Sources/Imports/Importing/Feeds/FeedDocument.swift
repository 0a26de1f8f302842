internal import RowFiles

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
        let text = XMLText(stream, name: name)
        var reader = FeedElements(XMLReader(text), names: names)
        var kept = (count: 0, bytes: 0)
        func refusal(_ failure: XMLReader.Failure) -> ImportError {
            switch failure {
            case .stream(let error): ImportError(error)
            case .breaksOff: ImportError(text.breaksOff)
            case .malformed(let words, let line):
                .badFeed(
                    name: name,
                    reason: "line \(line): \(words); export it again, and look whether the export "
                        + "finished"
                )
            }
        }
        while true {
            let next: (root: FeedElement, element: FeedElement, size: FeedElements.Size)?
            do throws(XMLReader.Failure) { next = try reader.next() } catch {
                throw refusal(error)
            }
            guard let (root, element, size) = next else { return }
            guard try visit(root, element) else { continue }
            kept.count += size.count
            kept.bytes += size.bytes
            guard kept.count <= limit, kept.bytes <= keptBytesLimit else {
                let most =
                    kept.count > limit
                    ? "\(grouped(limit)) elements" : "\(keptBytesLimit >> 20) MB"
                throw refusal(
                    .malformed(
                        "it has more than \(most) besides street segments; no feed has so many",
                        line: reader.line
                    )
                )
            }
        }
    }

    /// How many elements may be kept, with those in them: some ten times as many as the largest state
    /// has, and less than a gigabyte.
    static let keptLimit = 3_000_000
    /// How much may be kept, counted as ``FeedElements`` does.
    static let keptBytesLimit = 400 << 20
    /// What an element costs besides its texts, in bytes.
    static let elementCost = 130
}

/// The elements below a document's root, each with all that is in it.
private struct FeedElements {
    private var reader: XMLReader
    private let names: Set<String>
    private var root: FeedElement?

    /// How long the texts of one element may be, all together.
    private static let elementLimit = 16 << 20
    /// How deep elements may lie within each other.
    private static let depthLimit = 64

    /// - Parameters:
    ///   - reader: At the document's beginning.
    ///   - names: Of which elements everything is wanted; of others the name and the line alone.
    init(_ reader: XMLReader, names: Set<String>) {
        self.reader = reader
        self.names = names
    }

    var line: Int { reader.line }

    /// What an element takes in memory.
    struct Size {
        /// How many elements it is made of, itself among them.
        var count = 0
        var bytes = 0
    }

    /// The next child of the root; nil behind the last.
    mutating func next() throws(XMLReader.Failure)
        -> (root: FeedElement, element: FeedElement, size: Size)?
    {
        while let event = try reader.next() {
            guard case .start(let name) = event else { continue }
            let line = reader.line
            let plain = Self.plain(name)
            guard let root else {
                root = FeedElement(name: plain, attributes: try reader.attributes(), line: line)
                continue
            }
            guard names.contains(plain) else {
                try skip()
                return (root, FeedElement(name: plain, attributes: [:], line: line), Size(count: 1))
            }
            let (element, size) = try read(plain, line)
            return (root, element, size)
        }
        return nil
    }

    /// Goes to the end of an element that was begun.
    private mutating func skip() throws(XMLReader.Failure) {
        var depth = 1
        while depth > 0, let event = try reader.next() {
            switch event {
            case .start: depth += 1
            case .end: depth -= 1
            case .text: break
            }
            // The root is one more.
            guard depth < Self.depthLimit else { throw tooDeep }
        }
    }

    /// Reads an element that was begun, to its end.
    private mutating func read(
        _ name: String,
        _ line: Int
    ) throws(XMLReader.Failure) -> (FeedElement, Size) {
        var size = Size()
        let first = FeedElement(name: name, attributes: try reader.attributes(), line: line)
        try add(first.attributes, to: &size)
        var open = [first]
        while let event = try reader.next() {
            switch event {
            case .start(let name):
                guard open.count + 1 < Self.depthLimit else { throw tooDeep }
                let line = reader.line
                let attributes = try reader.attributes()
                try add(attributes, to: &size)
                open.append(
                    FeedElement(name: Self.plain(name), attributes: attributes, line: line)
                )
            case .text:
                try grow(&size, by: reader.text.count)
                open[open.count - 1].text += String(decoding: reader.text, as: UTF8.self)
            case .end:
                let element = open.removeLast()
                if open.isEmpty { return (element, size) }
                open[open.count - 1].children.append(element)
            }
        }
        throw .breaksOff
    }

    /// A name without its prefix.
    private static func plain(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: ":")) else { return name }
        return name.split(separator: ":").last.map(String.init) ?? name
    }

    private func add(
        _ attributes: [String: String],
        to size: inout Size
    ) throws(XMLReader.Failure) {
        size.count += 1
        let texts = attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        try grow(&size, by: texts + FeedDocument.elementCost)
    }

    private func grow(_ size: inout Size, by bytes: Int) throws(XMLReader.Failure) {
        size.bytes += bytes
        guard size.bytes <= Self.elementLimit else {
            throw .malformed(
                "an element is longer than \(Self.elementLimit >> 20) MB",
                line: reader.line
            )
        }
    }

    private var tooDeep: XMLReader.Failure {
        .malformed("elements lie too deep within each other", line: reader.line)
    }
}
