import Datasets
import GeoJSON
import Polling
import Testing

@testable import HTTPService

@Suite struct AnswerCacheTests {
    private func station(_ name: String, _ attributes: [String: String] = [:]) throws -> Station {
        Station(
            id: Station.ID(rawValue: "dc.1"),
            dataset: try DatasetName("dc"),
            name: name,
            hours: "7:00 AM - 7:00 PM",
            attributes: attributes
        )
    }

    private func head(_ cache: AnswerCache, _ station: Station) -> String {
        String(decoding: cache.text(of: station).head, as: UTF8.self)
    }

    @Test("what is kept of a station is what would be written anew")
    func same() async throws {
        let cache = AnswerCache()
        let hall = try station("Hall \"A\"", ["wheelchair": "yes", "ramp": "no"])
        let text = cache.text(of: hall)
        var json = JSONWriter()
        json.object {
            $0.raw(text.head)
            $0.raw(text.tail)
        }
        var anew = JSONWriter()
        anew.object { hall.writeProperties(to: &$0, distance: nil, opening: nil) }
        #expect(json.bytes == anew.bytes)
        #expect(cache.text(of: hall).head == text.head)
        #expect(text.hours != nil)
    }

    @Test("a station that has changed is written anew, under the same id")
    func changed() throws {
        let cache = AnswerCache()
        #expect(head(cache, try station("Old Hall")).contains("Old Hall"))
        #expect(head(cache, try station("New Hall")).contains("New Hall"))
        #expect(head(cache, try station("Old Hall")).contains("Old Hall"))
        _ = cache.text(of: try station("Hall", ["ramp": "no"]))
        let tail = cache.text(of: try station("Hall", ["ramp": "yes"])).tail
        #expect(String(decoding: tail, as: UTF8.self).contains("\"step_free_entrance\":\"yes\""))
    }
}
