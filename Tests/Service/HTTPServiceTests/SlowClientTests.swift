import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HTTPService

@Suite struct SlowClientTests {
    private func makeChannel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(SlowClientHandler(period: .seconds(20)))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        return channel
    }

    private let head = HTTPRequestPart.head(
        .init(method: .post, scheme: "http", authority: "x", path: "/")
    )

    @Test("a body that trickles in closes the connection, one that flows does not")
    func bodies() throws {
        for (bytes, isOpen) in [(100, false), (SlowClientHandler.leastBytes, true)] {
            let channel = try makeChannel()
            try channel.writeInbound(head)
            channel.embeddedEventLoop.advanceTime(by: .seconds(19))
            for _ in 0..<5 {
                guard channel.isActive else { break }
                try channel.writeInbound(
                    HTTPRequestPart.body(ByteBuffer(repeating: 1, count: bytes))
                )
                channel.embeddedEventLoop.advanceTime(by: .seconds(20))
            }
            #expect(channel.isActive == isOpen)
            if isOpen {
                try channel.writeInbound(HTTPRequestPart.end(nil))
                channel.embeddedEventLoop.advanceTime(by: .seconds(200))
                #expect(channel.isActive)
            }
            _ = try? channel.finish()
        }
    }

    @Test("a service that ends waits for the rest of a body no longer than two seconds")
    func endOfService() throws {
        for isWhole in [false, true] {
            let channel = try makeChannel()
            try channel.writeInbound(head)
            if isWhole { try channel.writeInbound(HTTPRequestPart.end(nil)) }
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1900))
            #expect(channel.isActive)
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
            #expect(channel.isActive == isWhole)
            _ = try? channel.finish()
        }
    }

    @Test("an answer that is not read closes the connection, one that is read slowly does not")
    func answers() throws {
        let channel = try makeChannel()
        for _ in 0..<5 {
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(19))
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(100))
        }
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }

    @Test("an address has so many connections at most, and gets them back when they close")
    func connections() async throws {
        try await withRunning {
            $0.rateLimits = RateLimits()
            $0.rateLimits?.connectionsPerAddress = 2
        } _: { _, port, _ in
            let ask = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
            try await RawConnection.open(port: port).exchange(ask) { first in
                #expect(try await first.next()?.contains("200 OK") == true)
                try await RawConnection.open(port: port).exchange(ask) { second in
                    #expect(try await second.next()?.contains("200 OK") == true)
                    let third = try await RawConnection.open(port: port)
                    let answer = try? await third.exchange(ask) { try await $0.next() }
                    #expect(answer.flatMap { $0 } == nil)
                }
            }
        }
        let counter = ConnectionCounter(most: 1)
        #expect(counter.open(.none) && !counter.open(.none))
        counter.close(.none)
        counter.close(.none)
        #expect(counter.addressCount == 0)
    }
}
