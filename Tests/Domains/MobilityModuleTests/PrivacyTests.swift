import Accounts
import AccountsModule
import AccountsTesting
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping
import Vault

@Suite struct PrivacyTests {
    /// Fills an account with something of every kind.
    private func fill(_ travel: TravelService, _ token: String) async throws -> (
        trip: String, vehicle: String
    ) {
        try await travel.ask(
            "POST",
            "/v1/fixes",
            token,
            TravelService.morning(from: 0, latitude: 43.731731, longitude: 7.418418)
        )
        try await travel.ask("PUT", "/v1/me/travel-settings", token, #"{"auto_track":true}"#)
        let trips = try await travel.ask("GET", "/v1/trips", token)
        let vehicle = try await travel.ask(
            "POST",
            "/v1/vehicles",
            token,
            #"{"name":"Quixotemobile","kind":"car","mode":"car","mpg":30}"#,
            201
        )
        try await travel.ask(
            "PUT",
            "/v1/geofences/lair",
            token,
            #"{"name":"Batcavern","lat":43.731731,"lon":7.418418,"radius_m":100}"#
        )
        try await travel.ask("POST", "/v1/friends", token, #"{"email":"zebulon@example.org"}"#, 202)
        return (
            try #require(trips.list("features").first?.text("id")),
            try #require(vehicle.text("id"))
        )
    }

    @Test("A stranger's token finds nothing on any route, and neither does none")
    func strangers() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        let (_, stranger) = try await travel.person(agreeing: ["auto_track"])
        let (trip, vehicle) = try await fill(travel, token)
        let friends = try await travel.ask("GET", "/v1/friends", token).list("friends")
        let friend = try #require(friends.first?.text("id"))
        let walk: [(String, String, String?)] = [
            ("GET", "/v1/trips", nil), ("GET", "/v1/trips/\(trip)", nil),
            ("PATCH", "/v1/trips/\(trip)", #"{"mode":"bus"}"#),
            ("DELETE", "/v1/trips/\(trip)", nil),
            ("POST", "/v1/trips/\(trip)/end", "{}"),
            ("POST", "/v1/trips/\(trip)/split", #"{"at":"2026-03-10T00:40:00Z"}"#),
            ("POST", "/v1/trips/merge", #"{"ids":["\#(trip)","x"]}"#), ("GET", "/v1/fixes", nil),
            ("GET", "/v1/fixes?format=gpx", nil), ("GET", "/v1/score", nil),
            ("GET", "/v1/fixes/place?at=2026-03-10T00:40:00Z", nil),
            ("GET", "/v1/fixes/visits?lat=43.7&lon=7.4&radius_m=100000", nil),
            ("GET", "/v1/score/series?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z", nil),
            ("GET", "/v1/score-units", nil), ("GET", "/v1/vehicles", nil),
            ("PATCH", "/v1/vehicles/\(vehicle)", #"{"mpg":5}"#),
            ("DELETE", "/v1/vehicles/\(vehicle)", nil), ("GET", "/v1/me/travel-settings", nil),
            ("GET", "/v1/friends", nil), ("PUT", "/v1/friends/\(friend)", nil),
            ("DELETE", "/v1/friends/\(friend)", nil), ("GET", "/v1/friends/\(friend)/score", nil),
            ("GET", "/v1/geofences", nil), ("GET", "/v1/geofences/lair", nil),
            ("DELETE", "/v1/geofences/lair", nil), ("GET", "/v1/me/export", nil),
        ]
        for (method, path, body) in walk {
            for other in [stranger, "account_none", nil] {
                let answer = try await travel.service.send(method, path, token: other, body)
                for word in ["43.73", "7.418", "Quixotemobile", "Batcavern", "zebulon"] {
                    #expect(!answer.body.contains(word), "\(method) \(path): \(answer.body)")
                }
                if other == nil || other == "account_none", path != "/v1/score-units" {
                    #expect(answer.status == 401, "\(method) \(path): \(answer.status)")
                }
            }
        }
        // All of it is still there.
        #expect(try await travel.ask("GET", "/v1/trips", token).list("features").count == 1)
        #expect(try await travel.ask("GET", "/v1/vehicles", token).list("vehicles").count == 1)
        #expect(try await travel.ask("GET", "/v1/geofences", token).list("features").count == 1)
        try await travel.stop()
    }

    @Test(
        "Every operation that needs an account refuses a request without one, as the document tells them"
    )
    func asksForAccounts() async throws {
        let travel = try await TravelService()
        let file = "Sources/Domains/Mobility/Module/Resources/openapi.json"
        let bytes = try Data(contentsOf: Checkout.root.appending(path: file))
        let document = try #require(
            try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        )
        var count = 0
        for (path, operations) in document.part("paths") {
            for (method, operation) in operations as? [String: [String: Any]] ?? [:] {
                let security = operation.list("security")
                guard !security.isEmpty, security.allSatisfy({ $0["account"] != nil }) else {
                    continue
                }
                count += 1
                let address = path.replacing(/\{[a-z_]+\}/, with: "x")
                let body = ["post", "put", "patch"].contains(method) ? "{}" : nil
                for token in [nil, "account_none"] {
                    let answer = try await travel.service.send(
                        method.uppercased(),
                        address,
                        token: token,
                        body
                    )
                    #expect(answer.status == 401, "\(method) \(path): \(answer.status)")
                }
            }
        }
        #expect(count >= 30)
        try await travel.stop()
    }

    @Test(
        "Nothing of movement stands in the clear in any file; erased, nothing opens it, in an old copy either"
    )
    func erases() async throws {
        let travel = try await TravelService()
        let (account, token) = try await travel.person(agreeing: ["auto_track"])
        _ = try await fill(travel, token)
        let words = ["Quixotemobile", "Batcavern", "zebulon", "43.7317", "7.4184"]
        let degrees = withUnsafeBytes(of: (43.731731 as Double).bitPattern) { Data($0) }
        let units = withUnsafeBytes(of: (437_317_310 as Int32).littleEndian) { Data($0) }
        func checkFiles() throws {
            for (name, bytes) in try travel.service.folder.files() {
                for word in words {
                    #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) stands in \(name)")
                }
                #expect(bytes.range(of: degrees) == nil, "a place stands in \(name)")
                #expect(bytes.range(of: units) == nil, "a place stands in \(name)")
            }
        }
        try checkFiles()
        let exported = try await travel.service.send("GET", "/v1/me/export", token: token).body
        #expect(exported.contains("Quixotemobile") && exported.contains("zebulon"))
        #expect(exported.contains("43.73"))
        let old = try await travel.service.store.read { db in
            try Data.fetchAll(
                db,
                sql: "SELECT box FROM mobility_trip UNION ALL SELECT box FROM mobility_fixes"
            )
        }
        #expect(old.count >= 2)
        #expect(try await travel.service.send("DELETE", "/v1/me", token: token).status == 204)
        for table in ["account", "trip", "fixes", "friend"] {
            let count = try await travel.service.store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM mobility_\(table)")
            }
            #expect(count == 0, "mobility_\(table)")
        }
        #expect(try await Vault.on(travel.service.site).sealer(of: account.id) == nil)
        try checkFiles()
        try await travel.ask("GET", "/v1/trips", token, nil, 401)
        try await travel.stop()
    }

    @Test(
        "Of children and of whoever tells no age nothing is kept",
        arguments: [AgeBand.under13, .unknown]
    )
    func protectsChildren(band: AgeBand) async throws {
        let travel = try await TravelService()
        let (_, token) = try await TestAccount.make(
            on: travel.service.site,
            band == .under13 ? .child : .registered,
            band
        )
        try await travel.ask("POST", "/v1/trips", token, "{}", 403)
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0), 403)
        try await travel.ask("PUT", "/v1/me/travel-settings", token, #"{"auto_track":true}"#, 403)
        try await travel.stop()
    }

    @Test("Asking for somebody who is not there answers like asking for somebody who is")
    func hidesNames() async throws {
        let travel = try await TravelService()
        let (_, ana) = try await travel.person(named: "ana_friend")
        let (_, ben) = try await travel.person(named: "ben_friend", agreeing: ["share_score"])
        let real = try await travel.service.send(
            "POST",
            "/v1/friends",
            token: ana,
            #"{"username":"ben_friend"}"#
        )
        let unreal = try await travel.service.send(
            "POST",
            "/v1/friends",
            token: ana,
            #"{"username":"bex_friend"}"#
        )
        #expect(real.status == 202 && unreal.status == 202)
        #expect(real.body.replacingOccurrences(of: "ben", with: "bex") == unreal.body)
        for name in ["ben_friend", "bex_friend", "BEN_friend", "BEX_friend"] {
            let again = try await travel.service.send(
                "POST",
                "/v1/friends",
                token: ana,
                #"{"username":"\#(name)"}"#
            )
            #expect(again.status == 202)
        }
        let asked = try await travel.ask("GET", "/v1/friends", ana).list("friends")
        #expect(asked.map { $0.text("state") } == ["asked", "asked"])
        #expect(asked.allSatisfy { $0.text("name") == nil })
        for friend in asked {
            let id = try #require(friend.text("id"))
            try await travel.ask("GET", "/v1/friends/\(id)/score", ana, nil, 404)
            try await travel.ask("PUT", "/v1/friends/\(id)", ana, nil, 404)
        }
        // The one who was asked agrees, and each sees the other's score as far as they share it.
        let question = try #require(
            try await travel.ask("GET", "/v1/friends", ben).list("friends").first
        )
        let id = try #require(question.text("id"))
        #expect(question.text("state") == "asking" && question.text("name") == "ana_friend")
        try await travel.ask("PUT", "/v1/friends/\(id)", ben)
        let score = try await travel.ask("GET", "/v1/friends/\(id)/score", ana)
        #expect(score.text("name") == "ben_friend")
        #expect(score.part("total").number("avoided_g") == 0)
        #expect(Set(score.keys) == ["name", "total"])
        try await travel.ask("GET", "/v1/friends/\(id)/score", ben, nil, 403)
        #expect(
            try await travel.service.send("DELETE", "/v1/friends/\(id)", token: ana).status == 204
        )
        try await travel.ask("GET", "/v1/friends/\(id)/score", ana, nil, 404)
        try await travel.stop()
    }

