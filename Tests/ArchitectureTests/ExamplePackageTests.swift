import Foundation
import TestSupport
import Testing

/// A package of somebody else's that uses the library products alone.
///
/// It is built as such a package is, by the path of this one and in a scratch folder of its own. SwiftPM
/// would fetch every package that the manifest names, used or not, which takes minutes and a network;
/// `AMBIT_LIBRARIES_ALONE` makes the manifest name none. The targets are the same, without links or copies
/// of their sources.
@Suite struct ExamplePackageTests {
    /// Distances and the bearing are GeographicLib's (`GeodSolve -i`).
    private static let expected = """
        within 1.5 km:
          Bus 42 336 m
          Metro Center 732 m
          Foggy Bottom 1223 m
          Dupont Circle 1450 m
        nearest 2:
          Bus 42 336 m
          Metro Center 732 m
        first that is no bus:
          Metro Center 732 m
        in the west: Dupont Circle, Foggy Bottom, Bus 42
        refused: the id "Metro Center" is in the index already and an id names one point; \
        to give the point another place, update it
        after the bus has gone:
          Metro Center 732 m
        to Downing Street: 5913759 m
        leaving at 49.381 degrees

        """

    @Test("it builds against Geodesy and SpatialIndex, and prints what is right")
    func build() throws {
        let package = Checkout.root.appending(path: "Tests/ExamplePackage").path
        let scratch = Checkout.root.appending(path: ".build/example").path
        let built = try Self.run(
            "swift",
            "build",
            "--package-path",
            package,
            "--scratch-path",
            scratch
        )
        #expect(built.status == 0, "\(built.output)")
        let fetched = try? FileManager.default.contentsOfDirectory(atPath: scratch + "/checkouts")
        #expect(fetched ?? [] == [])

        let program = scratch + "/debug/nearby"
        let printed = try Self.run(program)
        #expect(printed.status == 0)
        #expect(printed.output == Self.expected)

        // A tree of a few points needs few addresses.
        let limited = try Self.run("bash", "-c", "ulimit -v 400000 && exec \"$0\"", program)
        #expect(limited.output == Self.expected)
    }

    private static func run(_ command: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["AMBIT_LIBRARIES_ALONE": "1"],
            uniquingKeysWith: { $1 }
        )
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
