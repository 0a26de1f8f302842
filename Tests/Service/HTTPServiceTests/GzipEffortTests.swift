import Compressing
import Testing

/// What Debian's gzip makes of what was packed.
@Suite struct GzipEffortTests {
    private static let efforts: [Gzip.Effort] = [.waitedFor, .quick, .thorough]

    private func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test("what is packed with any effort is unpacked to the same", arguments: efforts)
    func roundTrip(effort: Gzip.Effort) throws {
        let words = Array(String(repeating: "a polling station, ", count: 5000).utf8)
        let packed = try #require(Gzip.compressed(words, effort: effort))
        #expect(packed.count < words.count / 20)
        #expect(try unpackedByGzip(packed) == words)
        for bytes in [[], [1], noise(70_000), words + noise(300_000)] {
            #expect(try unpackedByGzip(Gzip.wrapped(bytes, effort: effort)) == bytes)
        }
    }

    @Test("what would not get shorter is not packed", arguments: efforts)
    func incompressible(effort: Gzip.Effort) {
        for bytes in [[], [1], [1, 2], noise(70_000)] {
            #expect(Gzip.compressed(bytes, effort: effort) == nil)
        }
    }
}
