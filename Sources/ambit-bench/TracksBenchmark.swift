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

    /// A place, an hour, and a moment in it.
    private struct Question {
        let place: Coordinate
        let moment: Timestamp
        let period: ClosedRange<Timestamp>
    }

    private static let radius = Distance(uncheckedMeters: 50)
    /// So many of the nearest, and how far at most.
    private static let (nearest, reach) = (5, Distance(uncheckedMeters: 5_000))

    /// Makes the file where it is not there, asks, and prints what it took.
    ///
    /// - Throws: ``BenchmarkError`` where an answer differs from brute force.
    func run() throws {
        if !FileManager.default.fileExists(atPath: path) { try make() }
        let archive = try TrackArchive(path: path)
        let bytes = Double(archive.byteCount) / Double(max(1, archive.fixCount))
        print(
            "\(archive.fixCount) fixes of \(archive.trackCount) tracks, "
                + String(format: "%.2f bytes a fix", bytes)
        )
        let asked = try makeQuestions(archive)
        for (number, question) in asked.prefix(Self.checked).enumerated() {
            try check(archive, question, number)
        }
        print("\(min(Self.checked, asked.count)) questions of each kind answered like brute force")
        try measure("within 50 m in an hour", asked) {
            try archive.passages(near: $0.place, within: Self.radius, during: $0.period).count
        }
        try measure("nearest 5 within 5 km in an hour", asked) {
            try archive.nearest(
                to: $0.place,
                count: Self.nearest,
                within: Self.reach,
                during: $0.period
            ).count
        }
        try measure("where all were at a moment", asked) {
            try archive.places(at: $0.moment).count
        }
        try measureOwnIndex(archive)
    }

    // MARK: One person's fixes in memory

    /// So many fixes of one person are indexed in memory at most.
    private static let ownFixes = 1_000_000
    /// How far the edges of a box are from its middle, in degrees: about a kilometre.
    private static let halfBox = 0.01

    /// What lies in a box and a day, of as many fixes as somebody may have, as the service asks of an account.
    private func measureOwnIndex(_ archive: TrackArchive) throws {
        let start = ContinuousClock.now
        var tracks: [PackedTrack] = []
        var count = 0
        for number in 0..<archive.trackCount where count < Self.ownFixes {
            let fixes = try archive.fixes(of: number)
            count += fixes.count
            tracks.append(PackedTrack(fixes))
        }
        let index = TrackIndex(tracks)
        print("\(count) fixes indexed in memory in \(ContinuousClock.now - start)")
        var random = SplitMix(seed: 7)
        let asked = (0..<questions).compactMap { _ -> Question? in
            guard let track = tracks.randomElement(using: &random),
                let fix = track.fixes(from: nil, to: nil).first
            else { return nil }
            let day = fix.at.millisecondsSince1970 / 86_400_000 * 86_400_000
            return Question(
                place: fix.place,
                moment: fix.at,
                period: Timestamp(
                    millisecondsSince1970: day
                )...Timestamp(millisecondsSince1970: day + 86_400_000)
            )
        }
        for question in asked.prefix(Self.checked) {
            let box = Self.box(around: question.place)
            let expected = tracks.map { track in
                track.fixes(from: nil, to: nil).count {
                    question.period.contains($0.at) && box.contains($0.place)
                }
            }.reduce(0, +)
            guard index.fixes(in: box, during: question.period).count == expected else {
                throw BenchmarkError("a box and a day differ from brute force")
            }
        }
        measure("own fixes in a box of 2 km and a day", asked) {
            index.fixes(in: Self.box(around: $0.place), during: $0.period).count
        }
    }

    private static func box(around place: Coordinate) -> BoundingBox {
        BoundingBox(
            uncheckedWest: place.longitude - halfBox,
            south: place.latitude - halfBox,
            east: place.longitude + halfBox,
            north: place.latitude + halfBox
        )
    }

    private func makeQuestions(_ archive: TrackArchive) throws -> [Question] {
        var random = SplitMix(seed: 99)
        var asked: [Question] = []
        for _ in 0..<questions {
            let track = Int.random(in: 0..<archive.trackCount, using: &random)
            let fixes = try archive.fixes(of: track)
            guard let fix = fixes.randomElement(using: &random) else { continue }
            let hour = fix.at.millisecondsSince1970 / 3_600_000 * 3_600_000
            let begin = Timestamp(millisecondsSince1970: hour)
            let end = Timestamp(millisecondsSince1970: hour + 3_600_000)
            asked.append(Question(place: fix.place, moment: fix.at, period: begin...end))
        }
        return asked
    }

    private func check(_ archive: TrackArchive, _ question: Question, _ number: Int) throws {
        let all = try bruteForce(archive, question)
        let passed = try archive.passages(
            near: question.place,
            within: Self.radius,
            during: question.period
        )
        let expected = all.filter { $0.distance <= Self.radius }.map(\.track)
        let near = try archive.nearest(
            to: question.place,
            count: Self.nearest,
            within: Self.reach,
            during: question.period
        )
        let expectedNear = all.filter { $0.distance <= Self.reach }
            .sorted { ($0.distance, $0.track) < ($1.distance, $1.track) }
            .prefix(Self.nearest).map(\.track)
        guard passed.map(\.track) == expected, near.map(\.track) == expectedNear else {
            throw BenchmarkError("question \(number) differs from brute force")
        }
    }

    private func measure(
        _ title: String,
        _ asked: [Question],
        _ answer: (Question) throws -> Int
    ) rethrows {
        var times: [Double] = []
        var answers = 0
        for question in asked {
            let start = ContinuousClock.now
            answers += try answer(question)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        times.sort()
        guard let most = times.last else { return }
        func share(_ part: Double) -> Double {
            times[min(times.count - 1, Int(part * Double(times.count)))]
        }
        let figures = String(
            format: "p50 %.3f ms, p99 %.3f ms, most %.3f ms, %.1f answers",
            share(0.5),
            share(0.99),
            most,
            Double(answers) / Double(asked.count)
        )
        print("\(title): \(figures)")
    }

    /// How near each track came in the period, by its number, all of them.
    private func bruteForce(
        _ archive: TrackArchive,
        _ question: Question
    ) throws -> [(track: Int, distance: Distance)] {
        let origin = GeodesicOrigin(question.place)
        var found: [(track: Int, distance: Distance)] = []
        for track in 0..<archive.trackCount {
            let fixes = try archive.fixes(of: track).filter { question.period.contains($0.at) }
            if let least = fixes.map({ origin.distance(to: $0.place) }).min() {
                found.append((track, least))
            }
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
