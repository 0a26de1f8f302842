import Foundation

/// Writes bytes to a file for the time of a call.
package func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result
{
    let file = FileManager.default.temporaryDirectory
        .appending(path: "ambit-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    return try body(file.path)
}

/// Writes bytes to a file of a name for the time of a call.
package func withFile<Result>(
    _ bytes: [UInt8],
    name: String,
    _ body: (String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "ambit-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return try await body(file.path)
}
