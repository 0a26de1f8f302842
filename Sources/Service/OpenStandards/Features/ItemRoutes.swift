internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ReferenceSystems
internal import Timekeeping

/// The features of a collection, and one of them (OGC API - Features, Part 1, sections 7.15 and 7.16, and Part 2).
struct ItemRoutes: Sendable {
    let catalog: Catalog

    var routes: [Route] {
        [
            .get("/ogc/collections/{collection}/items") { request, context in
                try items(request, context)
            },
            .get("/ogc/collections/{collection}/items/{feature}") { request, context in
                try item(request, context)
            },
        ]
    }

    // MARK: A list

    private func items(_ request: Request, _ context: Route.Context) throws -> Response {
        let collection = try catalog.collection(context)
        var reader = QueryReader(request.uri.query)
        let file = ItemFile.wanted(&reader, request)
        let wanted = AnswerFormat.wanted(
            &reader,
            request,
            orElse: ItemFile.allCases.map(\.rawValue)
        )
        let query = try ItemsQuery(&reader, collection, catalog.settings)
        let format = try reader.checked(wanted)
        let links = try Links(request, catalog.settings)
        let tag = catalog.tag(
            [collection],
            links.root,
            file?.rawValue ?? format.rawValue,
            request.uri.query ?? ""
        )
        return try .known(request, tag: tag) {
            let selection = try ItemSelection(query, in: collection.content)
            let page = ItemPage(
                collection: collection,
                query: query,
                selection: selection,
                address: links.address("collections", collection.id, "items"),
                parameters: reader,
                format: format,
                moment: catalog.clock.now
            )
            if let file {
                try page.checkSystem(for: file)
                return page.written(as: file, links)
            }
            switch format {
            case .html: return page.html(links)
            case .json:
                try page.checkPlaces()
                return try page.json(links, isHead: request.method == .head)
            }
        }
    }

    // MARK: One feature

    private func item(_ request: Request, _ context: Route.Context) throws -> Response {
        let collection = try catalog.collection(context)
        var reader = QueryReader(request.uri.query)
        let wanted = AnswerFormat.wanted(&reader, request)
        let system = reader.system("crs", catalog.settings.systems)
        let (format, offered) = try reader.checked(wanted, system)
        let links = try Links(request, catalog.settings)
        guard let id = context.pathParameter("feature"),
            let number = collection.content.number(of: id)
        else {
            throw Problem(
                status: .notFound,
                detail: "There is no such feature in \(collection.id); GET "
                    + "\(links.address("collections", collection.id, "items")) lists them"
            )
        }
        let tag = catalog.tag(
            [collection],
            links.root,
            format.rawValue,
            offered.uri,
            id
        )
        let address = links.address("collections", collection.id, "items", id)
        let all =
            Link.ownForms(address, format, type: Link.geoJSON) + [
                Link(
                    "collection",
                    Link.json,
                    links.address("collections", collection.id),
                    collection.title
                )
            ]
        return try .known(request, tag: tag) {
            let feature = collection.content.feature(number)
            guard format == .json else {
                return feature.html(of: collection, all, links)
            }
            let projector = try Projector(offered)
            try feature.checkPlaces(projector)
            var json = JSONWriter(capacity: 2048)
            json.feature(feature, of: collection.fields, in: projector, links: all)
            return Response(
                type: .geoJSON,
                bytes: json.takeBytes(),
                headers: offered.contentField
            )
        }
    }
}

extension OfferedSystem {
    /// `Content-Crs`, which every answer with coordinates has.
    var contentField: HTTPFields {
        HTTPField.Name("Content-Crs").map { [$0: "<\(uri)>"] } ?? [:]
    }
}

extension Feature {
    /// Refuses a system in which a place of the feature has no coordinates.
    ///
    /// - Throws: ``Problem`` of status 400.
    func checkPlaces(_ projector: Projector) throws(Problem) {
        guard !projector.offered.system.isWGS84 else { return }
        guard shape?.firstPlace(where: { projector.point($0) == nil }) != nil else { return }
        throw .invalid([
            ParameterError(
                parameter: "crs",
                fault: .notASystem,
                message: "is \(projector.offered.uri), which has no coordinates for a place of the "
                    + "feature \(quoted(id)); ask for it in \(OfferedSystem.crs84.uri)",
                values: .value(projector.offered.uri)
            )
        ])
    }

    /// The feature as a page of its own.
    fileprivate func html(
        of collection: FeatureCollection,
        _ own: [Link],
        _ links: Links
    ) -> Response {
        var page = HTMLPage(
            id,
            [
                ("Start", links.root), ("Collections", links.address("collections")),
                (collection.title, links.address("collections", collection.id)),
                ("Features", links.address("collections", collection.id, "items")),
            ]
        )
        page.table(
            ["Property", "Value"],
            zip(collection.fields, values).map { field, value in
                [(field.name, nil), (value.text, nil)]
            } + [[("geometry", nil), (place, nil)]]
        )
        page.heading("Links")
        page.list(own)
        return page.response(OfferedSystem.crs84.contentField)
    }

    /// Where it is, in words.
    private var place: String {
        switch shape {
        case .point(let place): "\(place.latitude), \(place.longitude)"
        case .lines(let lines): "\(lines.count) lines"
        case .area(let area): "\(area.polygons.count) polygons"
        case nil: "not known"
        }
    }
}

extension FieldValue {
    /// The value in words; empty for null.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .null: ""
        }
    }
}
