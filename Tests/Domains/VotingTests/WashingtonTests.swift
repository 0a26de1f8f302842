import Geodesy
import Polling
import Testing

/// The real files of Washington, DC, end to end; skipped, with a notice, where they are absent.
@Suite struct WashingtonTests {
    @Test("any place in the city is assigned the station of its precinct")
    func everywhere() async throws {
        guard let city = try await Washington.shared.value else { return }
        for (place, precinct) in try city.places(120, seed: 1) {
            let answer = city.answer(place)
            let assignment = try #require(answer.assignment)
            #expect(assignment.district == precinct.reference)
            #expect(assignment.method == .district)
            // By the file itself, read by other means.
            let names = Set(
                city.stationRows.filter { $0["PRECINCT_N"] == precinct.reference.code }
                    // The importer keeps one blank of "J.O.  WILSON SCHOOL".
                    .compactMap { $0["NAME"]?.replacing("  ", with: " ") }
            )
            #expect(Set(assignment.stations.map(\.station.name)) == names)
            let distance = try #require(assignment.boundaryDistance).meters
            let isWarned = answer.warnings.contains { $0.code == .nearBoundary }
            #expect(isWarned || distance >= 30)
            // In the middle of a precinct another district's boundary may be near.
            let near = try answer.districts.filter {
                try #require(city.guide.districts.whole.boundaryDistance(of: $0.id, from: place))
                    .meters <= 30
            }
            #expect(!isWarned || !near.isEmpty)
        }
    }

    @Test("the ward that holds a station is the ward of its row, for all 551 rows")
    func wards() async throws {
        guard let city = try await Washington.shared.value else { return }
        #expect(city.stationRows.count == 551)
        for row in city.stationRows {
            let place = try Coordinate(
                latitude: try #require(Double(row["LATITUDE"] ?? "")),
                longitude: try #require(Double(row["LONGITUDE"] ?? ""))
            )
            let wards = city.guide.districts.whole.districts(holding: place)
                .filter { $0.reference.type == "ward" }
            #expect(wards.map { "Ward \($0.reference.code)" } == [row["WARD"]])
        }
    }

    @Test("six stations stand outside their precinct, which is said to who votes there")
    func outside() async throws {
        guard let city = try await Washington.shared.value else { return }
        var outside: Set<String> = []
        let map = city.guide.districts.whole
        for row in city.stationRows {
            let place = try Coordinate(
                latitude: try #require(Double(row["LATITUDE"] ?? "")),
                longitude: try #require(Double(row["LONGITUDE"] ?? ""))
            )
            let code = try #require(row["PRECINCT_N"])
            let precincts = map.districts(named: DistrictReference(type: "precinct", code: code))
            #expect(precincts.count == 1)
            if !precincts.contains(where: { $0.area.contains(place) }) { outside.insert(code) }
        }
        #expect(outside.count == 6)
        var told: Set<String> = []
        for district in map.districts where district.reference.type == "precinct" {
            let coverage = try #require(map.coverage(of: district.area))
            let answer = city.answer(coverage.interior)
            #expect(answer.assignment?.district == district.reference)
            if answer.assignment?.station.isOutsideDistrict == true {
                told.insert(district.reference.code)
                #expect(answer.warnings.contains { $0.code == .stationOutsideDistrict })
            }
        }
        #expect(told == outside)
    }

    @Test("on 8 November 2016 the ballot has the city's contests, the ward's, and one of the SMD")
    func ballot() async throws {
        guard let city = try await Washington.shared.value else { return }
        let map = city.guide.districts.whole
        // Wards 2, 4, 7 and 8 elected their member of the council in 2016, and so their ward
        // contests; the file says which.
        let contests = try #require(city.guide.ballots.entry("2016-11-08")).contests
        #expect(contests.count == 308)
        let atLarge = contests.filter { $0.area.district == nil }
        #expect(atLarge.count == 4)
        let smds = map.districts.filter { $0.reference.type == "single_member_district" }
        let wards = map.districts.filter { $0.reference.type == "ward" }
        for (place, _) in try city.places(60, seed: 2) {
            let smd = smds.filter { $0.area.contains(place) }
            let ward = wards.filter { $0.area.contains(place) }
            guard smd.count == 1, ward.count == 1 else { continue }
            let expected = contests.filter { contest in
                guard let district = contest.area.district else { return true }
                return district.code == smd[0].reference.code
                    && district.type == "single_member_district"
                    || district.code == ward[0].reference.code && district.type == "ward"
            }
            #expect(expected.count >= 5)
            #expect(city.answer(place).ballot.contests.map(\.id) == expected.map(\.id))
        }
    }

