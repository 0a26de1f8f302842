import Agenda
import Testing

@Suite struct RecurrenceRuleTests {
    private func starts(
        _ rule: String,
        from start: String,
        zone: String = "Europe/Berlin",
        limit: Int = 1_000
    ) throws -> [String] {
        let first = try #require(WrittenTime(parsing: start)).wall
        return try RecurrenceRule(parsing: rule)
            .starts(from: first, zone: ZoneRules(named: zone), limit: limit).map { "\($0)" }
    }

    // The first three are examples of RFC 5545, section 3.8.5.3, by other dates.
    @Test("daily and weekly rules give their dates, the end included")
    func rules() throws {
        #expect(
            try starts("FREQ=DAILY;COUNT=3", from: "2026-03-28T09:00")
                == ["2026-03-28T09:00:00", "2026-03-29T09:00:00", "2026-03-30T09:00:00"]
        )
        // 09:00 in Berlin is 07:00 in UTC.
        #expect(
            try starts("FREQ=DAILY;INTERVAL=2;UNTIL=20260605T070000Z", from: "2026-06-01T09:00")
                == ["2026-06-01T09:00:00", "2026-06-03T09:00:00", "2026-06-05T09:00:00"]
        )
        #expect(
            try starts("FREQ=DAILY;UNTIL=20260602T065959Z", from: "2026-06-01T09:00").count == 1
        )
        // A Monday; every other week from the week that begins on Sunday or on Monday.
        let twice = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=MO,SU"
        #expect(
            try starts(twice, from: "2026-06-01T09:00")
                == [
                    "2026-06-01T09:00:00", "2026-06-07T09:00:00", "2026-06-15T09:00:00",
                    "2026-06-21T09:00:00",
                ]
        )
        #expect(
            try starts(twice + ";WKST=SU", from: "2026-06-01T09:00")
                == [
                    "2026-06-01T09:00:00", "2026-06-14T09:00:00", "2026-06-15T09:00:00",
                    "2026-06-28T09:00:00",
                ]
        )
        #expect(
            try starts("FREQ=WEEKLY;UNTIL=20260615", from: "2026-06-01")
                == ["2026-06-01T00:00:00", "2026-06-08T00:00:00", "2026-06-15T00:00:00"]
        )
        #expect(
            try starts("FREQ=DAILY;BYDAY=MO;COUNT=2", from: "2026-06-01T09:00")
                == ["2026-06-01T09:00:00", "2026-06-08T09:00:00"]
        )
    }

    @Test(
        "rules that are not read say so",
        arguments: [
            ("FREQ=MONTHLY;COUNT=3", .notRead), ("FREQ=WEEKLY;BYDAY=1MO;COUNT=3", .notRead),
            ("FREQ=DAILY;BYHOUR=9;COUNT=3", .notRead), ("COUNT=3", .notRead), ("", .notRead),
            ("FREQ=DAILY;COUNT=0", .notRead), ("FREQ=DAILY;INTERVAL=-1;COUNT=3", .notRead),
            ("FREQ=DAILY;COUNT=3;COUNT=4", .notRead), ("FREQ=DAILY;UNTIL=soon", .notRead),
            ("FREQ=WEEKLY;BYDAY=TU;COUNT=3", .notRead), ("FREQ=DAILY", .endless),
            ("FREQ=DAILY;UNTIL=20260531", .notRead),
            ("FREQ=DAILY;UNTIL=20260601T065959Z", .notRead),
            ("FREQ=DAILY;COUNT=1001", .tooLong), ("FREQ=DAILY;UNTIL=99991231", .tooLong),
            ("FREQ=DAILY;COUNT=99999999999999999999", .notRead),
        ] as [(String, RecurrenceRule.Fault)]
    )
    func faults(rule: String, fault: RecurrenceRule.Fault) {
        // A Monday.
        #expect(throws: fault) { try starts(rule, from: "2026-06-01T09:00") }
    }
}
