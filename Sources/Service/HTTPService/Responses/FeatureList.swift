internal import Compressing
package import GeoJSON
package import Hummingbird
package import Timekeeping

/// Where the page after this one is.
package struct NextPage {
    /// The path of the list, such as `/v1/stations`.
    let path: String
    /// The query that asked for this page.
    let query: QueryReader
    /// What continues it.
    let cursor: String

    /// A page with all its members.
    package init(path: String, query: QueryReader, cursor: String) {
        self.path = path
        self.query = query
        self.cursor = cursor
    }
}

extension FeatureCollectionWriter {
    /// Ends the list as every list of the API ends: `numberReturned`, `timeStamp` and `links`.
    mutating func response(at moment: Timestamp, next: NextPage?) -> Response {
        Response(answer(at: moment, next: next))
    }

    /// As ``response(at:next:)``, with a tag of the features, or 304 where the client has them already.
    /// When the list was made is nothing that it holds.
    package mutating func response(
        to request: Request,
        at moment: Timestamp,
        next: NextPage?
    ) -> Response {
        let content = bytes + Array((next?.cursor ?? "").utf8)
        let answer = answer(at: moment, next: next)
        return .tagged(
            request,
            type: answer.type,
            bytes: answer.bytes,
            content: content,
            mayBeKept: false
        )
    }

    /// As ``response(at:next:)``; packed, when the features have marks and are worth it.
    mutating func answer(
        at moment: Timestamp,
        next: NextPage?,
        marksPerFeature: Int = 0
    ) -> WholeAnswer {
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
        let marks = marks
        let bytes = takeBytes()
        guard !marks.isEmpty, bytes.count >= PackingMiddleware.shortestBytes,
            let packed = ListPacker.gzip(bytes, marks: marks, marksPerRecord: marksPerFeature)
        else { return WholeAnswer(type: .geoJSON, bytes: bytes) }
        return WholeAnswer(type: .geoJSON, bytes: packed, headers: Gzip.fields)
    }
}
