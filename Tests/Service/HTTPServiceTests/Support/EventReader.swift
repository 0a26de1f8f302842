import NIOCore
import NIOPosix
import ServiceLifecycle

@testable import HTTPService

/// A plain connection to a service: sends bytes and reads what comes, a block at a time.
struct RawConnection {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    static func open(port: Int) async throws -> RawConnection {
        RawConnection(
            channel: try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true)
                        )
                    }
                }
        )
    }

    /// Sends a text, hands a reader of the answer over and closes when that returns.
    ///
    /// - Parameter isAll: Whether to tell the other side that nothing follows.
    func exchange<Value: Sendable>(
        _ text: String,
        isAll: Bool = false,
        _ body: (inout BlockReader) async throws -> Value
    ) async throws -> Value {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            if isAll { outbound.finish() }
            var reader = BlockReader(inbound.makeAsyncIterator())
            return try await body(&reader)
        }
    }
}

/// Reads what a server sends up to each blank line.
struct BlockReader {
    private var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var text = ""

    init(_ parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.parts = parts }

    /// What comes before the next blank line, without the marks of chunks; nil at the end.
    mutating func next() async throws -> String? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                let block = text[..<end.lowerBound]
                text = String(text[end.upperBound...])
                let lines = block.split(separator: "\n")
                    .filter { $0.wholeMatch(of: /[0-9a-f]+/) == nil }
                guard !lines.isEmpty else { continue }
                return lines.joined(separator: "\n")
            }
            guard let part = try await parts.next() else { return nil }
            // In Swift a line's end of two characters is one: leave one of them.
            text += String(buffer: part).replacing("\r\n", with: "\n")
        }
    }

    /// The next block that has an event's name.
    mutating func nextEvent() async throws -> String? {
        while let block = try await next() {
            if block.contains("event: ") { return block }
        }
        return nil
    }
}

/// Runs a service on a port of its own while `body` runs.
func withRunning<Value: Sendable>(
    configure: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in },
    _ body: (TestService, Int, ServiceGroup) async throws -> Value
) async throws -> Value {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let service = try await TestService {
        $0.port = 0
        $0.onListening = { port.yield($0) }
        configure(&$0)
    }
    let group = ServiceGroup(services: [service.service], logger: LogRecorder().logger)
    async let running: Void = group.run()
    guard let listening = await ports.first(where: { _ in true }) else {
        throw CancellationError()
    }
    do {
        let value = try await body(service, listening, group)
        await group.triggerGracefulShutdown()
        try await running
        return value
    } catch {
        await group.triggerGracefulShutdown()
        throw error
    }
}
