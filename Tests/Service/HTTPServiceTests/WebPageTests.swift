import Foundation
import GeoJSON
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPService

@Suite("Web page")
struct WebPageTests {
    @Test("the page is HTML under a policy that lets nothing run inline")
    func page() async throws {
        let answer = try await TestService().get("/")
        #expect(answer.status == 200)
        #expect(answer.type == "text/html; charset=utf-8")
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none';"))
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(answer.body.hasPrefix("<!doctype html>"))
        #expect(!answer.body.contains("<script>"))
        #expect(!answer.body.contains("style="))
    }

    @Test("every file that the page links to is served")
    func links() async throws {
        let service = try await TestService()
        let page = try await service.get("/").body
        // The map library is this machine's, and may be missing.
        let links = page.matches(of: /(?:href|src)="([^"]+)"/)
            .map { String($0.output.1) }
            .filter { !$0.hasPrefix("#") && !$0.hasPrefix("/assets/leaflet/") }
        #expect(links.count > 5)
        for link in links {
            #expect(try await service.get(link).status == 200, "\(link)")
        }
    }

    @Test("every module that a module imports is served")
    func imports() async throws {
        let service = try await TestService()
        var count = 0
        for file in WebPage.standard.files
        where file.path.hasSuffix(".js") && !file.path.hasPrefix("/assets/leaflet/") {
            let source = String(decoding: file.bytes, as: UTF8.self)
            for match in source.matches(of: /(?:from |import\()"([^"]+)"/) {
                let base = try #require(URL(string: file.path))
                let path = try #require(URL(string: String(match.output.1), relativeTo: base)).path
                #expect(try await service.get(path).status == 200, "\(file.path): \(path)")
                count += 1
            }
        }
        #expect(count > 50)
    }

    @Test("every file of the page is served, as it is on disk")
    func everyFile() throws {
        let folder = Checkout.root.appending(path: "Sources/Service/HTTPService/Resources/web")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path))
            .compactMap { $0 as? String }
            .filter { $0.contains(".") }
        #expect(names.count > 40)
        for name in names {
            let path = name == "index.html" ? "/" : "/assets/\(name)"
            let file = try #require(
                WebPage.standard.files.first { $0.path == path },
                "\(name)"
            )
            #expect(try Data(file.bytes) == Data(contentsOf: folder.appending(path: name)))
        }
    }

    @Test(
        "a client that takes gzip gets it, and one that does not gets the file",
        arguments: [
            ("gzip, deflate, br", true), ("br;q=1, GZIP;q=0.5", true), ("*", true),
            ("gzip;q=0, *", false), ("identity", false), ("", false), ("gzip;q=x", false),
        ]
    )
    func compression(accepted: String, isPacked: Bool) async throws {
        let service = try await TestService()
        let plain = try await service.get("/assets/styles/map.css")
        let answer = try await service.send(
            .get,
            "/assets/styles/map.css",
            headers: [.acceptEncoding: accepted]
        )
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.contentEncoding] == (isPacked ? "gzip" : nil))
        #expect((answer.headers[.eTag] == plain.headers[.eTag]) == !isPacked)
        let again = try await service.send(
            .get,
            "/assets/styles/map.css",
            headers: [
                .acceptEncoding: accepted, .ifNoneMatch: try #require(answer.headers[.eTag]),
            ]
        )
        #expect(again.status == 304)
    }

    @Test("what is packed can be unpacked, and what gains nothing is not packed")
    func packing() throws {
        let bytes = [UInt8](String(repeating: "near here, right now. ", count: 999).utf8)
        let packed = try #require(Gzip.compressed(bytes))
        #expect(packed.count < bytes.count / 20)
        #expect(try unpackedByGzip(packed) == bytes)
        for short in [[], [1], [1, 2, 3]] as [[UInt8]] { #expect(Gzip.compressed(short) == nil) }
    }

    @Test("long lists are packed for those who take gzip, and short ones for nobody")
    func lists() async throws {
        let service = try await TestService()
        let token = try await service.token()
        func list(_ count: Int, _ encoding: String) async throws -> Answer {
            let near = "/v1/messages?lat=38.9&lon=-77.03&radius_m=500&limit=\(count)"
            return try await service.send(.get, near, headers: [.acceptEncoding: encoding])
        }
        for _ in 0..<20 {
            let posted = try await service.send(
                .post,
                "/v1/messages",
                token: token,
                json: #"{"text":"hi","category":"news","lat":38.9,"lon":-77.03,"#
                    + #""visible_radius_m":1000,"ttl_s":60}"#
            )
            #expect(posted.status == 201)
        }
        let packed = try await list(20, "gzip")
        #expect(packed.headers[.contentEncoding] == "gzip")
        let plain = try await list(20, "identity")
        let length = try #require(packed.headers[.contentLength].flatMap { Int($0) })
        #expect(length < plain.body.utf8.count / 4)
        #expect(try unpackedByGzip(packed.bytes) == Array(plain.body.utf8))
        #expect(plain.headers[.contentLength] == "\(plain.body.utf8.count)")
        #expect(try await list(20, "gzip").headers[.vary] == "Accept-Encoding")
        #expect(try await list(20, "identity").headers[.contentEncoding] == nil)
        #expect(try await list(20, "identity").headers[.vary] == "Accept-Encoding")
        #expect(try await list(1, "gzip").headers[.contentEncoding] == nil)
        #expect(try await list(1, "gzip").headers[.vary] == "Accept-Encoding")
    }

    @Test("the first view takes less than 65 KB on the way, without the map library")
    func weight() async throws {
        let service = try await TestService()
        var found: Set<String> = []
        var waiting = ["/"]
        var total = 0
        while let path = waiting.popLast() {
            guard found.insert(path).inserted, !path.hasPrefix("/assets/leaflet/") else { continue }
            let file = try #require(WebPage.standard.files.first { $0.path == path }, "\(path)")
            total += Gzip.compressed(file.bytes)?.count ?? file.bytes.count
            #expect(try await service.get(path).status == 200)
            waiting += try Self.needed(by: file)
        }
        #expect(found.contains("/assets/radar/radar-tab.js"))
        #expect(found.contains("/assets/texts/radar-en.json"))
        #expect(found.contains("/assets/texts/en.json"))
        #expect(!found.contains("/assets/map/base-map.js"))
        #expect(found.count > 30)
        #expect(!found.contains { $0.hasPrefix("/assets/texts/staff") })
        #expect(total < 65_000, "\(total) bytes")
    }

    /// The names of the page's tabs, in their order.
    private static func tabs() throws -> [String] {
        let page = try #require(WebPage.standard.files.first { $0.path == "/" })
        return String(decoding: page.bytes, as: UTF8.self).matches(of: /id="tab-([a-z]+)"/)
            .map { String($0.output.1) }
    }

    @Test("every tab has its module and its words")
    func tabs() throws {
        let names = try Self.tabs()
        #expect(names.count == 3)
        func source(_ path: String) throws -> String {
            let file = try #require(
                WebPage.standard.files.first { $0.path == "/assets/\(path)" },
                "\(path)"
            )
            return String(decoding: file.bytes, as: UTF8.self)
        }
        for name in names {
            #expect(try source("\(name)/\(name)-tab.js").contains("export async function makeTab("))
            for language in ["en", "es"] {
                #expect(try source("texts/\(name)-\(language).json").hasPrefix("{"))
            }
        }
    }

    /// What a browser fetches with a file before it shows anything: what the page links to, what
    /// modules import, and what the first of them then imports for the tab that opens first.
    private static func needed(by file: WebPage.File) throws -> [String] {
        let source = String(decoding: file.bytes, as: UTF8.self)
        if file.path == "/" {
            return source.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/)
                .map { String($0.output.1) } + ["/assets/texts/en.json"]
        }
        guard file.path.hasSuffix(".js") else { return [] }
        var names = source.matches(of: /from "([^"]+)"/).map { String($0.output.1) }
        if file.path == "/assets/shell/app.js" {
            names += source.matches(of: /import\("(\.\.\/map\/(?!position)[^"]+)"/)
                .map { String($0.output.1) }
            // The first tab opens with the page.
            let first = try #require(try tabs().first)
            names += ["../\(first)/\(first)-tab.js", "../texts/\(first)-en.json"]
        }
        return try names.map {
            let base = try #require(URL(string: file.path))
            return try #require(URL(string: $0, relativeTo: base)).path
        }
    }

    @Test("the map library is served where it is installed, and missed without a fault where not")
    func mapLibrary() throws {
        let folder = URL.temporaryDirectory.appending(path: "ambit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(MapLibrary(folder: folder.path).files.isEmpty)

        try Data("body {}".utf8).write(to: folder.appending(path: "leaflet.css"))
        let file = try #require(MapLibrary(folder: folder.path).files.first)
        #expect(file.path == "/assets/leaflet/leaflet.css")
        #expect(file.type == .css)
        #expect(file.bytes == Array("body {}".utf8))
    }

    @Test("a browser that holds a file is told that it still holds")
    func entityTags() async throws {
        let service = try await TestService()
        for file in WebPage.standard.files {
            let answer = try await service.get(file.path)
            #expect(answer.type == file.type.rawValue)
            #expect(answer.headers[.cacheControl] == "no-cache")
            let tag = try #require(answer.headers[.eTag])
            for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try await service.send(
                    .get,
                    file.path,
                    headers: [.ifNoneMatch: field]
                )
                #expect(again.status == 304, "\(field)")
                #expect(again.body.isEmpty)
                #expect(again.headers[.eTag] == tag)
            }
            let changed = try await service.send(
                .get,
                file.path,
                headers: [.ifNoneMatch: "\"x\""]
            )
            #expect(changed.status == 200)
            #expect(changed.body == answer.body)
        }
    }
}
