internal import Geodesy

extension GeoJSONGeometry {
    /// The places of a line or a ring.
    ///
    /// - Parameters:
    ///   - cause: Under which the report counts a row that is refused.
    ///   - noun: What the places are of, such as "polygon".
    /// - Throws: Where a place is not on the Earth, or a step goes more than half way round it.
    static func places(
        _ positions: [Position],
        _ cause: RowFault.Cause,
        of noun: String
    ) throws(RowRefusal) -> [Coordinate] {
        func refusal(_ reason: String) -> RowRefusal {
            RowRefusal(RowFault(cause: cause, reason: reason))
        }
        var places: [Coordinate] = []
        places.reserveCapacity(positions.count)
        for position in positions {
            let place: Coordinate
            do throws(GeodesyError) {
                place = try Coordinate(
                    latitude: position.latitude,
                    longitude: position.longitude
                )
            } catch {
                throw refusal(
                    "\(error); a \(noun)'s coordinates must be longitude and latitude in degrees "
                        + "(EPSG:4326)"
                )
            }
            if let last = places.last, (place.longitude - last.longitude).magnitude > 180 {
                throw refusal(
                    "an edge goes from longitude \(last.longitude) to \(place.longitude), more "
                        + "than half way round; cut the \(noun) in two where it crosses the "
                        + "meridian of 180 degrees (RFC 7946, 3.1.9)"
                )
            }
            places.append(place)
        }
        return places
    }
}
