internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Timekeeping

/// What there is: the landing page, the conformance, the description and the collections (OGC API - Features,
/// Part 1, sections 7.2 to 7.14).
struct CatalogRoutes: Sendable {
    let catalog: Catalog

    var routes: [Route] {
        [
            .get("/ogc") { request, _ in try landing(request) },
            .get("/ogc/conformance") { request, _ in try conformance(request) },
            .get("/ogc/api") { request, _ in try description(request) },
            .get("/ogc/collections") { request, _ in try collections(request) },
            .get("/ogc/collections/{collection}") { request, context in
                try collection(request, context)
            },
            .get("/ogc/collections/{collection}/schema") { request, context in
                try schema(request, context, "schema")
            },
            .get("/ogc/collections/{collection}/queryables") { request, context in
                try schema(request, context, "queryables")
            },
        ]
    }

    private static let title = "Ambit"
    private static let summary =
        "What Ambit serves, by the open standards of the Open Geospatial Consortium. Not certified."

    // MARK: The service

    private func landing(_ request: Request) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let all =
            Link.ownForms(links.root, format) + [
                Link(
                    "service-desc",
                    Link.openAPI,
                    links.address("api"),
                    "The interface as OpenAPI 3.0"
                ),
                Link("service-doc", Link.html, links.address("api") + "?f=html", "The interface"),
                Link("conformance", Link.json, links.address("conformance"), "What it conforms to"),
                Link(
                    Link.conformance,
                    Link.json,
                    links.address("conformance"),
                    "What it conforms to"
                ),
                Link("data", Link.json, links.address("collections"), "The collections"),
                Link(
                    Link.relation + "tiling-schemes",
                    Link.json,
                    links.address("tileMatrixSets"),
                    "The tile matrix sets"
                ),
                Link(
                    Link.relation + "styles",
                    Link.json,
                    links.address("styles"),
                    "Styles for maps of vector tiles"
                ),
            ]
        let tag = catalog.tag([], links.root, format.rawValue, "landing")
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage(Self.title)
                page.paragraph(Self.summary)
                page.list([
                    ("Collections", links.address("collections") + "?f=html", ""),
                    ("Conformance", links.address("conformance") + "?f=html", ""),
                    ("Interface", links.address("api") + "?f=html", ""),
                ])
                page.heading("Links")
                page.list(all)
                return page.response()
            }
            var json = JSONWriter(capacity: 1024)
            json.object { json in
                json.member("title", Self.title)
                json.member("description", Self.summary)
                json.links(all)
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    private func conformance(_ request: Request) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag([], links.root, format.rawValue, "conformance")
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage("Conformance", [("Start", links.root)])
                page.paragraph("It is built to these classes, and not certified.")
                page.list(ConformanceClass.all.map { ($0, $0, "") })
                page.list(Link.ownForms(links.address("conformance"), format))
                return page.response()
            }
            var json = JSONWriter(capacity: 1024)
            json.object { json in
                json.member(
                    "conformsTo",
                    array: { list in for uri in ConformanceClass.all { list.string(uri) } }
                )
                json.links(Link.ownForms(links.address("conformance"), format))
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    private func description(_ request: Request) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let all = try catalog.collections()
        let tag = catalog.tag(all, links.root, format.rawValue, "api")
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage("The interface", [("Start", links.root)])
                page.paragraph("The whole of it is an OpenAPI 3.0 document.")
                page.list([
                    Link("service-desc", Link.openAPI, links.address("api"), "OpenAPI 3.0")
                ])
                page.heading("Addresses")
                page.list(
                    all.map {
                        ($0.title, links.address("collections", $0.id, "items"), $0.description)
                    }
                )
                return page.response()
            }
            let document = APIDescription(
                root: links.root,
                collections: all,
                systems: catalog.settings.systems
            )
            return Response(type: .openAPI3, bytes: document.bytes)
        }
    }

    // MARK: The collections

    private func collections(_ request: Request) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let links = try Links(request, catalog.settings)
        let all = try catalog.collections()
        let tag = catalog.tag(all, links.root, format.rawValue, "collections")
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage("Collections", [("Start", links.root)])
                page.list(
                    all.map {
                        (
                            $0.title, links.address("collections", $0.id) + "?f=html",
                            $0.description
                        )
                    }
                )
                page.heading("Links")
                page.list(Link.ownForms(links.address("collections"), format))
                return page.response()
            }
            var json = JSONWriter(capacity: 4096)
            json.object { json in
                json.links(Link.ownForms(links.address("collections"), format))
                json.member(
                    "collections",
                    array: { list in
                        for collection in all {
                            list.collection(
                                collection,
                                CollectionDocument(collection, links, .json).links,
                                systems: ["#/crs"]
                            )
                        }
                    }
                )
                json.member(
                    "crs",
                    array: { list in
                        for system in catalog.settings.systems { list.string(system.uri) }
                    }
                )
            }
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    private func collection(_ request: Request, _ context: Route.Context) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let collection = try catalog.collection(context)
        let links = try Links(request, catalog.settings)
        let document = CollectionDocument(collection, links, format)
        let tag = catalog.tag([collection], links.root, format.rawValue, "collection")
        return .known(request, tag: tag) {
            guard format == .json else { return document.html }
            var json = JSONWriter(capacity: 2048)
            json.collection(
                collection,
                document.links,
                systems: catalog.settings.systems.map(\.uri)
            )
            return Response(type: .json, bytes: json.takeBytes())
        }
    }

    /// What features have (`schema`), and what a query may ask of them (`queryables`): the same.
    private func schema(
        _ request: Request,
        _ context: Route.Context,
        _ name: String
    ) throws -> Response {
        let format = try AnswerFormat.checked(request)
        let collection = try catalog.collection(context)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag([collection], links.root, format.rawValue, name)
        let address = links.address("collections", collection.id, name)
        return .known(request, tag: tag) {
            guard format == .json else {
                var page = HTMLPage(
                    "\(collection.title): \(name)",
                    [
                        ("Start", links.root),
                        (collection.title, links.address("collections", collection.id)),
                    ]
                )
                page.table(
                    ["Property", "Type", "Meaning"],
                    collection.fields.map {
                        [($0.name, nil), ($0.kind.rawValue, nil), ($0.description, nil)]
                    }
                )
                page.list(Link.ownForms(address, format, type: Link.schema))
                return page.response()
            }
            var json = JSONWriter(capacity: 2048)
            json.schema(of: collection, at: address)
            return Response(type: .schema, bytes: json.takeBytes())
        }
    }
}

/// What the service is built to.
enum ConformanceClass {
    private static let features = "http://www.opengis.net/spec/ogcapi-features-"

    static let all =
        ["core", "oas30", "html", "geojson"].map { features + "1/1.0/conf/" + $0 }
        + [features + "2/1.0/conf/crs"]
        + ["queryables", "queryables-query-parameters", "filter", "features-filter"].map {
            features + "3/1.0/conf/" + $0
        }
        + [
            "cql2-text", "cql2-json", "basic-cql2", "advanced-comparison-operators",
            "case-insensitive-comparison", "basic-spatial-functions",
            "basic-spatial-functions-plus", "temporal-functions", "functions",
        ].map { "http://www.opengis.net/spec/cql2/1.0/conf/" + $0 }
        + ["core", "tileset", "tilesets-list", "geodata-tilesets", "mvt", "oas30"].map {
            "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/" + $0
        }
        + ["tilematrixset", "json-tilematrixset", "tilesetmetadata", "json-tilesetmetadata"].map {
            "http://www.opengis.net/spec/tms/2.0/conf/" + $0
        }
}
