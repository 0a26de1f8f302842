import RowFiles
import Testing

@testable import Importing

/// XML documents, as they are and as they arrive broken.
@Suite struct FeedDocumentTests {
    /// A text that comes in chunks of a length.
    private final class Chunks: ByteStream {
        private var rest: ArraySlice<UInt8>
        private let size: Int

        init(_ bytes: [UInt8], size: Int) {
            rest = bytes[...]
            self.size = size
        }

        var bytesRead: Int64 { 0 }

        func next() throws(RowFileError) -> [UInt8] {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    /// The names of the parties in a document, and of whatever else is in it.
    private func names(
        _ bytes: [UInt8],
        chunks size: Int = 4096,
        limit: Int = FeedDocument.keptLimit
    ) throws -> [String] {
        var names: [String] = []
        try FeedDocument.read(
            Chunks(bytes, size: size),
            name: "feed.xml",
            keeping: ["Party"],
            limit: limit
        ) { _, element throws(ImportError) -> Bool in
            names.append(element.value("Name") ?? element.name)
            return element.name == "Party"
        }
        return names
    }

    private func reason(
        _ bytes: [UInt8],
        chunks size: Int = 4096,
        limit: Int = FeedDocument.keptLimit
    ) -> String {
        let error = #expect(throws: ImportError.self) {
            try names(bytes, chunks: size, limit: limit)
        }
        guard case .badFeed(_, let reason)? = error else { return "" }
        return reason
    }

    private func document(_ declaration: String, _ name: String) -> String {
        "<?xml version=\"1.0\"\(declaration)?>\n<VipObject schemaVersion=\"5.1\">\n"
            + String(repeating: " ", count: 1100)
            + "<Party id=\"a\"><Name>\(name)</Name></Party>\n</VipObject>\n"
    }

    /// A text of characters up to U+00FF in ISO 8859-1.
    private func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    @Test(
        "characters arrive whole, wherever they are cut and whatever the encoding",
        arguments: [1, 2, 3, 7, 4096]
    )
    func encodings(size: Int) throws {
        let name = "José Ünal €𝄞"
        #expect(try names(Array(document("", name).utf8), chunks: size) == [name])
        #expect(
            try names([0xEF, 0xBB, 0xBF] + Array(document("", name).utf8), chunks: size) == [name]
        )
        let western = document(" encoding='ISO-8859-1'", "José Ünal")
        #expect(try names(latin1(western), chunks: size) == ["José Ünal"])
        let wide = document(" encoding=\"UTF-16\"", name)
        let little = wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try names([0xFF, 0xFE] + little, chunks: size) == [name])
        let big = wide.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try names(big, chunks: size) == [name])
    }

    @Test(
        "bytes that are not UTF-8 are refused with their line, and never reach the parser",
        arguments: [
            "<?xml version=\"1.0\"?>\n<!-- José -->\n<VipObject></VipObject>",
            "<?xml version=\"1.0\"?>\n<VipObject><José/></VipObject>",
            "<?xml version=\"1.0\"?>\n<VipObject><Party José=\"1\"/></VipObject>",
            "<?xml version=\"1.0\"?>\n<VipObject><Party><Name>José</Name></Party></VipObject>",
        ],
        [1, 5, 4096]
    )
    func foreignBytes(text: String, size: Int) {
        #expect(
            reason(latin1(text), chunks: size).hasPrefix(
                "line 2: its bytes are not UTF-8, and it names no other encoding"
            )
        )
    }

    @Test("NUL bytes, damaged UTF-16 and unknown encodings are refused")
    func strangeBytes() {
        var text = Array(document("", "A").utf8)
        text[text.count - 20] = 0
        #expect(reason(text).contains("a NUL byte"))
        #expect(
            reason(Array(document(" encoding=\"UTF-7\"", "A").utf8)).hasPrefix(
                "line 1: it names the encoding \"UTF-7\", which cannot be read"
            )
        )
        var units = Array(document("", "A").utf16)
        units[units.count - 5] = 0xD800
        let wide = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(reason([0xFF, 0xFE] + wide).contains("its UTF-16 is damaged"))
    }

    @Test("a document that breaks off anywhere behind its root's name is refused")
    func truncated() {
        let whole = Array(document("", "José").utf8)
        let end = whole.count - 1
        for length in 60..<end {
            #expect(!reason(Array(whole[..<length])).isEmpty, "\(length) bytes")
        }
        let text = document("", "A")
        let cut = Array(text.utf8.prefix(text.utf8.count - "</VipObject>\n".utf8.count))
        #expect(reason(cut).hasPrefix("it breaks off in line 4: export it again"))
    }

    @Test(
        "what is wrong with the XML is said in plain words",
        arguments: [
            ("<VipObject><Party></Name></VipObject>", "closed by the name of another"),
            ("<VipObject><Party>&nothing;</Party></VipObject>", "explained nowhere"),
            ("<VipObject><Party a=\"1\" a=\"2\"/></VipObject>", "the same attribute twice"),
            ("<VipObject></VipObject><VipObject/>", "something follows behind the end"),
            ("<VipObject><Party>\u{1}</Party></VipObject>", "a character stands in it"),
        ]
    )
    func words(text: String, expected: String) {
        let reason = reason(Array(("<?xml version=\"1.0\"?>\n" + text).utf8))
        #expect(reason.hasPrefix("line 2: "))
        #expect(reason.contains(expected))
    }

    @Test("elements that nothing is made of cost nothing; of the others so many are kept")
    func limits() throws {
        let unknown = String(repeating: "<Other><a><b/></a></Other>", count: 50)
        let known = String(repeating: "<Party><Name/></Party>", count: 10)
        let bytes = Array("<VipObject>\(unknown)\(known)</VipObject>".utf8)
        let all = try names(bytes, limit: 20)
        #expect(all.count == 60)
        #expect(all.count { $0 == "Other" } == 50)
        #expect(reason(bytes, limit: 19).contains("more than 19 elements"))
    }
}
