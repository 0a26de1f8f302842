import Geodesy
import Mobility
import Testing
import Timekeeping
import Trajectories

/// Trips that are told twice, over one another, or as nobody goes.
@Suite struct TripBoundsTests {
    private static func at(_ minutes: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: 1_772_323_200_000 + minutes * 60_000)
    }

    private static func context(_ id: String) -> EditContext {
        EditContext(rule: ScoreRule(FactorTable()), now: at(500_000), freshID: id)
    }

    private func draft(
        _ form: TravelForm,
        _ from: Int64,
        _ to: Int64,
        _ meters: Double?
    ) -> TripDraft {
        var draft = TripDraft()
        (draft.form, draft.meters) = (form, meters)
        (draft.startedAt, draft.endedAt) = (Self.at(from), Self.at(to))
        return draft
    }

    @Test("A past trip that is told again is there once; another one is another one")
    func countsOnce() throws {
        var log = TravelLog()
        for id in ["a", "b", "c"] {
            let trip = try log.add(draft(.biking, 0, 30, 5_000), in: Self.context(id))
            #expect(trip.id == "a")
        }
        #expect(log.trips.count == 1)
        _ = try log.add(draft(.biking, 0, 30, 5_001), in: Self.context("d"))
        #expect(log.trips.count == 2)
    }

    @Test("A trip that is told takes the place of those that were found there, at once")
    func replaces() throws {
        var fixes: [Fix] = []
        for quarter in 0..<280 {
            let north = 43.7 + Double(max(0, min(quarter - 80, 120))) * 21 / 111_000
            fixes.append(
                Fix(
                    at: Timestamp(
                        millisecondsSince1970: Self.at(0).millisecondsSince1970
                            + Int64(quarter) * 15_000
                    ),
                    place: try Coordinate(latitude: north, longitude: 7.4),
                    accuracyMeters: 5
                )
            )
        }
        var log = TravelLog()
        try log.take(
            try Segmenter().itinerary(of: fixes),
            from: Self.at(0),
            to: Self.at(70),
            in: FindingContext(rule: ScoreRule(FactorTable()))
        ) { "found" }
        #expect(log.trips.keys.sorted() == ["found"])
        let told = try log.add(draft(.walking, 20, 50, 2_500), in: Self.context("told"))
        #expect(log.trips.keys.sorted() == ["told"] && log.total == told.avoided)
    }

    @Test(
        "A length that nobody goes in the time is refused, with what is allowed",
        arguments: [
            (TravelForm.walking, Int64(60), 40_000_000.0), (.walking, 60, 20_000),
            (.biking, 60, 100_000), (.car, 60, 400_000), (.train, 60, 700_000),
            (.plane, 60, 1_400_000),
        ]
    )
    func refusesSpeeds(form: TravelForm, minutes: Int64, meters: Double) throws {
        var log = TravelLog()
        let fault = #expect(throws: TripFault.self) {
            try log.add(draft(form, 0, minutes, meters), in: Self.context("a"))
        }
        guard case .badMember(let name, let value, let allowed)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(name == "distance_m" && value == "\(meters)")
        #expect(allowed.contains("km/h") && allowed.contains(form.rawValue))
        #expect(log.trips.isEmpty && log.changes.isEmpty)
        // A correction is held to the same.
        _ = try log.add(draft(form, 0, minutes, 1_000), in: Self.context("b"))
        var told = TripDraft()
        told.meters = meters
        #expect(throws: TripFault.self) { try log.patch("b", told, in: Self.context("x")) }
        #expect(log.trips["b"]?.meters == 1_000)
    }

    @Test("A merge is as long as a trip may be")
    func boundsMerges() throws {
        var log = TravelLog()
        _ = try log.add(draft(.bus, 0, 10, 100), in: Self.context("a"))
        _ = try log.add(draft(.bus, 300 * 1_440, 300 * 1_440 + 10, 100), in: Self.context("b"))
        let fault = #expect(throws: TripFault.self) {
            try log.merge(["a", "b"], in: Self.context("x"))
        }
        guard case .badMember(let name, _, let allowed)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(name == "ids" && allowed.contains("31 days") && log.trips.count == 2)
    }
}
