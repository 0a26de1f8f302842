import Testing

@testable import RowFiles

/// Reading in blocks against reading record by record, which knows nothing of blocks.
@Suite struct TextBlockTests {
    private typealias Record = (line: Int, cells: [String])

    /// A text that comes in pieces of some length.
    ///
    /// - Returns: nil where its first pieces show no header.
    private func open(_ text: String, pieces: Int) throws -> DelimitedText? {
        var rest = Array(text.utf8)[...]
        let file = try DelimitedText("test") { () throws(RowFileError) in
            defer { rest = rest.dropFirst(pieces) }
            return Array(rest.prefix(pieces))
        }
        let header = try file.findHeader { cells, _ in cells.first == "id" ? cells : nil }
        return header == nil ? nil : file
    }

    /// The next record; of one that cannot be read, why.
    private func next(_ file: DelimitedText) throws -> Record? {
        do { return try file.next() } catch {
            guard case .badRecord(let line, let reason) = error else { throw error }
            return (line, ["bad", reason])
        }
    }

    private func records(_ text: String, pieces: Int) throws -> [Record] {
        guard let file = try open(text, pieces: pieces) else { return [] }
        var records: [Record] = []
        while let record = try next(file) { records.append(record) }
        return records
    }

    private func recordsInBlocks(
        _ text: String,
        pieces: Int
    ) throws -> (records: [Record], blocks: Int) {
        guard let file = try open(text, pieces: pieces) else { return ([], 0) }
        var records: [Record] = []
        var blocks = 0
        while true {
            if let block = try file.nextBlock() {
                blocks += 1
                var scanner = BlockScanner(block)
                let bytes = block.bytes.span
                while scanner.next(in: bytes) {
                    records.append((scanner.line, scanner.texts(of: bytes)))
                }
            } else if let record = try next(file) {
                records.append(record)
            } else {
                return (records, blocks)
            }
        }
    }

    private func expectSame(_ text: String, pieces: Int) throws -> Int {
        let plain = try records(text, pieces: pieces)
        let (inBlocks, blocks) = try recordsInBlocks(text, pieces: pieces)
        #expect(inBlocks.map(\.line) == plain.map(\.line), "\(text.debugDescription)")
        #expect(inBlocks.map(\.cells) == plain.map(\.cells), "\(text.debugDescription)")
        return blocks
    }

    @Test(
        "blocks hold the same records on the same lines, whatever stands in the cells",
        arguments: [
            "id,b\n1,x\n2,y\n", "id,b\r\n1,x\r\n2,y\r\n", "title\n\nid,b\n\n1,x\n\n2,y",
            "id,b\n1,\"x, \"\"y\"\"\"\n2,\"a\nb\"\n3,z\n", "id,b\n1,5\" pipe\n2,y\n",
            "id,b\n1,\"x\" y\n2,y\n", "id,b\n1,x\r2,y\n3,z\n", "id,b\n1,\"x\"  \n2,y\n",
            "id,b\n1,\"never closed\n", "id;b\n1;\"x;y\"\n2;\"\"\n", "id,b\n1\n2,3,4\n \n5,6\n",
            "id,b\n1,Dogwood Café\n2,\u{1F600}\n", "id,b\n\"\"\n1,x\n", "id,b\n1,\"a\r\nb\"\n2,\n",
            "id,b\n1,\"a\rb\"\n2,c\n",
        ],
        [1, 3, 7, 1000]
    )
    func cells(text: String, pieces: Int) throws { _ = try expectSame(text, pieces: pieces) }

    @Test("random texts are read alike", arguments: 0..<60)
    func randomTexts(seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "a", "12.5", ",", "\n", "\"", "\r\n", " ", "é", "\"\"", "\"x,\ny\"", ",,", "\r",
        ]
        let usual = seed.isMultiple(of: 2) ? 4 : pieces.count
        var text = "id,b\n"
        for _ in 0..<random(300) { text += pieces[random(usual)] }
        _ = try expectSame(text, pieces: 1 + random(40))
        _ = try expectSame(text + "\n", pieces: 1000)
    }

    @Test("a large table is read in blocks to its end")
    func large() throws {
        let rows = (0..<20_000).map { "\($0),\"Hall \($0), Main\",\($0 % 90).5\n" }.joined()
        let blocks = try expectSame("id,name,n\n" + rows, pieces: 1 << 17)
        #expect(blocks > 3)
        #expect(blocks < 40)
    }
}
