import Foundation
import Geodesy
import Polling
import Synchronization
import Testing

@testable import SpatiaLiteStore

/// Areas that are judged in a process apart.
@Suite struct FencedMenderTests {
    /// The binary that was built together with the tests.
    private static let executable: String = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? "").deletingLastPathComponent().appending(path: "ambit").path
    }()

    private func mender(
        _ limits: FencedMender.Limits = .init(),
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> FencedMender {
        FencedMender(executable: Self.executable, limits: limits, isCancelled: isCancelled)
    }

    private func area(_ corners: [(Double, Double)]) throws -> MultiPolygon {
        let places = try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
        return MultiPolygon([try Polygon(exterior: places)])
    }

    /// A star each of whose edges crosses nearly all others.
    private func star(_ count: Int) throws -> MultiPolygon {
        let step = count / 2 - 1
        return try area(
            (0..<count).map { index in
                let angle = 2 * Double.pi * Double(index * step % count) / Double(count)
                return (cos(angle), sin(angle))
            }
        )
    }

    @Test("it mends and overlays as is done within the process")
    func agreement() throws {
        var random = SeededGenerator(seed: 77)
        let (fenced, plain) = (mender(), try SpatiaLiteMender())
        var counts = (sound: 0, mended: 0, hopeless: 0)
        for _ in 0..<150 {
            var areas: [MultiPolygon] = []
            while areas.count < 2 {
                let corners = (0..<Int.random(in: 3...7, using: &random)).map { _ in
                    (
                        Double(Int.random(in: 0...5, using: &random)),
                        Double(Int.random(in: 0...5, using: &random))
                    )
                }
                // Corners that fall on each other may make no ring.
                if let area = try? area(corners) { areas.append(area) }
            }
            let verdict = try fenced.mend(areas[0])
            #expect(verdict == (try plain.mend(areas[0])))
            switch verdict {
            case .sound: counts.sound += 1
            case .mended: counts.mended += 1
            case .hopeless: counts.hopeless += 1
            }
            guard try fenced.mend(areas[1]) == .sound, verdict == .sound else { continue }
            #expect(
                try fenced.common(areas[0], areas[1]) == plain.common(areas[0], areas[1])
            )
            #expect(try fenced.united(areas) == plain.united(areas))
        }
        #expect(counts.sound > 10 && counts.mended > 10 && counts.hopeless > 0)
    }

    @Test(
        "a star ends in words that tell the limit, the same at each asking",
        arguments: [301, 1_001]
    )
    func stars(count: Int) throws {
        var limits = FencedMender.Limits()
        limits.questionSeconds = 1
        let mender = mender(limits)
        let star = try star(count)
        let first = try #require(
            #expect(throws: AreaWorkFailure.self) { try mender.mend(star) }
        )
        let words = first.description
        #expect(words.contains("1 seconds of work") || words.contains("400 MB of memory"))
        #expect(throws: first) { try mender.mend(star) }
        // What came before does no harm to what comes after.
        let bow = try area([(0, 0), (2, 2), (2, 0), (0, 2)])
        guard case .mended = try mender.mend(bow) else {
            Issue.record("a bow tie was not mended")
            return
        }
    }

    @Test("all areas of a file together take so long at most")
    func budget() throws {
        var limits = FencedMender.Limits()
        limits.questionSeconds = 0.3
        limits.mendingSeconds = 0.5
        let mender = mender(limits)
        var failures: [AreaWorkFailure] = []
        for count in stride(from: 301, to: 321, by: 2) {
            do { _ = try mender.mend(star(count)) } catch let failure as AreaWorkFailure {
                failures.append(failure)
            }
        }
        guard case .fileTooLong? = failures.last else {
            Issue.record("\(failures)")
            return
        }
        #expect(failures.count >= 8)
    }

    @Test("who no longer wants the answer is free within a second")
    func cancellation() throws {
        let asked = Mutex(0)
        var limits = FencedMender.Limits()
        limits.questionSeconds = 60
        limits.mendingSeconds = 60
        let mender = mender(limits) {
            asked.withLock { count in
                count += 1
                return count > 3
            }
        }
        let star = try star(201)
        let start = ContinuousClock.now
        #expect(throws: AreaWorkFailure.cancelled) { try mender.mend(star) }
        // Starting the other process takes part of that.
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("a process that ends, or is none, is told and does no harm")
    func noWorker() throws {
        let bow = try area([(0, 0), (2, 2), (2, 0), (0, 2)])
        let square = try area([(0, 0), (1, 0), (1, 1), (0, 1)])
        for program in ["/bin/false", "/bin/cat", "/nowhere/ambit"] {
            let mender = FencedMender(executable: program, isCancelled: { false })
            #expect(throws: AreaWorkFailure.self, "\(program)") { try mender.mend(bow) }
            #expect(try mender.mend(square) == .sound)
        }
    }

    @Test("the process has given up what computing does not need")
    func fence() throws {
        let mender = mender()
        _ = try mender.mend(area([(0, 0), (2, 2), (2, 0), (0, 2)]))
        let children = try FileManager.default.contentsOfDirectory(atPath: "/proc")
            .compactMap { name -> String? in
                guard
                    let status = try? String(
                        contentsOfFile: "/proc/\(name)/status",
                        encoding: .utf8
                    ),
                    status.contains("\nPPid:\t\(ProcessInfo.processInfo.processIdentifier)\n"),
                    let words = try? String(
                        contentsOfFile: "/proc/\(name)/cmdline",
                        encoding: .utf8
                    ),
                    words.contains(AreaWorker.command)
                else { return nil }
                return name
            }
        let child = try #require(children.first)
        let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        // 2: a filter. Kernels without any don't name it.
        #expect(!status.contains("\nSeccomp:") || status.contains("\nSeccomp:\t2\n"))
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
        #expect(limits.contains("\(AreaWorker.memoryBytes)"))
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd")
        let targets = open.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/fd/\($0)")
        }
        #expect(targets.count { $0.hasPrefix("socket:") } == 2, "\(targets)")
        withExtendedLifetime(mender) {}
    }

    @Test("messages with bytes changed at random are read or refused")
    func messages() throws {
        var random = SeededGenerator(seed: 5)
        let bow = try area([(0, 0), (2, 2), (2, 0), (0, 2)])
        let question = AreaQuestion.common(bow, bow).bytes
        let answer = AreaAnswer.mended(bow, fault: "Self-intersection").bytes
        #expect(AreaQuestion(question)?.bytes == question)
        #expect(AreaAnswer(answer)?.bytes == answer)
        var refused = 0
        for _ in 0..<5_000 {
            for (bytes, isQuestion) in [(question, true), (answer, false)] {
                var mutant = bytes
                for _ in 0..<Int.random(in: 1...3, using: &random) where !mutant.isEmpty {
                    let index = Int.random(in: mutant.indices, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: mutant[index] = UInt8.random(in: 0...255, using: &random)
                    case 1: mutant.removeSubrange(index...)
                    default: mutant.insert(0xFF, at: index)
                    }
                }
                let isRead = isQuestion ? AreaQuestion(mutant) != nil : AreaAnswer(mutant) != nil
                if !isRead { refused += 1 }
            }
        }
        #expect(refused > 5_000)
    }
}
