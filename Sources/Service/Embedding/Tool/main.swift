import Foundation

// usage: embed-folder OUTPUT FOLDER NAME...
//
// Writes a Swift file that holds the named files of a folder. Literals of text compile in a moment, where
// those of a million numbers take long; hence base64.
let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first, let folder = arguments.dropFirst().first else {
    FileHandle.standardError.write(Data("usage: embed-folder OUTPUT FOLDER NAME...\n".utf8))
    exit(64)
}

var lines = [
    "/// The files below \(URL(filePath: folder).lastPathComponent), by their path in it, as base64.",
    "enum EmbeddedFiles {",
    "    static let all: [(path: String, base64: String)] = [",
]
for name in arguments.dropFirst(2) {
    let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: name))
    lines.append("        (\"\(name)\", \"\(bytes.base64EncodedString())\"),")
}
lines += ["    ]", "}", ""]
try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: output))
