/// Pages of which other origins may use the service from a browser, and for what.
///
/// What anybody may read, any page may read for them, unless even that is switched off. Posts and what
/// is a device's own are for the origins that are named, or for all: a page could otherwise let all who
/// look at it post from their addresses. What is staff's is for named origins alone.
///
/// Source: WHATWG Fetch, section 3.2.
public struct CrossOriginRules: Sendable, Hashable {
    /// Why a setting could not be taken.
    public struct SettingError: Error, Hashable, CustomStringConvertible {
        /// What was wrong, with the value and what is allowed.
        public let description: String
    }

    /// What a client may do at an address.
    enum Use: Sendable {
        /// To read what everybody may read.
        case reading
        /// To post, and to read and change what is a device's own.
        case taking
        /// To do what needs the token of staff.
        case staffing
    }

    /// Whether any page may read what everybody may read.
    private let isReadByAll: Bool
    /// Whether any page may do all that needs no token of staff.
    private let isUsedByAll: Bool
    /// Whose pages may do everything.
    private let origins: Set<String>

    /// The standard: any page may read.
    public static let standard = CrossOriginRules(isReadByAll: true, isUsedByAll: false, [])

    /// No other origin's page may even read.
    static let closed = CrossOriginRules(isReadByAll: false, isUsedByAll: false, [])

    private init(isReadByAll: Bool, isUsedByAll: Bool, _ origins: Set<String>) {
        self.isReadByAll = isReadByAll
        self.isUsedByAll = isUsedByAll
        self.origins = origins
    }

    /// Rules as they are set.
    ///
    /// - Parameter settings: Origins such as `https://app.example.org`, whose pages may do everything;
    ///   `*`, so that all may do what needs no token of staff; or `none` alone, so that none may even
    ///   read. Empty for ``standard``.
    public init(parsing settings: [String]) throws(SettingError) {
        if settings == ["none"] {
            self = .closed
            return
        }
        if settings.contains("none") {
            throw SettingError(description: "none goes with no other origin; leave one of them out")
        }
        let origins = settings.filter { $0 != "*" }
        if let wrong = origins.first(where: { !Self.isOrigin($0) }) {
            throw SettingError(
                description: "\(quoted(wrong)) is no origin; write a scheme and a host in small "
                    + "letters, and a port where there is one, such as https://app.example.org, or *, "
                    + "or none"
            )
        }
        self.init(isReadByAll: true, isUsedByAll: settings.contains("*"), Set(origins))
    }

    /// Whether a text is an origin as browsers write it: a scheme, a host, and a port that is not the
    /// scheme's own, without a path.
    private static func isOrigin(_ text: String) -> Bool {
        guard
            let (scheme, port) = [("https://", 443), ("http://", 80)]
                .first(where: { text.hasPrefix($0.0) })
        else { return false }
        let rest = text.dropFirst(scheme.count)
        let host: Substring
        let end: Substring
        if rest.hasPrefix("[") {
            guard let close = rest.firstIndex(of: "]") else { return false }
            host = rest[rest.index(after: rest.startIndex)..<close]
            end = rest[rest.index(after: close)...]
            guard host.utf8.allSatisfy({ isDigit($0) || 0x61...0x66 ~= $0 || $0 == 0x3A }) else {
                return false
            }
        } else {
            host = rest.prefix { $0 != ":" }
            end = rest.dropFirst(host.count)
            guard
                host.utf8.allSatisfy({
                    isDigit($0) || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: ".")
                        || $0 == UInt8(ascii: "-")
                })
            else { return false }
        }
        guard !host.isEmpty else { return false }
        guard !end.isEmpty else { return true }
        guard end.first == ":", end.dropFirst().utf8.allSatisfy(isDigit),
            let number = Int(end.dropFirst()), 1...65535 ~= number
        else { return false }
        return number != port && end.dropFirst() == "\(number)"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    // MARK: What answers say

    /// Whose pages may see an answer: `*`, an origin, or nil for none.
    func allowed(_ use: Use, from origin: String?) -> String? {
        switch use {
        case .reading where isReadByAll: "*"
        case .taking where isUsedByAll: "*"
        default: origin.flatMap { origins.contains($0) ? $0 : nil }
        }
    }

    /// Whether an answer depends on where the request comes from.
    func variesByOrigin(_ use: Use) -> Bool {
        !origins.isEmpty && allowed(use, from: nil) == nil
    }

    /// What pages may read of an answer besides its type and length.
    static let exposedFields =
        "Content-Crs, Content-Disposition, ETag, Link, Location, OGC-NumberMatched, OGC-NumberReturned, "
        + "RateLimit, RateLimit-Policy, Retry-After"

    /// What pages may send with a request.
    static func requestFields(_ use: Use) -> String {
        use == .reading
            ? "If-None-Match, Last-Event-ID"
            : "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer"
    }
}
