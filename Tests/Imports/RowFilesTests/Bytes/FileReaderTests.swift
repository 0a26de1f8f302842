import Foundation
import Testing

@testable import RowFiles

/// Files that are read in chunks and in pieces.
@Suite struct FileReaderTests {
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("file")
        try Data(bytes).write(to: URL(filePath: path))
        try body(path)
    }

    @Test(
        "a file is read whole, whatever the chunks",
        arguments: [0, 1, 4095, 4096, 4097, 100_000]
    )
    func whole(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try withFile(bytes) { path in
            for size in [1000, 4096, chunkSize] {
                let reader = try FileReader(path: path)
                var read: [UInt8] = []
                while case let chunk = try reader.read(size), !chunk.isEmpty {
                    #expect(chunk.count <= size)
                    read += chunk
                }
                #expect(read == bytes)
                #expect(reader.bytesRead == Int64(length))
            }
            let reader = try FileReader(path: path)
            #expect(try reader.read(at: 0, count: length) == bytes)
            let half = Int64(length / 2)
            #expect(try reader.read(at: half, count: 2 * length).elementsEqual(bytes[Int(half)...]))
            #expect(try reader.read(at: Int64(length), count: 10).isEmpty)
            #expect(try reader.read(at: 1 << 40, count: 10).isEmpty)
        }
    }

    @Test("what is added to a file while it is read is read as well")
    func growing() throws {
        try withFile([1, 2, 3]) { path in
            let reader = try FileReader(path: path)
            #expect(try reader.read(chunkSize) == [1, 2, 3])
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
            let more = [UInt8](repeating: 7, count: 10_000)
            try file.write(contentsOf: Data(more))
            var read: [UInt8] = []
            while case let chunk = try reader.read(chunkSize), !chunk.isEmpty { read += chunk }
            #expect(read == more)
        }
    }
}
