import FencedWorkers
import Foundation
import Geodesy
import Testing

@testable import SpatiaLiteStore

/// Descriptions of coordinate reference systems that are tried in a process apart.
@Suite struct FencedSystemsTests {
    /// The binary that was built together with the tests.
    private static let executable: String = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? "").deletingLastPathComponent().appending(path: "ambit").path
    }()

    private static let sphere =
        "GEOGCS[\"A\",DATUM[\"B\",SPHEROID[\"C\",6378137,298.25]],PRIMEM[\"D\",0],UNIT[\"degree\",0.0174532925199433]]"

    @Test("what PROJ reads, and what it refuses, does no harm")
    func harmless() {
        let systems = FencedSystems(executable: Self.executable)
        for text in [Self.sphere, "PROJCS[\"x\"]", "NONSENSE[1]", ""] {
            #expect(systems.isHarmless(text), "\(text)")
        }
    }

    @Test("a process that ends before it answers says that it does harm, each time alike")
    func harm() {
        for program in ["/bin/false", "/bin/cat", "/nowhere/ambit"] {
            let systems = FencedSystems(executable: program)
            #expect(!systems.isHarmless(Self.sphere), "\(program)")
            #expect(!systems.isHarmless(Self.sphere), "\(program)")
        }
    }

    @Test(
        "the process has given up all but reading files, and has PROJ's register behind its fence"
    )
    func fence() throws {
        let process = try WorkerProcess(
            executable: Self.executable,
            arguments: [SystemWorker.command]
        )
        let answer = try process.answer(to: Array(Self.sphere.utf8), within: 20, unless: { false })
        #expect(answer == SystemWorker.done)
        let status = try String(
            contentsOfFile: "/proc/\(process.process)/status",
            encoding: .utf8
        )
        // 2: a filter. Kernels without any don't name it.
        #expect(!status.contains("\nSeccomp:") || status.contains("\nSeccomp:\t2\n"))
    }
}
