import Geodesy
import Mobility
import Testing
import Timekeeping
import Trajectories

/// What becomes of trips when fixes go, come late, or come while a trip that was changed goes on.
@Suite struct LostFixesTests {
    /// 2026-03-01T00:00:00Z.
    private static let begin: Int64 = 1_772_323_200_000

    private static func at(_ minutes: Double) -> Timestamp {
        Timestamp(millisecondsSince1970: begin + Int64(minutes * 60_000))
    }

    private static let rule = ScoreRule(FactorTable())

    private static func context(_ id: String = "x") -> EditContext {
        EditContext(rule: rule, now: at(400_000), freshID: id)
    }

    /// Twenty minutes at one place, a walk to the north at 1.4 m/s, and a stay; a fix in 15 seconds.
    private func walk(from start: Double, minutes: Int, rest: Int = 20) throws -> [Fix] {
        try (0..<(20 + minutes + rest) * 4).map { quarter in
            let walked = max(0, min(quarter - 80, minutes * 4))
            return Fix(
                at: Self.at(start + Double(quarter) / 4),
                place: try Coordinate(
                    latitude: 43.7 + Double(walked) * 21 / 111_000,
                    longitude: 7.4
                ),
                accuracyMeters: 5
            )
        }
    }

    /// Tells fixes apart of which some were told apart before.
    private func take(
        _ fixes: [Fix],
        known: [Fix] = [],
        isOver: Bool = true,
        into log: inout TravelLog
    ) throws {
        let itinerary = try Segmenter().itinerary(of: fixes)
        let (first, last) = (try #require(fixes.first), try #require(fixes.last))
        var context = FindingContext(rule: Self.rule)
        context.isOver = isOver
        context.moments = KeptMoments(all: fixes.map(\.at), known: known.map(\.at))
        var number = log.trips.count
        try log.take(itinerary, from: first.at, to: last.at, in: context) {
            number += 1
            return "t\(number)"
        }
        log.settledTo = last.at
    }

    @Test(
        "Trips of which all or a part of the fixes are gone stay as they are, whatever comes late",
        arguments: [0.0, 0.3, 0.6, 0.99]
    )
    func staysAsItIs(left: Double) throws {
        let days = try walk(from: 0, minutes: 30) + walk(from: 1_440, minutes: 40)
        var log = TravelLog()
        try take(days, into: &log)
        #expect(log.trips.count == 2)
        let (trips, total, stays) = (log.trips, log.total, log.stays.count { $0.kind == .stay })
        let kept = Array(days.suffix(Int(Double(days.count) * left)))
        let late = try walk(from: 4_320, minutes: 20)
        try take(kept + late, known: kept, into: &log)
        for (id, trip) in trips where left < 0.5 || id == "t1" {
            #expect(log.trips[id] == trip, "\(left)")
        }
        #expect(log.trips.count == 3)
        let added = log.trips.values.first { $0.startedAt >= Self.at(4_320) }
        #expect(log.total == total + (added?.avoided ?? .zero))
        #expect(log.stays.count { $0.kind == .stay } >= stays)
    }

    @Test("A late fix whose neighbours are all there finds a trip anew under its id")
    func findsAnew() throws {
        let fixes = try walk(from: 0, minutes: 30)
        let late = fixes.enumerated().filter { $0.offset % 7 == 3 }.map(\.element)
        let known = fixes.enumerated().filter { $0.offset % 7 != 3 }.map(\.element)
        var log = TravelLog()
        try take(known, into: &log)
        let before = try #require(log.trips["t1"])
        try take(fixes, known: known, into: &log)
        let after = try #require(log.trips["t1"])
        #expect(log.trips.count == 1 && late.count > 30)
        #expect((after.fixes ?? 0) > (before.fixes ?? 0))
    }

    @Test("A trip that is corrected while it goes on ends, is scored, and later ones are found")
    func endsCorrected() throws {
        let whole = try walk(from: 0, minutes: 30)
        let begun = whole.filter { $0.at < Self.at(40) }
        var log = TravelLog()
        try take(begun, isOver: false, into: &log)
        #expect(log.ongoing?.id == "t1")
        var draft = TripDraft()
        draft.form = .running
        _ = try log.patch("t1", draft, in: Self.context())
        let next = try walk(from: 1_440, minutes: 20)
        try take(whole + next, known: begun, into: &log)
        let trip = try #require(log.trips["t1"])
        #expect(trip.state == .ended && trip.legs.map(\.form) == [.running])
        #expect(trip.legs[0].score != nil && trip.legs[0].modeSource == .user)
        #expect(abs(trip.meters - 2_520) < 200, "\(trip.meters)")
        let end = try #require(trip.endedAt)
        #expect(abs(end.milliseconds(since: Self.at(50))) < 120_000)
        #expect(log.trips.count == 2)
        #expect(log.trips.values.allSatisfy { $0.state == .ended })
    }

    @Test("A trip that goes on while its fixes go ends where it was seen last")
    func endsUnseen() throws {
        var log = TravelLog()
        let begun = try walk(from: 0, minutes: 30).filter { $0.at < Self.at(40) }
        try take(begun, isOver: false, into: &log)
        let next = try walk(from: 1_440, minutes: 20)
        try take(next, into: &log)
        #expect(log.trips.count == 2 && log.ongoing == nil)
        #expect(log.trips["t1"]?.endedAt == begun.last?.at)
        #expect(log.trips["t1"]?.legs.last?.score != nil)
    }

    @Test("A forgotten Stop ends with the stay that follows, and takes no later trip away")
    func endsForgotten() throws {
        let fixes = try walk(from: 0, minutes: 30) + walk(from: 1_440, minutes: 20)
        var log = TravelLog()
        var draft = TripDraft()
        (draft.form, draft.startedAt) = (.running, Self.at(15))
        let told = try log.add(draft, in: Self.context("told"))
        #expect(told.state == .ongoing)
        let own = fixes.filter { $0.at >= Self.at(15) }
        let ended = try log.endForgotten(
            try Segmenter().itinerary(of: own),
            leastStaySeconds: 300,
            isOver: true,
            in: Self.context()
        ) { from, to in
            let way = Segmenter().way(of: fixes.filter { from <= $0.at && $0.at <= to })
            return SeenWay(meters: way.meters, line: way.line, fixes: 1)
        }
        let trip = try #require(ended)
        #expect(trip.endedItself && trip.legs[0].form == .running && trip.legs[0].score != nil)
        #expect(abs(trip.meters - 2_520) < 130, "\(trip.meters)")
        #expect(abs(try #require(trip.endedAt).milliseconds(since: Self.at(50))) < 120_000)
        try take(fixes, into: &log)
        #expect(log.trips.count == 2)
        // Its owner may still say when it was over.
        var end = TripDraft()
        end.endedAt = Self.at(45)
        let said = try log.end("told", end, seen: nil, in: Self.context())
        #expect(said.endedAt == Self.at(45) && !said.endedItself)
        #expect(throws: TripFault.notOngoing("told")) {
            try log.end("told", end, seen: nil, in: Self.context())
        }
    }

