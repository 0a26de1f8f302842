internal import HTTPTypes
internal import NIOCore

/// Finds the address of a request whose method is none that the decoder knows: the decoder ends the
/// connection then, and tells nothing of the request.
///
/// It stands in front of the decoder.
final class RequestLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Whether the decoder has come to the end of a request, and not to the head of another.
    var isBetweenRequests = true
    /// The bytes that the decoder reads, if a request begins with them.
    private var bytes: ByteBuffer?

    /// No method is longer that anybody uses.
    private static let longestMethod = 32
    /// Addresses that are longer are Ambit's no more.
    private static let longestLine = 8_192

    /// The path of the request whose method the decoder has just refused, without its query; nil where it is
    /// not known, or the method is one that HTTP defines.
    var unknownMethodPath: String? {
        guard isBetweenRequests else { return nil }
        return bytes.flatMap { Self.path(in: $0.readableBytesView) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes = isBetweenRequests ? unwrapInboundIn(data) : nil
        context.fireChannelRead(data)
        bytes = nil
    }

    /// The path of the first request of an unknown method, behind whole ones that the decoder knows.
    static func path(in bytes: ByteBufferView) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let path = unknownMethodPath(in: rest) { return path }
            guard let next = end(ofRequest: rest) else { return nil }
            rest = rest[next...]
        }
        return nil
    }

    /// Where a request ends that the decoder has read; nil where it is not whole, or in chunks.
    ///
    /// Source: RFC 9112, section 6.
    private static func end(ofRequest bytes: ByteBufferView) -> Int? {
        guard let head = bytes.firstRange(of: "\r\n\r\n".utf8) else { return nil }
        var length = 0
        for line in bytes[..<head.lowerBound].split(separator: UInt8(ascii: "\n")).dropFirst() {
            let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            switch parts[0].lowercased() {
            case "content-length":
                guard let number = Int(parts[1].trimmingSpaces), number >= 0 else { return nil }
                length = number
            case "transfer-encoding": return nil
            default: break
            }
        }
        return length <= bytes.endIndex - head.upperBound ? head.upperBound + length : nil
    }

    /// Source: RFC 9112, section 3.
    private static func unknownMethodPath(in bytes: ByteBufferView) -> String? {
        let method = bytes.prefix(longestMethod).prefix(while: isTokenByte)
        let target = bytes[method.endIndex...]
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
