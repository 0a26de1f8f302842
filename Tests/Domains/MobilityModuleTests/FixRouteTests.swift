import Foundation
import GRDB
import Importing
import ModuleTesting
import RowFiles
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping
import TrackFiles
import Trajectories

@Suite struct FixRouteTests {
    @Test("Fixes are kept with consent alone, once for a moment, and go when it is withdrawn")
    func needsConsent() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let morning = TravelService.morning(from: 0)
        try await travel.ask("POST", "/v1/fixes", token, morning, 403)
        try await travel.agree(token, "auto_track", true)
        #expect(try await travel.ask("POST", "/v1/fixes", token, morning).number("accepted") == 320)
        try await travel.ask("POST", "/v1/fixes", token, morning)
        let kept = try await travel.ask("GET", "/v1/fixes", token)
        #expect(kept.number("numberReturned") == 320)
        let gpx = try await travel.service.send("GET", "/v1/fixes?format=gpx", token: token)
        #expect(gpx.body.components(separatedBy: "<trkpt").count == 321)
        try await travel.agree(token, "auto_track", false)
        try await travel.ask("POST", "/v1/fixes", token, morning, 403)
        #expect(try await travel.ask("GET", "/v1/fixes", token).number("numberReturned") == 0)
        try await travel.stop()
    }

    @Test("What no device can have seen is refused by its number, and nothing is kept")
    func refuses() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        for (fix, name) in [
            (#"{"at":"2031-01-01T00:00:00Z","lat":1,"lon":1}"#, "fixes[1].at"),
            (#"{"at":"1985-01-01T00:00:00Z","lat":1,"lon":1}"#, "fixes[1].at"),
            (#"{"at":"2026-03-10T00:00:00Z","lat":139.7,"lon":35.6}"#, "fixes[1].lat"),
            (
                #"{"at":"2026-03-10T00:00:00Z","lat":1,"lon":1,"speed_mps":299792458}"#,
                "fixes[1].speed_mps"
            ),
            (#"{"at":"2026-03-10T00:00:00Z","lon":1}"#, "fixes[1].lat"),
        ] {
            let body = #"{"fixes":[{"at":"2026-03-10T00:00:00Z","lat":1,"lon":1},\#(fix)]}"#
            let answer = try await travel.ask("POST", "/v1/fixes", token, body, 400)
            #expect(answer.list("errors").map { $0.text("parameter") } == [name])
        }
        #expect(try await travel.ask("GET", "/v1/fixes", token).number("numberReturned") == 0)
        try await travel.stop()
    }

    @Test(
        "OwnTracks and Overland are taken as they are; what is wrong is left out, for they repeat it"
    )
    func takesPrograms() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        let message =
            #"{"_type":"location","tid":"ab","lat":43.7,"lon":7.4,"tst":1773100800,"acc":8,"vel":36,"cog":90}"#
        let answer = try await travel.service.send(
            "POST",
            "/v1/ingest/owntracks",
            token: token,
            message
        )
        #expect(answer.status == 200 && answer.body == "[]")
        let other = #"{"_type":"transition","event":"enter"}"#
        #expect(
            try await travel.service.send("POST", "/v1/ingest/owntracks", token: token, other)
                .status
                == 200
        )
        // OwnTracks on Android sends a name and a password.
        func basic(_ password: String) async throws -> ModuleService.Answer {
            let word = Data("anybody:\(password)".utf8).base64EncodedString()
            return try await travel.service.send(
                "POST",
                "/v1/ingest/owntracks",
                other,
                headers: ["Authorization": "Basic \(word)"]
            )
        }
        #expect(try await basic(token).status == 200)
        let batch = #"""
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[7.4,43.71]},
            "properties":{"timestamp":"2026-03-10T00:01:00Z","horizontal_accuracy":10,"speed":-1,"device_id":"x"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[7.4,143.71]},
            "properties":{"timestamp":"2026-03-10T00:02:00Z"}}],"current":{}}
            """#
        let overland = try await travel.ask("POST", "/v1/ingest/overland", token, batch)
        #expect(overland.text("result") == "ok" && overland.number("refused") == 1)
        let kept = try await travel.ask("GET", "/v1/fixes", token).list("features")
        #expect(kept.count == 2)
        #expect(kept[0].part("properties").number("speed_mps") == 10)
        #expect(kept[1].part("properties")["speed_mps"] == nil)
        try await travel.stop()
    }

    @Test("Trips are found where their owner wants it, and stay corrected when more fixes come")
    func findsTrips() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0))
        #expect(try await travel.ask("GET", "/v1/trips", token).list("features").isEmpty)
        try await travel.ask("PUT", "/v1/me/travel-settings", token, #"{"auto_track":true}"#)
        let found = try await travel.ask("GET", "/v1/trips", token)
        let trip = try #require(found.list("features").first)
        let leg = try #require(trip.part("properties").list("legs").first)
        #expect(leg.text("mode") == "walking" && leg.text("mode_source") == "inferred")
        #expect(abs((leg.number("distance_m") ?? 0) - 1_680) < 100)
        #expect(found.list("stays").map { $0.text("kind") } == ["stay", "stay"])
        let id = try #require(trip.text("id"))
        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"mode":"running"}"#)
        // The next day, and a fix of this one that was late.
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 1_440))
        let late =
            #"{"device":"watch","fixes":[{"at":"\#(TravelService.at(minute: 40))","lat":43.7012,"lon":7.4}]}"#
        try await travel.ask("POST", "/v1/fixes", token, late)
        let again = try await travel.ask("GET", "/v1/trips", token)
        let modes = again.list("features").map {
            $0.part("properties").list("legs").first?.text("mode")
        }
        #expect(modes == ["running", "walking"])
        #expect(again.list("features").first?.text("id") == id)
        try await travel.stop()
    }

    @Test(
        "A device at home, or a second one in the pocket, makes no other trip and takes none away",
        arguments: [false, true]
    )
    func tellsDevicesApart(isCarried: Bool) async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        try await travel.ask("PUT", "/v1/me/travel-settings", token, #"{"auto_track":true}"#)
        let morning = TravelService.morning(from: 0)
        let other: String
        if isCarried {
            // A few metres from the first, and half a minute later or so.
            other = TravelService.morning(from: 0, latitude: 43.700_03)
                .replacingOccurrences(of: #""device":"phone""#, with: #""device":"second""#)
        } else {
            let fixes = (0..<320).map { number in
                #"{"at":"\#(TravelService.at(minute: number / 4))","lat":43.7,"lon":7.4}"#
            }
            other = #"{"device":"tablet","fixes":[\#(fixes.joined(separator: ","))]}"#
        }
        #expect(other.contains(#""device""#))
        try await travel.ask("POST", "/v1/fixes", token, other)
        try await travel.ask("POST", "/v1/fixes", token, morning)
        let found = try await travel.ask("GET", "/v1/trips", token)
        #expect(found.list("features").count == 1)
        let trip = try #require(found.list("features").first)
        let legs = trip.part("properties").list("legs")
        #expect(legs.map { $0.text("mode") } == ["walking"])
        #expect(abs((legs.first?.number("distance_m") ?? 0) - 1_680) < 100)
        #expect(found.list("stays").map { $0.text("kind") } == ["stay", "stay"])
        try await travel.stop()
    }

    @Test("A fence tells when its owner comes")
    func watchesFences() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin))
        try await travel.ask(
            "PUT",
            "/v1/geofences/home",
            token,
            #"{"name":"Home","lat":43.7,"lon":7.4,"radius_m":100}"#
        )
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin + 86_400_000))
        try await travel.ask(
            "POST",
            "/v1/fixes",
            token,
            TravelService.morning(from: 1, latitude: 43.6859)
        )
        var isInside = false
        for _ in 0..<2_000 where !isInside {
            let fence = try await travel.ask("GET", "/v1/geofences/home", token)
            isInside = fence.part("properties")["inside"] as? Bool == true
        }
        #expect(isInside)
        try await travel.stop()
    }

    @Test(
        "A fence may be an area, which is given back, exported and kept; others say what is wrong"
    )
    func takesAreas() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin))
        let ring = "[[7.39,43.69],[7.41,43.69],[7.41,43.71],[7.39,43.71],[7.39,43.69]]"
        let area = #"{"type":"Polygon","coordinates":[\#(ring)]}"#
        let path = "/v1/geofences/yard"
        let body = #"{"name":"Yard","area":\#(area)}"#
        let made = try await travel.ask("PUT", path, token, body)
        #expect(made.part("geometry").text("type") == "Polygon")
        #expect(made.part("properties")["radius_m"] == nil)
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin + 86_400_000))
        try await travel.ask(
            "POST",
            "/v1/fixes",
            token,
            TravelService.morning(from: 1, latitude: 43.6859)
        )
        var isInside = false
        for _ in 0..<2_000 where !isInside {
            let fence = try await travel.ask("GET", path, token)
            isInside = fence.part("properties")["inside"] as? Bool == true
        }
        #expect(isInside)
        let exported = try await travel.service.send("GET", "/v1/me/export", token: token).body
        #expect(exported.contains(#""area":{"type":"Polygon""#))
        let both = #"{"lat":43.7,"area":\#(area)}"#
        let crossed =
            #"{"area":{"type":"Polygon","coordinates":[[[7,43],[7.1,43.1],[7.1,43],[7,43.1],[7,43]]]}}"#
        for (wrong, words) in [
            (both, "is given with area"), (crossed, "touch or cross"),
            ("{}", "is missing; a fence"),
            (#"{"area":7}"#, "is no such polygon"),
        ] {
            let refused = try await travel.service.send("PUT", path, token: token, wrong)
            #expect(refused.status == 400 && refused.body.contains(words), "\(refused.body)")
        }
        try await travel.stop()
    }

    /// Longitude and latitude of a feature.
    private static func degrees(of feature: [String: Any]) -> [Double] {
        (feature.part("geometry")["coordinates"] as? [Any] ?? [])
            .compactMap { ($0 as? NSNumber)?.doubleValue }
    }

    @Test("Where one was at a moment, and when at a place, is told by what is kept now")
    func tellsThePast() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0))
        // From minute 30 to 50 one walks 1,680 m to the north, evenly.
        let half = TravelService.at(minute: 40)
        let place = try await travel.ask("GET", "/v1/fixes/place?at=\(half)", token)
        let degrees = Self.degrees(of: place)
        #expect(abs((degrees.last ?? 0) - (43.7 + 840.0 / 111_000)) < 1e-6)
        #expect(degrees.first == 7.4)
        let dark = TravelService.at(minute: 200)
        try await travel.ask("GET", "/v1/fixes/place?at=\(dark)", token, nil, 404)
        let visits = "/v1/fixes/visits?lat=43.7&lon=7.4&radius_m=50"
        let seen = try await travel.ask("GET", visits, token).list("visits")
        #expect(seen.count == 1)
        #expect(seen.first?.text("from") == TravelService.at(minute: 0))
        // Two steps of 21 m after the walk has begun: half a minute.
        let left = Timestamp(millisecondsSince1970: TravelService.begin + 30 * 60_000 + 30_000)
        #expect(seen.first?.text("to") == left.rfc3339)
        #expect(seen.first?.number("fixes") == 123)
        #expect(seen.first?.text("device") == "phone")
        let later = "\(visits)&from=\(TravelService.at(minute: 31))"
        #expect(try await travel.ask("GET", later, token).list("visits").isEmpty)
        // What comes counts at once, and what goes is gone.
        let again = #"{"device":"phone","fixes":[{"at":"\#(dark)","lat":43.7,"lon":7.4}]}"#
        try await travel.ask("POST", "/v1/fixes", token, again)
        #expect(try await travel.ask("GET", visits, token).list("visits").count == 2)
        try await travel.ask("GET", "/v1/fixes/place?at=\(dark)", token)
        let whole = try await travel.ask("GET", "/v1/fixes", token).list("features").count
        let part = "/v1/fixes?from=\(half)&to=\(dark)"
        #expect(try await travel.ask("GET", part, token).list("features").count == 160)
        #expect(whole == 321)
        // 21 m a step: the box ends between the 11th and the 12th step of the walk.
        let box = "/v1/fixes?bbox=7.3,43.699,7.5,\(43.7 + 11.5 * 21 / 111_000)"
        let south = try await travel.ask("GET", box, token).list("features")
        // The stay, where the walk begins, eleven steps, and the fix that came last.
        #expect(south.count == 120 + 12 + 1)
        #expect(south.allSatisfy { (Self.degrees(of: $0).last ?? 90) < 43.7 + 0.0022 })
        let early = try await travel.ask("GET", "\(box)&to=\(TravelService.at(minute: 30))", token)
        #expect(early.list("features").count == 120)
        let elsewhere = "/v1/fixes?bbox=7.41,43.6,7.5,43.8"
        #expect(try await travel.ask("GET", elsewhere, token).list("features").isEmpty)
        try await travel.ask("GET", "/v1/fixes?bbox=43.6,7.3", token, nil, 400)
        try await travel.ask("DELETE", "/v1/fixes?to=\(dark)", token)
        #expect(try await travel.ask("GET", visits, token).list("visits").count == 1)
        try await travel.ask("GET", "/v1/fixes/place?at=\(half)", token, nil, 404)
        try await travel.agree(token, "auto_track", false)
        #expect(try await travel.ask("GET", visits, token).list("visits").isEmpty)
        try await travel.ask("GET", "/v1/fixes/place", token, nil, 400)
        try await travel.ask("GET", "\(visits)0000000", token, nil, 400)
        try await travel.stop()
    }

    @Test("A place at 0 degrees north and 0 degrees east is one like any other")
    func keepsZero() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        let fixes = (0..<4).map {
            #"{"at":"\#(TravelService.at(minute: $0))","lat":0,"lon":0,"accuracy_m":5}"#
        }
        let body = #"{"fixes":[\#(fixes.joined(separator: ","))]}"#
        try await travel.ask("POST", "/v1/fixes", token, body)
        let message = #"{"_type":"location","lat":0,"lon":0,"tst":1773104400}"#
        try await travel.ask("POST", "/v1/ingest/owntracks", token, message)
        let place = #"{"type":"Point","coordinates":[0,0]}"#
        let properties = #"{"timestamp":"2026-03-10T02:00:00Z","device_id":"o"}"#
        let batch =
            #"{"locations":[{"type":"Feature","geometry":\#(place),"properties":\#(properties)}]}"#
        #expect(
            try await travel.ask("POST", "/v1/ingest/overland", token, batch).number("refused") == 0
        )
        let kept = try await travel.ask("GET", "/v1/fixes", token).list("features")
        #expect(kept.count == 6)
        #expect(kept.allSatisfy { Self.degrees(of: $0) == [0, 0] })
        let fence = #"{"lat":0,"lon":0,"radius_m":100}"#
        try await travel.ask("PUT", "/v1/geofences/zero", token, fence)
        let visits = "/v1/fixes/visits?lat=0&lon=0&radius_m=1"
        #expect(try await travel.ask("GET", visits, token).list("visits").count == 3)
        try await travel.stop()
    }

    @Test("Many small calls are joined, and nothing is lost or looked at twice")
    func joins() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        for number in 0..<100 {
            let at = TravelService.at(minute: number)
            let body =
                #"{"device":"d\#(number % 2)","fixes":[{"at":"\#(at)","lat":43.7,"lon":7.4}]}"#
            try await travel.ask("POST", "/v1/fixes", token, body)
        }
        var rows = 100
        for _ in 0..<2_000 where rows > 50 {
            rows = try await travel.service.store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM mobility_fixes") ?? 0
            }
        }
        #expect(rows <= 50)
        let kept = try await travel.ask("GET", "/v1/fixes", token).list("features")
        let times = kept.compactMap { $0.part("properties").text("time") }
        #expect(times == (0..<100).map { TravelService.at(minute: $0) })
        try await travel.stop()
    }

    @Test("Fixes go when their owner's days are over")
    func forgets() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0))
        try await travel.service.sweep()
        #expect(try await travel.ask("GET", "/v1/fixes", token).number("numberReturned") == 320)
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin + 51 * 86_400_000))
        try await travel.service.sweep()
        let left = try await travel.service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM mobility_fixes")
        }
        #expect(left == 0)
        try await travel.stop()
    }

    @Test("What is exported reads back as it came: devices, accuracy, height, speed, heading")
    func readsBack() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        for (number, device) in [#"phone <1> & \"co\""#, "watch"].enumerated() {
            let fixes = (0..<40).map { minute in
                let at = TravelService.at(minute: minute)
                return
                    #"{"at":"\#(at)","lat":43.7\#(minute),"lon":7.\#(4 + number),"accuracy_m":8.5,"#
                    + #""altitude_m":500.5,"speed_mps":2.5,"heading_deg":33}"#
            }
            let body = #"{"device":"\#(device)","fixes":[\#(fixes.joined(separator: ","))]}"#
            try await travel.ask("POST", "/v1/fixes", token, body)
        }
        let folder = try TemporaryFolder()
        var files: [TrackFile] = []
        for format in ["geojson", "gpx"] {
            let answer = try await travel.service.send(
                "GET",
                "/v1/fixes?format=\(format)",
                token: token
            )
            let path = folder.path("fixes.\(format)")
            try answer.body.write(toFile: path, atomically: true, encoding: .utf8)
            files.append(try TrackReader(path: path, now: travel.clock.now).read())
        }
        for file in files {
            #expect(Set(file.tracks.map(\.title)) == [#"phone <1> & "co""#, "watch"])
            #expect(file.tracks.map(\.fixes.count) == [40, 40])
            for fix in file.tracks.flatMap(\.fixes) {
                #expect(fix.accuracyMeters == 8.5 && fix.altitudeMeters == 500.5)
                #expect(fix.speedMetersPerSecond == 2.5 && fix.headingDegrees == 33)
            }
        }
        let fixes = files.map { file in
            file.tracks.sorted { ($0.title ?? "") < ($1.title ?? "") }.map(\.fixes)
        }
        #expect(fixes[0] == fixes[1])
        try await travel.stop()
    }

    @Test("Places of programs that are left out are counted, and a fence's place is not repeated")
    func countsRefused() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        for message in [
            #"{"_type":"encrypted","data":"x"}"#,
            #"{"_type":"location","lat":143.7,"lon":7.4,"tst":1773100800}"#,
            #"{"_type":"location","lat":43.7,"lon":7.4,"tst":4102444800}"#,
            #"{"_type":"transition","event":"enter"}"#,
        ] {
            try await travel.ask("POST", "/v1/ingest/owntracks", token, message)
        }
        let metrics = try await travel.service.send("GET", "/metrics").body
        #expect(metrics.contains("ambit_mobility_fixes_refused_total 3"))
        let fence = #"{"name":"Home","lat":129.76123,"lon":7.4,"radius_m":100}"#
        let refused = try await travel.service.send(
            "PUT",
            "/v1/geofences/home",
            token: token,
            fence
        )
        #expect(refused.status == 400 && !refused.body.contains("129.76"))
        try await travel.stop()
    }
}
