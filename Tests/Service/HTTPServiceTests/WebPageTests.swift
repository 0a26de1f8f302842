import Compressing
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

    /// The address of a file that is sent as it is written, or as it is put together.
    private static func address(of name: String) throws -> String {
        try #require(
            WebPage.standard.files.first { $0.path.hasSuffix("/\(name)") }?.path,
            "\(name)"
        )
    }

    @Test("every module is in a pack, but for those that no module imports")
    func packs() throws {
        let sources = WebPage.embedded.filter { $0.type == .javaScript }
        #expect(sources.count > 70)
        let packs = WebPage.standard.files.filter { $0.path.contains("/packs/") }
        #expect(packs.count == 4)
        let served = WebPage.standard.files.map(\.path)
        for file in sources where file.name != "shell/packs.js" {
            let holders = packs.filter { $0.text.contains("define(\"\(file.name)\",") }
            let isAlone = ["shell/first.js", "shell/service-worker.js"].contains(file.name)
            #expect(holders.count == (isAlone ? 0 : 1), "\(file.name)")
            #expect(served.contains { $0.hasSuffix(file.name) } == isAlone, "\(file.name)")
        }
        // What is fetched when it is wanted does not come with the first view of another tab.
        let page = try #require(packs.first { $0.path.hasSuffix("/page.js") }).text
        for tab in try Self.tabs() {
            #expect(!page.contains("define(\"\(tab)/\(tab)-tab.js\""))
        }
    }

    @Test("every file of the page's folder is part of the service, as it is on disk")
    func everyFile() throws {
        let folder = Checkout.root.appending(path: "Sources/Service/HTTPService/Resources/web")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path))
            .compactMap { $0 as? String }
            .filter { $0.contains(".") }
        #expect(names.count > 40)
        #expect(names.count == WebPage.embedded.count)
        for name in names {
            let path = name == "index.html" ? "/" : "/assets/\(name)"
            let file = try #require(WebPage.embedded.first { $0.path == path }, "\(name)")
            #expect(try Data(file.bytes) == Data(contentsOf: folder.appending(path: name)))
        }
    }

    @Test("all but the page lie below an address that another content would not have")
    func addresses() throws {
        let folders = Set(
            WebPage.standard.files.filter { $0.path != "/" }
                .map { $0.path.split(separator: "/").prefix(2).joined(separator: "/") }
        )
        #expect(folders.count == 1)
        #expect(try #require(folders.first).wholeMatch(of: /assets\/[0-9a-f]{16}/) != nil)
        let changed = WebPage.embedded.map { file in
            guard file.name == "texts/es.json" else { return file }
            return WebPage.File(path: file.path, type: file.type, bytes: file.bytes + [32])
        }
        let other = try WebPage.assembled(from: changed)
        #expect(!other.files.contains { $0.path.hasPrefix("/\(folders.first ?? "")") })
    }

    @Test("what is kept for when there is no connection is served, and is not the staff's")
    func offline() async throws {
        let service = try await TestService()
        let list = try await service.get(Self.address(of: "offline.json")).body
        let names = try JSONDecoder().decode([String].self, from: Data(list.utf8))
        #expect(names.first == "/")
        #expect(names.count > 15)
        for name in names {
            #expect(try await service.get(name).status == 200, "\(name)")
            #expect(!name.contains("staff"))
        }
        let worker = try await service.get(Self.address(of: "shell/service-worker.js"))
        #expect(worker.headers[try #require(HTTPField.Name("Service-Worker-Allowed"))] == "/")
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
        let address = try Self.address(of: "styles/page.css")
        let plain = try await service.get(address)
        let answer = try await service.send(
            .get,
            address,
            headers: [.acceptEncoding: accepted]
        )
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.contentEncoding] == (isPacked ? "gzip" : nil))
        #expect((answer.headers[.eTag] == plain.headers[.eTag]) == !isPacked)
        let again = try await service.send(
            .get,
            address,
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

    @Test(
        "the first view takes less than 65 kB on the way, in few files, without the map library",
        arguments: ["radar", "vote"]
    )
    func weight(tab: String) throws {
        let names = [
            "styles/page.css", "shell/first.js", "packs/page.js", "packs/\(tab).js",
            "texts/en.json",
            "texts/\(tab)-en.json", "icon.svg",
        ]
        let html = try #require(WebPage.standard.files.first { $0.path == "/" })
        let files =
            try [html]
            + names.map { name in
                let address = try Self.address(of: name)
                return try #require(WebPage.standard.files.first { $0.path == address })
            }
        let sizes = files.map { Gzip.compressed($0.bytes)?.count ?? $0.bytes.count }
        #expect(sizes.reduce(0, +) < 65_000, "\(sizes)")
    }

    /// The names of the page's tabs, in their order.
    private static func tabs() throws -> [String] {
        let page = try #require(WebPage.embedded.first { $0.path == "/" })
        return page.text.matches(of: /id="tab-([a-z]+)"/).map { String($0.output.1) }
    }

    @Test("every tab has its module and its words, and what is fetched first knows of it")
    func tabs() throws {
        let names = try Self.tabs()
        #expect(names.count == 3)
        func source(_ path: String) throws -> String {
            try #require(WebPage.embedded.first { $0.path == "/assets/\(path)" }, "\(path)").text
        }
        for name in names {
            #expect(try source("\(name)/\(name)-tab.js").contains("export async function makeTab("))
            for language in ["en", "es"] {
                #expect(try source("texts/\(name)-\(language).json").hasPrefix("{"))
            }
        }
        let page = try #require(WebPage.embedded.first { $0.path == "/" }).text
        let known = names.joined(separator: " ")
        #expect(page.contains("data-tabs=\"\(known)\" data-languages=\"en es\""))
        let languages = #"languages = { en: "English", es: "Español" }"#
        #expect(try source("core/texts.js").contains(languages))
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
            let holds = file.path == "/" ? "no-cache" : "public, max-age=31536000, immutable"
            #expect(answer.headers[.cacheControl] == holds)
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
