import Geodesy
import Testing
import Timekeeping

@testable import Trajectories

@Suite struct PackedTrackTests {
    /// A walk of a phone: a fix in one to five seconds, with heights, in jumps where it is asked for.
    static func walk(
        _ count: Int,
        from start: (Double, Double),
        seed: UInt64,
        stepMeters: Double = 8
    ) -> [Fix] {
        var random = SplitMix64(seed: seed)
        var place = Coordinate(uncheckedLatitude: start.0, longitude: start.1)
        var at = 1_700_000_000_000 + Int64(seed % 100_000)
        var altitude = 50.0
        var heading = 10.0
        return (0..<count).map { index in
            heading += Double.random(in: -20...20, using: &random)
            place = Geodesic.destination(
                from: place,
                bearingDegrees: heading,
                distance: Distance(
                    uncheckedMeters: Double.random(in: 0...stepMeters * 2, using: &random)
                )
            )
            at += Int64.random(in: 1...5, using: &random) * 1_000
            altitude += Double.random(in: -1...1, using: &random)
            return Fix(
                at: Timestamp(millisecondsSince1970: at),
                place: place,
                accuracyMeters: index % 3 == 0 ? 5.5 : nil,
                altitudeMeters: altitude
            )
        }
    }

    @Test(
        "fixes come out as they went in, to a few millimetres",
        arguments: [(39.9, 116.3), (-17.0, 179.9999), (89.9999, 0.0), (-90.0, 0.0)],
        [0, 1, 63, 64, 65, 1_000]
    )
    func whole(place: (Double, Double), count: Int) {
        let fixes = Self.walk(count, from: place, seed: 7)
        let packed = PackedTrack(fixes)
        #expect(packed.count == count)
        let read = packed.fixes
        #expect(read.count == count)
        for (fix, other) in zip(fixes, read) {
            #expect(fix.at == other.at)
            #expect(Geodesic.distance(from: fix.place, to: other.place).meters < 0.009)
            #expect((fix.accuracyMeters == nil) == (other.accuracyMeters == nil))
            #expect(abs((fix.accuracyMeters ?? 0) - (other.accuracyMeters ?? 0)) < 0.051)
            #expect(abs((fix.altitudeMeters ?? 0) - (other.altitudeMeters ?? 0)) < 0.051)
            #expect(other.speedMetersPerSecond == nil)
        }
    }

    @Test(
        "a bundle gives its fixes in the order in which they came, and nothing else is one",
        arguments: [0, 1, 64, 65, 300]
    )
    func bundle(count: Int) {
        let fixes = Array(Self.walk(count, from: (10, 179.9999), seed: 5).reversed())
        let bytes = FixBundle.bytes(of: fixes)
        let read = FixBundle.fixes(of: bytes)
        #expect(read?.map(\.at) == fixes.map(\.at))
        #expect(read.map(FixBundle.bytes) == bytes)
        #expect(FixBundle.fixes(of: bytes + [0]) == nil)
        #expect(FixBundle.fixes(of: Array(bytes.dropLast())) == nil)
    }

    @Test("a phone's fix takes at most ten bytes")
    func size() {
        var fixes = Self.walk(100_000, from: (39.9, 116.3), seed: 3)
        for index in fixes.indices { fixes[index].accuracyMeters = nil }
        let packed = PackedTrack(fixes)
        #expect(Double(packed.byteCount) / 100_000 <= 10)
    }

    @Test("the length is that from fix to fix")
    func length() {
        let packed = PackedTrack(Self.walk(300, from: (10, 20), seed: 5))
        let places = packed.fixes.map(\.place)
        let sum = zip(places, places.dropFirst()).reduce(0) {
            $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
        }
        #expect(packed.meters == sum)
    }

