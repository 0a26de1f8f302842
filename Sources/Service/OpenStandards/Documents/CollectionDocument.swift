internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import Hummingbird
internal import Timekeeping

/// The description of one collection.
struct CollectionDocument {
    let collection: FeatureCollection
    private let root: Links
    private let format: AnswerFormat

    init(_ collection: FeatureCollection, _ root: Links, _ format: AnswerFormat) {
        self.collection = collection
        self.root = root
        self.format = format
    }

    var links: [Link] {
        let own = root.address("collections", collection.id)
        let items = own + "/items"
        return Link.ownForms(own, format) + [
            Link("items", Link.geoJSON, items + "?f=json", "The features as GeoJSON"),
            Link("items", Link.html, items + "?f=html", "The features as pages"),
            Link("items", Link.flatGeobuf, items + "?f=fgb", "The features as FlatGeobuf"),
            Link("items", Link.parquet, items + "?f=parquet", "The features as GeoParquet"),
            Link(Link.queryables, Link.schema, own + "/queryables", "What may be asked of them"),
            Link("describedby", Link.schema, own + "/schema", "What they have"),
            Link(Link.relation + "tilesets-vector", Link.json, own + "/tiles", "Vector tiles"),
        ]
    }

    var html: Response {
        var page = HTMLPage(
            collection.title,
            [("Start", root.root), ("Collections", root.address("collections"))]
        )
        page.paragraph(collection.description)
        page.paragraph("\(collection.content.count) features.")
        if let box = collection.extent {
            page.paragraph(
                "From \(box.south), \(box.west) to \(box.north), \(box.east) (latitude, longitude)."
            )
        }
        page.list([
            ("Features", root.address("collections", collection.id, "items") + "?f=html", "")
        ])
        page.heading("Links")
        page.list(links)
        return page.response()
    }
}

extension JSONWriter {
    /// Writes what is told of a collection.
    ///
    /// - Parameter systems: URIs, or a pointer to where they stand.
    mutating func collection(_ collection: FeatureCollection, _ links: [Link], systems: [String]) {
        object { json in
            json.member("id", collection.id)
            json.member("title", collection.title)
            json.member("description", collection.description)
            json.member("itemType", "feature")
            json.member("extent", object: { $0.extent(of: collection) })
            json.member("crs", array: { list in for system in systems { list.string(system) } })
            json.member("storageCrs", OfferedSystem.crs84.uri)
            json.links(links)
        }
    }

    private mutating func extent(of collection: FeatureCollection) {
        if let box = collection.extent {
            member(
                "spatial",
                object: { json in
                    json.member(
                        "bbox",
                        array: { list in
                            list.array { edges in
                                for edge in [box.west, box.south, box.east, box.north] {
                                    edges.number(edge)
                                }
                            }
                        }
                    )
                    json.member("crs", OfferedSystem.crs84.uri)
                }
            )
        }
        guard collection.hasTime, let time = collection.timeExtent else { return }
        member(
            "temporal",
            object: { json in
                json.member(
                    "interval",
                    array: { list in
                        list.array { ends in
                            for end in [time.from, time.to] {
                                if let end {
                                    ends.string(Timestamp(millisecondsSince1970: end).rfc3339)
                                } else {
                                    ends.null()
                                }
                            }
                        }
                    }
                )
                json.member("trs", "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian")
            }
        )
    }

    /// Writes the fields of a collection as a JSON Schema (OGC API - Features, Part 3, section 6.2).
    mutating func schema(of collection: FeatureCollection, at address: String) {
        object { json in
            json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.member("$id", address)
            json.member("type", "object")
            json.member("title", collection.title)
            json.member("description", collection.description)
            json.member(
                "properties",
                object: { json in
                    for field in collection.fields {
                        json.member(
                            field.name,
                            object: { json in
                                json.member("title", field.name)
                                json.member("description", field.description)
                                json.member(
                                    "type",
                                    field.kind == .day ? "string" : field.kind.rawValue
                                )
                                if field.kind == .day { json.member("format", "date") }
                            }
                        )
                    }
                    json.member(
                        "geometry",
                        object: { json in
                            json.member("title", "geometry")
                            json.member("format", collection.geometry.format)
                            json.member("x-ogc-role", "primary-geometry")
                        }
                    )
                }
            )
            json.member("additionalProperties", false)
        }
    }
}

extension FeatureCollection {
    /// The narrowest time in which all features hold; nil where one holds always.
    var timeExtent: FeatureTime? {
        var from: Int64? = .max
        var to: Int64? = .min
        for number in 0..<content.count {
            guard let time = content.time(number) else { return nil }
            from = from.flatMap { known in time.from.map { min(known, $0) } }
            to = to.flatMap { known in time.to.map { max(known, $0) } }
        }
        return content.count == 0 ? nil : FeatureTime(from: from, to: to)
    }
}

extension FeatureCollection.GeometryKind {
    /// What JSON Schema calls it.
    var format: String {
        switch self {
        case .point: "geometry-point"
        case .line: "geometry-multilinestring"
        case .area: "geometry-multipolygon"
        case .any: "geometry-any"
        }
    }
}
