import Foundation
import TestSupport
import Testing

@Suite struct FairGeneratorTests {
    private static let python = "/usr/bin/python3"
    private static let folder = Checkout.root.appending(path: "data/fair")

    @Test(
        "the script makes the same fair again",
        .enabled(if: FileManager.default.isExecutableFile(atPath: python), "no python3")
    )
    func sameBytes() throws {
        let copy = FileManager.default.temporaryDirectory
            .appendingPathComponent("fair-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        let process = Process()
        process.executableURL = URL(filePath: Self.python)
        process.arguments = [Checkout.root.appending(path: "scripts/make-fair").path, copy.path]
        process.environment = ["LC_ALL": "C", "PYTHONHASHSEED": "7"]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let (names, kept) = (try Self.files(in: copy), try Self.files(in: Self.folder))
        // Tables, the plan, and a logo for each exhibitor.
        #expect(names == kept && names.count == 6 + 31)
        for name in names {
            let made = try Data(contentsOf: copy.appendingPathComponent(name))
            let own = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            #expect(made == own, "data/fair/\(name) is not what scripts/make-fair writes")
        }
    }

    /// The paths of all files in a folder and those within it.
    private static func files(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { path in
            var isFolder: ObjCBool = false
            let whole = folder.appendingPathComponent(path).path
            return FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    @Test("31 exhibitors stand at 31 booths, all on the green")
    func booths() throws {
        func rows(_ name: String) throws -> [[Substring]] {
            try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
                .split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        }
        let booths = try rows("booths.csv")
        #expect(booths.count == 31)
        for booth in booths {
            let latitude = try #require(Double(booth[1]))
            let longitude = try #require(Double(booth[2]))
            #expect((42.1149166...42.1165104).contains(latitude))
            #expect((-101.4829242 ... -101.4807858).contains(longitude))
        }
        #expect(try rows("exhibitors.csv").count == 31)
    }
}
