internal import GeoJSON

/// A link from one document to another (RFC 8288).
struct Link: Sendable, Hashable {
    let rel: String
    let type: String
    let href: String
    var title: String?
    var isTemplate = false

    init(
        _ rel: String,
        _ type: String,
        _ href: String,
        _ title: String? = nil,
        isTemplate: Bool = false
    ) {
        self.rel = rel
        self.type = type
        self.href = href
        self.title = title
        self.isTemplate = isTemplate
    }

    static let json = "application/json"
    static let geoJSON = "application/geo+json"
    static let html = "text/html"
    static let flatGeobuf = "application/flatgeobuf"
    static let parquet = "application/vnd.apache.parquet"
    static let schema = "application/schema+json"
    static let openAPI = "application/vnd.oai.openapi+json;version=3.0"
    static let vectorTile = "application/vnd.mapbox-vector-tile"
    static let style = "application/vnd.mapbox.style+json"
    /// What the relations of these standards begin with.
    static let relation = "http://www.opengis.net/def/rel/ogc/1.0/"
    static let queryables = relation + "queryables"
    static let conformance = relation + "conformance"

    /// `self` and `alternate` of a document that is told as JSON and as HTML.
    ///
    /// - Parameters:
    ///   - address: Of the document, with its query but without `f`.
    ///   - type: What the JSON is called.
    static func ownForms(
        _ address: String,
        _ format: AnswerFormat,
        type: String = Link.json
    ) -> [Link] {
        let sign = address.contains("?") ? "&" : "?"
        return AnswerFormat.allCases.map { other in
            Link(
                other == format ? "self" : "alternate",
                other == .json ? type : html,
                address + sign + "f=" + other.rawValue,
                other == format
                    ? "This document" : "This document as \(other.rawValue.uppercased())"
            )
        }
    }
}

extension JSONWriter {
    /// Writes the member `links`.
    mutating func links(_ links: [Link]) {
        member(
            "links",
            array: { list in
                for link in links {
                    list.object { json in
                        json.member("href", link.href)
                        json.member("rel", link.rel)
                        json.member("type", link.type)
                        if let title = link.title { json.member("title", title) }
                        if link.isTemplate { json.member("templated", true) }
                    }
                }
            }
        )
    }
}
