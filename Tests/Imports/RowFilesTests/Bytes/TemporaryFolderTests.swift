import Foundation
import Testing

@testable import RowFiles

@Suite struct TemporaryFolderTests {
    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("what a dead process left is removed, what is in use stays, and goes with its owner")
    func abandoned() throws {
        // As a process that was killed leaves it: nobody holds its lock.
        let left = FileManager.default.temporaryDirectory
            .appending(path: "ambit-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
        try Data("rows".utf8).write(to: left.appending(path: "upload"))
        var used: TemporaryFolder? = try TemporaryFolder()
        let path = try #require(used?.path)
        let file = try #require(used?.path("layer.shp"))
        try Data("shape".utf8).write(to: URL(filePath: file))
        TemporaryFolder.removeAbandoned()
        // Another import of these tests may be about to remove it, and hold its lock.
        for _ in 0..<1_000 where exists(left.path) { TemporaryFolder.removeAbandoned() }
        #expect(!exists(left.path))
        #expect(exists(file))
        used = nil
        #expect(!exists(path))
    }

    @Test("a parent that is gone is named, with what to do about it")
    func missingParent() throws {
        let gone = FileManager.default.temporaryDirectory
            .appending(path: "ambit-test-\(UUID().uuidString)")
        let error = try #require(throws: RowFileError.self) { try TemporaryFolder(in: gone) }
        #expect(error.description.hasPrefix("nothing can be put into \(gone.path), "))
        #expect(error.description.contains("name another with TMPDIR"))
        let folder = try TemporaryFolder()
        try folder.makeFile("upload").write(contentsOf: Data("rows".utf8))
        #expect(try Data(contentsOf: URL(filePath: folder.path("upload"))) == Data("rows".utf8))
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(throws: RowFileError.self) { try folder.makeFile("again") }
    }

    @Test("a file or a link of such a name is nobody's folder, and stays")
    func foreign() throws {
        let temporary = FileManager.default.temporaryDirectory
        let target = temporary.appending(path: "ambit-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
        let file = temporary.appending(path: "ambit-import-\(UUID().uuidString)")
        let link = temporary.appending(path: "ambit-import-\(UUID().uuidString)")
        try Data().write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        defer { for url in [file, link, target] { try? FileManager.default.removeItem(at: url) } }
        TemporaryFolder.removeAbandoned()
        #expect(exists(file.path))
        #expect(exists(target.path))
        #expect((try? link.checkResourceIsReachable()) == true)
    }

    @Test("folders that are made and swept at the same time never lose one in use")
    func racing() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        let folder = try TemporaryFolder()
                        let file = folder.path("x")
                        try Data([1]).write(to: URL(filePath: file))
                        TemporaryFolder.removeAbandoned()
                        #expect(FileManager.default.fileExists(atPath: file))
                        withExtendedLifetime(folder) {}
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
