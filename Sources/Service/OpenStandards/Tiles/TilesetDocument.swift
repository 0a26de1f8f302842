internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import Hummingbird
internal import VectorTiles

/// The description of a collection's tiles.
struct TilesetDocument {
    let collection: FeatureCollection
    private let root: Links

    /// What `f` calls the forms that nothing else has.
    static let tileJSON = "tilejson"
    static let mvt = "mvt"

    init(_ collection: FeatureCollection, _ root: Links) {
        self.collection = collection
        self.root = root
    }

    /// Of the tileset itself.
    var address: String {
        root.address("collections", collection.id, "tiles", TileMatrixSet.id)
    }

    private var title: String { "\(collection.title): vector tiles" }

    /// What the tiles hold, and what they do not.
    private var description: String {
        let beyond = collection.countBeyondTiles
        return collection.description
            + " A tile with more than \(TileMaker.plainFeatures) features has points that stand for "
            + "several; their \(collection.clusterKey) says for how many."
            + (beyond == 0
                ? ""
                : " \(beyond) of the features lie beyond \(Self.endText) degrees north or south, and so in "
                    + "no tile.")
    }

    private static let endText = "85.0511"

    private var links: [Link] {
        [
            Link("self", Link.json, address + "?f=json", "This tileset"),
            Link("alternate", Link.html, address + "?f=html", "This tileset as HTML"),
            Link(
                "alternate",
                Link.json,
                address + "?f=" + Self.tileJSON,
                "This tileset as TileJSON"
            ),
            Link(
                Link.relation + "tiling-scheme",
                Link.json,
                root.matrixSet,
                TileMatrixSet.title
            ),
            Link(
                "item",
                Link.vectorTile,
                address + "/{tileMatrix}/{tileRow}/{tileCol}?f=" + Self.mvt,
                "The tiles",
                isTemplate: true
            ),
            Link(
                Link.relation + "geodata",
                Link.json,
                root.address("collections", collection.id),
                collection.title
            ),
        ]
    }

    // MARK: As the standard has it

    /// Writes the members that a list of tilesets has too.
    func write(to json: inout JSONWriter) {
        json.member("title", title)
        json.member("dataType", "vector")
        json.member("crs", TileMatrixSet.crs)
        json.member("tileMatrixSetURI", TileMatrixSet.uri)
        json.links(links)
    }

    /// Writes all members (OGC Two Dimensional Tile Matrix Set 2.0, section 8).
    func writeAll(to json: inout JSONWriter) {
        write(to: &json)
        json.member("description", description)
        json.member("tileMatrixSetLimits", array: { writeLimits(to: &$0) })
        if let box = collection.extent {
            json.member("boundingBox", object: { Self.write(box, to: &$0) })
        }
        json.member(
            "layers",
            array: { list in
                list.object { json in
                    json.member("id", collection.id)
                    json.member("title", collection.title)
                    json.member("dataType", "vector")
                    if let dimension = collection.geometry.dimension {
                        json.member("geometryDimension", dimension)
                    }
                    json.member("minTileMatrix", "\(TileAddress.zooms.lowerBound)")
                    json.member("maxTileMatrix", "\(TileAddress.zooms.upperBound)")
                    json.member("propertiesSchema", object: { writeSchema(to: &$0) })
                }
            }
        )
    }

    private func writeLimits(to list: inout JSONWriter) {
        for zoom in TileAddress.zooms {
            let limits = TileLimits(of: collection, zoom: zoom)
            list.object { json in
                json.member("tileMatrix", "\(zoom)")
                json.member("minTileRow", limits.rows.lowerBound)
                json.member("maxTileRow", limits.rows.upperBound)
                json.member("minTileCol", limits.columns.lowerBound)
                json.member("maxTileCol", limits.columns.upperBound)
            }
        }
    }

    private static func write(_ box: BoundingBox, to json: inout JSONWriter) {
        json.member(
            "lowerLeft",
            array: { list in for edge in [box.west, box.south] { list.number(edge) } }
        )
        json.member(
            "upperRight",
            array: { list in for edge in [box.east, box.north] { list.number(edge) } }
        )
        json.member("crs", OfferedSystem.crs84.uri)
    }

    private func writeSchema(to json: inout JSONWriter) {
        json.member("type", "object")
        json.member(
            "properties",
            object: { json in
                for field in collection.tileFields {
                    json.member(
                        field.name,
                        object: { json in
                            json.member("type", field.kind.jsonType)
                            json.member("description", field.description)
                        }
                    )
                }
            }
        )
    }

    // MARK: As TileJSON has it

    /// Writes the document (TileJSON 3.0.0).
    func writeTileJSON(to json: inout JSONWriter) {
        json.object { json in
            json.member("tilejson", "3.0.0")
            json.member("name", collection.title)
            json.member("description", description)
            json.member("scheme", "xyz")
            // The row stands before the column, as the standard's addresses have it.
            json.member(
                "tiles",
                array: { $0.string(address + "/{z}/{y}/{x}?f=" + Self.mvt) }
            )
            json.member("minzoom", TileAddress.zooms.lowerBound)
            json.member("maxzoom", TileAddress.zooms.upperBound)
            if let box = collection.extent?.asTileBounds {
                json.member(
                    "bounds",
                    array: { list in
                        for edge in [box.west, box.south, box.east, box.north] { list.number(edge) }
                    }
                )
            }
            json.member(
                "vector_layers",
                array: { list in list.object { $0.vectorLayer(of: collection, TileAddress.zooms) } }
            )
        }
    }

    // MARK: For people

    /// A page below the collection's.
    func page(_ title: String) -> HTMLPage {
        HTMLPage(
            title,
            [
                ("Start", root.root), ("Collections", root.address("collections")),
                (collection.title, root.address("collections", collection.id)),
            ]
        )
    }

    var html: Response {
        var page = page(title)
        page.paragraph(description)
        page.table(
            ["Property", "Type", "Meaning"],
            collection.tileFields.map {
                [($0.name, nil), ($0.kind.rawValue, nil), ($0.description, nil)]
            }
        )
        page.heading("Links")
        page.list(links)
        return page.response()
    }
}

extension FeatureCollection.GeometryKind {
    /// 0 for points, 1 for lines, 2 for areas; nil where they are mixed.
    fileprivate var dimension: Int? {
        switch self {
        case .point: 0
        case .line: 1
        case .area: 2
        case .any: nil
        }
    }
}

extension FeatureField.Kind {
    /// What JSON Schema calls it.
    var jsonType: String { self == .day ? "string" : rawValue }
}
