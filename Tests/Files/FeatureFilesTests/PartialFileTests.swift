import FeatureFiles
import Foundation
import Testing

@Suite struct PartialFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "ambit-test-\(UUID().uuidString)")

    private var partial: String { folder.appending(path: "out.csv.partial").path }
    private var whole: String { folder.appending(path: "out.csv").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, _ file: PartialFile) {
        _ = text.utf8.withContiguousStorageIfAvailable { bytes in
            Foundation.write(file.descriptor, bytes.baseAddress, bytes.count)
        }
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("one is written at a time, and the next takes the place of what was written before")
    func oneAtATime() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var first: PartialFile? = try PartialFile(partial)
        write("first", try #require(first))
        #expect(throws: PartialFile.Fault.isBeingWritten) { try PartialFile(partial) }
        #expect(text(partial) == "first")
        try first?.place(at: whole)
        #expect(text(whole) == "first" && text(partial) == nil)
        // It has its name, and is still open.
        let second = try PartialFile(partial)
        #expect(text(whole) == "first")
        first = nil
        write("second", second)
        #expect(text(partial) == "second")
        try second.place(at: whole)
        #expect(text(whole) == "second")
    }

    @Test("what a killed run left is replaced, and what is given up is removed")
    func leftOver() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("half of a longer file".utf8).write(to: URL(fileURLWithPath: partial))
        var file: PartialFile? = try PartialFile(partial)
        #expect(text(partial) == "")
        write("x", try #require(file))
        file = nil
        #expect(text(partial) == nil && text(whole) == nil)
        let lost = try PartialFile(partial)
        #expect(throws: PartialFile.Fault.system(errno: ENOENT)) {
            try lost.place(at: folder.appending(path: "none/out.csv").path)
        }
        #expect(text(partial) == nil)
    }
}
