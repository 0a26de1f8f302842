import Geodesy
import Testing
import Timekeeping

@testable import Trajectories

@Suite struct SegmenterTests {
    /// What an itinerary is made of, in letters: Stay, Trip, Gap.
    private func letters(_ itinerary: Itinerary) -> String {
        itinerary.segments.map {
            switch $0 {
            case .stay: "S"
            case .trip: "T"
            case .gap: "G"
            }
        }.joined()
    }

    private func modes(_ trip: Itinerary.Trip) -> [TransportMode?] { trip.legs.map(\.mode) }

    /// Where tests lie: a town, the antimeridian, both poles.
    static let places = [(48.137, 11.575), (-17, 179.999), (89.998, 30), (-89.999, -120)]

    @Test(
        "a walk of 900 m from a place to another has its length, its time and its mode",
        arguments: places,
        [(1.0, 4.0), (5, 4), (10, 8), (30, 4)]
    )
    func walk(place: (Double, Double), quality: (every: Double, noise: Double)) throws {
        var day = MadeDay(at: place, noise: quality.noise, every: quality.every, seed: 3)
        day.stay(1_200)
        day.go(.walk, [(0, 400), (90, 500)], speed: 1.35)
        day.stay(1_200)
        let itinerary = try day.itinerary()
        #expect(letters(itinerary) == "STS")
        let trip = try #require(itinerary.trips.first)
        #expect(abs(trip.meters - 900) < 45, "\(trip.meters)")
        #expect(abs(day.since(trip.from) - day.truth[1].from) < 45)
        #expect(abs(day.since(trip.to) - day.truth[1].to) < 45)
        #expect(modes(trip) == [.walk])
        #expect(trip.legs[0].confidence > 0.8)
        // One thing after the other.
        #expect(itinerary.stays[0].to == trip.from && trip.to == itinerary.stays[1].from)
    }

    @Test("stays lie at their medoid by time, whatever walks up to them")
    func medoid() throws {
        var day = MadeDay(noise: 3, every: 5)
        day.go(.walk, [(90, 300)], speed: 1.2)
        let home = day.fixes[day.fixes.count - 1].place
        day.stay(400)
        day.go(.walk, [(0, 600)], speed: 1.2)
        let stay = try #require(try day.itinerary().stays.first)
        #expect(Geodesic.distance(from: stay.place, to: home).meters < 15)
        #expect(stay.radius.meters < 30)
        #expect(abs(day.since(stay.from) - day.truth[1].from) < 45)
        #expect(abs(day.since(stay.to) - day.truth[1].to) < 45)
    }

    @Test(
        "a day of drift about one place is one stay",
        arguments: [3.0, 10, 25, 50],
        [1.0, 10, 60, 300]
    )
    func drift(noise: Double, every: Double) throws {
        for seed in UInt64(1)...(every == 1 ? 1 : 4) {
            var day = MadeDay(noise: noise, every: every, seed: seed)
            var random = SplitMix64(seed: seed + 100)
            let home = Coordinate(uncheckedLatitude: 48.137, longitude: 11.575)
            while day.seconds < 86_400 {
                day.stay(Double.random(in: 300...3_600, using: &random))
                // A jump of one to three fixes.
                let away = MadeDay.moved(
                    home,
                    Double.random(in: 0..<360, using: &random),
                    Double.random(in: 200...2_000, using: &random)
                )
                let long = every >= 60 ? 1 : Int.random(in: 1...3, using: &random)
                for _ in 0..<long {
                    day.add(away)
                    day.vanish(every)
                }
            }
            let itinerary = try day.itinerary()
            #expect(itinerary.trips.isEmpty, "\(seed): \(itinerary.trips.map(\.meters))")
            #expect(letters(itinerary) == "S", "\(seed)")
        }
    }

    @Test("drift that wanders as a chain of small steps makes no trip")
    func wandering() throws {
        for seed in UInt64(1)...10 {
            var day = MadeDay(noise: 3, every: 30, seed: seed)
            let home = Coordinate(uncheckedLatitude: 48.137, longitude: 11.575)
            var (north, east) = (0.0, 0.0)
            for _ in 0..<2_880 {
                north = 0.97 * north + 12 * day.normal()
                east = 0.97 * east + 12 * day.normal()
                let place = MadeDay.moved(MadeDay.moved(home, 0, max(0, north)), 90, max(0, east))
                day.add(
                    MadeDay.moved(MadeDay.moved(place, 180, max(0, -north)), 270, max(0, -east))
                )
                day.vanish(30)
            }
            let itinerary = try day.itinerary()
            #expect(itinerary.trips.isEmpty, "\(seed): \(itinerary.trips.map(\.meters))")
        }
    }

