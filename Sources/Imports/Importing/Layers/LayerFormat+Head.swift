internal import SpatialFiles

extension LayerFormat {
    /// What a file is by its first bytes; nil for what is none of these, and for MapInfo's, which are
    /// several files.
    init?(head: [UInt8], name: String) {
        guard let format = Self.format(of: head, name: name) else { return nil }
        self = format
    }

    private static func format(of head: [UInt8], name: String) -> LayerFormat? {
        if head.starts(with: [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]) { return .flatGeobuf }
        if head.starts(with: Array("SQLite format 3\u{0}".utf8)), head.count >= 100 {
            // The application id; older programs wrote none.
            let application = String(decoding: head[68..<72], as: UTF8.self)
            let isNamed = [".gpkg", ".gpkx"].contains(where: name.lowercased().hasSuffix)
            return application.hasPrefix("GP") || isNamed ? .geoPackage : nil
        }
        if head.starts(with: Array("PAR1".utf8)) || head.starts(with: Array("PARE".utf8)) {
            return .parquet
        }
        return formatOfXML(head)
    }

    /// What an XML document is by the name of its root element, and by the namespaces there.
    private static func formatOfXML(_ head: [UInt8]) -> LayerFormat? {
        var text = ""
        // UTF-16 has a NUL with each letter of markup.
        text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
        guard let start = text.firstIndex(of: "<"),
            text[..<start].allSatisfy({ $0.isWhitespace || !$0.isASCII })
        else { return nil }
        var rest = text[start...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { return nil }
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("?") || rest.hasPrefix("!") {
                guard let end = rest.firstIndex(of: ">") else { return nil }
                rest = rest[end...]
            } else {
                break
            }
        }
        let element = rest.prefix { $0 != ">" }
        let name = element.prefix { !$0.isWhitespace && $0 != "/" }
        switch name.split(separator: ":").last {
        case "kml": return .kml
        case "gpx": return .gpx
        default: return element.contains("http://www.opengis.net/gml") ? .gml : nil
        }
    }
}
