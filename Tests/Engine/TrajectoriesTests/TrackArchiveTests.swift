import Foundation
import Geodesy
import Testing
import Timekeeping

@testable import Trajectories

@Suite struct TrackArchiveTests {
    /// A file of its own, removed with the last reference.
    private final class ScratchFile {
        let path = NSTemporaryDirectory() + "ambit-archive-" + UUID().uuidString
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let scratch = ScratchFile()
    private let center: Coordinate
    private let tracks: [[Fix]]

    init() {
        center = Coordinate(uncheckedLatitude: -17, longitude: 179.999)
        var random = SplitMix64(seed: 4)
        let middle = center
        tracks = (0..<80).map { number in
            let start = Geodesic.destination(
                from: middle,
                bearingDegrees: Double.random(in: 0..<360, using: &random),
                distance: Distance(uncheckedMeters: Double.random(in: 0..<3_000, using: &random))
            )
            return PackedTrackTests.walk(
                [0, 1, 64, 65, 700][number % 5],
                from: (start.latitude, start.longitude),
                seed: UInt64(number * 1_000)
            )
        }
    }

    private func archive() throws -> TrackArchive {
        var writer = try TrackArchiveWriter(path: scratch.path)
        for (number, fixes) in tracks.enumerated() {
            try writer.add("track \(number) é", person: UInt32(number / 2), fixes)
        }
        try writer.finish()
        return try TrackArchive(path: scratch.path)
    }

    @Test("tracks come out as they were packed, with their names")
    func whole() throws {
        let archive = try archive()
        #expect(archive.trackCount == 80)
        #expect(archive.fixCount == tracks.reduce(0) { $0 + $1.count })
        for (number, fixes) in tracks.enumerated() {
            let track = try archive.track(number)
            #expect(track.name == "track \(number) é" && track.person == UInt32(number / 2))
            #expect(track.fixes == fixes.count)
            #expect(try archive.fixes(of: number) == PackedTrack(fixes).fixes)
        }
    }

    @Test("a phone's fix takes at most ten bytes of the file")
    func size() throws {
        var writer = try TrackArchiveWriter(path: scratch.path)
        var fixes = PackedTrackTests.walk(100_000, from: (39.9, 116.3), seed: 3)
        for index in fixes.indices { fixes[index].accuracyMeters = nil }
        try writer.add("walk", person: 0, fixes)
        try writer.finish()
        let archive = try TrackArchive(path: scratch.path)
        #expect(Double(archive.byteCount) / Double(archive.fixCount) <= 10)
    }

    @Test("who passed a place in a time, and who came nearest, is told as brute force tells it")
    func passages() throws {
        let archive = try archive()
        let packed = tracks.map { PackedTrack($0).fixes }
        var random = SplitMix64(seed: 9)
        var answers = 0
        for _ in 0..<120 {
            let place = Geodesic.destination(
                from: center,
                bearingDegrees: Double.random(in: 0..<360, using: &random),
                distance: Distance(uncheckedMeters: Double.random(in: 0..<3_000, using: &random))
            )
            let radius = Distance(uncheckedMeters: Double.random(in: 1..<300, using: &random))
            let from = 1_700_000_000_000 + Int64.random(in: 0..<1_500_000, using: &random)
            let to = from + Int64.random(in: 0..<600_000, using: &random)
            let period =
                Timestamp(millisecondsSince1970: from)...Timestamp(millisecondsSince1970: to)
            let seen = packed.map { fixes in
                fixes.filter { period.contains($0.at) }
                    .map { ($0, Geodesic.distance(from: place, to: $0.place)) }
            }
            let found = try archive.passages(near: place, within: radius, during: period)
            let expected = seen.enumerated().compactMap { number, fixes -> [String]? in
                let near = fixes.filter { $0.1 <= radius }
                guard let least = near.map(\.1).min() else { return nil }
                return [
                    "\(number)", "\(near.count)", "\(least.meters)",
                    near[0].0.at.rfc3339, near[near.count - 1].0.at.rfc3339,
                ]
            }
            #expect(
                found.map {
                    [
                        "\($0.track)", "\($0.fixes)", "\($0.nearest.meters)", $0.first.rfc3339,
                        $0.last.rfc3339,
                    ]
                } == expected
            )
            answers += found.count
            let limit = Distance(uncheckedMeters: 6_000)
            let nearest = try archive.nearest(to: place, count: 7, within: limit, during: period)
            let ranked = seen.enumerated().compactMap { number, fixes in
                fixes.map(\.1).filter { $0 <= limit }.min().map { ($0, number) }
            }.sorted { $0 < $1 }
            #expect(nearest.map(\.track) == ranked.prefix(7).map(\.1))
            #expect(nearest.map(\.nearest) == ranked.prefix(7).map(\.0))
        }
        #expect(answers > 20)
    }

