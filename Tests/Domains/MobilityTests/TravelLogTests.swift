import Agenda
import Geodesy
import Mobility
import Testing
import Timekeeping
import Trajectories

@Suite struct TravelLogTests {
    /// 2026-03-01T00:00:00Z.
    private static let begin: Int64 = 1_772_323_200_000

    private static func at(_ minutes: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: begin + minutes * 60_000)
    }

    private static func context(_ id: String, now minutes: Int64 = 400_000) -> EditContext {
        EditContext(rule: ScoreRule(FactorTable()), now: at(minutes), freshID: id)
    }

    private func past(
        _ log: inout TravelLog,
        _ id: String,
        _ from: Int64,
        _ to: Int64,
        meters: Double = 1_000,
        form: TravelForm? = .biking
    ) throws -> Trip {
        var draft = TripDraft()
        draft.form = form
        (draft.startedAt, draft.endedAt) = (Self.at(from), Self.at(to))
        draft.meters = meters
        return try log.add(draft, in: Self.context(id))
    }

    /// What a log has to be at any moment.
    private func check(_ log: TravelLog) {
        let sum = log.trips.values.reduce(Grams.zero) { sum, trip in
            trip.legs.reduce(sum) { $0 + ($1.score?.avoided ?? .zero) }
        }
        #expect(log.total == sum)
        #expect(log.trips.values.count { $0.state == .ongoing } <= 1)
        for trip in log.trips.values where trip.state == .ended {
            #expect(trip.legs.allSatisfy { $0.score != nil && $0.to != nil })
        }
    }

    @Test("After 10,000 edits by chance the total is the sum in exact grams, and so is the graph's")
    func staysExact() throws {
        var chance = Chance(seed: 28)
        var log = TravelLog()
        var car = Vehicle(id: "v", name: "Car", kind: .car, form: .car, fuel: .gasoline)
        car.milesPerGallon = 27.3
        log.vehicles["v"] = car
        var number = 0
        for _ in 0..<10_000 {
            number += 1
            let ids = log.trips.keys.sorted()
            let id = ids.randomElement(using: &chance) ?? "none"
            var draft = TripDraft()
            if Bool.random(using: &chance) {
                draft.form = TravelForm.allCases.randomElement(using: &chance)
            }
            if draft.form == nil, Bool.random(using: &chance) { draft.vehicle = "v" }
            if Bool.random(using: &chance) {
                draft.meters = .random(in: 0...80_000, using: &chance)
            }
            if Bool.random(using: &chance) { draft.occupants = .random(in: 0...5, using: &chance) }
            if Bool.random(using: &chance) {
                draft.replaced = TravelForm.allCases.randomElement(using: &chance)
            }
            let before = log
            let context = Self.context("t\(number)")
            do throws(TripFault) {
                switch Int.random(in: 0..<8, using: &chance) {
                case 0, 1:
                    draft.startedAt = Self.at(.random(in: 0...300_000, using: &chance))
                    draft.endedAt = draft.startedAt?.adding(
                        milliseconds: 60_000 * .random(in: 1...500, using: &chance)
                    )
                    _ = try log.add(draft, in: context)
                case 2: _ = try log.add(draft, in: context)
                case 3: _ = try log.end(id, draft, seen: nil, in: context)
                case 4, 5: _ = try log.patch(id, draft, in: context)
                case 6:
                    let moment = Self.at(.random(in: 0...300_000, using: &chance))
                    let middle = log.trips[id].flatMap { trip -> Timestamp? in
                        guard let end = trip.endedAt else { return nil }
                        return trip.startedAt.adding(
                            milliseconds: end.milliseconds(since: trip.startedAt) / 2
                        )
                    }
                    _ = try log.split(id, at: middle ?? moment, in: context)
                default:
                    if Bool.random(using: &chance) {
                        try log.remove(id)
                    } else {
                        let next = log.trips(from: nil, to: nil).drop { $0.id != id }.prefix(2)
                        _ = try log.merge(next.map(\.id), in: context)
                    }
                }
            } catch {
                // What is refused changes nothing.
                #expect(log.trips == before.trips && log.total == before.total)
                #expect(log.changes == before.changes)
            }
        }
        #expect(log.trips.count > 500)
        check(log)
        // Clocks are set forward on 29 March of 2026 there and back on 25 October.
        let zone = try #require(ZoneRules(named: "Europe/Berlin"))
        for interval in SeriesInterval.allCases {
            let scores = log.trips.values.map { (at: $0.startedAt, avoided: $0.avoided) }
            let steps = try #require(
                ScoreSeries.steps(
                    from: Self.at(0),
                    to: Self.at(400_001),
                    by: interval,
                    in: zone,
                    of: scores
                )
            )
            #expect(steps.reduce(.zero) { $0 + $1.avoided } == log.total, "\(interval)")
            #expect(steps.reduce(0) { $0 + $1.trips } == log.trips.count)
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.to == $1.from })
        }
    }

    @Test("A second trip that goes on is refused, and nothing is changed")
    func refusesASecond() throws {
        var log = TravelLog()
        let first = try log.add(TripDraft(), in: Self.context("a"))
        #expect(first.state == .ongoing && first.legs[0].modeSource == .byDefault)
        #expect(throws: TripFault.alreadyOngoing("a")) {
            try log.add(TripDraft(), in: Self.context("b"))
        }
        #expect(log.trips.count == 1 && log.total == .zero)
        // A past one may be added meanwhile.
        _ = try past(&log, "c", 0, 10)
        check(log)
    }

    @Test("Without a form the default vehicle counts, and its miles a gallon")
    func takesDefaults() throws {
        var log = TravelLog()
        var car = Vehicle(id: "v", name: "Car", kind: .car, form: .car, fuel: .gasoline)
        car.milesPerGallon = 10
        log.vehicles["v"] = car
        log.settings.defaultVehicle = "v"
        let trip = try past(&log, "a", 0, 10, meters: 1_609.344, form: nil)
        #expect(trip.legs[0].vehicle == "v" && trip.legs[0].modeSource == .byDefault)
        #expect(trip.legs[0].score?.used.grams == Grams(milligrams: 888_700))
    }

    @Test("Halves of a split keep length and line, and merge again to the same score")
    func splitsAndMerges() throws {
        var log = TravelLog()
        _ = try past(&log, "a", 0, 60, meters: 10_000)
        let total = log.total
        let (one, other) = try log.split("a", at: Self.at(15), in: Self.context("b"))
        #expect(one.id == "a" && other.id == "b")
        #expect(one.meters == 2_500 && other.meters == 7_500)
        #expect(one.endedAt == Self.at(15) && other.startedAt == Self.at(15))
        check(log)
        let whole = try log.merge(["b", "a"], in: Self.context("c"))
        #expect(whole.id == "a" && whole.legs.count == 2 && log.trips.count == 1)
        #expect((log.total.milligrams - total.milligrams).magnitude <= 4)
        #expect(whole.boundaryEdits == [.split, .split, .merged])
        #expect(log.changes.removed == ["b"])
    }

    @Test("A merge over another trip between is refused")
    func refusesMerge() throws {
        var log = TravelLog()
        for (id, from) in [("a", Int64(0)), ("b", 100), ("c", 200)] {
            _ = try past(&log, id, from, from + 10)
        }
        #expect(throws: TripFault.notNeighbours("b")) {
            try log.merge(["a", "c"], in: Self.context("x"))
        }
        #expect(throws: TripFault.nothingToMerge) {
            try log.merge(["a", "a"], in: Self.context("x"))
        }
        #expect(log.trips.count == 3)
    }

    @Test(
        "Ends that cannot be are refused with what is allowed",
        arguments: [(Int64(-20_000_000), Int64(0)), (10, 5), (0, 50_000), (500_000, 500_001)]
    )
    func refusesTimes(from: Int64, to: Int64) throws {
        var log = TravelLog()
        #expect(throws: TripFault.self) { try past(&log, "a", from, to) }
        #expect(log.trips.isEmpty && log.changes.isEmpty)
    }

    // MARK: What fixes tell

    /// A walk of some minutes to the north at 1.4 m/s between stays of 20 minutes, a fix in 15 seconds.
    private func day(from start: Int64, walk minutes: Int64) throws -> [Fix] {
        var fixes: [Fix] = []
        let end = 20 + minutes + 20
        for quarter in 0..<(end * 4) {
            let walked = max(0, min(quarter - 80, minutes * 4))
            fixes.append(
                Fix(
                    at: Timestamp(
                        millisecondsSince1970: Self.begin + start * 60_000 + quarter * 15_000
                    ),
                    place: try Coordinate(
                        latitude: 43.7 + Double(walked) * 21 / 111_000,
                        longitude: 7.4
                    ),
                    accuracyMeters: 5
                )
            )
        }
        return fixes
    }

    private func take(_ fixes: [Fix], into log: inout TravelLog, _ prefix: String) throws {
        let itinerary = try Segmenter().itinerary(of: fixes)
        let (first, last) = (try #require(fixes.first), try #require(fixes.last))
        var number = 0
        try log.take(
            itinerary,
            from: first.at,
            to: last.at,
            in: FindingContext(rule: ScoreRule(FactorTable()))
        ) {
            number += 1
            return "\(prefix)\(number)"
        }
    }

    @Test("What was corrected stays so when fixes are told apart anew")
    func keepsCorrections() throws {
        let fixes = try day(from: 0, walk: 30)
        var log = TravelLog()
        try take(fixes, into: &log, "a")
        #expect(log.trips.count == 1 && log.stays.count == 2)
        let found = try #require(log.trips.values.first)
        #expect(found.legs.map(\.form) == [.walking] && found.source == .auto)
        #expect(abs(found.meters - 2_520) < 130)
        // Found again, it is the same trip.
        try take(fixes, into: &log, "b")
        #expect(log.trips.keys.sorted() == ["a1"])
        var draft = TripDraft()
        draft.form = .running
        draft.meters = 3_000
        _ = try log.patch("a1", draft, in: Self.context("x"))
        try take(fixes, into: &log, "c")
        #expect(log.trips["a1"]?.legs[0].form == .running && log.trips["a1"]?.meters == 3_000)
        _ = try log.split("a1", at: Self.at(35), in: Self.context("half"))
        try take(fixes, into: &log, "d")
        #expect(log.trips.keys.sorted() == ["a1", "half"])
        _ = try log.merge(["a1", "half"], in: Self.context("x"))
        try take(fixes, into: &log, "e")
        #expect(log.trips.keys.sorted() == ["a1"])
        try log.remove("a1")
        try take(fixes, into: &log, "f")
        #expect(log.trips.isEmpty && log.total == .zero)
        check(log)
    }

    @Test(
        "A day of drift about one place makes no trip and no hundred metres",
        arguments: 0..<6 as Range<UInt64>
    )
    func drifts(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let home = try Coordinate(latitude: 43.7, longitude: 7.4)
        let noise = [3.0, 8, 15, 25, 35, 50][Int(seed)]
        var fixes: [Fix] = []
        var (north, east) = (0.0, 0.0)
        for minute in 0..<1_440 {
            // Drift wanders and comes back; a fix in a hundred jumps as far as 2 km.
            north = 0.8 * north + 0.6 * noise * chance.normal()
            east = 0.8 * east + 0.6 * noise * chance.normal()
            let jumps = Int.random(in: 0..<100, using: &chance) == 0
            let far = jumps ? Double.random(in: 200...2_000, using: &chance) : 0
            fixes.append(
                Fix(
                    at: Self.at(Int64(minute)),
                    place: try Coordinate(
                        latitude: home.latitude + (north + far) / 111_000,
                        longitude: home.longitude + east / 80_000
                    ),
                    accuracyMeters: noise
                )
            )
        }
        var log = TravelLog()
        try take(fixes, into: &log, "drift")
        let meters = log.trips.values.reduce(0) { $0 + $1.meters }
        #expect(log.trips.isEmpty && meters < 100, "\(meters) m")
    }

    @Test("A simplified line stays within its distance")
    func simplifies() throws {
        var chance = Chance(seed: 3)
        var line: [Coordinate] = []
        for step in 0..<500 {
            line.append(
                try Coordinate(
                    latitude: 43.7 + 0.0001 * Double(step),
                    longitude: 7.4 + 0.00005 * chance.normal()
                )
            )
        }
        let simple = TravelLine.simplified(line, meters: 10)
        #expect(simple.count < line.count && simple.first == line.first && simple.last == line.last)
        for place in line {
            var nearest = Double.infinity
            for (start, end) in zip(simple, simple.dropFirst()) {
                let (north, east) = (
                    end.latitude - start.latitude, end.longitude - start.longitude
                )
                for step in 0...50 {
                    let part = Double(step) / 50
                    let middle = Coordinate(
                        uncheckedLatitude: start.latitude + part * north,
                        longitude: start.longitude + part * east
                    )
                    let meters = Geodesic.distance(from: place, to: middle).meters
                    nearest = min(nearest, meters)
                }
            }
            #expect(nearest < 12)
        }
    }
}
