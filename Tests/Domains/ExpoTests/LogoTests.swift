import Access
import Foundation
import Media
import ModuleTesting
import Testing

@testable import Expo
@testable import ExpoModule

@Suite struct LogoTests {
    @Test("an organizer sets a logo, which goes before that of the file, and takes it back")
    func setting() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let (first, second) = (
            try await fair.post(PNGFixture.gray(width: 8, height: 8), alt: "A", token: token),
            try await fair.post(PNGFixture.gray(width: 9, height: 9), alt: "B", token: token)
        )
        try await fair.publish(
            "exhibitors",
            "id,name,logo\nwind,Noble Wind,\(first)\nsun,Sun Maker,logos/sun.png\n",
            as: "denver-signs",
            event: "houston",
            token: try await fair.service.staff(.staff)
        )
        try await fair.service.load()
        func logo(_ id: String) async throws -> String? {
            let answer = try await fair.service.send("GET", "/v1/exhibitors/\(id)")
            return answer["properties", "logo", "hash"]
        }
        #expect(try await logo("denver-signs.wind") == first)
        // The name of a file is fetched from nowhere.
        #expect(try await logo("denver-signs.sun") == nil)
        #expect(try await logo("denver.wind") == nil)
        let path = "/v1/exhibitors/denver.wind/logo"
        let set = try await fair.service.send(
            "PUT",
            path,
            token: token,
            #"{"media":"\#(second)"}"#
        )
        #expect(set.status == 200 && set["logo", "hash"] == second, "\(set.body)")
        #expect(try await logo("denver.wind") == second)
        let list = try await fair.service.send("GET", "/v1/exhibitors?event=denver")
        #expect(list.body.contains(second))
        #expect(try await fair.service.send("DELETE", path, token: token).status == 204)
        #expect(try await logo("denver.wind") == nil)
        try await fair.stop()
    }

    @Test("nobody else sets logos, and what is no picture is none")
    func refusals() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let hash = try await fair.post(PNGFixture.gray(width: 8, height: 8), alt: "A", token: token)
        let path = "/v1/exhibitors/denver.wind/logo"
        let (_, visitor) = try await fair.visitor()
        for (other, status) in [
            (nil, 401), (visitor, 403), (try await fair.organizer(of: "houston"), 403),
        ] as [(String?, Int)] {
            for (method, body) in [("PUT", #"{"media":"\#(hash)"}"#), ("DELETE", nil)] {
                let answer = try await fair.service.send(method, path, token: other, body)
                #expect(answer.status == status, "\(method): \(answer.body)")
            }
        }
        for (body, status) in [
            ("{}", 400), (#"{"media":1}"#, 400), (#"{"media":"\#(hash)","x":1}"#, 400),
            (#"{"media":"\#(String(repeating: "0", count: 64))"}"#, 422),
        ] {
            let answer = try await fair.service.send("PUT", path, token: token, body)
            #expect(answer.status == status, "\(body): \(answer.body)")
        }
        let nobody = try await fair.service.send(
            "PUT",
            "/v1/exhibitors/denver.nobody/logo",
            token: token,
            #"{"media":"\#(hash)"}"#
        )
        #expect(nobody.status == 404)
        try await fair.stop()
    }

    @Test("the command sets logos by the files that the table names, else by the exhibitors' ids")
    func folder() async throws {
        let fair = try await FairFixture()
        try await fair.publish(
            "exhibitors",
            "id,name,logo\na,Alpha,signs/The Sign.PNG\nb,Beta,\nc,Gamma,\nd,Delta,\n",
            as: "denver-signs",
            event: "denver",
            token: try await fair.service.staff(.staff)
        )
        let folder = fair.service.folder.path + "/signs"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (name, bytes) in [
            ("The Sign.png", PNGFixture.gray(width: 8, height: 8)),
            ("b.png", PNGFixture.gray(width: 9, height: 9)),
            ("c.jpg", Array("<svg onload='alert(1)'/>".utf8)),
        ] {
            try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let snapshot = try await FairLoading(fair.service.store).snapshot()
        let work = FairWork(
            fair: try #require(snapshot.fair("denver")),
            snapshot: snapshot,
            store: fair.service.store,
            site: fair.service.site
        )
        let report = try await work.setLogos(from: folder)
        let own = report.lines.filter { $0.exhibitor.hasPrefix("denver-signs.") }
        #expect(own.map(\.file) == ["The Sign.png", "b.png", "c.jpg", nil])
        #expect(own.map { $0.hash != nil } == [true, true, false, false])
        #expect(own[2].fault?.contains("SVG") == true && report.hasFaults)
        // What another process has set is followed.
        try await fair.service.follow()
        let shown = try await fair.service.send("GET", "/v1/exhibitors/denver-signs.a")
        #expect(shown["properties", "logo", "hash"] == own[0].hash)
        #expect(shown["properties", "logo", "alt"] == "Alpha")
        await #expect(throws: (any Error).self) { try await work.setLogos(from: folder + "/no") }
        try await fair.stop()
    }

    @Test(
        "names of pictures are told from links and from other files",
        arguments: [
            ("a.png", "a.png"), ("logos/a b.JPG", "a b.JPG"), (#"C:\x\y.webp"#, "y.webp"),
            ("https://x.example/a.png", nil), ("a.svg", nil), ("png", nil), (".png", nil),
            ("a.png/", "a.png"),
        ] as [(String, String?)]
    )
    func names(text: String, name: String?) {
        #expect(LogoFile(naming: text)?.name == name)
    }
}