    @Test("between two fixes a track lies on the geodesic, across chunks too, and in no gap")
    func moments() throws {
        var fixes = Self.walk(200, from: (10, 179.9999), seed: 5)
        let packed = PackedTrack(fixes)
        for index in 0..<199 {
            let (from, to) = (packed.fixes[index], packed.fixes[index + 1])
            let half = try #require(
                from.at.adding(milliseconds: to.at.milliseconds(since: from.at) / 2)
            )
            let place = try #require(packed.place(at: half))
            let whole = Geodesic.distance(from: from.place, to: to.place).meters
            let first = Geodesic.distance(from: from.place, to: place).meters
            #expect(abs(first - whole / 2) < 0.002)
            #expect(packed.place(at: from.at) == from.place)
        }
        #expect(packed.place(at: Timestamp(millisecondsSince1970: 0)) == nil)
        #expect(packed.place(at: Timestamp(millisecondsSince1970: 1_900_000_000_000)) == nil)
        let last = fixes[199].at
        fixes.append(fixes[0])
        fixes[200].at = try #require(last.adding(milliseconds: 3_600_000))
        let dark = try #require(last.adding(milliseconds: 1_800_000))
        #expect(PackedTrack(fixes).place(at: dark) == nil)
        #expect(PackedTrack(fixes).place(at: dark, gapSeconds: 3_600) != nil)
    }
}

@Suite struct TrackIndexTests {
    @Test(
        "who passed a place in a time is told as brute force tells it",
        arguments: [(48.0, 11.0), (-17.0, 179.999), (89.999, 30.0)]
    )
    func passages(place: (Double, Double)) throws {
        var random = SplitMix64(seed: 11)
        let center = Coordinate(uncheckedLatitude: place.0, longitude: place.1)
        let tracks = (0..<60).map { number in
            let start = Geodesic.destination(
                from: center,
                bearingDegrees: Double.random(in: 0..<360, using: &random),
                distance: Distance(uncheckedMeters: Double.random(in: 0..<3_000, using: &random))
            )
            return PackedTrack(
                PackedTrackTests.walk(
                    500,
                    from: (start.latitude, start.longitude),
                    seed: UInt64(number * 1_000)
                )
            )
        }
        let index = TrackIndex(tracks)
        var answers = 0
        for _ in 0..<100 {
            let place = Geodesic.destination(
                from: center,
                bearingDegrees: Double.random(in: 0..<360, using: &random),
                distance: Distance(uncheckedMeters: Double.random(in: 0..<3_000, using: &random))
            )
            let radius = Distance(uncheckedMeters: Double.random(in: 1..<300, using: &random))
            let from = 1_700_000_000_000 + Int64.random(in: 0..<1_500_000, using: &random)
            let period =
                Timestamp(
                    millisecondsSince1970: from
                )...Timestamp(
                    millisecondsSince1970: from + Int64.random(in: 0..<600_000, using: &random)
                )
            let found = index.passages(near: place, within: radius, during: period)
            var expected: [TrackIndex.Passage] = []
            for (number, track) in tracks.enumerated() {
                let near = track.fixes.filter { period.contains($0.at) }
                    .map { ($0.at, Geodesic.distance(from: place, to: $0.place)) }
                    .filter { $0.1 <= radius }
                guard let first = near.map(\.0).min(), let least = near.map(\.1).min() else {
                    continue
                }
                expected.append(.init(track: number, at: first, nearest: least))
            }
            #expect(found == expected)
            answers += found.count
        }
        #expect(answers > 50)
    }
}

@Suite struct TrackVisitTests {
    /// Walks of 700 fixes, a second apart, each with an hour without fixes in its middle.
    private static func walks(around place: (Double, Double)) -> [PackedTrack] {
        (0..<20).map { number in
            let fixes = PackedTrackTests.walk(700, from: place, seed: UInt64(number * 1_000 + 3))
            return PackedTrack(
                fixes.enumerated().map { index, fix in
                    var fix = fix
                    let later: Int64 = index < 350 ? 0 : 3_600_000
                    fix.at = fix.at.adding(milliseconds: later) ?? fix.at
                    return fix
                }
            )
        }
    }

