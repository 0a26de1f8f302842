import Foundation
import RowFilesTesting
import Testing

@testable import RowFiles

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// XML as it is read here and as libxml2 reads it.
@Suite struct XMLReaderTests {
    private final class Chunks: ByteStream {
        private var rest: ArraySlice<UInt8>
        private let size: Int
        let bytesRead: Int64 = 0

        init(_ bytes: [UInt8], size: Int) {
            rest = bytes[...]
            self.size = size
        }

        func next() throws(RowFileError) -> [UInt8] {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    /// What happens in a document, texts that follow each other as one; nil when it is refused.
    private func events(_ bytes: [UInt8], chunks size: Int = 4096) -> [String]? {
        var reader = XMLReader(Chunks(bytes, size: size))
        var log = Log()
        do {
            while let event = try reader.next() {
                switch event {
                case .start(let name): log.start(name, try reader.attributes())
                case .text: log.add(String(decoding: reader.text, as: UTF8.self))
                case .end: log.end()
                }
            }
        } catch { return nil }
        return log.lines
    }

    private struct Log {
        private(set) var lines: [String] = []
        private var text = ""

        mutating func start(_ name: String, _ attributes: [String: String]) {
            flush()
            let words = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=[\($0.value)]" }
            lines.append("<\(name)\(words.joined())")
        }
        mutating func add(_ more: String) { text += more }
        mutating func end() {
            flush()
            lines.append(">")
        }
        private mutating func flush() {
            if !text.isEmpty { lines.append(text) }
            text = ""
        }
    }

    /// The same by Foundation's parser, which is libxml2.
    private final class Foundations: NSObject, XMLParserDelegate {
        private var log = Log()
        private var hasFailed = false

        static func events(_ bytes: [UInt8]) -> [String]? {
            let parser = XMLParser(data: Data(bytes))
            let delegate = Foundations()
            parser.delegate = delegate
            // Where a document is not well formed, Foundation's answer may still be that it was parsed.
            return parser.parse() && !delegate.hasFailed ? delegate.log.lines : nil
        }

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            // Of prefixes without a namespace XML itself does not speak (XML_NS_ERR_UNDEFINED_NAMESPACE).
            if (error as NSError).code != 201 { hasFailed = true }
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) { log.start(name, attributes) }

        func parser(_ parser: XMLParser, foundCharacters text: String) { log.add(text) }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            log.add(String(decoding: block, as: UTF8.self))
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) { log.end() }
    }

    private static let documents = [
        "<a/>", "<a></a>", "<a b='1' c = \"2\"><d/>text</a>",
        "<?xml version=\"1.0\"?>\n<a>\r\nb\rc</a>",
        "<a>&lt;&amp;&gt;&quot;&apos;&#233;&#x1F600;</a>", "<a b=\"x&#10;y\tz\n&lt;\"/>",
        "<!-- c - d --><a><!----><b/><?pi some > thing?></a><!-- end -->\n",
        "<a><![CDATA[<b>&amp;]] ]]]></a>", "<a>]] ]></a>",
        "<a.b-c:d _e='\u{E9}'>\u{E9}\u{1F600}</a.b-c:d>",
        "<a><b><c x='1'/></b>\n<b>2</b></a>", "<a b='>' c='/&gt;'/>",
    ]

    @Test("documents mean the same as to libxml2, wherever they are cut", arguments: documents)
    func whole(document: String) throws {
        let bytes = Array(document.utf8)
        let expected = try #require(Foundations.events(bytes))
        #expect(events(bytes) == expected)
        // Characters of several bytes arrive whole.
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return }
        for size in [1, 2, 3, 7] { #expect(events(bytes, chunks: size) == expected) }
    }

    @Test("changed at random, what both read they read alike, and both refuse nearly the same")
    func mutants() {
        var random = SeededGenerator(seed: 41)
        let signs = Array("<>/=\"'&;!?-[]#ax \n".utf8)
        // What a declaration or an instruction says is passed over here, and of a few bytes Foundation
        // says that all is well.
        let documents = Self.documents.filter { !$0.contains("<?") && $0.utf8.count > 8 }
        var counts = (both: 0, neither: 0, different: 0)
        for round in 0..<6_000 {
            var bytes = Array(documents[round % documents.count].utf8)
            guard bytes.allSatisfy({ $0 < 0x80 }) else { continue }
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                let sign = signs[Int.random(in: signs.indices, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = sign
                case 1: bytes.insert(sign, at: index)
                default: if bytes.count > 1 { bytes.remove(at: index) }
                }
            }
            switch (events(bytes), Foundations.events(bytes)) {
            case (let one?, let other?):
                counts.both += 1
                #expect(one == other, "\(String(decoding: bytes, as: UTF8.self))")
            case (nil, nil): counts.neither += 1
            default: counts.different += 1
            }
        }
        #expect(counts.both > 500 && counts.neither > 500)
        #expect(counts.different * 50 < counts.both + counts.neither, "\(counts)")
    }

    @Test("an element with 400,000 attributes is read at once", .timeLimit(.minutes(1)))
    func manyAttributes() {
        let attributes = (0..<400_000).map { " a\($0)=\"\"" }.joined()
        let bytes = Array("<a\(attributes)/>".utf8)
        var reader = XMLReader(Chunks(bytes, size: 1 << 18))
        #expect(throws: Never.self) {
            _ = try reader.next()
            #expect(try reader.attributes().count == 400_000)
        }
    }

    @Test("abbreviations that a document declares itself are passed over, and not used")
    func entities() {
        let document = """
            <!DOCTYPE a [<!ENTITY b "]>"> <!-- ]> ' --> <!ELEMENT a (#PCDATA)>]>
            <a>text</a>
            """
        #expect(events(Array(document.utf8)) == ["<a", "text", ">"])
        let used = document.replacingOccurrences(of: "text", with: "&b;")
        #expect(events(Array(used.utf8)) == nil)
    }
}
