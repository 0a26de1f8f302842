package import FeatureCollections
package import GeoJSON
package import Geodesy

extension FeatureCollection {
    /// What features and clusters in tiles tell.
    package var tileFields: [FeatureField] {
        var all = fields
        if !fields.contains(where: { $0.name == "id" }) {
            all.insert(
                FeatureField("id", .text, "Names the feature, also where it is asked for alone."),
                at: 0
            )
        }
        all.append(
            FeatureField(
                clusterKey,
                .integer,
                "For how many features the point stands; only where it stands for several."
            )
        )
        return all
    }
}

extension JSONWriter {
    /// Writes the members that tell of a layer of tiles (TileJSON 3.0.0, section 3.3).
    package mutating func vectorLayer(
        of collection: FeatureCollection,
        _ zooms: ClosedRange<Int>
    ) {
        member("id", collection.id)
        member("description", collection.title)
        member("minzoom", zooms.lowerBound)
        member("maxzoom", zooms.upperBound)
        member(
            "fields",
            object: { json in
                for field in collection.tileFields {
                    switch field.kind {
                    case .integer, .number: json.member(field.name, "Number")
                    case .boolean: json.member(field.name, "Boolean")
                    case .text, .day: json.member(field.name, "String")
                    }
                }
            }
        )
    }
}

extension BoundingBox {
    /// The box within the square of web maps; across the antimeridian all longitudes, as these bounds must
    /// not wrap.
    package var asTileBounds: BoundingBox {
        let end = TileSquare.northernmostLatitude
        func within(_ latitude: Double) -> Double { min(max(latitude, -end), end) }
        return BoundingBox(
            uncheckedWest: crossesAntimeridian ? -180 : west,
            south: within(south),
            east: crossesAntimeridian ? 180 : east,
            north: within(north)
        )
    }
}
