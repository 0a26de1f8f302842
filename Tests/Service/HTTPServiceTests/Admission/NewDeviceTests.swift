import GeoJSON
import HTTPTypes
import RadarTesting
import Testing

@testable import HTTPService

/// `POST /v1/devices` where limits hold.
@Suite("New devices")
struct NewDeviceTests {
    private func service(
        _ change: (inout RateLimits) -> Void = { _ in }
    ) async throws -> TestService {
        var limits = RateLimits()
        limits.newDevices.free = .init(burst: 2, perSecond: 0.001)
        limits.newDevices.proofBits = 8...10
        change(&limits)
        return try await TestService { $0.rateLimits = limits }
    }

    /// The challenge of an answer.
    private func challenge(_ answer: Answer) throws -> (bits: Int, text: String) {
        let document = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(document["code"] == .string("proof_needed"))
        guard case .number(let bits)? = document["challenge"]?["bits"],
            case .string(let text)? = document["challenge"]?["text"]
        else { throw GateUnderTest.NoChallenge() }
        #expect(document["challenge"]?["expires_in_s"] == .number(300))
        return (Int(bits), text)
    }

    private func json(_ proof: ProofOfWork) -> String {
        #"{"challenge":"\#(proof.challenge)","nonce":"\#(proof.nonce)"}"#
    }

    @Test("the first of an address are free; then it is told what one more costs, and pays")
    func whole() async throws {
        let service = try await service()
        for body in [nil, "{}"] {
            #expect(try await service.send(.post, "/v1/devices", json: body).status == 201)
        }
        let refused = try await service.send(.post, "/v1/devices")
        #expect(refused.status == 429)
        #expect(refused.type == "application/problem+json")
        #expect(refused.headers[.retryAfter].flatMap(Int.init).map { 990...1000 ~= $0 } == true)
        let asked = try challenge(refused)
        #expect(asked.bits == 8)
        let proof = json(GateUnderTest.proof(asked))
        let given = try await service.send(.post, "/v1/devices", json: proof)
        #expect(given.status == 201)
        #expect(given.body.wholeMatch(of: /\{"token":"[A-Za-z0-9_-]{43}"\}/) != nil)
        // The same proof buys nothing more, but the next challenge comes with that.
        let again = try await service.send(.post, "/v1/devices", json: proof)
        #expect(again.status == 429)
        #expect(again.body.contains("The challenge was used; here is another"))
        let next = GateUnderTest.proof(try challenge(again))
        #expect(try await service.send(.post, "/v1/devices", json: json(next)).status == 201)
    }

    @Test("a hundred at once from one address cost a hundred proofs, and a few are free")
    func hundred() async throws {
        let service = try await service {
            $0.newDevices.proven = .init(burst: 20, perSecond: 0.001)
        }
        var statuses: [Int] = []
        for _ in 0..<100 {
            statuses.append(try await service.send(.post, "/v1/devices").status)
        }
        #expect(statuses.filter { $0 == 201 }.count == 2)
        // Nor are there a hundred for whoever computes.
        var given = 0
        for _ in 0..<100 {
            let asked = try await service.send(.post, "/v1/devices")
            guard asked.body.contains("proof_needed") else {
                #expect(asked.body.contains("This address was given too many devices"))
                #expect(asked.headers[.retryAfter] != nil)
                break
            }
            let proof = json(GateUnderTest.proof(try challenge(asked)))
            let answer = try await service.send(.post, "/v1/devices", json: proof)
            if answer.status == 201 { given += 1 }
        }
        #expect(given == 20)
        let metrics = try await service.get("/metrics").body
        #expect(metrics.contains("\nambit_new_devices_free_total 2\n"))
        #expect(metrics.contains("\nambit_new_devices_proven_total 20\n"))
        #expect(metrics.contains("\nambit_proof_challenges_total 118\n"))
        #expect(metrics.contains("\nambit_proofs_refused_total 0\n"))
    }

    @Test("what is wrong with a proof is named")
    func wrong() async throws {
        let service = try await service { $0.newDevices.free = nil }
        let refused = try await service.send(.post, "/v1/devices")
        #expect(refused.headers[.retryAfter] == nil, "no waiting helps where each needs a proof")
        let text = try challenge(refused).text
        let cases = [
            (
                #"{"challenge":"\#(text)"}"#, "nonce",
                "is missing; a proof has both challenge and nonce"
            ),
            (#"{"nonce":"1"}"#, "challenge", "is missing; a proof has both challenge and nonce"),
            (
                #"{"challenge":"abc","nonce":"1"}"#, "challenge",
                "is none; send the text of a challenge as it was given"
            ),
            (#"{"challenge":"\#(text)","nonce":1}"#, "nonce", "is a number; it must be a string"),
            (
                #"{"challenge":"\#(text)","nonce":""}"#, "nonce",
                "is none; write 1 to 64 visible characters of ASCII, with which 8 zero bits are needed"
            ),
            (#"{"proof":1}"#, "proof", "is not known here; known are challenge, nonce"),
        ]
        for (body, parameter, message) in cases {
            let answer = try await service.send(.post, "/v1/devices", json: body)
            #expect(answer.status == 400)
            #expect(answer.body == badRequest([(parameter, message)]), "\(body)")
        }
        let useless = try #require(
            (0...).lazy.map { ProofOfWork(challenge: text, nonce: "\($0)") }
                .first { $0.zeroBits == 3 }
        )
        let answer = try await service.send(.post, "/v1/devices", json: json(useless))
        #expect(answer.status == 400)
        #expect(answer.body.contains("begins with 3 zero bits; 8 zero bits are needed"))
    }

    @Test("a device that could not be stored is not paid for")
    func failure() async throws {
        let service = try await service { $0.newDevices.free = .init(burst: 1, perSecond: 0.001) }
        service.messageStore.setFails(true)
        for _ in 0..<3 { #expect(try await service.send(.post, "/v1/devices").status == 500) }
        service.messageStore.setFails(false)
        #expect(try await service.send(.post, "/v1/devices").status == 201)
    }

    @Test("where there are no limits, nobody is asked for a proof")
    func off() async throws {
        let service = try await TestService()
        for _ in 0..<30 { #expect(try await service.send(.post, "/v1/devices").status == 201) }
    }
}
