internal import Foundation
internal import GeoJSON
internal import Ground

/// Writes what is to be drawn as a GeoJSON FeatureCollection, with no more digits than the zoom
/// level shows.
struct SheetWriter {
    private var json = FeatureCollectionWriter(capacity: 16 * 1024)
    private let scale: Double
    private var isComplete = true

    init(zoom: Int) { scale = pow(10, Double(WebMercator.decimals(atZoom: zoom))) }

    mutating func add(_ sheet: GroundSheet) {
        isComplete = isComplete && sheet.isComplete
        for piece in sheet.pieces { add(piece) }
    }

    /// The collection's bytes, once everything is in it.
    mutating func takeBytes() -> [UInt8] {
        let (count, isComplete) = (json.count, isComplete)
        json.finish { json in
            json.member("numberReturned", count)
            json.member("complete", isComplete)
        }
        return json.takeBytes()
    }

    private mutating func add(_ piece: GroundSheet.Piece) {
        let scale = scale
        json.feature(writtenBy: { json in
            json.object { json in
                json.member("type", "Feature")
                json.name("geometry")
                json.geometry(piece.form, scale: scale)
                json.member("properties", object: { $0.properties(of: piece, scale: scale) })
            }
        })
    }
}

extension JSONWriter {
    fileprivate mutating func properties(of piece: GroundSheet.Piece, scale: Double) {
        member("class", piece.drawClass)
        if let detail = piece.detail { member("kind", detail) }
        if let name = piece.name { member("name", name) }
        guard !piece.anchors.isEmpty else { return }
        member(
            "name_at",
            array: { list in
                for anchor in piece.anchors {
                    list.array { json in
                        json.degrees(anchor.point, scale: scale)
                        json.number((anchor.angle * 1800 / .pi).rounded() / 10)
                    }
                }
            }
        )
    }
}

extension JSONWriter {
    /// Writes a drawing's geometry; `null` where nothing of it is in the box.
    fileprivate mutating func geometry(_ form: GroundSheet.Form, scale: Double) {
        guard form.pointCount > 0 else { return null() }
        object { json in
            switch form {
            case .lines(let lines):
                json.member("type", lines.count == 1 ? "LineString" : "MultiLineString")
                json.member("coordinates") { json in
                    json.list(lines) { json, line in json.points(line, scale: scale) }
                }
            case .areas(let polygons):
                json.member("type", polygons.count == 1 ? "Polygon" : "MultiPolygon")
                json.member("coordinates") { json in
                    json.list(polygons) { json, rings in
                        json.array { json in
                            for ring in rings { json.points(ring, scale: scale) }
                        }
                    }
                }
            }
        }
    }

    private mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        self.name(name)
        value(&self)
    }

    /// Writes the only element, or else all of them as an array.
    private mutating func list<Element>(
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        if elements.count == 1 { return write(&self, elements[0]) }
        array { json in for element in elements { write(&json, element) } }
    }

    /// Writes a line's or a ring's places; those that are one at this scale once.
    private mutating func points(_ points: [PlanePoint], scale: Double) {
        array { json in
            var before: (longitude: Double, latitude: Double)?
            for (index, point) in points.enumerated() {
                let place = (
                    longitude: (WebMercator.longitude(point.x) * scale).rounded() / scale,
                    latitude: (WebMercator.latitude(point.y) * scale).rounded() / scale
                )
                // A line keeps its last place, so that it has two.
                if let before, before == place, index < points.count - 1 { continue }
                before = place
                json.array { json in
                    json.number(place.longitude)
                    json.number(place.latitude)
                }
            }
        }
    }

    fileprivate mutating func degrees(_ point: PlanePoint, scale: Double) {
        number((WebMercator.longitude(point.x) * scale).rounded() / scale)
        number((WebMercator.latitude(point.y) * scale).rounded() / scale)
    }
}
