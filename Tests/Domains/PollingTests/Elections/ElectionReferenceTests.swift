import Datasets
import Polling
import Testing

/// Which elections a reference means.
@Suite struct ElectionReferenceTests {
    private static func election(
        _ key: String,
        _ name: String,
        _ day: String,
        in dataset: String = "e"
    ) throws -> Election {
        Election(
            dataset: try DatasetName(dataset),
            key: key,
            name: LocalizedText(name),
            date: CalendarDate(parsing: day)
        )
    }

    @Test(
        "a key goes before a name, and a name counts where one key has it, or the day tells which",
        arguments: [
            ("2026-11-03", nil, ["a.2026-11-03", "b.2026-11-03"]),
            ("city election", nil, ["a.2026-11-03"]), ("Spring", nil, []),
            ("SPRING", "2027-03-02", ["a.2027-03-02"]), ("Spring", "2029-03-02", []),
            // Two counties publish one election under one key.
            ("General", nil, ["a.2028-11-07", "b.2028-11-07"]),
            // A key that another election has for a name.
            ("runoff", nil, ["a.runoff"]), ("unknown", nil, []),
        ]
    )
    func meant(name: String, day: String?, ids: [String]) throws {
        let elections = try [
            Self.election("2026-11-03", "City Election", "2026-11-03", in: "a"),
            Self.election("2026-11-03", "County Election", "2026-11-03", in: "b"),
            Self.election("2027-03-02", "Spring", "2027-03-02", in: "a"),
            Self.election("2028-03-07", "Spring", "2028-03-07", in: "a"),
            Self.election("2028-11-07", "General", "2028-11-07", in: "a"),
            Self.election("2028-11-07", "General", "2028-11-07", in: "b"),
            Self.election("runoff", "Second round", "2028-12-05", in: "a"),
            Self.election("second", "Runoff", "2028-12-06", in: "a"),
        ]
        let reference = ElectionReference(key: name, date: day.flatMap(CalendarDate.init(parsing:)))
        #expect(reference.meant(among: elections).map(\.id.rawValue) == ids)
    }

    @Test("a reference whose key is its day means the election of its name, or key, on that day")
    func byDay() throws {
        let elections = try [
            Self.election("general-2027", "General Election", "2027-11-02"),
            Self.election("general-2028", "General Election", "2028-11-07"),
            Self.election("city", "City", "2027-11-02"),
        ]
        func ids(_ day: String, _ name: String?) -> [String] {
            ElectionReference(key: day, name: name, date: CalendarDate(parsing: day))
                .meant(among: elections).map(\.key)
        }
        #expect(ids("2027-11-02", "general election") == ["general-2027"])
        #expect(ids("2028-11-07", "General Election") == ["general-2028"])
        #expect(ids("2027-11-02", "city") == ["city"])
        #expect(ids("2029-11-06", "General Election") == [])
        #expect(ids("2027-11-02", nil) == [])
    }
}
