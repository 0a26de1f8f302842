internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import VectorTiles

/// A style with which MapLibre draws all collections, and asks no other host for anything: it has no letters
/// and no pictures.
///
/// Source: MapLibre Style Specification, version 8.
struct StyleDocument {
    private let collections: [FeatureCollection]
    private let root: Links

    static let id = "ambit"
    static let title = "All collections"

    /// What is drawn first lies below everything: areas, then lines, then points.
    init(_ collections: [FeatureCollection], _ root: Links) {
        func order(_ kind: FeatureCollection.GeometryKind) -> Int {
            switch kind {
            case .any: 0
            case .area: 1
            case .line: 2
            case .point: 3
            }
        }
        self.collections = collections.sorted { order($0.geometry) < order($1.geometry) }
        self.root = root
    }

    /// Colours that can be told apart, one collection after the other.
    private static let colors = [
        "#7fae8e", "#8073ac", "#5e7f9e", "#b35806", "#1b7837", "#a6611a", "#2166ac", "#b2182b",
    ]

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 8192)
        json.object { json in
            json.member("version", 8)
            json.member("name", "Ambit")
            if let box = BoundingBox.extent(of: collections.compactMap(\.extent))?.asTileBounds {
                json.member(
                    "center",
                    array: { list in
                        list.number(box.midpoint.longitude)
                        list.number(box.midpoint.latitude)
                    }
                )
                json.member("zoom", Self.zoom(showing: box))
            }
            json.member("sources", object: { sources(&$0) })
            json.member(
                "layers",
                array: { list in
                    list.object { json in
                        json.member("id", "background")
                        json.member("type", "background")
                        json.member(
                            "paint",
                            object: { $0.member("background-color", "#f6f4ee") }
                        )
                    }
                    for (index, collection) in collections.enumerated() {
                        layers(&list, of: collection, Self.colors[index % Self.colors.count])
                    }
                }
            )
        }
        return json.takeBytes()
    }

    /// The zoom at which a box fills a map of some 512 pixels.
    private static func zoom(showing box: BoundingBox) -> Int {
        let widest = max(box.east - box.west, box.north - box.south, 1e-3)
        var zoom = 0
        while zoom < 14, widest * Double(2 << zoom) < 360 { zoom += 1 }
        return zoom
    }

    private func sources(_ json: inout JSONWriter) {
        for collection in collections {
            json.member(
                collection.id,
                object: { json in
                    json.member("type", "vector")
                    json.member(
                        "url",
                        TilesetDocument(collection, root).address + "?f="
                            + TilesetDocument.tileJSON
                    )
                }
            )
        }
    }

    private func layers(
        _ list: inout JSONWriter,
        of collection: FeatureCollection,
        _ color: String
    ) {
        let kind = collection.geometry
        if kind == .area || kind == .any {
            layer(&list, collection, "fill", "area", shown: "Polygon") { json in
                json.member("fill-color", color)
                json.member("fill-opacity", kind == .any ? 0.5 : 0.12)
            }
        }
        if kind == .area {
            layer(&list, collection, "line", "outline", shown: "Polygon") { json in
                json.member("line-color", color)
                json.member("line-width", 1.2)
            }
        }
        if kind == .line || kind == .any {
            layer(&list, collection, "line", "line", shown: "LineString") { json in
                json.member("line-color", color)
                json.member("line-width", 1.2)
            }
        }
        layer(&list, collection, "circle", "point", shown: "Point") { json in
            json.member("circle-color", color)
            json.member("circle-opacity", 0.85)
            // A cluster's area grows with the logarithm of what it counts.
            json.member(
                "circle-radius",
                array: { list in
                    list.string("+")
                    list.number(kind == .point ? 3.5 : 1)
                    list.array { list in
                        list.string("ln")
                        list.array { list in
                            list.string("coalesce")
                            list.array { list in
                                list.string("get")
                                list.string(collection.clusterKey)
                            }
                            list.integer(1)
                        }
                    }
                }
            )
        }
    }

    private func layer(
        _ list: inout JSONWriter,
        _ collection: FeatureCollection,
        _ type: String,
        _ name: String,
        shown shape: String,
        paint: (inout JSONWriter) -> Void
    ) {
        list.object { json in
            json.member("id", "\(collection.id)-\(name)")
            json.member("type", type)
            json.member("source", collection.id)
            json.member("source-layer", collection.id)
            json.member(
                "filter",
                array: { list in
                    list.string("==")
                    list.array { $0.string("geometry-type") }
                    list.string(shape)
                }
            )
            json.member("paint", object: paint)
        }
    }
}
