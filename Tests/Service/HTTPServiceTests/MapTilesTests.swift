import Testing

@testable import HTTPService

@Suite struct MapTilesTests {
    @Test(
        "the server of the tiles is found in their address",
        arguments: [
            ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"),
            ("http://127.0.0.1:8000/{z}/{y}/{x}", "http://127.0.0.1:8000"),
            ("HTTPS://Maps.Example.org/t?z={z}&x={x}&y={y}", "https://maps.example.org"),
            ("http://[::1]:80/{z}/{x}/{y}", "http://[::1]:80"),
        ]
    )
    func origins(template: String, origin: String) throws {
        #expect(try MapTiles(template: template, attribution: "us").origin == origin)
    }

    @Test(
        "an address that is none, or that would reach into the page's policy, is refused",
        arguments: [
            "", "tiles", "ftp://a/{z}/{x}/{y}", "https://a/{z}/{x}", "https://a/{z}/{x}/{y}/{z}",
            "https://{s}.a/{z}/{x}/{y}", "https://a/{z}/{x}/{y}{r}", "https://a b/{z}/{x}/{y}",
            "https://a;script-src/{z}/{x}/{y}", "https://a/{z}/{x}/{y};x", "https:///{z}/{x}/{y}",
            "https://me@a/{z}/{x}/{y}", "https://a/{z}/{x}/{y}'", "javascript:{z}{x}{y}",
            "https://a/{z}/{x}/{y}\n", "https://{z}{x}{y}/", "https://é/{z}/{x}/{y}",
            "https://a/{z}/{x}/{y}}", "//a/{z}/{x}/{y}",
        ]
    )
    func refused(template: String) {
        #expect(throws: MapTilesError.self) {
            try MapTiles(template: template, attribution: "us")
        }
    }

    @Test("whose map it is has to be said, in plain text", arguments: ["", "  ", "a\u{7}b"])
    func attribution(text: String) {
        #expect(throws: MapTilesError.badAttribution(text)) {
            try MapTiles(template: "https://a/{z}/{x}/{y}", attribution: text)
        }
        #expect(throws: MapTilesError.self) {
            try MapTiles(
                template: "https://a/{z}/{x}/{y}",
                attribution: String(repeating: "a", count: 301)
            )
        }
    }

    @Test("the errors say what is wrong and how it is right")
    func words() {
        #expect(
            MapTilesError.badTemplate("a", reason: "it begins with https:// or http://").description
                == #"the address of the tiles is "a"; it begins with https:// or http://, as in "#
                + "https://tiles.example.org/{z}/{x}/{y}.png"
        )
    }
}
