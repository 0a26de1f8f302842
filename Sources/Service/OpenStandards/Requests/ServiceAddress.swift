internal import HTTPService
internal import HTTPTypes
internal import Hummingbird

/// Where clients reach the service: what absolute links begin with, such as `https://maps.example.org`.
package struct ServiceAddress: Sendable, Hashable {
    /// The address, without a slash at its end.
    package let text: String

    /// Why an address could not be taken.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        /// What is wrong, with the value and what is allowed.
        package let description: String
    }

    /// Reads an address, such as `https://maps.example.org/county`.
    package init(parsing text: String) throws(Fault) {
        let rest = ["https://", "http://"].lazy.filter(text.hasPrefix)
            .map { text.dropFirst($0.count) }.first
        let parts = rest?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts?.first, Self.isHost(host),
            (parts?.dropFirst().first ?? "").utf8.allSatisfy(Self.isPlain)
        else {
            throw Fault(
                description:
                    "\(quoted(text)) is no address; write https:// or http://, a host, perhaps "
                    + "a port and a path, such as https://maps.example.org/county"
            )
        }
        self.text = String(text.reversed().drop { $0 == "/" }.reversed())
    }

    /// What a request says that it was sent to.
    ///
    /// - Throws: ``Problem`` of status 400 where it says nothing, or what is no host.
    init(of request: Request) throws(Problem) {
        let host = request.head.authority ?? ""
        guard Self.isHost(host[...]) else {
            throw .invalid([
                ParameterError(
                    parameter: "Host",
                    fault: .notAField,
                    message:
                        "is \(quoted(host)); it is the host of this service and perhaps a port, "
                        + "for the links of the answer begin with it",
                    values: .value(host)
                )
            ])
        }
        text = "http://" + host
    }

    /// Whether a text is a name or an address, and perhaps a port.
    private static func isHost(_ text: Substring) -> Bool {
        let name: Substring
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return false }
            name = text[...close]
            guard
                name.dropFirst().dropLast().utf8.allSatisfy({
                    isDigit($0) || 0x61...0x66 ~= $0 | 0x20 || $0 == 0x3A
                })
            else { return false }
        } else {
            name = text.prefix { $0 != ":" }
            guard name.utf8.allSatisfy({ isLetter($0) || $0 == 0x2D || $0 == 0x2E }) else {
                return false
            }
        }
        let port = text.dropFirst(name.count)
        guard !name.isEmpty else { return false }
        if port.isEmpty { return true }
        return port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy(isDigit)
            && Int(port.dropFirst()).map { 1...65535 ~= $0 } ?? false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isDigit(byte) || 0x61...0x7A ~= byte | 0x20 || byte == 0x5F
    }

    /// Whether a byte may stand in the path of an address as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        isLetter(byte) || "-._~/".utf8.contains(byte)
    }
}

/// The addresses below `/ogc` as links name them.
struct Links: Sendable {
    /// What all begin with: `https://maps.example.org/ogc`.
    let root: String

    init(_ request: Request, _ settings: StandardsSettings) throws(Problem) {
        let address: ServiceAddress
        if let known = settings.publicAddress {
            address = known
        } else {
            address = try ServiceAddress(of: request)
        }
        root = address.text + "/ogc"
    }

    /// An address of segments, each encoded.
    func address(_ segments: String...) -> String {
        segments.reduce(root) { $0 + "/" + Self.encoded($1) }
    }

    /// A segment of a path, or a value of a query, with `%` and hexadecimal digits for all that is not
    /// unreserved (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
