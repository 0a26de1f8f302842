internal import FeatureCollections
internal import FeatureFilters
internal import GeoJSON

/// The interface as an OpenAPI 3.0 document, which many programs for maps read and no later version of it: the
/// paths of the collections that there are, and what each takes.
struct APIDescription {
    /// What addresses begin with.
    let root: String
    let collections: [FeatureCollection]
    let systems: [OfferedSystem]

    /// The document as JSON.
    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 32_768)
        json.object { json in
            json.member("openapi", "3.0.3")
            json.member(
                "info",
                object: { json in
                    json.member("title", "Ambit")
                    json.member("version", "1")
                    json.member(
                        "description",
                        "Features by OGC API - Features, Parts 1 and 2, and vector tiles by OGC API - Tiles, "
                            + "Part 1. Not certified."
                    )
                }
            )
            json.member(
                "servers",
                array: { list in list.object { $0.member("url", root) } }
            )
            json.member("paths", object: { paths(&$0) })
            json.member("components", object: { components(&$0) })
        }
        return json.takeBytes()
    }

    // MARK: Paths

    private func paths(_ json: inout JSONWriter) {
        operation(&json, "/", "landingPage", "What there is", Answer("LandingPage"))
        operation(&json, "/conformance", "conformance", "Conformance", Answer("Conformance"))
        operation(&json, "/api", "api", "This document", Answer(nil, type: Link.openAPI))
        operation(&json, "/collections", "collections", "The collections", Answer("Collections"))
        tilePaths(&json)
        for collection in collections {
            let path = "/collections/" + Links.encoded(collection.id)
            let name = collection.id
            operation(&json, path, "describe.\(name)", collection.title, Answer("Collection"))
            for part in ["schema", "queryables"] {
                operation(
                    &json,
                    "\(path)/\(part)",
                    "\(part).\(name)",
                    "What features have",
                    Answer(nil, type: Link.schema)
                )
            }
            operation(
                &json,
                path + "/items",
                "items.\(name)",
                "\(collection.title): the features",
                Answer("FeatureCollection", type: Link.geoJSON, isGone: true, form: "fItems"),
                [
                    "limit", "bbox", "bbox-crs", "datetime", "filter", "filter-lang", "filter-crs",
                    "crs", "cursor",
                ],
                collection.fields
            )
            operation(
                &json,
                path + "/items/{featureId}",
                "item.\(name)",
                "\(collection.title): one feature",
                Answer("Feature", type: Link.geoJSON, isFound: false),
                ["featureId", "crs"]
            )
            tilePaths(&json, of: collection, below: path)
        }
    }

    /// What an operation answers.
    struct Answer {
        /// Its schema among the components; nil for any JSON.
        let schema: String?
        let type: String
        /// Whether it may be gone.
        let isGone: Bool
        /// Whether what is asked for is always there.
        let isFound: Bool
        /// The parameter that chooses its form; nil where it has one alone.
        let form: String?

        /// Whether it is told as a page for people too.
        var isPage: Bool { form == "f" || form == "fTileset" || isList }
        /// Whether it is told as files of other programs as well.
        var isList: Bool { form == "fItems" }
        var isTile: Bool { type == Link.vectorTile }

        init(
            _ schema: String?,
            type: String = Link.json,
            isGone: Bool = false,
            isFound: Bool = true,
            form: String? = "f"
        ) {
            self.schema = schema
            self.type = type
            self.isGone = isGone
            self.isFound = isFound
            self.form = form
        }
    }

    func operation(
        _ json: inout JSONWriter,
        _ path: String,
        _ id: String,
        _ summary: String,
        _ answer: Answer,
        _ parameters: [String] = [],
        _ fields: [FeatureField] = []
    ) {
        json.member(
            path,
            object: { json in
                json.member(
                    "get",
                    object: { json in
                        json.member("operationId", id)
                        json.member("summary", summary)
                        json.member(
                            "parameters",
                            array: { list in
                                for name in parameters + [answer.form].compactMap(\.self) {
                                    list.reference("parameters", name)
                                }
                                for field in fields { list.object { $0.parameter(field) } }
                            }
                        )
                        json.member("responses", object: { responses(&$0, answer) })
                    }
                )
            }
        )
    }

    private func responses(_ json: inout JSONWriter, _ answer: Answer) {
        json.member(
            "200",
            object: { json in
                json.member("description", "The document.")
                json.member(
                    "content",
                    object: { json in
                        json.member(
                            answer.type,
                            object: { json in
                                json.name("schema")
                                if let schema = answer.schema {
                                    json.reference("schemas", schema)
                                } else {
                                    json.object { json in
                                        json.member("type", answer.isTile ? "string" : "object")
                                        if answer.isTile { json.member("format", "binary") }
                                    }
                                }
                            }
                        )
                        for file in answer.isList ? ItemFile.allCases : [] {
                            json.member(
                                file.type,
                                object: { json in
                                    json.member(
                                        "schema",
                                        object: { json in
                                            json.member("type", "string")
                                            json.member("format", "binary")
                                        }
                                    )
                                }
                            )
                        }
                        guard answer.isPage else { return }
                        json.member(
                            "text/html",
                            object: { json in
                                json.member("schema", object: { $0.member("type", "string") })
                            }
                        )
                    }
                )
            }
        )
        if answer.isTile {
            json.member("204", object: { $0.member("description", "Nothing is in the tile.") })
        }
        json.member("304", object: { $0.member("description", "The client has it.") })
        for (status, isTold) in [
            ("400", true), ("404", !answer.isFound), ("410", answer.isGone), ("503", true),
        ] where isTold {
            json.name(status)
            json.reference("responses", "Problem")
        }
    }

    // MARK: Components

    private func components(_ json: inout JSONWriter) {
        json.member("parameters", object: { parameters(&$0) })
        json.member(
            "responses",
            object: { json in
                json.member(
                    "Problem",
                    object: { json in
                        json.member("description", "Why the request was not answered.")
                        json.member(
                            "content",
                            object: { json in
                                json.member(
                                    "application/problem+json",
                                    object: { json in
                                        json.name("schema")
                                        json.reference("schemas", "Problem")
                                    }
                                )
                            }
                        )
                    }
                )
            }
        )
        json.member(
            "schemas",
            object: { json in for schema in APISchemas.all { schema.write(to: &json) } }
        )
    }

    /// A moment or a day, or two of them with a slash between them.
    private static let timePattern: String = {
        let moment =
            "[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2}))?"
        return "^(\(moment)|\(moment)/(\(moment)|\\.\\.)?|(\\.\\.)?/\(moment))$"
    }()

    private func parameters(_ json: inout JSONWriter) {
        let uris = systems.map(\.uri)
        json.parameter("limit", "How many features at most; from 10000 on, 10000.") { json in
            json.member("type", "integer")
            json.member("minimum", 1)
            json.member("default", ItemsQuery.standardLimit)
        }
        json.parameter(
            "bbox",
            "A box in which features have a place: west, south, east, north in the order of bbox-crs, "
                + "perhaps with heights. Of degrees, west may lie east of east: across the antimeridian.",
            style: "form"
        ) { json in
            json.member("type", "array")
            json.member("items", object: { $0.member("type", "number") })
            json.member(
                "oneOf",
                array: { list in
                    for count in [4, 6] {
                        list.object { json in
                            json.member("minItems", count)
                            json.member("maxItems", count)
                        }
                    }
                }
            )
        }
        json.parameter("bbox-crs", "The reference system of bbox.") { $0.choices(uris) }
        json.parameter("crs", "The reference system of the answer.") { $0.choices(uris) }
        json.parameter(
            "datetime",
            "A moment of RFC 3339, or two with a slash between them, one of which may be .. or nothing."
        ) { json in
            json.member("type", "string")
            json.member("pattern", Self.timePattern)
        }
        filterParameters(&json, uris)
        json.parameter("cursor", "Goes on with a list; from its link next.") { json in
            json.member("type", "string")
            json.member("pattern", "^[0-9a-f]{16}\\.[0-9]{1,15}$")
        }
        formParameters(&json)
        tileParameters(&json)
        json.member(
            "featureId",
            object: { json in
                json.member("name", "featureId")
                json.member("in", "path")
                json.member("required", true)
                json.member("description", "Names the feature.")
                json.member("schema", object: { $0.member("type", "string") })
            }
        )
    }

    private func filterParameters(_ json: inout JSONWriter, _ uris: [String]) {
        json.parameter("filter", "A condition of CQL2 that must be true of features.") { json in
            json.member("type", "string")
            json.member("minLength", 1)
            json.member("maxLength", FilterLimits.describedCharacters)
        }
        json.parameter("filter-lang", "How filter is written.") {
            $0.choices(ItemsQuery.filterLanguages)
        }
        json.parameter("filter-crs", "The reference system of geometries in filter.") {
            $0.choices(uris)
        }
    }

    private func formParameters(_ json: inout JSONWriter) {
        json.parameter("f", "The form of the answer, before what Accept says.") {
            $0.choices(AnswerFormat.allCases.map(\.rawValue))
        }
        json.parameter("f", as: "fItems", "The form of the answer, before what Accept says.") {
            $0.choices(AnswerFormat.allCases.map(\.rawValue) + ItemFile.allCases.map(\.rawValue))
        }
        json.parameter("f", as: "fTileset", "The form of the answer, before what Accept says.") {
            $0.choices(AnswerFormat.allCases.map(\.rawValue) + [TilesetDocument.tileJSON])
        }
        json.parameter("f", as: "fTile", "The form of the answer.") {
            $0.choices([TilesetDocument.mvt])
        }
    }
}

