import CZlib
import RowFilesTesting
import Testing

@testable import RowFiles

/// Zip archives of several files, whole and with bytes changed at random.
@Suite struct ZipArchiveTests {
    private struct File {
        let path: String
        let bytes: [UInt8]
        var isDeflated = true
        /// Unix's mode, with the kind of file.
        var mode: UInt64 = 0o100644
    }

    private static let files = [
        File(path: "folder/", bytes: [], isDeflated: false, mode: 0o040755),
        File(
            path: "folder/a.csv",
            bytes: Array(repeating: Array("name,lat\n".utf8), count: 900).flatMap(\.self)
        ),
        File(path: "b.txt", bytes: Array("stored".utf8), isDeflated: false),
        File(path: "link", bytes: Array("/etc/passwd".utf8), isDeflated: false, mode: 0o120777),
        File(path: "__MACOSX/._b.txt", bytes: [1, 2, 3]),
        File(path: "empty.csv", bytes: []),
    ]

    private func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// An archive, with something before it; by large numbers (Zip64) if wanted.
    private func zip(_ files: [File] = files, before: [UInt8] = [], isLarge: Bool = false)
        -> [UInt8]
    {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            // Without zlib's two bytes before and its checksum behind.
            let packed =
                file.isDeflated
                ? Array(packedByZlib(file.bytes).dropFirst(2).dropLast(4)) : file.bytes
            let sum = UInt64(crc32(0, file.bytes, UInt32(file.bytes.count)))
            let name = Array(file.path.utf8)
            let about =
                little(20, 2) + little(0, 2) + little(file.isDeflated ? 8 : 0, 2) + little(0, 4)
                + little(sum, 4)
            let sizes = little(UInt64(packed.count), 4) + little(UInt64(file.bytes.count), 4)
            let large =
                little(1, 2) + little(24, 2) + little(UInt64(file.bytes.count), 8)
                + little(UInt64(packed.count), 8) + little(UInt64(archive.count), 8)
            let none = little(UInt64(UInt32.max), 4)
            directory +=
                little(0x0201_4B50, 4) + little(0x0314, 2) + about
                + (isLarge ? none + none : sizes) + little(UInt64(name.count), 2)
                + little(isLarge ? UInt64(large.count) : 0, 2) + little(0, 6)
                + little(file.mode << 16, 4)
                + (isLarge ? none : little(UInt64(archive.count), 4)) + name
                + (isLarge ? large : [])
            archive +=
                little(0x0403_4B50, 4) + about + sizes + little(UInt64(name.count), 2)
                + little(0, 2)
                + name + packed
        }
        let start = UInt64(archive.count)
        var end: [UInt8] = []
        if isLarge {
            let place = start + UInt64(directory.count)
            end +=
                little(0x0606_4B50, 4) + little(44, 8) + little(45, 4) + little(0, 8)
                + little(UInt64(files.count), 8) + little(UInt64(files.count), 8)
                + little(UInt64(directory.count), 8) + little(start, 8)
            end += little(0x0706_4B50, 4) + little(0, 4) + little(place, 8) + little(1, 4)
        }
        end +=
            little(0x0605_4B50, 4) + little(0, 4) + little(UInt64(files.count), 2)
            + little(UInt64(files.count), 2)
            + little(isLarge ? UInt64(UInt32.max) : UInt64(directory.count), 4)
            + little(isLarge ? UInt64(UInt32.max) : start, 4) + little(0, 2)
        return before + archive + directory + end
    }

    /// The wanted files of an archive, unpacked.
    private func contents(_ archive: [UInt8]) async throws -> [String: [UInt8]] {
        try await withFile(archive, name: "files.zip") { path in
            var contents: [String: [UInt8]] = [:]
            let reader = try FileReader(path: path)
            for entry in try ZipArchive(path: path, name: "files.zip").files() {
                let stream = try ZipEntryStream(reader, entry, name: "files.zip")
                var bytes: [UInt8] = []
                while case let chunk = try stream.next(), !chunk.isEmpty { bytes += chunk }
                contents[entry.path] = bytes
            }
            return contents
        }
    }

    @Test("files come out as they went in; folders, links and what macOS adds are passed over")
    func whole() async throws {
        let expected = ["folder/a.csv", "b.txt", "empty.csv"].reduce(into: [:]) { files, path in
            files[path] = Self.files.first { $0.path == path }?.bytes
        }
        #expect(try await contents(zip()) == expected)
        #expect(try await contents(zip(before: Array("#!/bin/sh\n".utf8))) == expected)
        #expect(try await contents(zip(isLarge: true)) == expected)
    }

    @Test(
        "mutants of an archive are unpacked to what was in it, or refused",
        arguments: [false, true]
    )
    func mutants(isLarge: Bool) async throws {
        var random = SeededGenerator(seed: isLarge ? 8 : 9)
        let archive = zip(isLarge: isLarge)
        var counts = (read: 0, refused: 0)
        for _ in 0..<1_500 {
            var mutant = archive
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: mutant.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mutant[index] = UInt8.random(in: 0...255, using: &random)
                case 1: mutant[index] = 0xFF
                case 2: mutant.remove(at: index)
                default: mutant.insert(0, at: index)
                }
            }
            do {
                let bytes = try await contents(mutant)
                counts.read += 1
                // The checksum answers for what comes out.
                for content in bytes.values {
                    #expect(Self.files.contains { $0.bytes == content })
                }
            } catch is RowFileError { counts.refused += 1 }
        }
        #expect(counts.read > 20 && counts.refused > 20, "\(counts)")
    }
}
