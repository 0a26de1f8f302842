import Foundation
import Testing

/// A service under the same load for a long time: what it takes must not grow.
@Suite struct SoakTests {
    /// For how long: by the variable `AMBIT_TEST_ROUNDS`, in minutes, in the long form.
    private static let seconds =
        ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap { Double($0) }
        .map { $0 * 60 } ?? 10

    /// What a service takes at a moment.
    private struct Sample {
        let second: Double
        let takes: [Measure: Double]
    }

    /// What is measured, and by how much it may grow over the time of the measurements.
    private enum Measure: String, CaseIterable {
        case memory = "memory (MB)"
        case descriptors
        case file = "file (MB)"
        case log = "log (MB)"

        var mostGrowth: Double {
            switch self {
            case .memory: 16
            case .descriptors: 4
            case .file: 2
            case .log: 6
            }
        }
    }

    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    @Test("under the same load, memory, descriptors, file and log stay as they are")
    func flat() async throws {
        let server = try await AmbitServer.start(
            database: database,
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
        try await openReaders(server)
        let start = ContinuousClock.now
        let load = Task {
            await withTaskGroup(of: Void.self) { group in
                for client in 0..<4 { group.addTask { await Self.use(server, client) } }
                await group.waitForAll()
            }
        }
        var samples: [Sample] = []
        // As many messages expire as are posted only after a while, and memory is in use by then.
        let warmUp = max(20, Self.seconds / 6)
        let pause = max(0.5, min(5, Self.seconds / 60))
        while true {
            try await Task.sleep(for: .seconds(pause))
            let second = (ContinuousClock.now - start) / .seconds(1)
            if second > warmUp {
                samples.append(Sample(second: second, takes: try takes(server)))
            }
            if second > Self.seconds + warmUp { break }
        }
        load.cancel()
        await load.value
        try report(samples)
        #expect(try await server.stop() == 0)
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    /// Lets the service open as many connections to its file as it ever will: it opens one more when all
    /// are busy, which on a busy machine may be at any time.
    private func openReaders(_ server: AmbitServer) async throws {
        let device = try await server.send("POST", "/v1/devices")
        let token = try #require(try device.json["token"] as? String)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    for _ in 0..<10 {
                        _ = try? await server.send("GET", "/v1/me/settings", token: token)
                    }
                }
            }
        }
    }

    /// Posts, reads, removes and watches until it is cancelled.
    private static func use(_ server: AmbitServer, _ client: Int) async {
        guard let device = try? await server.send("POST", "/v1/devices"),
            let token = try? device.json["token"] as? String
        else { return }
        var number = 0
        while !Task.isCancelled {
            number += 1
            let posted = try? await server.send(
                "POST",
                "/v1/messages",
                json: [
                    "text": "\(client) \(number) " + String(repeating: "x", count: number % 200),
                    "category": "news", "lat": 38.9 + Double(number % 100) / 10_000, "lon": -77,
                    "visible_radius_m": 1000, "ttl_s": 10,
                ],
                token: token
            )
            if number.isMultiple(of: 3), let id = try? posted?.json["id"] as? String {
                _ = try? await server.send("DELETE", "/v1/messages/\(id)", token: token)
            }
            _ = try? await server.get("/v1/messages?lat=38.9&lon=-77&radius_m=900&limit=50")
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func takes(_ server: AmbitServer) throws -> [Measure: Double] {
        let process = "/proc/\(server.process.processIdentifier)"
        let status = try String(contentsOfFile: process + "/status", encoding: .utf8)
        let resident = try #require(status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/)).output.1
        let files = FileManager.default
        func megabytes(_ path: String) -> Double {
            let size = try? files.attributesOfItem(atPath: path)[.size] as? Int
            return Double(size ?? 0) / 1_000_000
        }
        return [
            .memory: (Double(resident) ?? 0) / 1000,
            .descriptors: Double(try files.contentsOfDirectory(atPath: process + "/fd").count),
            .file: megabytes(database),
            .log: megabytes(database + "-wal"),
        ]
    }

    /// Tells the slopes, and holds them to their bounds.
    private func report(_ samples: [Sample]) throws {
        let first = try #require(samples.first).second
        let last = try #require(samples.last).second
        for measure in Measure.allCases {
            let points = samples.map { ($0.second, $0.takes[measure] ?? 0) }
            let slope = Self.slope(points)
            let growth = slope * (last - first)
            let mean = points.map(\.1).reduce(0, +) / Double(points.count)
            print(
                "soak: \(measure.rawValue): \(rounded(mean)) on average over "
                    + "\(Int(last - first)) s, slope \(rounded(slope * 3600)) an hour"
            )
            #expect(growth <= measure.mostGrowth, "\(measure.rawValue) grows by \(growth)")
        }
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// By least squares.
    private static func slope(_ points: [(Double, Double)]) -> Double {
        let count = Double(points.count)
        let x = points.map(\.0).reduce(0, +) / count
        let y = points.map(\.1).reduce(0, +) / count
        let covariance = points.map { ($0.0 - x) * ($0.1 - y) }.reduce(0, +)
        let variance = points.map { ($0.0 - x) * ($0.0 - x) }.reduce(0, +)
        return variance > 0 ? covariance / variance : 0
    }
}
