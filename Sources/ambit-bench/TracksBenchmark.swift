import Foundation
import Geodesy
import Timekeeping
import Trajectories

/// Who passed a place in an hour, over many tracks in a mapped file.
struct TracksBenchmark {
    let path: String
    let fixes: Int
    let questions: Int

    /// Tracks of two hours or so each, a fix in some five seconds, over thirty days in a city of 40 km.
    private static let fixesOfTrack = 1_440
    private static let begin: Int64 = 1_790_000_000_000
    private static let days: Int64 = 30
    private static let center = Coordinate(uncheckedLatitude: 29.76, longitude: -95.37)
    /// So many questions are answered by brute force as well.
    private static let checked = 3

    /// Makes the file where it is not there, asks, and prints what it took.
    func run() throws {
        if !FileManager.default.fileExists(atPath: path) { try make() }
        let archive = try TrackArchive(path: path)
        let bytes = Double(archive.byteCount) / Double(max(1, archive.fixCount))
        print(
            "\(archive.fixCount) fixes of \(archive.trackCount) tracks, "
                + String(format: "%.2f bytes a fix", bytes)
        )
        var random = SplitMix(seed: 99)
        var asked: [(place: Coordinate, period: ClosedRange<Timestamp>)] = []
        for _ in 0..<questions {
            let track = Int.random(in: 0..<archive.trackCount, using: &random)
            let fixes = try archive.fixes(of: track)
            guard let fix = fixes.randomElement(using: &random) else { continue }
            let hour = fix.at.millisecondsSince1970 / 3_600_000 * 3_600_000
            asked.append(
                (
                    fix.place,
                    Timestamp(
                        millisecondsSince1970: hour
                    )...Timestamp(millisecondsSince1970: hour + 3_600_000)
                )
            )
        }
        let radius = Distance(uncheckedMeters: 50)
        for (number, question) in asked.prefix(Self.checked).enumerated() {
            let found = try archive.passages(
                near: question.place,
                within: radius,
                during: question.period
            )
            let expected = try bruteForce(archive, question.place, radius, question.period)
            guard found.map(\.track) == expected else {
                throw BenchmarkError("question \(number) differs from brute force")
            }
        }
        print("\(min(Self.checked, asked.count)) questions answered like brute force")
        var times: [Double] = []
        var answers = 0
        for question in asked {
            let start = ContinuousClock.now
            answers += try archive.passages(
                near: question.place,
                within: radius,
                during: question.period
            ).count
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        times.sort()
        func share(_ part: Double) -> Double {
            times[min(times.count - 1, Int(part * Double(times.count)))]
        }
        print(
            String(
                format:
                    "within 50 m in an hour: p50 %.3f ms, p99 %.3f ms, most %.3f ms, %.1f tracks",
                share(0.5),
                share(0.99),
                times[times.count - 1],
                Double(answers) / Double(max(1, asked.count))
            )
        )
    }

    private func bruteForce(
        _ archive: TrackArchive,
        _ place: Coordinate,
        _ radius: Distance,
        _ period: ClosedRange<Timestamp>
    ) throws -> [Int] {
        var found: [Int] = []
        for track in 0..<archive.trackCount {
            let isThere = try archive.fixes(of: track).contains { fix in
                period.contains(fix.at)
                    && Geodesic.distance(from: place, to: fix.place) <= radius
            }
            if isThere { found.append(track) }
        }
        return found
    }

    private func make() throws {
        let start = ContinuousClock.now
        var random = SplitMix(seed: 28)
        var writer = try TrackArchiveWriter(path: path)
        let tracks = max(1, fixes / Self.fixesOfTrack)
        for number in 0..<tracks {
            try writer.add("track \(number)", person: UInt32(number / 100), walk(&random))
        }
        try writer.finish()
        print("packed in \(ContinuousClock.now - start)")
    }

    /// A way at 1 to 15 m/s that turns a little with each fix.
    private func walk(_ random: inout SplitMix) -> [Fix] {
        let day = Int64.random(in: 0..<Self.days, using: &random) * 86_400_000
        var at = Self.begin + day + Int64.random(in: 0..<80_000_000, using: &random)
        var heading = Double.random(in: 0..<(2 * .pi), using: &random)
        let speed = Double.random(in: 1...15, using: &random)
        var (north, east) = (
            Double.random(in: -20_000...20_000, using: &random),
            Double.random(in: -20_000...20_000, using: &random)
        )
        return (0..<Self.fixesOfTrack).map { _ in
            let seconds = Double(Int.random(in: 4...6, using: &random))
            at += Int64(seconds * 1000)
            heading += Double.random(in: -0.2...0.2, using: &random)
            north += cos(heading) * speed * seconds
            east += sin(heading) * speed * seconds
            return Fix(
                at: Timestamp(millisecondsSince1970: at),
                place: Coordinate(
                    uncheckedLatitude: Self.center.latitude + north / 110_850,
                    longitude: Self.center.longitude + east / 96_700
                )
            )
        }
    }
}

/// Numbers by chance that are the same in every run.
///
/// Source: S. Vigna, SplitMix64.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