    @Test("where tracks were at a moment is told as each track tells it")
    func places() throws {
        let archive = try archive()
        var told = 0
        for offset in stride(from: Int64(0), to: 2_000_000, by: 100_001) {
            let moment = Timestamp(millisecondsSince1970: 1_700_000_000_000 + offset)
            let places = try archive.places(at: moment)
            let expected = tracks.enumerated().compactMap { number, fixes in
                PackedTrack(fixes).place(at: moment).map { (number, $0) }
            }
            #expect(places.map(\.track) == expected.map(\.0))
            for (one, other) in zip(places, expected) {
                #expect(Geodesic.distance(from: one.place, to: other.1).meters < 0.001)
            }
            told += places.count
        }
        #expect(told > 100)
    }

    @Test("an archive of nothing answers nothing")
    func empty() throws {
        let writer = try TrackArchiveWriter(path: scratch.path)
        try writer.finish()
        let archive = try TrackArchive(path: scratch.path)
        let ever =
            Timestamp(millisecondsSince1970: .min)...Timestamp(millisecondsSince1970: .max)
        let radius = Distance(uncheckedMeters: 20_100_000)
        #expect(archive.trackCount == 0)
        #expect(try archive.passages(near: center, within: radius, during: ever).isEmpty)
    }

    @Test(
        "a file that is not whole is refused, and one with wrong bytes is noticed or read, never read past"
    )
    func damage() throws {
        _ = try archive()
        let whole = try Data(contentsOf: URL(filePath: scratch.path))
        func write(_ data: Data) throws { try data.write(to: URL(filePath: scratch.path)) }
        try write(Data("no archive".utf8))
        #expect(throws: TrackArchiveError.notAnArchive(path: scratch.path)) {
            try TrackArchive(path: scratch.path)
        }
        try write(whole.dropLast(1))
        #expect(throws: TrackArchiveError.damaged(path: scratch.path)) {
            try TrackArchive(path: scratch.path)
        }
        var random = SplitMix64(seed: 6)
        var refused = 0
        for _ in 0..<400 {
            var broken = whole
            for _ in 0..<8 {
                let index = Int.random(in: 8..<broken.count, using: &random)
                broken[index] = UInt8.random(in: 0...255, using: &random)
            }
            try write(broken)
            do {
                let archive = try TrackArchive(path: scratch.path)
                for number in 0..<archive.trackCount {
                    _ = try archive.track(number)
                    _ = try archive.fixes(of: number)
                }
                let ever =
                    Timestamp(millisecondsSince1970: .min)...Timestamp(millisecondsSince1970: .max)
                _ = try archive.passages(
                    near: center,
                    within: Distance(uncheckedMeters: 10_000),
                    during: ever
                )
            } catch { refused += 1 }
        }
        #expect(refused > 0)
    }

    @Test("a track whose times go back is refused, and leaves no file behind")
    func disorder() throws {
        do {
            var writer = try TrackArchiveWriter(path: scratch.path)
            let fixes = Array(tracks[4].reversed())
            #expect(throws: TrackArchiveError.disorder(track: "back")) {
                try writer.add("back", person: 0, fixes)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
        #expect(!FileManager.default.fileExists(atPath: scratch.path + ".partial"))
    }
}