    @Test(
        "when tracks were near a place is told as brute force tells it",
        arguments: [(48.0, 11.0), (0.0, 0.0), (-17.0, 179.9999)]
    )
    func visits(place: (Double, Double)) throws {
        let tracks = Self.walks(around: place)
        let index = TrackIndex(tracks)
        let center = Coordinate(uncheckedLatitude: place.0, longitude: place.1)
        let first = try #require(tracks[0].fixes.first).at
        let period = first...(try #require(first.adding(milliseconds: 6_000_000)))
        for meters in [5.0, 40, 400] {
            let radius = Distance(uncheckedMeters: meters)
            var expected: [TrackIndex.Visit] = []
            for (number, track) in tracks.enumerated() {
                var run: [(at: Timestamp, distance: Distance)] = []
                func close() {
                    guard let from = run.first?.at, let to = run.last?.at,
                        let nearest = run.map(\.distance).min()
                    else { return }
                    expected.append(
                        .init(
                            track: number,
                            from: from,
                            to: to,
                            fixes: run.count,
                            nearest: nearest
                        )
                    )
                    run = []
                }
                for fix in track.fixes where period.contains(fix.at) {
                    let distance = Geodesic.distance(from: center, to: fix.place)
                    if let last = run.last, fix.at.milliseconds(since: last.at) > 1_800_000 {
                        close()
                    }
                    if distance <= radius { run.append((fix.at, distance)) } else { close() }
                }
                close()
            }
            expected.sort { ($0.from, $0.track) < ($1.from, $1.track) }
            #expect(index.visits(near: center, within: radius, during: period) == expected)
            #expect(!expected.isEmpty)
        }
    }

    @Test("fixes in a box and a time, and of a time, are those that brute force finds")
    func boxes() throws {
        let tracks = Self.walks(around: (-17, 179.9999))
        let index = TrackIndex(tracks)
        let all = tracks.enumerated().flatMap { number, track in
            track.fixes.map { (track: number, fix: $0) }
        }
        let first = all[0].fix.at
        let from = try #require(first.adding(milliseconds: 100_000))
        let to = try #require(first.adding(milliseconds: 4_900_000))
        let box = try BoundingBox(west: 179.999, south: -17.001, east: -179.999, north: -16.999)
        let found = index.fixes(in: box, during: from...to)
        let expected = all.filter { box.contains($0.fix.place) && (from...to).contains($0.fix.at) }
        #expect(found.map(\.track) == expected.map(\.track))
        #expect(found.map(\.fix) == expected.map(\.fix))
        #expect(!found.isEmpty && found.count < all.count)
        for track in tracks {
            #expect(
                track.fixes(from: from, to: to)
                    == track.fixes.filter { from <= $0.at && $0.at < to }
            )
            #expect(track.fixes(from: nil, to: nil) == track.fixes)
        }
    }
}

@Suite struct TrackDistanceTests {
    private func line(_ places: [(Double, Double)]) -> [Coordinate] {
        places.map { Coordinate(uncheckedLatitude: $0.0, longitude: $0.1) }
    }

    /// All ways through two lines, one by one.
    private func brute(
        _ first: ArraySlice<Coordinate>,
        _ second: ArraySlice<Coordinate>,
        _ join: (Double, Double) -> Double
    ) -> Double {
        guard let place = first.first, let other = second.first else { return .infinity }
        let distance = Geodesic.distance(from: place, to: other).meters
        if first.count == 1, second.count == 1 { return distance }
        let rest =
            [
                brute(first.dropFirst(), second, join), brute(first, second.dropFirst(), join),
                brute(first.dropFirst(), second.dropFirst(), join),
            ].min() ?? .infinity
        return join(distance, rest)
    }

    @Test("both are the least over all ways through the lines", arguments: 0..<20)
    func exhaustive(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func places(_ count: Int) -> [Coordinate] {
            line(
                (0..<count).map { _ in
                    (
                        Double.random(in: -1...1, using: &random),
                        seed % 2 == 0
                            ? Double.random(in: -1...1, using: &random)
                            : Double.random(in: 179.5...180, using: &random)
                    )
                }
            )
        }
        let (first, second) = (places(5), places(4))
        let warped = try #require(TrackDistance.dynamicTimeWarping(first, second))
        #expect(abs(warped - brute(first[...], second[...]) { $0 + $1 }) < 1e-6)
        let leash = try #require(TrackDistance.frechet(first, second))
        #expect(abs(leash - brute(first[...], second[...]) { max($0, $1) }) < 1e-6)
    }

    @Test("a line is no distance from itself, and an empty one is none")
    func same() {
        let way = line([(1, 2), (1.1, 2), (1.2, 2.1)])
        #expect(TrackDistance.frechet(way, way) == 0)
        #expect(TrackDistance.dynamicTimeWarping(way, way) == 0)
        #expect(TrackDistance.frechet(way, []) == nil)
    }
}
