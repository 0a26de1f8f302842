import Testing

@testable import HTTPService

/// What comes out of the packer is compared with what gzip, as Debian has it, makes of it.
@Suite("List packer")
struct ListPackerTests {
    /// Records of one shape with a mark behind each value, as a list's writer makes them.
    private func list(
        of count: Int,
        values: (inout SeededRandom) -> [UInt8],
        _ random: inout SeededRandom
    ) -> (bytes: [UInt8], marks: [Int]) {
        var (bytes, marks): ([UInt8], [Int]) = (Array("[".utf8), [])
        for _ in 0..<count {
            for name in ["{\"id\":\"", "\",\"text\":\"", "\",\"distance\":"] {
                bytes += name.utf8
                bytes += values(&random)
                marks.append(bytes.count)
            }
            bytes += "},".utf8
        }
        return (bytes + Array("]".utf8), marks)
    }

    @Test("unpacks to what was packed, whatever the values and the marks are")
    func unpacks() throws {
        var random = SeededRandom(seed: 11)
        var (plain, packed): ([UInt8], [UInt8]) = ([], [])
        var count = 0
        for round in 0..<400 {
            let kind = round % 5
            let most = [12, 300, 3, 40_000, 700][kind]
            let (bytes, honest) = list(
                of: .random(in: 0...(kind == 3 ? 4 : 60), using: &random),
                values: { random in
                    let length = Int.random(in: 0...most, using: &random)
                    switch kind {
                    case 0: return (0..<length).map { _ in .random(in: 97...122, using: &random) }
                    case 1: return (0..<length).map { _ in .random(in: 0...255, using: &random) }
                    case 2: return Array("2026".utf8.prefix(length))
                    default:
                        return [UInt8](
                            repeating: .random(in: 97...98, using: &random),
                            count: length
                        )
                    }
                },
                &random
            )
            // Marks that mean nothing, outside of the list, in any order.
            let marks =
                round % 7 == 6
                ? (0..<50).map { _ in .random(in: -9...bytes.count + 9, using: &random) } : honest
            guard let made = ListPacker.gzip(bytes, marks: marks, marksPerRecord: 3) else {
                continue
            }
            #expect(made.count < bytes.count)
            plain += bytes
            packed += made
            count += 1
        }
        #expect(count > 250)
        #expect(try unpackedByGzip(packed) == plain)
    }

    @Test("copies of each length and from each distance come back")
    func copies() throws {
        var (plain, packed): ([UInt8], [UInt8]) = ([], [])
        var random = SeededRandom(seed: 12)
        func noise(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in .random(in: 0...255, using: &random) }
        }
        for length in Array(4...600) + [32_000] {
            let distance =
                length + Int.random(in: 0...min(32_768 - length, 9 * length), using: &random)
            let part = noise(length)
            let bytes =
                part + noise(distance - length) + part + [UInt8](repeating: 65, count: 4 * distance)
            guard
                let made = ListPacker.gzip(
                    bytes,
                    marks: [0, distance, distance + length, distance + length + 1],
                    marksPerRecord: 1
                )
            else { continue }
            plain += bytes
            packed += made
        }
        #expect(packed.count < plain.count / 2)
        #expect(try unpackedByGzip(packed) == plain)
    }

    @Test("nothing is packed that would not be shorter")
    func tooShort() {
        #expect(ListPacker.gzip([], marks: [], marksPerRecord: 8) == nil)
        #expect(ListPacker.gzip(Array("[]".utf8), marks: [1], marksPerRecord: 1) == nil)
        #expect(
            ListPacker.gzip([UInt8](repeating: 65, count: 9999), marks: [], marksPerRecord: 0)
                == nil
        )
    }

    @Test("the codes have a place for each symbol and leave none over", arguments: [5, 7, 12])
    func codes(mostBits: Int) {
        let weights = (0..<30).map { 1 << ($0 / 2) }
        let code = PrefixCode(weights: weights + [0], mostBits: mostBits)
        #expect(code.lengths.dropLast().allSatisfy { (1...mostBits).contains(Int($0)) })
        #expect(code.lengths.last == 0)
        // Kraft's sum is one when and only when a code is complete, as RFC 1951 asks.
        #expect(
            code.lengths.dropLast().map { 1 << (mostBits - Int($0)) }.reduce(0, +) == 1 << mostBits
        )
    }
}
