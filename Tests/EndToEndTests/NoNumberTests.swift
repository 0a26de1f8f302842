import Foundation
import Testing

/// Shapefiles with positions that are no numbers.
@Suite struct NoNumberTests {
    private static let corners: [[(Double, Double)]] = [
        [(Double.nan, Double.nan), (7, 44), (8, 44), (7, 43)],
        [(7, Double.nan), (7, 44), (8, 44), (7, 43)],
        [(7, 43), (.nan, 44), (8, 44), (7, 43)],
        [(.infinity, 43), (7, 44), (8, 44), (7, 43)],
        [(-.infinity, .nan), (.nan, .infinity), (1e308, -1e308), (.nan, .nan)],
    ]

    @Test(
        "a position that is no number is refused in words, wherever it stands",
        arguments: corners
    )
    func refused(corners: [(Double, Double)]) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("area.zip")
        try NastyShapefile.area(corners).write(to: URL(fileURLWithPath: file))
        for kind in [["districts", file, "--type", "ward"], ["ground", file]] {
            let outcome = try await AmbitCommand.run(
                ["import"] + kind + ["--dataset", "x", "--database", folder.path("a.sqlite")]
            )
            #expect([1, 2].contains(outcome.exitCode), "\(outcome.exitCode): \(outcome.errors)")
            #expect(!outcome.errors.contains("Fatal error"))
            #expect(!(outcome.errors + outcome.output).isEmpty)
        }
    }
}
