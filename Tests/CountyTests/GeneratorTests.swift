import Foundation
import TestSupport
import Testing

@Suite struct GeneratorTests {
    private static let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map {
            URL(fileURLWithPath: String($0)).appendingPathComponent("python3")
        }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    @Test(
        "each script makes the same bytes again",
        .enabled(if: python != nil, "python3 is not installed: nothing is made again"),
        arguments: ["county", "league"]
    )
    func eachScriptMakesTheSameBytesAgain(sample: String) throws {
        let copy = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(sample)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        let process = Process()
        process.executableURL = Self.python
        let script = Checkout.root.appending(path: "scripts/make-\(sample)")
        let folder = Checkout.root.appending(path: "data/\(sample)")
        process.arguments = [script.path, copy.path]
        process.environment = ["LC_ALL": "C", "PYTHONHASHSEED": "7"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == kept)
        for name in names {
            let made = try Data(contentsOf: copy.appendingPathComponent(name))
            let same = try made == Data(contentsOf: folder.appending(path: name))
            #expect(same, "data/\(sample)/\(name) is not what scripts/make-\(sample) writes")
        }
    }

    @Test("the files are small, and README describes each")
    func theFilesAreSmallAndDescribed() throws {
        let readme = try String(
            contentsOf: Checkout.root.appending(path: "data/README.md"),
            encoding: .utf8
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: County.folder.path)
        #expect(names.count == 19)
        for name in names { #expect(readme.contains("`\(name)`"), "\(name)") }
        let size = try names.reduce(0) { try $0 + County.bytes($1).count }
        #expect(size < 2_000_000)
        #expect(readme.contains("fictional"))
    }

    @Test("every GeoJSON file says that it is fictional")
    func everyGeoJSONFileSaysThatItIsFictional() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: County.folder.path)
            .filter { $0.hasSuffix(".geojson") }
        #expect(names.count == 9)
        for name in names {
            let collection = try JSONDecoder().decode(
                FeatureCollection.self,
                from: County.bytes(name)
            )
            #expect(collection.description.hasPrefix("Fictional"), "\(name)")
            #expect(!collection.features.isEmpty, "\(name)")
        }
    }
}
