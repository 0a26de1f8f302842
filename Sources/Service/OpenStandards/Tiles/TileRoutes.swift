internal import Compressing
internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VectorTiles

/// Collections as vector tiles (OGC API - Tiles, Part 1), with what MapLibre needs to show them.
struct TileRoutes: Sendable {
    let catalog: Catalog
    let cache: TileCache

    var routes: [Route] {
        let set = "/ogc/collections/{collection}/tiles/{tileMatrixSet}"
        return [
            .get("/ogc/tileMatrixSets") { request, _ in try matrixSets(request) },
            .get("/ogc/tileMatrixSets/{tileMatrixSet}") { request, context in
                try matrixSet(request, context)
            },
            .get("/ogc/collections/{collection}/tiles") { request, context in
                try tilesets(request, context)
            },
            .get(set) { request, context in try tileset(request, context) },
            .get(set + "/{tileMatrix}/{tileRow}/{tileCol}") { request, context in
                try tile(request, context)
            },
            .get("/ogc/styles") { request, _ in try styles(request) },
            .get("/ogc/styles/ambit.json") { request, _ in try style(request) },
        ]
    }

    // MARK: Tile matrix sets

    private func matrixSets(_ request: Request) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag([], links.root, format.rawValue, "tileMatrixSets")
        let address = links.address("tileMatrixSets")
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage("Tile matrix sets", [("Start", links.root)])
                page.list([(TileMatrixSet.title, links.matrixSet + "?f=html", "")])
                page.list(Link.ownForms(address, format))
                return page.response()
            }
            var json = JSONWriter(capacity: 1024)
            json.object { json in
                json.links(Link.ownForms(address, format))
                json.member(
                    "tileMatrixSets",
                    array: { list in
                        list.object { json in
                            json.member("id", TileMatrixSet.id)
                            json.member("title", TileMatrixSet.title)
                            json.member("uri", TileMatrixSet.uri)
                            json.member("crs", TileMatrixSet.crs)
                            json.links([
                                Link("self", Link.json, links.matrixSet, TileMatrixSet.title)
                            ])
                        }
                    }
                )
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    private func matrixSet(_ request: Request, _ context: Route.Context) throws -> Response {
        try checkMatrixSet(context)
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag([], links.root, format.rawValue, "tileMatrixSet")
        let own = Link.ownForms(links.matrixSet, format)
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage(
                    TileMatrixSet.title,
                    [("Start", links.root), ("Tile matrix sets", links.address("tileMatrixSets"))]
                )
                page.table(
                    ["Tile matrix", "Tiles each way", "Metres for a pixel of 256"],
                    TileAddress.zooms.map { zoom in
                        [
                            ("\(zoom)", nil), ("\(1 << zoom)", nil),
                            ("\(TileMatrixSet.cellMeters(zoom: zoom))", nil),
                        ]
                    }
                )
                page.list(own)
                return page.response()
            }
            var json = JSONWriter(capacity: 8192)
            json.tileMatrixSet(own)
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    /// - Throws: ``Problem`` of status 404 where the path names another set than the only one.
    private func checkMatrixSet(_ context: Route.Context) throws(Problem) {
        guard context.pathParameter("tileMatrixSet") == TileMatrixSet.id else {
            throw Problem(
                status: .notFound,
                detail: "There is no such tile matrix set; there is \(TileMatrixSet.id)"
            )
        }
    }

    // MARK: What tiles there are

    private func tilesets(_ request: Request, _ context: Route.Context) throws -> Response {
        let collection = try catalog.collection(context)
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag([collection], links.root, format.rawValue, "tilesets")
        let document = TilesetDocument(collection, links)
        let own = Link.ownForms(links.address("collections", collection.id, "tiles"), format)
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = document.page("\(collection.title): tiles")
                page.list([(TileMatrixSet.title, document.address + "?f=html", "vector tiles")])
                page.list(own)
                return page.response()
            }
            var json = JSONWriter(capacity: 1024)
            json.object { json in
                json.links(own)
                json.member("tilesets", array: { list in list.object { document.write(to: &$0) } })
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    private func tileset(_ request: Request, _ context: Route.Context) throws -> Response {
        let collection = try catalog.collection(context)
        try checkMatrixSet(context)
        var query = QueryReader(request.uri.query)
        let wanted = AnswerFormat.wanted(&query, request, orElse: [TilesetDocument.tileJSON])
        let isTileJSON = query.text("f") == TilesetDocument.tileJSON
        let format = try query.checked(wanted)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag(
            [collection],
            links.root,
            isTileJSON ? TilesetDocument.tileJSON : format.rawValue,
            "tileset"
        )
        let document = TilesetDocument(collection, links)
        return .known(request, tag: tag) {
            if format == .html { return document.html }
            var json = JSONWriter(capacity: 4096)
            if isTileJSON {
                document.writeTileJSON(to: &json)
            } else {
                json.object { document.writeAll(to: &$0) }
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    // MARK: Tiles

    private func tile(_ request: Request, _ context: Route.Context) throws -> Response {
        let collection = try catalog.collection(context)
        try checkMatrixSet(context)
        var query = QueryReader(request.uri.query)
        query.checkTileFormat()
        try query.check()
        let address = try tileAddress(context, collection)
        let takesGzip = Gzip.isAccepted(by: request.headers[.acceptEncoding])
        // The same bytes for as long as the tag is the same.
        let tag = catalog.strongTag(
            collection,
            "\(address.zoom)/\(address.row)/\(address.column)",
            takesGzip ? "gzip" : "identity"
        )
        return .known(request, tag: tag, varying: "Accept-Encoding") {
            let tile = cache.tile(address, of: collection, isPacked: takesGzip)
            guard !tile.bytes.isEmpty else { return Response(status: .noContent) }
            let packed = takesGzip ? tile.packed : nil
            return Response(
                type: .vectorTile,
                bytes: packed ?? tile.bytes,
                headers: packed == nil ? [:] : [.contentEncoding: "gzip"]
            )
        }
    }

    /// The tile that a path names.
    ///
    /// - Throws: ``Problem`` of status 404 where it lies outside the limits of the tileset.
    private func tileAddress(
        _ context: Route.Context,
        _ collection: FeatureCollection
    ) throws(Problem) -> TileAddress {
        func number(_ name: String) -> Int? {
            guard let text = context.pathParameter(name), text.utf8.count <= 7,
                text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
            else { return nil }
            return Int(text)
        }
        guard let zoom = number("tileMatrix"), let row = number("tileRow"),
            let column = number("tileCol"),
            let address = TileAddress(zoom: zoom, column: column, row: row)
        else {
            throw Problem(
                status: .notFound,
                detail: "There is no such tile; the tile matrix is a whole number from 0 to "
                    + "\(TileAddress.zooms.upperBound), and row and column are whole numbers from 0 "
                    + "to 2^matrix - 1, the row first"
            )
        }
        guard TileLimits(of: collection, zoom: zoom).contains(address) else {
            throw Problem(
                status: .notFound,
                detail:
                    "The tile lies outside the limits of the tileset, which its description tells"
            )
        }
        return address
    }

    // MARK: Styles

    private func styles(_ request: Request) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag([], links.root, format.rawValue, "styles")
        let address = links.address("styles")
        let style = Link("stylesheet", Link.style, address + "/ambit.json", StyleDocument.title)
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage("Styles", [("Start", links.root)])
                page.list([style] + Link.ownForms(address, format))
                return page.response()
            }
            var json = JSONWriter(capacity: 512)
            json.object { json in
                json.member(
                    "styles",
                    array: { list in
                        list.object { json in
                            json.member("id", StyleDocument.id)
                            json.member("title", StyleDocument.title)
                            json.links([style])
                        }
                    }
                )
                json.member("default", StyleDocument.id)
                json.links(Link.ownForms(address, format))
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    private func style(_ request: Request) throws -> Response {
        try request.checkNoQuery()
        let links = try Links(request, catalog.settings)
        let all = try catalog.collections()
        let tag = catalog.tag(all, links.root, "style")
        return .known(request, tag: tag, varying: "Accept-Encoding") {
            Response(type: .mapStyle, bytes: StyleDocument(all, links).bytes)
        }
    }
}

extension QueryReader {
    /// `f` of a tile, which has one form alone.
    fileprivate mutating func checkTileFormat() {
        guard let text = text("f"), text != TilesetDocument.mvt else { return }
        note("f", .notOneOf, "is \(quoted(text)); it is mvt", .choices(text, [TilesetDocument.mvt]))
    }
}

extension Links {
    /// The only tile matrix set.
    var matrixSet: String { address("tileMatrixSets", TileMatrixSet.id) }
}
