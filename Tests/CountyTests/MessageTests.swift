import Foundation
import Testing

@Suite struct MessageTests {
    @Test("2,000 messages within Radar's limits, every id and text once, all in the county")
    func messagesAreWhole() throws {
        let messages = try County.table("messages.csv")
        let county = try #require(County.districts("county.geojson")["990"])
        #expect(messages.count == 2000)
        #expect(Set(messages.map { $0["id"] }).count == 2000)
        #expect(Set(messages.map { $0["text"] }).count == 2000)
        for message in messages {
            let text = try #require(message["text"])
            #expect((1...500).contains(text.count))
            #expect(!text.contains { "{|}".contains($0) }, "\(text)")
            #expect((10...50_000).contains(Int(message["visible_radius_m"] ?? "") ?? 0))
            let place = try #require(Place(message, latitude: "lat", longitude: "lon"))
            #expect(covers(county, place))
        }
        let categories = Dictionary(grouping: messages) { $0["category"] ?? "" }.mapValues(\.count)
        #expect(
            Set(categories.keys) == ["funny", "cute", "educational", "news", "question", "help"]
        )
        #expect(categories.values.allSatisfy { $0 > 150 })
        #expect(messages.count { $0["text"]?.allSatisfy(\.isASCII) == false } > 100)
    }

    @Test("a quarter expired within 30 days, most live into 2036, none before it was posted")
    func livesAreSpread() throws {
        let format = Date.ISO8601FormatStyle()
        let month = 30.0 * 86_400
        var (expired, later, last) = (0, 0, 0)
        for message in try County.table("messages.csv") {
            let posted = try format.parse(message["posted_at"] ?? "")
            let expires = try format.parse(message["expires_at"] ?? "")
            #expect(message["posted_at"]?.hasPrefix("2025-") == true)
            #expect(posted < expires)
            switch message["expires_at"] ?? "" {
            case ..<"2026-02":
                expired += 1
                #expect(expires.timeIntervalSince(posted) <= month)
            case "2027"..<"2036": later += 1
            case "2036"...: last += 1
            default: Issue.record("\(message) expires in between")
            }
        }
        #expect((400...600).contains(expired))
        #expect((120...280).contains(later))
        #expect(last > 1200)
    }

    @Test("messages gather where people live")
    func messagesGather() throws {
        let cities = try County.districts("cities.geojson")
        let places = try County.table("messages.csv")
            .map { try #require(Place($0, latitude: "lat", longitude: "lon")) }
        let inTowns = places.count { place in cities.values.contains { covers($0, place) } }
        #expect((1000...1900).contains(inTowns))
        let seat = try #require(cities["10"])
        #expect(places.count { covers(seat, $0) } > 700)
    }
}