extension JSONWriter {
    /// Writes a reference to a component.
    fileprivate mutating func reference(_ section: String, _ name: String) {
        object { $0.member("$ref", "#/components/\(section)/\(name)") }
    }

    /// Writes a parameter of a query among the components, under its own name or another.
    fileprivate mutating func parameter(
        _ name: String,
        as component: String? = nil,
        _ description: String,
        style: String = "form",
        schema: (inout JSONWriter) -> Void
    ) {
        member(
            component ?? name,
            object: { json in
                json.member("name", name)
                json.member("in", "query")
                json.member("required", false)
                json.member("description", description)
                json.member("style", style)
                json.member("explode", false)
                json.member("schema", object: schema)
            }
        )
    }

    /// Writes the members of a parameter that asks for a value of a field.
    fileprivate mutating func parameter(_ field: FeatureField) {
        member("name", field.name)
        member("in", "query")
        member("required", false)
        member("description", "Only features of which this is the value. \(field.description)")
        member("style", "form")
        member("explode", false)
        member(
            "schema",
            object: { json in
                json.member("type", field.kind == .day ? "string" : field.kind.rawValue)
                if field.kind == .text || field.kind == .day { json.member("minLength", 1) }
            }
        )
    }

    /// Writes the members of a schema of some texts.
    fileprivate mutating func choices(_ texts: [String]) {
        member("type", "string")
        member("enum", array: { list in for text in texts { list.string(text) } })
        if let first = texts.first { member("default", first) }
    }
}
