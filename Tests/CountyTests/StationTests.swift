import Foundation
import Testing

@Suite struct StationTests {
    @Test("120 stations of four types, every id and name once, every place in the county")
    func stationsAreWhole() throws {
        let stations = try County.table("stations.csv")
        let county = try #require(County.districts("county.geojson")["990"])
        #expect(stations.count == 120)
        #expect(Set(stations.map { $0["id"] }).count == 120)
        #expect(Set(stations.map { $0["name"] }).count == 120)
        let types = Dictionary(grouping: stations) { $0["station_type"] ?? "" }.mapValues(\.count)
        #expect(
            types == ["polling place": 110, "early voting": 8, "vote center": 1, "mobile": 1]
        )
        for station in stations {
            #expect(station["fictional"] == "yes")
            #expect(["yes", "no", "unknown"].contains(station["wheelchair_accessible"]))
            if let place = Place(station) {
                #expect(covers(county, place), "\(station)")
            } else {
                #expect(station["station_type"] == "mobile")
                #expect(station["latitude"] == "" && station["longitude"] == "")
            }
        }
    }

    @Test("every station stands in its precincts, but for one across the road from it")
    func everyStationStandsInItsPrecinct() throws {
        let precincts = try County.districts("precincts.geojson")
        var outside: [[String: String]] = []
        for station in try County.table("stations.csv") {
            guard let place = Place(station) else { continue }
            let codes = (station["precinct"] ?? "").split(separator: ";").map(String.init)
            #expect(codes.isEmpty == (station["station_type"] != "polling place"))
            for code in codes { #expect(precincts[code] != nil, "\(code)") }
            if !codes.isEmpty && !codes.contains(where: { covers(precincts[$0] ?? [], place) }) {
                outside.append(station)
            }
        }
        let station = try #require(outside.first)
        #expect(outside.count == 1)
        #expect(station["notes"] == "Stands across the road from its precinct")
        let place = try #require(Place(station))
        let rings = try #require(precincts[station["precinct"] ?? ""]).joined()
        let distance = rings.flatMap { zip($0, $0.dropFirst()) }
            .map { place.meters(toLineFrom: $0, to: $1) }.min()
        #expect(try #require(distance) < 60)
    }

    @Test("every precinct has a station, some have several, one building serves two")
    func everyPrecinctHasAStation() throws {
        var count: [String: Int] = [:]
        var serving: [Int] = []
        for station in try County.table("stations.csv") where Place(station) != nil {
            let codes = (station["precinct"] ?? "").split(separator: ";").map(String.init)
            serving.append(codes.count)
            for code in codes { count[code, default: 0] += 1 }
        }
        #expect(Set(count.keys) == Set(try County.districts("precincts.geojson").keys))
        #expect(count.values.filter { $0 > 1 }.count > 20)
        #expect(serving.filter { $0 == 2 }.count == 1)
        #expect(serving.max() == 2)
    }

    @Test(
        "a station's ward holds it, and its address, precinct and postcode are in the address list"
    )
    func wardsAndAddressesAgree() throws {
        let wards = try County.districts("wards.geojson")
        let addresses = Dictionary(
            grouping: try County.table("addresses.csv"),
            by: { "\($0["house_number"] ?? "") \($0["street"] ?? ""), \($0["city"] ?? "")" }
        )
        for station in try County.table("stations.csv") {
            guard let place = Place(station) else { continue }
            let holders = wards.filter { covers($0.value, place) }.map(\.key)
            #expect(holders == [station["ward"] ?? ""])
            let text = "\(station["address"] ?? ""), \(station["city"] ?? "")"
            let address = try #require(addresses[text]?.first, "\(text)")
            #expect(addresses[text]?.count == 1)
            #expect(address["postcode"] == station["postcode"])
            #expect(place.meters(to: try #require(Place(address))) < 40)
        }
    }

    @Test("hours are spans of local time in order, and an entrance is near its building")
    func hoursAreSpans() throws {
        let span = /20\d\d-\d\d-\d\d (\d\d:\d\d)-(\d\d:\d\d)( by appointment)?/
        var several = 0
        var appointments = 0
        var entrances = 0
        for station in try County.table("stations.csv") {
            let spans = (station["hours"] ?? "").components(separatedBy: "; ")
            for text in spans {
                let match = try #require(text.wholeMatch(of: span), "\(text)")
                #expect(match.1 < match.2)
            }
            #expect(spans == spans.sorted())
            #expect(station["time_zone"] == "America/Denver")
            several += spans.count > 2 ? 1 : 0
            appointments += (station["hours"] ?? "").contains("by appointment") ? 1 : 0
            let door = Place(
                station,
                latitude: "entrance_latitude",
                longitude: "entrance_longitude"
            )
            if let door, let place = Place(station) {
                entrances += 1
                #expect((5.0...40).contains(door.meters(to: place)))
            }
        }
        #expect(several == 6)
        #expect(appointments == 4)
        #expect(entrances > 25)
    }

    @Test("the messy file is windows-1252 and holds the rows that README counts")
    func theMessyFile() throws {
        let bytes = try County.bytes("stations-messy.csv")
        #expect(String(data: bytes, encoding: .utf8) == nil)
        let text = try #require(String(data: bytes, encoding: .windowsCP1252))
        let lines = County.rows(of: text, separator: ";")
        let header = try #require(lines.first)
        let rows = lines.dropFirst()
        #expect(rows.count == 46)
        func field(_ row: [String], _ name: String) -> String {
            guard let index = header.firstIndex(of: name), index < row.count else { return "" }
            return row[index]
        }
        var ids: Set<String> = []
        var (accepted, merged, rejected) = (0, 0, [String]())
        for row in rows {
            let id = field(row, "Polling Place ID")
            let latitudeText = field(row, "Latitude").replacingOccurrences(of: ",", with: ".")
            let latitude = Double(latitudeText)
            let placed = latitude.map { abs($0) <= 90 } ?? false
            let placeless = latitudeText.isEmpty && field(row, "Longitude").isEmpty
            if row.count < header.count || field(row, "Polling Place").isEmpty
                || !(placed || placeless)
            {
                rejected.append(id)
            } else if ids.insert(id).inserted {
                accepted += 1
            } else {
                merged += 1
            }
        }
        #expect(accepted == 15)
        #expect(merged == 26)
        #expect(rejected == ["S902", "S903", "S904", "S905", "S906"])
        #expect(text.contains("’") && text.contains("Señora"))
    }
}
