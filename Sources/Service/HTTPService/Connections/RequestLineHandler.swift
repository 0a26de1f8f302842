internal import HTTPTypes
internal import NIOCore

/// Keeps the address of a request whose method is none that the decoder knows: the decoder ends the
/// connection then, and tells nothing of the request.
///
/// It stands in front of the decoder.
final class RequestLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The path of the request with which the bytes began that came last, without its query; nil where they
    /// begin with none, or with a method that HTTP defines.
    private(set) var path: String?

    /// No method is longer that anybody uses.
    private static let longestMethod = 32
    /// Addresses that are longer are Ambit's no more.
    private static let longestLine = 8_192

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        path = Self.path(in: unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    /// Source: RFC 9112, section 3.
    static func path(in bytes: ByteBuffer) -> String? {
        let start = bytes.getInteger(at: bytes.readerIndex, as: UInt32.self)
        // "GET " and "POST", of which most requests are.
        guard start != 0x4745_5420, start != 0x504F_5354 else { return nil }
        let view = bytes.readableBytesView
        let method = view.prefix(longestMethod).prefix(while: isTokenByte)
        let target = view[method.endIndex...]
        guard !method.isEmpty, target.starts(with: " /".utf8),
            !ServiceRouter.methods.contains(where: { method.elementsEqual($0.rawValue.utf8) })
        else { return nil }
        let line = target.dropFirst().prefix(longestLine)
        guard let end = line.firstIndex(of: UInt8(ascii: " ")),
            line[end...].starts(with: " HTTP/1.".utf8)
        else { return nil }
        let path = line[..<end].prefix { $0 != UInt8(ascii: "?") }
        return path.allSatisfy { 0x21...0x7E ~= $0 } ? String(decoding: path, as: UTF8.self) : nil
    }

    /// Source: RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

@available(*, unavailable)
extension RequestLineHandler: Sendable {}
