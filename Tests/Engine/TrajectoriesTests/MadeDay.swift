import Geodesy
import Timekeeping

@testable import Trajectories

/// A made-up day of which the truth is known: fixes with noise, and when and how one really went.
struct MadeDay {
    /// What really was.
    struct Truth {
        let mode: TransportMode?
        let from: Double
        let to: Double
        let meters: Double
    }

    private(set) var fixes: [Fix] = []
    /// Stays have no mode.
    private(set) var truth: [Truth] = []
    private(set) var seconds = 0.0
    private var place: Coordinate
    private var random: SplitMix64
    private let start: Int64
    /// The standard deviation of a fix to either side, in metres.
    var noise: Double
    /// The seconds between two fixes.
    var every: Double
    /// Whether the device tells nothing.
    var isDark = false

    /// - Parameter start: Milliseconds since 1970.
    init(
        at place: (Double, Double) = (48.137, 11.575),
        start: Int64 = 1_700_000_000_000,
        noise: Double = 4,
        every: Double = 5,
        seed: UInt64 = 1
    ) {
        self.place = Coordinate(uncheckedLatitude: place.0, longitude: place.1)
        (self.start, self.noise, self.every) = (start, noise, every)
        random = SplitMix64(seed: seed)
    }

    mutating func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }

    static func moved(_ place: Coordinate, _ bearing: Double, _ meters: Double) -> Coordinate {
        Geodesic.destination(
            from: place,
            bearingDegrees: bearing,
            distance: Distance(uncheckedMeters: meters)
        )
    }

    private mutating func tell() {
        guard !isDark else { return }
        let (north, east) = (normal() * noise, normal() * noise)
        let off = (north * north + east * east).squareRoot()
        add(Self.moved(place, east >= 0 ? (north >= 0 ? 45 : 135) : north >= 0 ? 315 : 225, off))
    }

    /// A fix now at a place.
    mutating func add(_ place: Coordinate) {
        fixes.append(
            Fix(
                at: Timestamp(millisecondsSince1970: start + Int64((seconds * 1000).rounded())),
                place: place
            )
        )
    }

    mutating func stay(_ duration: Double) {
        let from = seconds
        while seconds < from + duration {
            tell()
            seconds += every
        }
        truth.append(Truth(mode: nil, from: from, to: seconds, meters: 0))
    }

    /// Goes a way: straight stretches with a turn before each.
    ///
    /// - Parameters:
    ///   - push: How fast one gets faster and slower, in metres a second squared.
    ///   - stops: How long one stands at the end of each stretch.
    mutating func go(
        _ mode: TransportMode,
        _ stretches: [(bearing: Double, meters: Double)],
        speed: Double,
        push: Double = 1,
        stops: Double = 0
    ) {
        let from = seconds
        var total = 0.0
        for (number, stretch) in stretches.enumerated() {
            var (passed, pace) = (0.0, number > 0 && stops == 0 ? speed : min(speed, 0.5))
            let begin = place
            let isLast = number == stretches.count - 1
            while passed < stretch.meters {
                tell()
                let left = stretch.meters - passed
                let brake = stops > 0 || isLast ? (2 * push * left).squareRoot() : speed
                // In seconds, so that brakes bite between fixes.
                var time = every
                while time > 0, passed < stretch.meters {
                    let step = min(1, time)
                    pace = max(0.5, min(speed, min(pace + push * step, brake)))
                    passed += pace * step
                    time -= step
                    seconds += step
                }
                seconds += max(0, time)
                place = Self.moved(begin, stretch.bearing, min(passed, stretch.meters))
            }
            total += stretch.meters
            var wait = stops
            while wait > 0, !isLast {
                tell()
                seconds += every
                wait -= every
            }
        }
        truth.append(Truth(mode: mode, from: from, to: seconds, meters: total))
    }

    /// A time without fixes in which one may get elsewhere.
    mutating func vanish(_ duration: Double, to bearing: Double = 0, _ meters: Double = 0) {
        seconds += duration
        place = Self.moved(place, bearing, meters)
    }

    func itinerary(_ rules: SegmentingRules = SegmentingRules()) throws -> Itinerary {
        try Segmenter(rules).itinerary(of: fixes)
    }

    /// Seconds since the start.
    func since(_ time: Timestamp) -> Double { Double(time.millisecondsSince1970 - start) / 1000 }
}
