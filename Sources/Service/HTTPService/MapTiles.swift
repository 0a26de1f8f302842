/// Another map to show below everything, in place of the one that Ambit draws: tiles of 256 pixels
/// in Web Mercator from a server of tiles.
public struct MapTiles: Sendable, Hashable {
    /// Where the tiles are, with `{z}`, `{x}` and `{y}` for what varies.
    public let template: String
    /// Whose map it is, shown on it; plain text.
    public let attribution: String
    /// The server, as a Content-Security-Policy names it: `https://tiles.example.org`.
    let origin: String

    /// - Parameters:
    ///   - template: Such as `https://tiles.example.org/{z}/{x}/{y}.png`.
    ///   - attribution: Such as `© OpenStreetMap contributors`; 1 to 300 characters.
    /// - Throws: ``MapTilesError``.
    public init(template: String, attribution: String) throws(MapTilesError) {
        origin = try Self.origin(of: template)
        let words = attribution.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...300).contains(words.count), !words.unicodeScalars.contains(where: Self.isControl)
        else { throw .badAttribution(attribution) }
        self.template = template
        self.attribution = words
    }

    /// Everything that stands in the page's policy comes from here, so nothing is let through that
    /// might end the policy's word.
    private static func origin(of template: String) throws(MapTilesError) -> String {
        func refused(_ reason: String) -> MapTilesError { .badTemplate(template, reason: reason) }
        guard template.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !"\"'<>\\^`|;,".utf8.contains($0) })
        else { throw refused("only letters, digits and the signs of a URL may stand in it") }
        guard let scheme = ["https://", "http://"].first(where: template.lowercased().hasPrefix)
        else { throw refused("it begins with https:// or http://") }
        let rest = template.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(host.count)
        guard !host.isEmpty,
            host.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            })
        else {
            throw refused(
                "behind \(scheme) stands the name of one server, perhaps with a port; no user, and "
                    + "no {s}"
            )
        }
        var left = path[...]
        for name in ["{z}", "{x}", "{y}"] {
            guard path.ranges(of: name).count == 1 else {
                throw refused("{z}, {x} and {y} must stand in its path, each once")
            }
        }
        while let open = left.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard ["{z}", "{x}", "{y}"].contains(where: left[open...].hasPrefix) else {
                throw refused("{z}, {x} and {y} are all that may stand in braces")
            }
            left = left[left.index(open, offsetBy: 3)...]
        }
        return scheme + host.lowercased()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}

/// Why a map's tiles cannot be shown.
public enum MapTilesError: Error, Hashable, Sendable {
    /// The address of the tiles is none.
    case badTemplate(String, reason: String)
    /// Nothing, or too much, is said of whose map it is.
    case badAttribution(String)
}

extension MapTilesError: CustomStringConvertible {
    /// What is wrong, with the value and what is allowed.
    public var description: String {
        switch self {
        case .badTemplate(let template, let reason):
            "the address of the tiles is \"\(template)\"; \(reason), as in "
                + "https://tiles.example.org/{z}/{x}/{y}.png"
        case .badAttribution(let text):
            text.isEmpty
                ? "the attribution of the tiles is missing; say whose map it is, such as "
                    + "\"© OpenStreetMap contributors\""
                : "the attribution of the tiles has \(text.count) characters; it is plain text of 1 "
                    + "to 300"
        }
    }
}