    @Test(
        "the pairs of precinct and SMD are those of the ballots, and what else overlaps is slivers"
    )
    func pairs() async throws {
        guard let city = try await Washington.shared.value else { return }
        let map = city.guide.districts.whole
        // By the file of results itself, read by other means: in which precincts an SMD was voted on.
        var voted: [String: Set<String>] = [:]
        for row in try city.resultRows() {
            guard let precinct = row["precinct"], let office = row["office"],
                let match = try Regex("ANC - ([0-9][A-Z][0-9]{2})").firstMatch(in: office),
                let code = match.output[1].substring
            else { continue }
            voted[precinct, default: []].insert(String(code))
        }
        #expect(voted.values.reduce(0) { $0 + $1.count } == 551)
        #expect(voted.values.reduce(into: Set()) { $0.formUnion($1) }.count == 296)
        // Each portion of a precinct in the stations' file is the part of an SMD in it.
        let portions = Dictionary(grouping: city.stationRows) { $0["PRECINCT_N"] ?? "" }
        #expect(portions.mapValues(\.count) == voted.mapValues(\.count))
        // Each of them is ground; what else overlaps is rivers and parks, where nobody lives.
        let precincts = map.districts.filter { $0.reference.type == "precinct" }
        for precinct in precincts.enumerated().filter({ $0.offset % 6 == 0 }).map(\.element) {
            let expected = try #require(voted[precinct.reference.code])
            let coverage = try #require(map.coverage(of: precinct.area))
            let smds = coverage.districts.filter { $0.reference.type == "single_member_district" }
            #expect(expected.isSubset(of: Set(smds.map(\.reference.code))))
        }
    }

    @Test("in the Potomac, in Virginia, in the sea and at (0,0) nothing is assigned")
    func elsewhere() async throws {
        guard let city = try await Washington.shared.value else { return }
        for (latitude, longitude, isNear) in [
            (38.80, -77.10, true), (36.85, -75.0, false), (0.0, 0.0, false), (90.0, 0.0, false),
            (-90.0, 45.0, false), (38.9, 180.0, false), (38.9, -180.0, false),
        ] {
            let answer = city.answer(try Coordinate(latitude: latitude, longitude: longitude))
            #expect(answer.assignment == nil)
            #expect(
                answer.warnings.map(\.code)
                    == (isNear ? [.outsideDistricts] : [.outsideDistricts, .noStationNearby])
            )
            #expect(answer.nearby.stations.count == (isNear ? 5 : 0))
            // From (36.85, -75.0) the city is 285 km away.
            #expect(try #require(answer.nearby.nearestDistance).meters > (isNear ? 0 : 250_000))
        }
    }

    @Test("a ZIP code is assigned only where every place in it votes at one station")
    func postcodes() async throws {
        guard let city = try await Washington.shared.value else { return }
        let map = city.guide.districts.whole
        var random = SeededRandom(seed: 3)
        var (assigned, straddling) = (0, 0)
        for zip in map.districts where zip.reference.type == "postcode" {
            let answer = try #require(city.guide.answer(postcode: zip.reference.code))
            let box = try #require(zip.area.boundingBox)
            var precincts: Set<String> = []
            for _ in 0..<80 {
                let place = try Coordinate(
                    latitude: Double.random(in: box.south...box.north, using: &random),
                    longitude: Double.random(in: box.west...box.east, using: &random)
                )
                guard zip.area.contains(place) else { continue }
                for district in map.districts(holding: place)
                where district.reference.type == "precinct" {
                    let distance = map.boundaryDistance(of: district.id, from: place)
                    if let distance, distance.meters > 25 {
                        precincts.insert(district.reference.code)
                    }
                }
            }
            if let assignment = answer.assignment {
                assigned += 1
                #expect(assignment.method == .postcode)
                #expect(precincts.isSubset(of: [assignment.district?.code ?? ""]))
            } else if answer.warnings.contains(where: { $0.code == .straddlingPostcode }) {
                straddling += 1
                #expect(precincts.isSubset(of: Set(answer.choices.map(\.district.code))))
                // Precincts do not overlap, so the parts make no more than the whole.
                let shares = answer.choices.map { $0.share?.fraction ?? 0 }
                #expect(shares == shares.sorted(by: >))
                #expect(shares.reduce(0, +) <= 1.01)
                #expect(answer.choices.allSatisfy { $0.share?.whole != .addresses })
            }
        }
        // Most ZIP codes of the city are one building's.
        #expect(assigned > 100)
        #expect(straddling > 20)
        #expect(city.guide.answer(postcode: "99999") == nil)
    }
}
