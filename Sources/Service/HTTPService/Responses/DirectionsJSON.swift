package import GeoJSON
internal import Geodesy
package import Roads

extension Directions {
    /// The answer as JSON: what `GET /v1/directions` gives.
    package func write(to json: inout JSONWriter) {
        let links = MapLinks(from: start, to: end, mode: mode)
        json.object { json in
            json.member("method", method.rawValue)
            json.member("mode", mode.rawValue)
            json.member("distance_m", distance)
            json.member("duration_s", seconds.rounded())
            json.member("from", object: { $0.place(start) })
            json.member("to", object: { $0.place(end) })
            json.name("notice")
            if let shortfall {
                json.object { json in
                    json.member("code", shortfall.code.rawValue)
                    json.member("message", shortfall.message)
                }
            } else {
                json.null()
            }
            json.member(
                "cautions",
                array: { list in
                    for caution in cautions {
                        list.object { json in
                            json.member("code", caution.code.rawValue)
                            json.member("message", caution.message)
                        }
                    }
                }
            )
            json.name("geometry")
            json.geometry(.line(line))
            json.member(
                "steps",
                array: { list in for step in steps { list.object { step.write(to: &$0) } } }
            )
            json.member(
                "links",
                object: { json in
                    json.member("google_maps", links.googleMaps)
                    json.member("apple_maps", links.appleMaps)
                    json.member("osm", links.openStreetMap)
                    json.member("geo", links.geo)
                    json.member("geo_from", links.geoStart)
                }
            )
        }
    }
}

extension RouteStep {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("maneuver", maneuver.rawValue)
        json.member("instruction", instruction)
        json.member("street", street)
        json.member("distance_m", distance)
        json.member("duration_s", seconds.rounded())
        json.member("bearing", bearing.rounded())
        json.member("direction", direction)
        json.name("location")
        json.geometry(.point(place))
    }
}

extension JSONWriter {
    fileprivate mutating func place(_ place: Coordinate) {
        member("lat", place.latitude)
        member("lon", place.longitude)
    }
}
