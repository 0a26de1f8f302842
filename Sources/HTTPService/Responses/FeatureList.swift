internal import GeoJSON
internal import Hummingbird
internal import Timekeeping

/// Where the page after this one is.
struct NextPage {
    /// The path of the list, such as `/v1/stations`.
    let path: String
    /// The query that asked for this page.
    let query: QueryReader
    /// What continues it.
    let cursor: String
}

extension FeatureCollectionWriter {
    /// Ends the list as every list of the API ends: `numberReturned`, `timeStamp` and `links`.
    mutating func response(at moment: Timestamp, next: NextPage?) -> Response {
        Response(answer(at: moment, next: next))
    }

    /// As ``response(at:next:)``.
    mutating func answer(at moment: Timestamp, next: NextPage?) -> WholeAnswer {
        let numberReturned = count
        finish { json in
            json.member("numberReturned", numberReturned)
            json.member("timeStamp", moment.rfc3339)
            json.member(
                "links",
                array: { links in
                    guard let next else { return }
                    links.object { json in
                        json.member("rel", "next")
                        json.member("type", ContentType.geoJSON.rawValue)
                        json.member(
                            "href",
                            next.path + "?" + next.query.replacingCursor(with: next.cursor)
                        )
                        json.member("cursor", next.cursor)
                    }
                }
            )
        }
        return WholeAnswer(type: .geoJSON, bytes: takeBytes())
    }
}
