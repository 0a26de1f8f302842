import Testing

@Suite struct BallotTests {
    private static let files = [
        "county": "county.geojson", "precinct": "precincts.geojson", "ward": "wards.geojson",
        "school_district": "school-districts.geojson", "city": "cities.geojson",
    ]

    @Test("every contest belongs to an election and to a district that exists")
    func everyContestHasItsDistrict() throws {
        let elections = Set(try County.table("elections.csv").compactMap { $0["id"] })
        #expect(elections == ["2026-general", "2027-special"])
        let codes = try Self.files.mapValues { Set(try County.districts($0).keys) }
        let rows = try County.table("contests.csv")
        for row in rows {
            #expect(elections.contains(row["election"] ?? ""))
            let known = try #require(codes[row["district_type"] ?? ""], "\(row)")
            #expect(known.contains(row["district_code"] ?? ""), "\(row)")
        }
        #expect(Set(rows.compactMap { $0["district_type"] }) == Set(Self.files.keys))
        #expect(Set(rows.compactMap { $0["election"] }) == elections)
    }

    @Test("candidates of a contest are numbered from one, once each, enough for its seats")
    func candidatesAreNumbered() throws {
        let rows = try County.table("contests.csv")
        let contests = Dictionary(grouping: rows) {
            "\($0["election"] ?? "")/\($0["contest_id"] ?? "")"
        }
        #expect(contests.count == 26)
        for (contest, candidates) in contests {
            #expect(candidates.map { $0["order"] } == (1...candidates.count).map { String($0) })
            #expect(Set(candidates.map { $0["contest"] }).count == 1, "\(contest)")
            let seats = try #require(Int(candidates[0]["vote_for"] ?? ""))
            #expect(seats >= 1 && seats <= candidates.count)
        }
        #expect(Set(rows.map { $0["candidate"] }).count == rows.count)
    }

    @Test("two measures, each in English and in Spanish, whole")
    func twoMeasures() throws {
        let rows = try County.table("measures.csv")
        let measures = Dictionary(grouping: rows) { $0["measure_id"] ?? "" }
        #expect(measures.count == 2)
        for versions in measures.values {
            #expect(versions.compactMap { $0["language"] } == ["en", "es"])
            #expect(Set(versions.map { $0["district_code"] }).count == 1)
        }
        let codes = try Self.files.mapValues { Set(try County.districts($0).keys) }
        for row in rows {
            #expect(row.values.allSatisfy { !$0.isEmpty }, "\(row)")
            #expect(codes[row["district_type"] ?? ""]?.contains(row["district_code"] ?? "") == true)
        }
        #expect(rows.contains { $0["text"]?.contains("\n\n") == true })
    }
}
