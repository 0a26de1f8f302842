import Foundation
import Testing

/// What gzip, as Debian has it, unpacks from bytes; several packed one after the other come one after
/// the other.
func unpackedByGzip(_ packed: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory
        .appending(component: "ambit-\(UUID().uuidString).gz")
    try Data(packed).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let gunzip = Process()
    gunzip.executableURL = URL(filePath: "/usr/bin/env")
    gunzip.arguments = ["gzip", "-dc", file.path]
    let output = Pipe()
    gunzip.standardOutput = output
    try gunzip.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    gunzip.waitUntilExit()
    try #require(gunzip.terminationStatus == 0)
    return Array(bytes)
}
