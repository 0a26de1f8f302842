import Foundation
import Synchronization
import Testing

/// A folder that goes away with its owner, or with the process.
final class TemporaryFolder: Sendable {
    let url: URL

    private static let left = Mutex<Set<URL>>([])
    /// What is kept for all tests has an owner to the end.
    private static let endsWithProcess = atexit {
        for url in TemporaryFolder.left.withLock(\.self) {
            try? FileManager.default.removeItem(at: url)
        }
    }

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("ambit-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        _ = Self.endsWithProcess
        Self.left.withLock { _ = $0.insert(url) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        Self.left.withLock { _ = $0.remove(url) }
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
        return path(name)
    }
}

extension TemporaryFolder {
    private static let made = Mutex<[String: Task<TemporaryFolder, any Error>]>([:])

    /// Brings copies of files that many tests begin with, which are made once.
    ///
    /// - Parameters:
    ///   - name: Names what is made.
    ///   - make: Makes it in another folder.
    func bring(
        _ name: String,
        madeBy make: @escaping @Sendable (TemporaryFolder) async throws -> Void
    ) async throws {
        let task = Self.made.withLock { made in
            if let task = made[name] { return task }
            let task = Task {
                let folder = try TemporaryFolder()
                try await make(folder)
                return folder
            }
            made[name] = task
            return task
        }
        let original = try await task.value.url
        for file in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            try FileManager.default.copyItem(
                at: original.appendingPathComponent(file),
                to: url.appendingPathComponent(file)
            )
        }
    }
}