    @Test("a day of walking, riding and driving is told in its modes", arguments: [1.0, 5, 10])
    func modes(every: Double) throws {
        var right = 0
        for seed in UInt64(1)...5 {
            var day = MadeDay(noise: 4, every: every, seed: seed)
            let blocks = (0..<8).map { (bearing: $0 % 2 == 0 ? 0.0 : 90, meters: 350.0) }
            day.stay(1_800)
            day.go(.bike, blocks, speed: 4.8, push: 0.6)
            day.stay(1_800)
            day.go(.walk, [(10, 250), (80, 150)], speed: 1.35)
            day.go(.drive, blocks + blocks, speed: 13.5, push: 1.8, stops: 10)
            day.go(.walk, [(10, 200)], speed: 1.35)
            day.stay(1_800)
            day.go(.walk, [(200, 300)], speed: 1.35)
            day.go(
                .rail,
                (0..<6).map { (bearing: 200 + 8 * Double($0), meters: 4_500) },
                speed: 36,
                push: 0.6,
                stops: 40
            )
            day.go(.walk, [(200, 300)], speed: 1.35)
            day.stay(1_800)
            let itinerary = try day.itinerary()
            #expect(letters(itinerary) == "STSTSTS")
            let told = itinerary.trips.map(modes)
            let real: [[TransportMode?]] = [
                [.bike], [.walk, .drive, .walk], [.walk, .rail, .walk],
            ]
            if told == real { right += 1 }
            let words = itinerary.trips.map {
                $0.legs.map {
                    "\($0.mode.map(\.rawValue) ?? "-") \(Int(100 * $0.confidence)) \(Int($0.meters))"
                }
            }
            #expect(told == real, "\(seed): \(words)")
            // Boundaries of trips and legs within 120 s.
            let ends = itinerary.trips.flatMap(\.legs).flatMap { [$0.from, $0.to] }
                .map(day.since)
            for moment in day.truth.filter({ $0.mode != nil }).flatMap({ [$0.from, $0.to] }) {
                #expect(ends.contains { abs($0 - moment) < 120 }, "\(seed): \(moment)")
            }
            for (trip, meters) in zip(itinerary.trips, [2_800.0, 6_200, 27_600]) {
                #expect(abs(trip.meters - meters) < 0.04 * meters, "\(trip.meters) \(meters)")
            }
        }
        #expect(right == 5)
    }

    @Test("dark hours are gaps, and neither trips nor stays")
    func gaps() throws {
        var day = MadeDay(noise: 4, every: 10)
        day.stay(1_800)
        day.vanish(4 * 3_600)
        day.stay(1_800)
        day.vanish(3_600, to: 90, 5_000)
        day.stay(1_800)
        let itinerary = try day.itinerary()
        #expect(letters(itinerary) == "SGSGS")
        #expect(itinerary.gaps.map(\.isSamePlace) == [true, false])
        #expect(abs(itinerary.gaps[1].distance.meters - 5_000) < 40)
        #expect(itinerary.trips.isEmpty)
    }

    @Test("a dead zone on the way parts no trip, and is told")
    func deadZone() throws {
        var day = MadeDay(noise: 4, every: 5)
        day.stay(900)
        day.go(.drive, [(0, 3_000)], speed: 14)
        day.vanish(420, to: 0, 5_000)
        day.go(.drive, [(0, 3_000)], speed: 14)
        day.stay(900)
        let itinerary = try day.itinerary()
        #expect(letters(itinerary) == "STS")
        let leg = try #require(itinerary.trips.first?.legs.first)
        #expect(itinerary.trips[0].legs.count == 1)
        #expect(leg.unseenSeconds >= 420 && leg.unseenSeconds < 440)
        #expect(abs(leg.meters - 11_000) < 300)
    }

    @Test("an evening in which a device tells once an hour where it rests is one gap")
    func hourly() throws {
        var day = MadeDay(noise: 5, every: 10)
        day.stay(900)
        for _ in 0..<8 {
            day.vanish(3_600)
            day.stay(10)
        }
        day.vanish(3_600)
        day.stay(900)
        let itinerary = try day.itinerary()
        #expect(letters(itinerary) == "SGS")
        #expect(itinerary.gaps.map(\.isSamePlace) == [true])
    }

