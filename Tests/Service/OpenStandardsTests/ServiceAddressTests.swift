import Testing

@testable import OpenStandards

@Suite struct ServiceAddressTests {
    @Test(
        "addresses are taken with ports and paths",
        arguments: [
            ("https://maps.example.org", "https://maps.example.org"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("https://[2001:db8::1]:8443/a/b/", "https://[2001:db8::1]:8443/a/b"),
        ]
    )
    func taken(text: String, kept: String) throws {
        #expect(try ServiceAddress(parsing: text).text == kept)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "maps.example.org", "ftp://a.example", "https://", "https://a b",
            "https://u@a.example",
            "https://a.example:0", "https://a.example:99999", "https://a.example/?q",
            "https://a\"b/",
            "https://[::1", "https://a.example/\u{e9}",
        ]
    )
    func refused(text: String) {
        #expect(throws: ServiceAddress.Fault.self) { try ServiceAddress(parsing: text) }
    }

    @Test("links begin with the public address where there is one")
    func links() async throws {
        var settings = StandardsSettings()
        settings.publicAddress = try ServiceAddress(parsing: "https://maps.example.org/county")
        let service = try await RunningService([], settings: settings)
        let page = try await service.get("")
        #expect(page.text.contains(#""href":"https://maps.example.org/county/ogc/collections""#))
        #expect(!page.text.contains("127.0.0.1"))
    }

    @Test(
        "a host that is none is refused, for links would begin with it",
        arguments: [
            "a\"b", "a b", "user@a.example", "a.example/x",
        ]
    )
    func hosts(host: String) async throws {
        let service = try await RunningService([])
        let answer = try await service.get("", ["Host": host])
        #expect(answer.status == 400)
    }
}
