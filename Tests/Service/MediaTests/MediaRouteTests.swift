import Access
import DomainModules
import Foundation
import FoundationNetworking
import Media
import ModuleTesting
import Testing

@Suite struct MediaRouteTests {
    private struct Answer {
        let status: Int
        let body: String
        let headers: [String: String]
    }

    private func post(
        _ service: ModuleService,
        _ query: String,
        _ bytes: [UInt8],
        token: String?
    ) async throws -> Answer {
        let url = try #require(URL(string: service.address + "/v1/media?" + query))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(bytes)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        return Answer(
            status: answer.statusCode,
            body: String(decoding: data, as: UTF8.self),
            headers: [:]
        )
    }

    private func hash(_ answer: Answer) throws -> String {
        String(try #require(answer.body.firstMatch(of: /"hash":"([0-9a-f]{64})"/)).1)
    }

    @Test("a picture is kept once, shown for ever, and posted by staff alone")
    func kept() async throws {
        let service = try await ModuleService(ModuleList([MediaModule.self]))
        let token = try await service.staff(.staff)
        let file = PNGFixture.gray(width: 40, height: 20)
        #expect(try await post(service, "alt=A", file, token: nil).status == 401)
        let first = try await post(service, "alt=A%20plan", file, token: token)
        #expect(first.status == 201 && first.body.contains(#""width":40,"height":20"#))
        let again = try await post(service, "alt=B", file, token: token)
        #expect(again.status == 200 && again.body.contains(#""alt":"B""#))
        // The same bytes from somebody else leave the words as they are.
        let stranger = try await service.staff(.staff)
        let other = try await post(service, "alt=HACKED", file, token: stranger)
        #expect(other.status == 200 && other.body.contains(#""alt":"B""#))
        let name = try hash(first)
        let shown = try await service.send("GET", "/v1/media/\(name)")
        #expect(shown.status == 200 && shown.headers["content-type"] == "image/png")
        #expect(shown.headers["cache-control"] == "public, max-age=31536000, immutable")
        let tag = try #require(shown.headers["etag"])
        #expect(tag == "\"\(name)\"")
        let known = try await service.send(
            "GET",
            "/v1/media/\(name)",
            headers: ["If-None-Match": tag]
        )
        #expect(known.status == 304 || known.status == 200)
        #expect(try await service.send("GET", "/v1/media/\(name.dropLast())0").status == 404)
        #expect(try await service.send("GET", "/v1/media/xyz").status == 404)
        try await service.stop()
    }

    @Test("smaller copies are of the same shape, and listed with the picture")
    func variants() async throws {
        let service = try await ModuleService(ModuleList([MediaModule.self]))
        let token = try await service.staff(.staff)
        let whole = try hash(
            try await post(service, "alt=A", PNGFixture.gray(width: 40, height: 20), token: token)
        )
        func variant(_ width: Int, _ height: Int, of hash: String) async throws -> Answer {
            let file = PNGFixture.gray(width: width, height: height)
            return try await post(service, "alt=A&variant_of=\(hash)", file, token: token)
        }
        let small = try await variant(20, 10, of: whole)
        #expect(small.status == 201)
        #expect(try await variant(20, 20, of: whole).status == 422)
        #expect(try await variant(80, 40, of: whole).status == 422)
        #expect(try await variant(10, 5, of: try hash(small)).status == 422)
        #expect(try await variant(10, 5, of: String(repeating: "a", count: 64)).status == 422)
        let all = try await service.send("GET", "/v1/media/\(whole)/variants")
        #expect(all.body.matches(of: /"width":(\d+)/).map(\.1) == ["20", "40"])
        try await service.stop()
    }

    @Test("what is no picture is refused in its own words, and leaves nothing")
    func refused() async throws {
        let service = try await ModuleService(ModuleList([MediaModule.self]))
        let token = try await service.staff(.staff)
        let drawing = try await post(service, "alt=A", Array("<svg/>".utf8), token: token)
        #expect(drawing.status == 422 && drawing.body.contains("may hold scripts"))
        let nothing = try await post(service, "alt=A", [], token: token)
        #expect(nothing.status == 422 && nothing.body.contains("0 bytes"))
        let mute = try await post(service, "", PNGFixture.gray(width: 2, height: 2), token: token)
        #expect(mute.status == 400 && mute.body.contains(#""parameter":"alt""#))
        let long = [UInt8](repeating: 0, count: (10 << 20) + 1)
        #expect(try await post(service, "alt=A", long, token: token).status == 413)
        try await service.stop()
    }
}