    @Test("A name is asked for once, however it is written, and whether or not anybody has it")
    func asksOnce() async throws {
        let travel = try await TravelService()
        let (_, ana) = try await travel.person(named: "ana")
        _ = try await travel.person(named: "bob")
        for body in [
            #"{"username":"bob"}"#, #"{"username":"BOB"}"#, #"{"username":"nobody"}"#,
            #"{"username":"Nobody"}"#, #"{"email":"eve@example.org"}"#,
            #"{"email":"EVE@example.org"}"#,
        ] {
            try await travel.ask("POST", "/v1/friends", ana, body, 202)
        }
        let asked = try await travel.ask("GET", "/v1/friends", ana).list("friends")
        #expect(asked.count == 3)
        #expect(
            Set(asked.map { $0.text("asked_for") }) == ["bob", "nobody", "eve@example.org"]
        )
        try await travel.stop()
    }

    @Test(
        "What others ask fills nobody's list: they may still ask, and no more than so many are heard"
    )
    func isNotFilled() async throws {
        let travel = try await TravelService()
        let (bob, token) = try await travel.person(named: "bob")
        let (eve, _) = try await travel.person(named: "eve")
        let (_, ana) = try await travel.person(named: "ana")
        try await travel.service.store.write { db in
            for number in 0..<500 {
                try db.execute(
                    sql: """
                        INSERT INTO mobility_friend (id, account, asked, is_agreed, since, label)
                        VALUES (?, ?, ?, 0, 0, x'00')
                        """,
                    arguments: ["f\(number)", eve.id.rawValue, bob.id.rawValue]
                )
            }
        }
        try await travel.ask("POST", "/v1/friends", token, #"{"username":"carla"}"#, 202)
        try await travel.ask("POST", "/v1/friends", ana, #"{"username":"bob"}"#, 202)
        let heard = try await travel.ask("GET", "/v1/friends", token).list("friends")
        #expect(heard.count == 501)
        try await travel.stop()
    }
}
