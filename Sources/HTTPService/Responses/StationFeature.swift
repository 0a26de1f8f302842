internal import Datasets
internal import GeoJSON
internal import Geodesy
internal import Polling

extension Station {
    /// The station's members in an answer.
    ///
    /// - Parameter distance: From the place that was asked for; nil where none was.
    func writeProperties(to json: inout JSONWriter, distance: Distance?) {
        json.member("name", name)
        json.member("address", address)
        json.member("postcode", postcode)
        json.member(
            "districts",
            array: { list in
                for district in districts {
                    list.object { json in
                        json.member("type", district.type)
                        json.member("code", district.code)
                    }
                }
            }
        )
        json.member("hours", hours)
        json.member(
            "accessibility",
            object: { json in
                json.member("wheelchair", accessibility.wheelchair.rawValue)
                json.member("note", accessibility.note)
            }
        )
        json.member("dataset", dataset.text)
        json.member("attributes", attributes)
        if let distance { json.member("distance_m", distance) }
    }

    /// The station alone as a GeoJSON Feature; its geometry is `null` when it has no place.
    var featureBytes: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.feature(id: .text(id.rawValue), geometry: coordinate.map(Geometry.point)) {
            writeProperties(to: &$0, distance: nil)
        }
        return json.takeBytes()
    }
}
