internal import GeoJSON
internal import Hummingbird
internal import Radar

/// Which nodes answer for which ground.
struct ShardRoutes: Sendable {
    let board: MessageBoard

    var routes: [Route] {
        [.get("/v1/shards") { request, _ in try shards(request) }]
    }

    private func shards(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = query.optionalPlace()
        try query.check()
        let own = board.ground?.shard ?? .first
        let map =
            try board.ground?.map
            ?? .undivided(Shard(number: .first, database: "", url: nil))
        let epoch = map.isDivided ? map.epoch : 0
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member("map_epoch", epoch)
            json.member("own", own.rawValue)
            json.member(
                "shards",
                array: { list in
                    for shard in map.shards {
                        list.object { json in
                            json.member("shard", shard.number.rawValue)
                            json.member("url", shard.url)
                        }
                    }
                }
            )
            json.member(
                "territories",
                array: { list in
                    for territory in map.territories {
                        list.object { json in
                            json.member("from", Territory.text(of: territory.cells.lowerBound))
                            json.member("to", Territory.text(of: territory.cells.upperBound))
                            json.member("shard", territory.shard.rawValue)
                        }
                    }
                }
            )
            if let place {
                let number = map.shard(at: place)
                json.member(
                    "place",
                    object: { $0.shard(number, map.shard(number)?.url, mapEpoch: epoch) }
                )
            } else {
                json.member("place", String?.none)
            }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}

extension Elsewhere {
    /// Where to ask, as an object.
    var json: [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.object { $0.shard(shard, url, mapEpoch: epoch) }
        return json.takeBytes()
    }
}

extension JSONWriter {
    fileprivate mutating func shard(_ number: ShardNumber, _ url: String?, mapEpoch: Int64) {
        member("shard", number.rawValue)
        member("url", url)
        member("map_epoch", mapEpoch)
    }
}
