import GeoJSON
import Geodesy
import Radar
import RadarTesting
import Testing
import Timekeeping

@testable import HTTPService

@Suite("Message features")
struct MessageFeatureTests {
    @Test("a list's quick way of writing a message writes what the slow way writes")
    func sameBytes() async throws {
        var random = SeededRandom(seed: 5)
        let texts = ["hello", "a \"quoted\" \\ text\n", "🗳️ Дом \u{2028}", "x"]
        let here = try place(40, -100)
        let messages = try (1...200).map { number in
            let at = try place(
                40 + Double.random(in: -0.02...0.02, using: &random),
                (-100 + Double.random(in: -0.02...0.02, using: &random))
            )
            return Message(
                id: Message.ID(rawValue: Int64(number)),
                text: texts[number % texts.count],
                category: .news,
                coordinate: number % 3 == 0 ? here : at,
                visibleRadius: try .meters(number % 2 == 0 ? 5000 : 4321.25),
                postedAt: Timestamp(
                    millisecondsSince1970: .random(in: 0...4_000_000_000_000, using: &random)
                ),
                expiresAt: Timestamp(
                    millisecondsSince1970: TestService.noon.millisecondsSince1970
                        + .random(in: 1...9_000_000_000, using: &random)
                ),
                author: Device.ID(rawValue: 1),
                origin: nil
            )
        }
        let service = try await TestService(messages: messages)
        let query = MessageQuery(center: here, radius: try .meters(5000), limit: 1000)
        var quick = JSONWriter()
        quick.array { list in
            _ = try? service.board.readMessages(matching: query) {
                $0.writeFeature(to: &list, distance: $1)
            }
        }
        let slow = try service.board.messages(matching: query).sightings
        var expected = JSONWriter()
        expected.array { list in
            for sighting in slow {
                let message = sighting.message
                list.feature(
                    id: .text(publicID(message.id.rawValue)),
                    geometry: .point(message.coordinate)
                ) { message.writeProperties(to: &$0, distance: sighting.distance) }
            }
        }
        #expect(slow.count > 150)
        #expect(quick.bytes == expected.bytes)

        for message in messages {
            var json = JSONWriter()
            json.feature(
                id: .text(publicID(message.id.rawValue)),
                geometry: .point(message.coordinate)
            ) {
                message.writeProperties(to: &$0, distance: nil)
            }
            let called = MemoryRadarStore.publicIDs.publicID(of: message.id)
            #expect(message.featureBytes(called: called) == json.bytes)
        }
    }
}
