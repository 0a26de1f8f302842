import GeoJSON
import Geodesy
import Testing

@Suite("FeatureCollection writer")
struct FeatureCollectionWriterTests {
    @Test("an empty collection is whole")
    func empty() {
        var list = FeatureCollectionWriter()
        list.finish()
        #expect(
            String(decoding: list.bytes, as: UTF8.self)
                == #"{"type":"FeatureCollection","features":[]}"#
        )
    }

    @Test("features stand in order, longitude first, and the collection's members come last")
    func features() throws {
        var list = FeatureCollectionWriter(capacity: 512)
        list.feature(
            id: .number(7),
            geometry: .point(try Coordinate(latitude: 38.9, longitude: -77.03))
        ) { $0.member("name", "A") }
        list.feature(id: .text("dc.1"), geometry: nil) { _ in }
        list.feature(geometry: nil) { $0.member("distance_m", 1) }
        let begun = list.takeBytes()
        list.finish { $0.member("numberReturned", 3) }
        #expect(list.count == 3)
        #expect(
            String(decoding: begun + list.bytes, as: UTF8.self)
                == #"{"type":"FeatureCollection","features":["#
                + #"{"type":"Feature","id":7,"#
                + #""geometry":{"type":"Point","coordinates":[-77.03,38.9]},"#
                + #""properties":{"name":"A"}},"#
                + #"{"type":"Feature","id":"dc.1","geometry":null,"properties":{}},"#
                + #"{"type":"Feature","geometry":null,"properties":{"distance_m":1}}],"#
                + #""numberReturned":3}"#
        )
    }
}
