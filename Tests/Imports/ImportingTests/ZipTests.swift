import Importing
import Polling
import Testing

/// Zip archives of one file, damaged, cut short or locked.
@Suite struct ZipTests {
    private static let list = Array("name,lat,lon\nHall,38.9,-77.03\n".utf8)

    /// A zip archive that holds one file.
    ///
    /// - Parameters:
    ///   - flags: The general purpose flags, of which the first says that the file is encrypted.
    ///   - method: 0 for a file that is only stored.
    /// - Returns: The bytes, and where those of the file begin.
    private func zip(flags: UInt16 = 0, method: UInt16 = 0) -> (bytes: [UInt8], start: Int) {
        func little(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func short(_ value: UInt16) -> [UInt8] { Array(little(UInt32(value)).prefix(2)) }
        func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }
        let name = Array("list.csv".utf8)
        let size = little(UInt32(Self.list.count))
        let about = joined(
            short(20),
            short(flags),
            short(method),
            little(0x5A21_0000),
            little(crc(Self.list)),
            size,
            size,
            short(UInt16(name.count)),
            short(0)
        )
        let local = joined(little(0x0403_4B50), about, name)
        let unused = [UInt8](repeating: 0, count: 14)
        let central = joined(little(0x0201_4B50), short(20), about, unused, name)
        let start = little(UInt32(local.count + Self.list.count))
        let end = joined(
            little(0x0605_4B50),
            little(0),
            short(1),
            short(1),
            little(UInt32(central.count)),
            start,
            short(0)
        )
        return (joined(local, Self.list, central, end), local.count)
    }

    /// The checksum of zip archives, bit by bit. Source: ISO 3309.
    private func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }

    private func message(_ bytes: [UInt8]) async throws -> String? {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(bytes: bytes, name: "list.zip")
        }
        return error?.description
    }

    @Test("a zip whose bytes fit their checksum is read")
    func whole() async throws {
        let imports = Imports()
        _ = try await imports.stations(bytes: zip().bytes, name: "list.zip")
        #expect(imports.stations.published.map(\.name) == ["Hall"])
    }

    @Test(
        "a zip with one wrong byte is said to be damaged, with what to do, and not by its checksum"
    )
    func damaged() async throws {
        var (bytes, start) = zip()
        bytes[start + 20] ^= 1
        #expect(
            try await message(bytes)
                == "\"list.zip\" cannot be unpacked: the zip is damaged, for what is in it does not fit "
                + "its checksum; copy or download it again, or have it sent anew"
        )
    }

    @Test("a zip that breaks off within its file says so")
    func cut() async throws {
        let (bytes, start) = zip()
        #expect(
            try await message(Array(bytes.prefix(start + 10)))
                == "\"list.zip\" cannot be unpacked: the zip breaks off; copy or download it again, or "
                + "have it sent anew, and look whether that finished"
        )
    }

    @Test("a zip that is locked, or packed in a strange way, is not called damaged")
    func locked() async throws {
        let locked = try await message(zip(flags: 1).bytes)
        #expect(
            locked
                == "\"list.zip\" cannot be unpacked: it is locked with a password; unpack it with that, "
                + "and import what comes out"
        )
        let strange = try await message(zip(method: 97).bytes)
        #expect(strange?.contains("it is packed in a way that is not read (") == true)
        #expect(strange?.hasSuffix("unpack it yourself, and import what comes out") == true)
    }
}