    @Test("Fixes that come late make a told trip as long as it was, and fewer ones do not")
    func measuresLate() throws {
        var log = TravelLog()
        var draft = TripDraft()
        draft.form = .biking
        (draft.startedAt, draft.endedAt) = (Self.at(0), Self.at(20))
        _ = try log.add(draft, in: Self.context("a"))
        func measure(_ meters: Double, _ fixes: Int) throws -> Bool {
            let way = SeenWay(meters: meters, line: [], fixes: fixes)
            return try log.measure("a", by: way, in: Self.context())
        }
        #expect(try measure(1_300, 60))
        #expect(try measure(5_400, 240))
        #expect(log.trips["a"]?.meters == 5_400 && log.total != .zero)
        #expect(try !measure(5_400, 240))
        // Some are gone, and others came.
        #expect(try !measure(900, 250))
        #expect(log.trips["a"]?.meters == 5_400)
        var told = TripDraft()
        told.meters = 6_000
        _ = try log.patch("a", told, in: Self.context())
        #expect(try !measure(7_000, 300))
    }

    @Test("What an import brought goes with it, and nothing else")
    func undoes() throws {
        var log = TravelLog()
        let own = try walk(from: 0, minutes: 30)
        try take(own, into: &log)
        let before = log
        for (number, day) in [("first", 10.0), ("second", 20.0)] {
            let fixes = try walk(from: 1_440 * day, minutes: 25)
            var context = FindingContext(rule: Self.rule)
            (context.source, context.importNumber) = (.imported, number)
            try log.take(
                try Segmenter().itinerary(of: fixes),
                from: fixes[0].at,
                to: fixes[fixes.count - 1].at,
                in: context
            ) { number }
        }
        // Another history of the same time leaves what is there.
        #expect(log.trips.count == 3 && log.stays.count == before.stays.count + 4)
        #expect(log.undoImport("first", moments: []) == 1)
        #expect(log.undoImport("second", moments: []) == 1)
        #expect(log.trips == before.trips && log.total == before.total && log.stays == before.stays)
        #expect(log.undoImport("second", moments: []) == 0)
    }
}
