import Importing
import Polling
import RowFiles
import Testing

/// Files within gzip, whole and damaged.
@Suite struct GzipTests {
    private static let head = "name,lat,lon\nA,38.9,-77.03\n"
    private static let tail = "B,38.8,-77.04\n"

    /// CRC-32 bit by bit (RFC 1952, section 8).
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// A member of a gzip file that holds some bytes as they are.
    private func member(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        func little(_ value: UInt32) -> [UInt8] {
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
        }
        var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1]
        member += little(UInt32(length) | UInt32(~length) << 16)
        member += bytes
        member += little(checksum(bytes))
        member += little(UInt32(bytes.count))
        return member
    }

    private func names(_ bytes: [UInt8]) async throws -> [String] {
        let imports = Imports()
        _ = try await imports.stations(bytes: bytes, name: "stations.csv.gz")
        return imports.stations.published.map(\.name)
    }

    @Test("one member, several, zeros behind them, and a file that was packed twice")
    func whole() async throws {
        let one = member(Array((Self.head + Self.tail).utf8))
        let two = member(Array(Self.head.utf8)) + member(Array(Self.tail.utf8))
        for bytes in [one, two, one + [0, 0, 0], member(one), member(two)] {
            #expect(try await names(bytes) == ["A", "B"])
        }
    }

    @Test("what is packed is unpacked as it arrives, however few bytes at a time")
    func piped() throws {
        let text = Array((Self.head + Self.tail).utf8)
        for bytes in [member(text), member(member(text))] {
            for size in [1, 7, 1000] {
                var rest = bytes[...]
                let input = try GzipInput("a pipe", packedBytes: nil) { () throws(RowFileError) in
                    defer { rest = rest.dropFirst(size) }
                    return Array(rest.prefix(size))
                }
                var unpacked: [UInt8] = []
                while case let chunk = try input.next(), !chunk.isEmpty { unpacked += chunk }
                #expect(unpacked == text)
            }
        }
        #expect(Compression(magic: member(text)[...]) == .gzip)
        #expect(Compression(magic: text[...]) == nil)
    }

    @Test("a wrong checksum, a wrong length, a missing end and a strange end are refused")
    func damaged() async throws {
        let one = member(Array((Self.head + Self.tail).utf8))
        func changed(_ fromEnd: Int) -> [UInt8] {
            var bytes = one
            bytes[bytes.count - fromEnd] ^= 1
            return bytes
        }
        let cases: [([UInt8], String)] = [
            (changed(8), "does not fit its checksum"), (changed(4), "does not fit its checksum"),
            (changed(12), "does not fit its checksum"), (Array(one.dropLast(4)), "it breaks off"),
            (Array(one.dropLast(12)), "it breaks off"),
            (one + Array("more".utf8), "something follows behind its end"),
        ]
        for (bytes, reason) in cases {
            let error = await #expect(throws: ImportError.self) { try await names(bytes) }
            #expect(error?.description.contains(reason) == true)
        }
    }
}
