internal import GeoJSON

/// The schemas of the documents, no closer than clients need them.
struct APISchemas {
    let name: String
    let required: [String]
    let properties: [(name: String, type: String)]

    static let all = [
        APISchemas(
            name: "LandingPage",
            required: ["links"],
            properties: [("title", "string"), ("description", "string"), ("links", "array")]
        ),
        APISchemas(
            name: "Conformance",
            required: ["conformsTo"],
            properties: [("conformsTo", "array")]
        ),
        APISchemas(
            name: "Collections",
            required: ["links", "collections"],
            properties: [("links", "array"), ("collections", "array"), ("crs", "array")]
        ),
        APISchemas(
            name: "Collection",
            required: ["id", "links"],
            properties: [
                ("id", "string"), ("title", "string"), ("description", "string"),
                ("itemType", "string"), ("extent", "object"), ("crs", "array"),
                ("storageCrs", "string"), ("links", "array"),
            ]
        ),
        APISchemas(
            name: "FeatureCollection",
            required: [
                "type", "features", "links", "timeStamp", "numberMatched", "numberReturned",
            ],
            properties: [
                ("type", "string"), ("features", "array"), ("links", "array"),
                ("timeStamp", "string"), ("numberMatched", "integer"),
                ("numberReturned", "integer"),
            ]
        ),
        APISchemas(
            name: "Feature",
            required: ["type", "id", "geometry", "properties", "links"],
            properties: [
                ("type", "string"), ("id", "string"), ("geometry", "nullable"),
                ("properties", "object"), ("links", "array"),
            ]
        ),
        APISchemas(
            name: "Problem",
            required: ["type", "title", "status", "detail"],
            properties: [
                ("type", "string"), ("title", "string"), ("status", "integer"),
                ("detail", "string"), ("code", "string"), ("errors", "array"),
            ]
        ),
    ]

    func write(to json: inout JSONWriter) {
        json.member(
            name,
            object: { json in
                json.member("type", "object")
                json.member(
                    "required",
                    array: { list in for name in required { list.string(name) } }
                )
                json.member(
                    "properties",
                    object: { json in
                        for (name, type) in properties {
                            json.member(
                                name,
                                object: { json in
                                    json.member("type", type == "nullable" ? "object" : type)
                                    if type == "nullable" { json.member("nullable", true) }
                                    guard type == "array" else { return }
                                    json.member("items", object: { _ in })
                                }
                            )
                        }
                    }
                )
            }
        )
    }
}