    @Test("two days in one file are two days: nothing joins them")
    func days() throws {
        var day = MadeDay(noise: 4, every: 10)
        for number in 0..<2 {
            day.stay(900)
            day.go(.bike, [(Double(number) * 180, 3_000)], speed: 5)
            day.stay(900)
            day.vanish(10 * 3_600)
        }
        #expect(letters(try day.itinerary()) == "STSGSTS")
    }

    @Test("single fixes far off are left out, and the way stays as long as it is")
    func outliers() throws {
        var day = MadeDay(noise: 4, every: 5)
        day.stay(900)
        day.go(.bike, [(0, 2_000)], speed: 5)
        let far = MadeDay.moved(day.fixes[0].place, 70, 400_000)
        day.add(far)
        day.vanish(5)
        day.go(.bike, [(0, 2_000)], speed: 5)
        day.stay(900)
        let itinerary = try day.itinerary()
        #expect(itinerary.outliers.count == 1)
        #expect(letters(itinerary) == "STS")
        #expect(abs((itinerary.trips.first?.meters ?? 0) - 4_000) < 120)
    }

    @Test("a first fix far off is left out too")
    func firstOutlier() throws {
        var day = MadeDay(noise: 4, every: 5)
        day.add(Coordinate(uncheckedLatitude: 0, longitude: 0))
        day.vanish(5)
        day.stay(900)
        let itinerary = try day.itinerary()
        #expect(itinerary.outliers == [0])
        #expect(letters(itinerary) == "S")
    }

    @Test("a flight is a flight, and no row of outliers")
    func flight() throws {
        var day = MadeDay(noise: 5, every: 20)
        day.stay(3_600)
        day.go(.plane, [(45, 800_000)], speed: 230, push: 1.2)
        day.stay(3_600)
        let itinerary = try day.itinerary()
        #expect(itinerary.outliers.isEmpty)
        #expect(letters(itinerary) == "STS")
        #expect(itinerary.trips.map(modes) == [[.plane]])
        #expect(abs((itinerary.trips.first?.meters ?? 0) - 800_000) < 8_000)
    }

    @Test("a slow walk through a park is no stay")
    func slow() throws {
        var day = MadeDay(noise: 4, every: 5)
        day.stay(900)
        day.go(.walk, [(0, 900)], speed: 0.6)
        day.stay(900)
        #expect(letters(try day.itinerary()) == "STS")
    }

    @Test("bad tracks are refused, each in its sentence")
    func refusals() {
        let place = Coordinate(uncheckedLatitude: 52, longitude: 13)
        func fix(_ seconds: Int64, _ place: Coordinate) -> Fix {
            Fix(
                at: Timestamp(millisecondsSince1970: 1_700_000_000_000 + seconds * 1_000),
                place: place
            )
        }
        let segmenter = Segmenter()
        #expect(throws: SegmentingError.tooFewFixes(1)) {
            try segmenter.itinerary(of: [fix(0, place)])
        }
        #expect(throws: SegmentingError.disorder(fix: 1)) {
            try segmenter.itinerary(of: [fix(9, place), fix(0, place)])
        }
        // As light: each fix on the other side of the Earth.
        let light = (0..<40).map { index in
            let latitude = 52 - Double(index * 83 % 90)
            let longitude = Double(index * 71 % 170)
            return fix(
                Int64(index),
                Coordinate(uncheckedLatitude: latitude, longitude: longitude)
            )
        }
        #expect(throws: SegmentingError.self) { try segmenter.itinerary(of: light) }
        var swapped = (0..<20).map { _ in fix(0, place) }
        for index in swapped.indices {
            swapped[index] = fix(
                Int64(index * 10),
                index % 3 == 1 ? Coordinate(uncheckedLatitude: 13, longitude: 52) : place
            )
        }
        #expect((try? segmenter.itinerary(of: swapped))?.swappedOutliers == 7)
    }

    @Test("a million fixes take seconds", .timeLimit(.minutes(3)))
    func many() throws {
        var day = MadeDay(noise: 4, every: 1)
        for _ in 0..<8 {
            day.stay(9_000)
            day.go(.bike, [(30, 4_000)], speed: 5)
        }
        #expect(try day.itinerary().trips.count == 8)
    }
}
