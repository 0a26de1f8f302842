internal import FeatureCollections
internal import GeoJSON
internal import VectorTiles

/// What the description tells of tiles.
extension APIDescription {
    /// The paths of tiles that no collection has to do with.
    func tilePaths(_ json: inout JSONWriter) {
        operation(&json, "/tileMatrixSets", "tileMatrixSets", "Tile matrix sets", Answer(nil))
        operation(
            &json,
            "/tileMatrixSets/\(TileMatrixSet.id)",
            "tileMatrixSet",
            TileMatrixSet.title,
            Answer(nil)
        )
        operation(&json, "/styles", "styles", "Styles for maps of vector tiles", Answer(nil))
        operation(
            &json,
            "/styles/ambit.json",
            "style",
            "A style that draws all collections",
            Answer(nil, type: Link.style, form: nil)
        )
    }

    func tilePaths(
        _ json: inout JSONWriter,
        of collection: FeatureCollection,
        below path: String
    ) {
        let name = collection.id
        operation(
            &json,
            path + "/tiles",
            ".collection.vector.getTileSetsList.\(name)",
            "\(collection.title): the tilesets",
            Answer(nil)
        )
        let set = "\(path)/tiles/\(TileMatrixSet.id)"
        operation(
            &json,
            set,
            ".collection.vector.getTileSet.\(name)",
            "\(collection.title): what the tiles hold",
            Answer(nil, form: "fTileset")
        )
        operation(
            &json,
            set + "/{tileMatrix}/{tileRow}/{tileCol}",
            ".collection.vector.getTile.\(name)",
            "\(collection.title): a vector tile",
            Answer(nil, type: Link.vectorTile, isFound: false, form: "fTile"),
            ["tileMatrix", "tileRow", "tileCol"]
        )
    }

    /// Writes what names a tile in a path.
    func tileParameters(_ json: inout JSONWriter) {
        let last = TileAddress.zooms.upperBound
        for (name, description, most) in [
            ("tileMatrix", "The zoom level.", last),
            ("tileRow", "From the north, at most 2^tileMatrix - 1.", (1 << last) - 1),
            ("tileCol", "From the west, at most 2^tileMatrix - 1.", (1 << last) - 1),
        ] {
            json.member(
                name,
                object: { json in
                    json.member("name", name)
                    json.member("in", "path")
                    json.member("required", true)
                    json.member("description", description)
                    json.member(
                        "schema",
                        object: { json in
                            json.member("type", "integer")
                            json.member("minimum", 0)
                            json.member("maximum", most)
                        }
                    )
                }
            )
        }
    }
}
