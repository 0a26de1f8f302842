internal import HTTPTypes
package import Hummingbird
internal import NIOCore

/// Where a request comes from, as far as it matters for limits: the whole of an IPv4 address, and of
/// an IPv6 address the 64 bits that one customer has.
struct ClientAddress: Sendable, Hashable {
    private let bits: UInt64

    /// What has no address, such as a socket in the file system, counts as one client.
    static let none = ClientAddress(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    init(_ address: SocketAddress?) {
        guard let address else {
            self = .none
            return
        }
        // RFC 3493: an IPv4 address stands behind family and port, an IPv6 address behind the flow
        // label, too.
        let bytes = address.withSockAddr { start, size in
            Array(UnsafeRawBufferPointer(start: start, count: size))
        }
        switch address {
        case .v4 where bytes.count >= 8: self.init(bits: Self.number(bytes[4..<8]) | 1 << 32)
        case .v6 where bytes.count >= 24:
            let host = bytes[8..<24]
            // ::ffff:a.b.c.d is an IPv4 address.
            let isMapped = host.prefix(12).elementsEqual(
                repeatElement(UInt8(0), count: 10) + [0xFF, 0xFF]
            )
            self.init(
                bits: isMapped
                    ? Self.number(host.suffix(4)) | 1 << 32 : Self.number(host.prefix(8))
            )
        default: self = .none
        }
    }

    /// Where many addresses belong to one customer, what they have in common: of an IPv6 address the
    /// first 56 bits, which is what a household is given.
    var household: ClientAddress {
        // Of IPv4 addresses only the low 33 bits are used.
        bits >> 33 == 0 ? self : ClientAddress(bits: bits & ~0xFF)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The address that a proxy in front of the service has written down: the last of
    /// `X-Forwarded-For`, which the proxy itself saw. Nil when there is none.
    init?(forwardedFor field: String) {
        guard let last = field.split(separator: ",").last,
            let address = try? SocketAddress(
                ipAddress: String(last.trimmingSpaces),
                port: 0
            )
        else { return nil }
        self.init(address)
    }
}

extension HTTPField.Name {
    /// Source: the customary field of proxies; RFC 7239 says what it became of.
    static let forwardedFor = Self("X-Forwarded-For") ?? .via
}

/// What a route is given with a request: what the server needs of it, and where it came from.
package struct ServiceContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The other end of the connection; never logged and never stored.
    let remoteAddress: SocketAddress?
    /// What the request costs beyond what every request does.
    package let cost = RequestCost()

    package init(source: Source) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
