import Foundation
import TestSupport
import Testing

/// The targets of `Package.swift`, as its text has them.
struct Manifest {
    struct Target {
        let name: String
        /// From the root of the checkout.
        let folder: String
        /// The package's own targets that it imports.
        let dependencies: [String]
        let isTest: Bool
    }

    let targets: [Target]

    init() throws {
        let text = try String(
            contentsOf: Checkout.root.appending(path: "Package.swift"),
            encoding: .utf8
        )
        let start = try #require(text.range(of: "\n    targets: ["))
        let end = try #require(text.range(of: "\n    ]\n", range: start.upperBound..<text.endIndex))
        let list = text[start.upperBound..<end.lowerBound]
        targets = try list.split(separator: /\n        \.(?=\w+\()/).dropFirst().map { entry in
            let name = try #require(entry.firstMatch(of: /name: "([^"]+)"/)).1
            let own =
                entry.firstMatch(of: /(?s)dependencies: \[(.*?)\]/)?.1
                .matches(of: /"([^"]+)"/).map { String($0.1) } ?? []
            let isTest = entry.hasPrefix("testTarget")
            let path = entry.firstMatch(of: /path: "([^"]+)"/)?.1
            return Target(
                name: String(name),
                folder: path.map(String.init) ?? (isTest ? "Tests/\(name)" : "Sources/\(name)"),
                dependencies: own,
                isTest: isTest
            )
        }
    }
}
