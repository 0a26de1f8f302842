internal import Datasets
internal import GeoJSON
internal import Hummingbird

/// Which modules the service has, and what may be imported: for clients that offer what there is.
struct ModuleRoutes: Sendable {
    let parts: [ServicePart]
    let kinds: [ImportDesk.Kind]

    var routes: [Route] {
        let bytes = json
        return [
            .get("/v1/modules") { request, _ in
                try request.checkNoQuery()
                return Response(type: .json, bytes: bytes)
            }
        ]
    }

    private var json: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member(
                "modules",
                array: { list in
                    for part in parts {
                        list.object { json in
                            json.member("name", part.module.text)
                            json.member("tab", part.tab?.name)
                        }
                    }
                }
            )
            json.member(
                "kinds",
                array: { list in
                    for kind in kinds {
                        list.object { json in
                            json.member("name", kind.name)
                            json.member(
                                "types",
                                array: { types in
                                    for type in kind.types ?? [] { types.string(type) }
                                }
                            )
                        }
                    }
                }
            )
        }
        return json.takeBytes()
    }
}
