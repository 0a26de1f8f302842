import Foundation
import Geodesy
import RowFilesTesting
import Testing
import Timekeeping
import Trajectories

@testable import TrackFiles

/// The same walk in every format.
@Suite struct TrackReaderTests {
    private static let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private func read(_ text: String, name: String = "track") async throws -> TrackFile {
        try await read(Array(text.utf8), name: name)
    }

    private func read(_ bytes: [UInt8], name: String = "track") async throws -> TrackFile {
        try await withFile(bytes, name: name) {
            try TrackReader(path: $0, now: Self.now).read()
        }
    }

    private func refusal(_ text: String) async throws -> String {
        do {
            _ = try await read(text)
            return "nothing was refused"
        } catch let error as TrackError {
            return error.description
        }
    }

    private static func gpx(_ points: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata><name>not this</name><time>2001-01-01T00:00:00Z</time></metadata>
        <trk><name>Way &amp; back</name><trkseg>\(points)</trkseg></trk></gpx>
        """
    }

    /// Two fixes: 43.5, 7.25 at 08:00:00 and 43.501, 7.251 at 08:00:10 on 3 November 2026.
    static let samples: [(format: TrackFormat, text: String)] = [
        (
            .gpx,
            gpx(
                """
                <trkpt lat="43.5" lon="7.25"><ele>12.5</ele><time>2026-11-03T08:00:00Z</time></trkpt>
                <trkpt lat="43.501" lon="7.251"><time>2026-11-03T09:00:10.000+01:00</time></trkpt>
                """
            )
        ),
        (
            .tcx,
            """
            <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>Way &amp; back</Id><Lap>
            <TotalTimeSeconds>10</TotalTimeSeconds><Track>
            <Trackpoint><Time>2026-11-03T08:00:00Z</Time><Position>
            <LatitudeDegrees>43.5</LatitudeDegrees><LongitudeDegrees>7.25</LongitudeDegrees></Position>
            <AltitudeMeters>12.5</AltitudeMeters></Trackpoint>
            <Trackpoint><Time>2026-11-03T08:00:05Z</Time></Trackpoint>
            <Trackpoint><Time>2026-11-03T08:00:10Z</Time><Position>
            <LatitudeDegrees>43.501</LatitudeDegrees><LongitudeDegrees>7.251</LongitudeDegrees>
            </Position></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
            """
        ),
        (
            .kml,
            """
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document><name>Not this</name><Placemark><name>Way &amp; back</name><gx:Track>
            <when>2026-11-03T08:00:00Z</when><when>2026-11-03T08:00:10Z</when>
            <gx:coord>7.25 43.5 12.5</gx:coord><gx:coord>7.251 43.501 13</gx:coord>
            </gx:Track></Placemark></Document></kml>
            """
        ),
        (
            .geojson,
            """
            {"type":"FeatureCollection","features":[{"type":"Feature",
            "properties":{"name":"Way & back","coordTimes":["2026-11-03T08:00:00Z",1793692810]},
            "geometry":{"type":"LineString","coordinates":[[7.25,43.5,12.5],[7.251,43.501]]}}]}
            """
        ),
        (
            .ownTracks,
            """
            2026-11-03T08:00:00Z\t*                 \t{"_type":"location","lat":43.5,"lon":7.25,\
            "tst":1793692800,"acc":9,"alt":12.5,"vel":36}
            2026-11-03T08:00:05Z\tlwt               \t{"_type":"lwt","tst":1793692805}
            2026-11-03T08:00:10Z\t*                 \t{"_type":"location","lat":43.501,"lon":7.251,\
            "tst":1793692810,"acc":9}
            """
        ),
        (
            .plt,
            """
            Geolife trajectory
            WGS 84
            Altitude is in Feet
            Reserved 3
            0,2,255,My Track,0,0,2,8421376
            0
            43.5,7.25,0,41.0104986876640,46329.3333333333,2026-11-03,08:00:00
            43.501,7.251,0,-777,46329.3334490741,2026-11-03,08:00:10
            """
        ),
        (
            .googleRecords,
            """
            {"locations":[
            {"latitudeE7":435000000,"longitudeE7":72500000,"accuracy":9,"altitude":12.5,
             "timestamp":"2026-11-03T08:00:00Z","source":"GPS"},
            {"latitudeE7":435010000,"longitudeE7":72510000,"timestampMs":"1793692810000"}]}
            """
        ),
        (
            .googleMonths,
            """
            {"timelineObjects":[{"activitySegment":{
            "startLocation":{"latitudeE7":435000000,"longitudeE7":72500000},
            "endLocation":{"latitudeE7":435010000,"longitudeE7":72510000},
            "duration":{"startTimestamp":"2026-11-03T08:00:00Z",
            "endTimestamp":"2026-11-03T08:00:10Z"}}}]}
            """
        ),
        (
            .googleTimeline,
            """
            {"semanticSegments":[{"startTime":"2026-11-03T09:00:00.000+01:00",
            "endTime":"2026-11-03T10:00:00.000+01:00","timelinePath":[
            {"point":"43.5°, 7.25°","time":"2026-11-03T09:00:00.000+01:00"}]}],
            "rawSignals":[{"position":{"LatLng":"43.501°, 7.251°","accuracyMeters":9,
            "timestamp":"2026-11-03T08:00:10Z"}}],"userLocationProfile":{}}
            """
        ),
        (
            .googleTimeline,
            """
            [{"startTime":"2026-11-03T08:00:00Z","endTime":"2026-11-03T08:00:10Z",
            "activity":{"start":"geo:43.5,7.25","end":"geo:43.501,7.251"}}]
            """
        ),
        (
            .csv,
            """
            timestamp;Latitude;Longitude;accuracy
            2026-11-03 08:00:00;43.5;7.25;9
            2026-11-03 08:00:10;43.501;7.251;9
            """
        ),
    ]

    @Test("every format gives the same fixes", arguments: samples.indices)
    func formats(index: Int) async throws {
        let (format, text) = Self.samples[index]
        let file = try await read(text)
        #expect(file.format == format)
        let track = try #require(file.tracks.first)
        #expect(file.tracks.count == 1)
        #expect(
            track.fixes.map(\.at.rfc3339) == ["2026-11-03T08:00:00Z", "2026-11-03T08:00:10Z"]
        )
        let places = track.fixes.map { [$0.place.latitude, $0.place.longitude] }
        #expect(places == [[43.5, 7.25], [43.501, 7.251]])
        if let height = track.fixes[0].altitudeMeters { #expect(abs(height - 12.5) < 1e-9) }
        if [.gpx, .tcx, .kml].contains(format) { #expect(track.title == "Way & back") }
        #expect(file.remarks.placeless == (format == .tcx ? 1 : 0))
        #expect(file.remarks.zoneless == (format == .csv ? 2 : 0))
    }

    @Test("speeds of OwnTracks are kilometres an hour, and heights of PLT feet")
    func units() async throws {
        let ownTracks = try await read(Self.samples[4].text)
        #expect(ownTracks.tracks[0].fixes[0].speedMetersPerSecond == 10)
        let plt = try await read(Self.samples[5].text)
        let height = try #require(plt.tracks[0].fixes[0].altitudeMeters)
        #expect(abs(height - 12.5) < 1e-6)
        #expect(plt.tracks[0].fixes[1].altitudeMeters == nil)
    }

    @Test("disorder and repeats are put right, and told")
    func disorder() async throws {
        let file = try await read(
            """
            at,lat,lon
            2026-11-03T08:00:10Z,43.501,7.251
            2026-11-03T08:00:00Z,43.5,7.25
            2026-11-03T08:00:10Z,43.501,7.251
            2026-11-03T08:00:20Z,43.502,7.252
            ,43.6,7.3
            """
        )
        #expect(file.tracks[0].fixes.map(\.place.latitude) == [43.5, 43.501, 43.502])
        #expect(file.remarks == .init(untimed: 1, repeated: 1, disordered: 1))
    }

    @Test("points are told apart by their track, and a track of one fix is left out")
    func keys() async throws {
        func feature(_ track: String, _ second: Int) -> String {
            #"{"type":"Feature","properties":{"track_id":"\#(track)","time":"2026-11-03T08:00:0\#(second)Z"},"#
                + #""geometry":{"type":"Point","coordinates":[7.25,43.\#(second)]}}"#
        }
        let points = [("a", 1), ("b", 2), ("a", 3), ("b", 4), ("c", 5)].map { feature($0.0, $0.1) }
        for text in [
            #"{"type":"FeatureCollection","features":["# + points.joined(separator: ",") + "]}",
            points.joined(separator: "\n"),
        ] {
            let file = try await read(text)
            #expect(file.tracks.map(\.title) == ["a", "b"])
            #expect(file.tracks[1].fixes.map(\.place.latitude) == [43.2, 43.4])
            #expect(file.remarks.single == 1)
        }
    }

    @Test("an unknown accuracy, speed or heading is none")
    func unknown() async throws {
        let file = try await read(
            """
            at,lat,lon,accuracy,speed,heading
            2026-11-03T08:00:00Z,43.5,7.25,-1,-1,-1
            2026-11-03T08:00:10Z,43.501,7.251,5,1.5,90
            """
        )
        let fixes = file.tracks[0].fixes
        #expect(fixes[0].accuracyMeters == nil && fixes[0].speedMetersPerSecond == nil)
        #expect(fixes[0].headingDegrees == nil && fixes[1].headingDegrees == 90)
    }

    @Test("longitudes that Google wrote without their sign are read with it")
    func wrapped() async throws {
        let file = try await read(
            """
            {"locations":[
            {"latitudeE7":387000000,"longitudeE7":3524597296,"timestamp":"2026-11-03T08:00:00Z"},
            {"latitudeE7":387000000,"longitudeE7":-770370000,"timestamp":"2026-11-03T08:00:10Z"}]}
            """
        )
        #expect(file.tracks[0].fixes.map(\.place.longitude) == [-77.037, -77.037])
    }

    private static let second =
        "<trkpt lat=\"1\" lon=\"2\"><time>2026-11-03T08:00:00Z</time></trkpt>"

    static let faults: [(text: String, words: String)] = [
        (gpx(second), "\"track\" has 1 fix; a track is 2 or more"),
        (
            gpx("<trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"1\" lon=\"3\"/>"),
            "\"track\" has 2 places and no times"
        ),
        (
            gpx(second + "<trkpt lat=\"1\" lon=\"2\"><time>2087-11-03T08:00:00Z</time></trkpt>"),
            "line 4: time is 2087-11-03T08:00:00Z, in the future"
        ),
        (
            gpx(second + "<trkpt lat=\"1\" lon=\"2\"><time>1989-12-31T23:59:59Z</time></trkpt>"),
            "time is 1989-12-31T23:59:59Z, before 1990"
        ),
        (
            gpx(
                second
                    + "<trkpt lat=\"-100.5\" lon=\"42\"><time>2026-11-03T08:00:00Z</time></trkpt>"
            ),
            "latitude is -100.5; a latitude lies between -90 and 90. Latitude and longitude look swapped"
        ),
        (
            gpx(second + "<trkpt lat=\"1\" lon=\"2\"><time>yesterday</time></trkpt>"),
            "line 4: time is \"yesterday\"; it is a moment such as"
        ),
        (
            gpx(second + "<trkpt lat=\"north\" lon=\"2\"/>"), "lat is \"north\"; it is a number"
        ),
        (String(gpx(second).dropLast(20)), "it breaks off in line 4"),
        (
            "at,lat,lon,speed\n2026-11-03T08:00:00Z,1,2,299792458\n",
            "line 2: speed is 299792458.0; it lies between 0 and 12000"
        ),
        ("name,lat,lon\nx,1,2\n", "has no column for the time"),
        ("at,lat,name\n2026-11-03T08:00:00Z,1,x\n", "has no column for the longitude"),
        ("hello world", "holds no tracks that can be read; known are GPX, TCX"),
        (
            #"{"type":"Feature","properties":{"times":["2026-11-03T08:00:00Z"]},"geometry":"#
                + #"{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#,
            "feature 1 has 2 positions and 1 times"
        ),
        (#"{"locations":[{"latitudeE7":1,]}"#, "no Google Records.json that can be read"),
    ]

    @Test("bad input gets a sentence that names it", arguments: faults.indices)
    func refusals(index: Int) async throws {
        let (text, words) = Self.faults[index]
        let said = try await refusal(text)
        #expect(said.contains(words), "\(said)")
    }

    @Test("more fixes than are read at once are refused")
    func limit() throws {
        var collector = TrackCollector(name: "x", format: .csv, now: Self.now)
        collector.limit = 2
        var draft = FixDraft()
        (draft.latitude, draft.longitude) = (1, 2)
        draft.at = Timestamp(millisecondsSince1970: 1_700_000_000_000)
        try collector.add(draft, at: .line(1))
        try collector.add(draft, at: .line(2))
        #expect(throws: TrackError.tooManyFixes(name: "x", limit: 2)) {
            try collector.add(draft, at: .line(3))
        }
    }

    @Test("What an account exports of itself holds its fixes, device by device")
    func accountExport() async throws {
        func feature(_ device: String, _ second: Int) -> String {
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[7.25,43.5]},"properties":
            {"time":"2026-11-03T08:00:0\(second)Z","device":"\(device)","accuracy_m":8,
            "speed_mps":1.5,"heading_deg":33}}
            """
        }
        let fixes = [feature("a", 0), feature("b", 0), feature("a", 1), feature("b", 1)]
        let text = """
            {"account":{"id":"x"},"consents":[],"modules":{"agenda":{"marks":[{"at":"x"}]},
            "mobility":{"fixes":{"type":"FeatureCollection","features":[\(fixes.joined(separator: ","))],
            "numberReturned":4},"trips":{"type":"FeatureCollection","features":[{"type":"Feature",
            "geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":"x"}}]}}}}
            """
        let file = try await read(text)
        #expect(file.tracks.map(\.title) == ["a", "b"])
        #expect(file.tracks.map(\.fixes.count) == [2, 2])
        let fix = file.tracks[1].fixes[0]
        #expect(fix.accuracyMeters == 8 && fix.speedMetersPerSecond == 1.5)
        #expect(fix.headingDegrees == 33)
    }

    @Test("Each fix knows where in the file it stands, in whatever order they are read")
    func places() async throws {
        let file = try await read(
            """
            time,lat,lon
            2026-11-03T08:00:20Z,43.5,7.25
            2026-11-03T08:00:10Z,43.5,7.26
            2026-11-03T08:00:10Z,43.5,7.26
            2026-11-03T08:00:30Z,43.5,7.27
            """
        )
        let track = file.tracks[0]
        #expect(track.fixes.indices.map(track.place) == ["line 3", "line 2", "line 5"])
    }
}
