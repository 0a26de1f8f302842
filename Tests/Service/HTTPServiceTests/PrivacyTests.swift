import HTTPTypes
import Radar
import RadarTesting
import Testing

@testable import HTTPService

@Suite("Privacy")
struct PrivacyTests {
    @Test("the log tells method, route, status and duration of each request and nothing else")
    func log() async throws {
        let log = LogRecorder()
        let service = try await TestService { $0.logger = log.logger }
        let token = try await service.token()
        let json =
            #"{"text":"whisper","category":"news","lat":38.8977,"lon":-77.0365,"#
            + #""visible_radius_m":1500,"ttl_s":60}"#
        _ = try await service.send(.post, "/v1/messages", token: token, json: json)
        _ = try await service.get("/v1/messages?lat=38.8977&lon=-77.0365&radius_m=10&category=news")
        _ = try await service.get("/v1/stations?lat=38.8977&lon=-77.0365&cursor=walnut")
        _ = try await service.get("/v1/stations/whisper")
        _ = try await service.get("/38.8977/whisper")
        _ = try await service.send(.delete, messagePath(1), token: token)
        service.messageStore.fail(with: SecretError())
        _ = try await service.send(.post, "/v1/messages", token: token, json: json)

        let lines = log.lines.map { $0.replacing(/\ (duration_ms|hb\.request\.id)=\S+/, with: "") }
        #expect(
            lines == [
                "info request method=POST route=/v1/devices status=201",
                "info request method=POST route=/v1/messages status=201",
                "info request method=GET route=/v1/messages status=200",
                "info request method=GET route=/v1/stations status=400",
                "info request method=GET route=/v1/stations/{id} status=404",
                "info request method=GET route=unmatched status=404",
                "info request method=DELETE route=/v1/messages/{id} status=204",
                "error request failed error=SecretError",
                "info request method=POST route=/v1/messages status=500",
            ]
        )
        for secret in ["38.89", "77.03", token, "whisper", "secret", "127.0.0.1", "walnut"] {
            #expect(lines.allSatisfy { !$0.contains(secret) }, "\(secret)")
        }
    }

    @Test("whoever runs the service may have errors named more closely")
    func errorLabel() async throws {
        let log = LogRecorder()
        let service = try await TestService {
            $0.logger = log.logger
            $0.errorLabel = { _ in "disk full" }
        }
        let token = try await service.token()
        service.messageStore.fail(with: SecretError())
        _ = try await service.send(
            .post,
            "/v1/messages",
            token: token,
            json: #"{"text":"a","category":"news","lat":1,"lon":1,"visible_radius_m":10,"ttl_s":1}"#
        )
        #expect(log.lines.contains { $0.hasPrefix("error request failed error=disk full") })
    }

    @Test("an answer tells where and what, but not who: a message's author is in none")
    func author() async throws {
        let service = try await TestService(messages: [message(1, at: place(1, 1), author: 424_242)]
        )
        for uri in [messagePath(1, "?lat=1&lon=1"), "/v1/messages?lat=1&lon=1&radius_m=10"] {
            let answer = try await service.get(uri)
            #expect(answer.status == 200)
            #expect(!answer.body.contains("424242"))
            #expect(!answer.body.contains("author"))
        }
    }
}
