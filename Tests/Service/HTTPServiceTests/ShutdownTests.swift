import HTTPTypes
import Hummingbird
import NIOCore
import RadarTesting
import ServiceLifecycle
import Testing

@testable import HTTPService

@Suite("Shutdown")
struct ShutdownTests {
    @Test("a post that is in flight when the service is shut down is stored and answered")
    func inFlight() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (openings, opening) = AsyncStream<Void>.makeStream()
        let store = MemoryRadarStore(beforeAppend: {
            arrived.yield()
            for await _ in openings { return }
        })
        let (ports, port) = AsyncStream<Int>.makeStream()
        let service = try await TestService(store: store) {
            $0.port = 0
            $0.onListening = { port.yield($0) }
        }
        let token = try await service.token()
        let group = ServiceGroup(services: [service.service], logger: LogRecorder().logger)
        async let running: Void = group.run()

        let listening = try #require(await ports.first { _ in true })
        let body =
            #"{"text":"a","category":"news","lat":1,"lon":1,"visible_radius_m":10,"ttl_s":1}"#
        async let answer = RawConnection.open(port: listening).exchange(
            "POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        ) { reader in try await reader.next() }
        for await _ in arrivals { break }
        await group.triggerGracefulShutdown()
        opening.yield()

        let lines = try #require(try await answer).split(separator: "\n").map { $0.lowercased() }
        #expect(lines.first == "http/1.1 201 created")
        #expect(lines.contains("server: ambit"))
        #expect(store.storedIDs.count == 1)
        try await running
    }

    @Test("a port that is taken is an error, not a service that nobody reaches")
    func portTaken() async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let first = try await TestService {
            $0.port = 0
            $0.onListening = { port.yield($0) }
        }
        let group = ServiceGroup(services: [first.service], logger: LogRecorder().logger)
        async let running: Void = group.run()
        let taken = try #require(await ports.first { _ in true })
        let second = try await TestService { $0.port = taken }
        await #expect(throws: (any Error).self) { try await second.service.run() }
        await group.triggerGracefulShutdown()
        try await running
    }
}
