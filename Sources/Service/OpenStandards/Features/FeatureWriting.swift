internal import FeatureCollections
internal import GeoJSON
internal import Geodesy

extension JSONWriter {
    /// Writes a feature with every property of its collection, null or not.
    ///
    /// - Parameter links: Written as a member where there are any.
    mutating func feature(
        _ feature: Feature,
        of fields: [FeatureField],
        in projector: Projector,
        links: [Link] = []
    ) {
        object { json in
            json.member("type", "Feature")
            json.member("id", feature.id)
            json.name("geometry")
            if let shape = feature.shape {
                json.shape(shape, in: projector)
            } else {
                json.null()
            }
            json.member(
                "properties",
                object: { json in
                    for (field, value) in zip(fields, feature.values) {
                        json.name(field.name)
                        json.value(value)
                    }
                }
            )
            if !links.isEmpty { json.links(links) }
        }
    }

    private mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text)
        case .integer(let number): integer(number)
        case .number(let number): self.number(number)
        case .boolean(let flag): boolean(flag)
        case .null: null()
        }
    }

    /// Writes a GeoJSON geometry; lines and areas of a collection all have one type.
    private mutating func shape(_ shape: FeatureShape, in projector: Projector) {
        object { json in
            switch shape {
            case .point(let place):
                json.member("type", "Point")
                json.name("coordinates")
                json.position(place, in: projector)
            case .lines(let lines):
                json.member("type", "MultiLineString")
                json.member(
                    "coordinates",
                    array: { list in for line in lines { list.positions(line, in: projector) } }
                )
            case .area(let area):
                json.member("type", "MultiPolygon")
                json.member(
                    "coordinates",
                    array: { parts in
                        for polygon in area.polygons {
                            parts.array { rings in
                                rings.positions(polygon.exterior.turning(left: true), in: projector)
                                for hole in polygon.holes {
                                    rings.positions(hole.turning(left: false), in: projector)
                                }
                            }
                        }
                    }
                )
            }
        }
    }

    private mutating func positions(_ places: [Coordinate], in projector: Projector) {
        array { list in for place in places { list.position(place, in: projector) } }
    }

    private mutating func position(_ place: Coordinate, in projector: Projector) {
        // Places that have no coordinates were looked for before.
        let (first, second) = projector.coordinates(place) ?? (.nan, .nan)
        array { json in
            json.number(first)
            json.number(second)
        }
    }
}

extension [Coordinate] {
    /// A closed ring that runs counterclockwise, or clockwise (RFC 7946, section 3.1.6).
    fileprivate func turning(left: Bool) -> [Coordinate] {
        let origin = first
        let area = zip(self, dropFirst()).reduce(0.0) { sum, edge in
            guard let origin else { return sum }
            return sum
                + (edge.0.longitude - origin.longitude) * (edge.1.latitude - origin.latitude)
                - (edge.1.longitude - origin.longitude) * (edge.0.latitude - origin.latitude)
        }
        return (area > 0) == left ? self : reversed()
    }
}

extension FeatureShape {
    /// The first place for which a test fails.
    func firstPlace(where isWrong: (Coordinate) -> Bool) -> Coordinate? {
        switch self {
        case .point(let place): return isWrong(place) ? place : nil
        case .lines(let lines): return lines.lazy.joined().first(where: isWrong)
        case .area(let area):
            for polygon in area.polygons {
                for ring in [polygon.exterior] + polygon.holes {
                    if let place = ring.first(where: isWrong) { return place }
                }
            }
            return nil
        }
    }
}
