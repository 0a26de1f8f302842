import RowFilesTesting
import Testing

@testable import Importing

/// Files of OpenStreetMap with bytes changed at random, always the same ones.
///
/// A reader that leaves its memory, overflows or never ends would end the whole run.
@Suite struct OpenStreetMapMutantTests {
    /// Reads a file to its end, or to what it is refused for.
    ///
    /// - Returns: Whether it was read.
    private func isRead(_ bytes: [UInt8]) async throws -> Bool {
        try await withFile(bytes, name: "map") { path in
            do {
                let file = try OpenStreetMapFile(.file(path))
                let rows = OpenStreetMapRowSource(file, byteCount: 1)
                var row = Row()
                while try rows.next(&row) {}
                return true
            } catch is ImportError { return false }
        }
    }

    private func mutant(of bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[index] = [0, 0x7F, 0x80, 0xFF][Int.random(in: 0..<4, using: &random)]
            case 3: bytes.remove(at: index)
            case 4:
                let long = [UInt8](repeating: 0xFF, count: Int.random(in: 1...9, using: &random))
                bytes.insert(contentsOf: long + [1], at: index)
            default:
                let end = Int.random(in: index..<bytes.count, using: &random)
                bytes.insert(contentsOf: bytes[index...min(end, index + 30)], at: index)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }

    @Test("mutants within recompressed blocks end in roads or in words", arguments: 0..<4)
    func recompressed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: 1_000 + seed)
        let form: MapWriter.NodeForm = seed % 2 == 0 ? .dense : .plain
        let block = MapWriter.town.primitiveBlock(form)
        var readCount = 0
        for _ in 0..<1_500 {
            let blob = MapWriter.blob(mutant(of: block, &random))
            let file = MapWriter.header() + MapWriter.block("OSMData", blob)
            if try await isRead(file) { readCount += 1 }
        }
        // Some changes do no harm, such as that of a digit; most are seen.
        #expect((100..<1_300).contains(readCount), "\(readCount)")
    }

    @Test("mutants of the file itself end in roads or in words", arguments: 0..<2)
    func framing(seed: UInt64) async throws {
        var random = SeededGenerator(seed: 2_000 + seed)
        let file = MapWriter.town.binary()
        var readCount = 0
        for _ in 0..<1_500 {
            // Without its first bytes it would be taken for XML.
            let rest = mutant(of: Array(file.dropFirst()), &random)
            if try await isRead([0] + rest) { readCount += 1 }
        }
        #expect(readCount < 1_300)
    }

    @Test("mutants of the XML end in roads or in words")
    func text() async throws {
        var random = SeededGenerator(seed: 3_000)
        let file = Array(MapWriter.town.text.utf8)
        for _ in 0..<1_000 { _ = try await isRead(mutant(of: file, &random)) }
    }
}
