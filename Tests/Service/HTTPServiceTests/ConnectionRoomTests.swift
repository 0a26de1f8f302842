import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import ServiceLifecycle
import Testing

@testable import HTTPService

@Suite struct ConnectionRoomTests {
    private let ask = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "beyond the room for connections a client is told so, and served when there is room again"
    )
    func refuses() async throws {
        try await withRunning {
            $0.connectionLimit = 2
        } _: { service, port, _ in
            try await RawConnection.open(port: port).exchange(ask) { first in
                #expect(try await first.next()?.contains("200 OK") == true)
                try await RawConnection.open(port: port).exchange(ask) { second in
                    #expect(try await second.next()?.contains("200 OK") == true)
                    for _ in 0..<20 {
                        let (head, body, end) = try await RawConnection.open(port: port)
                            .exchange(ask) { third in
                                (
                                    try await third.next(), try await third.next(),
                                    try await third.next()
                                )
                            }
                        #expect(head?.contains("HTTP/1.1 503 Service Unavailable") == true)
                        #expect(head?.contains("Connection: close") == true)
                        // The body has no blank line behind it: the connection has been closed.
                        #expect(body == nil && end == nil)
                    }
                    #expect(service.service.room.refusedCount == 20)
                }
            }
            // The two that were served have been closed: their places are free as soon as that is seen.
            while service.service.room.openCount > 0 { await Task.yield() }
            let last = try await RawConnection.open(port: port).exchange(ask) {
                try await $0.next()
            }
            #expect(last?.contains("200 OK") == true)
        }
    }

    @Test("a client that is refused and says nothing is closed after a second")
    func silence() throws {
        let channel = EmbeddedChannel(handler: RefusalHandler { ByteBuffer(string: "no") })
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        channel.embeddedEventLoop.advanceTime(by: RefusalHandler.patience - .milliseconds(1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        _ = try? channel.finish()
    }

    @Test("a client that is refused gets one answer and is closed soon, whatever it sends")
    func answers() throws {
        let channel = EmbeddedChannel(handler: RefusalHandler { ByteBuffer(string: "no") })
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        try channel.writeInbound(ByteBuffer(string: "GET"))
        try channel.writeInbound(ByteBuffer(string: " / HTTP/1.1"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "no"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        channel.embeddedEventLoop.advanceTime(by: RefusalHandler.linger)
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }

    /// Fails when it is told to, as loading what is damaged does.
    private struct Failing: Service {
        struct Damage: Error {}
        let moment: AsyncStream<Void>

        func run() async throws {
            for await _ in moment { throw Damage() }
        }
    }

    @Test(
        "a start that fails while clients connect ends in its error, and closes their connections",
        arguments: 0..<20
    )
    func failingStart(round: Int) async throws {
        let (moment, fail) = AsyncStream<Void>.makeStream()
        let (ports, port) = AsyncStream<Int>.makeStream()
        let service = try await TestService(background: [Failing(moment: moment)]) {
            $0.port = 0
            $0.onListening = { port.yield($0) }
        }
        let group = ServiceGroup(services: [service.service], logger: LogRecorder().logger)
        let running = Task { try await group.run() }
        let listening = try #require(await ports.first { _ in true })
        await whileClientsConnect(to: listening) {
            for _ in 0..<(round * 10) { await Task.yield() }
            fail.yield()
            await #expect(throws: Failing.Damage.self) { try await running.value }
        }
    }

    @Test(
        "a service that is cancelled while clients connect closes their connections",
        arguments: 0..<20
    )
    func cancelled(round: Int) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let service = try await TestService {
            $0.port = 0
            $0.onListening = { port.yield($0) }
        }
        let running = Task { try await service.service.run() }
        let listening = try #require(await ports.first { _ in true })
        await whileClientsConnect(to: listening) {
            for _ in 0..<(round * 10) { await Task.yield() }
            running.cancel()
            _ = await running.result
        }
    }

    /// Eight clients connect, ask once and connect again, until `body` returns.
    private func whileClientsConnect(to port: Int, _ body: () async -> Void) async {
        await withTaskGroup(of: Void.self) { clients in
            for _ in 0..<8 {
                clients.addTask { [ask] in
                    while !Task.isCancelled {
                        guard let connection = try? await RawConnection.open(port: port)
                        else { continue }
                        _ = try? await connection.exchange(ask) { try await $0.next() }
                    }
                }
            }
            await body()
            clients.cancelAll()
        }
    }
}
