internal import GeoJSON
internal import Hummingbird
internal import Radar

/// What a message may be about, and every limit that holds.
struct CategoryRoutes: Sendable {
    let limits: RadarLimits

    var routes: [Route] {
        [.get("/v1/categories") { request, _ in try categories(request) }]
    }

    private func categories(_ request: Request) throws -> Response {
        try request.checkNoQuery()
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member(
                "categories",
                array: { list in
                    for category in limits.categories { list.string(category.rawValue) }
                }
            )
            json.member(
                "report_reasons",
                array: { list in for reason in limits.reportReasons { list.string(reason) } }
            )
            json.member(
                "limits",
                object: { json in
                    let text = limits.textCharacters
                    json.range("text_characters", text.lowerBound, text.upperBound)
                    let range = limits.visibleRadiusMeters
                    json.range("visible_radius_m", range.lowerBound, range.upperBound)
                    let life = limits.timeToLiveSeconds
                    json.range("ttl_s", life.lowerBound, life.upperBound)
                    let scan = limits.scanRadiusMeters
                    json.range("scan_radius_m", scan.lowerBound, scan.upperBound)
                    json.member(
                        "radius_m",
                        object: { json in
                            json.member("exclusiveMinimum", 0)
                            json.member("maximum", limits.longestRadiusMeters)
                        }
                    )
                    if limits.liveMessages < .max { json.member("messages", limits.liveMessages) }
                    if limits.liveMessagesPerDevice < .max {
                        json.member("messages_per_device", limits.liveMessagesPerDevice)
                    }
                    json.member("bookmarks", limits.bookmarksPerDevice)
                    json.member("reports_until_hidden", limits.reportsUntilHidden)
                    json.member("idempotency_key_s", limits.postKeySeconds)
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}

extension JSONWriter {
    fileprivate mutating func range(_ name: String, _ least: Double, _ most: Double) {
        member(
            name,
            object: { json in
                json.member("minimum", least)
                json.member("maximum", most)
            }
        )
    }

    fileprivate mutating func range(
        _ name: String,
        _ least: some BinaryInteger,
        _ most: some BinaryInteger
    ) {
        member(
            name,
            object: { json in
                json.member("minimum", least)
                json.member("maximum", most)
            }
        )
    }
}
