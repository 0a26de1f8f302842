import Geodesy
import Testing

@testable import Esports

@Suite struct PlaceResolverTests {
    private let resolver = PlaceResolver(Gazetteer())

    @Test(
        "a country, a part of the world and several places have no point",
        arguments: [
            "Europe", "Vietnam & China", "Vietnam / China", "Brazil", "North America", "Worldwide",
            "United Kingdom", "Czech Republic", "Deutschland", "China",
            "Trinidad and Tobago", "Bosnia and Herzegovina",
            "Luxembourg", "Singapore", "EU", "Slovak Republic",
        ]
    )
    func regions(text: String) {
        guard case .region = resolver.meaning(of: text) else {
            Issue.record("\(text) is \(resolver.meaning(of: text))")
            return
        }
    }

    @Test(
        "several cities are several places",
        arguments: [
            "Lisbon, Copenhagen", "London, Paris, Berlin", "Shanghai / Suzhou / Xi'an / Beijing",
        ]
    )
    func places(text: String) {
        #expect(resolver.meaning(of: text) == .places(text, country: nil))
    }

    @Test(
        "a city stands before the part of its country, by its name or its code",
        arguments: [
            ("Los Angeles, CA", "Los Angeles", "US"), ("Portland, OR", "Portland", "US"),
            ("Atlanta, Georgia", "Atlanta", "US"), ("Washington, DC", "Washington", "US"),
            ("New York, NY", "New York", "US"), ("Texas, Austin", "Austin", "US"),
            ("Toronto, ON", "Toronto", "CA"), ("Sydney, NSW", "Sydney", "AU"),
            ("St. Petersburg", "Saint Petersburg", "RU"), ("St. Louis, MO", "St. Louis", "US"),
            ("London, Ontario", "London", "CA"), ("London, ON", "London", "CA"),
            ("St. Petersburg, FL", "St. Petersburg", "US"), ("Austin TX", "Austin", "US"),
            ("Austin Texas", "Austin", "US"), ("Austin TX, USA", "Austin", "US"),
            ("New York NY USA", "New York", "US"), ("London, O.N.", "London", "CA"),
            ("London Ontario", "London", "CA"),
        ]
    )
    func cityAndPart(text: String, name: String, country: String) throws {
        let more = [
            City(
                name: "London",
                country: "CA",
                part: "08",
                place: try Coordinate(latitude: 42.98, longitude: -81.23)
            ),
            City(
                name: "St. Petersburg",
                country: "US",
                part: "Florida",
                place: try Coordinate(latitude: 27.77, longitude: -82.68)
            ),
        ]
        let known = PlaceResolver(Gazetteer(imported: more))
        guard case .city(let city, _) = known.meaning(of: text) else {
            Issue.record("\(text) is \(known.meaning(of: text))")
            return
        }
        #expect(city.name == name && city.country == country)
    }

    @Test(
        "a city that is not known in the part behind it is told, with the country of that part",
        arguments: [
            ("London, Ontario", "CA"), ("Turkey, Texas", "US"), ("Jamaica, New York", "US"),
            ("Portland, ME", "US"),
        ]
    )
    func unknownInPart(text: String, country: String) {
        #expect(resolver.meaning(of: text) == .unknown(text, country: country))
    }

    @Test(
        "what is a city and something unknown is told",
        arguments: ["Riyadh,Saudi", "Dome, Paris"]
    )
    func partlyUnknown(text: String) {
        #expect(resolver.meaning(of: text) == .unknown(text, country: nil))
    }

    @Test(
        "a city is found in an address, beside a country that is written twice, and beside a code",
        arguments: [
            ("Spodek, Katowice, Poland", "Katowice", "PL"),
            ("Poland, Katowice, Spodek", "Katowice", "PL"),
            ("Hall 1, Dome, Austin, Texas, USA", "Austin", "US"),
            ("London, England, UK", "London", "GB"), ("Tokyo, JP", "Tokyo", "JP"),
            ("JP, Tokyo", "Tokyo", "JP"), ("Berlin, DE", "Berlin", "DE"),
            ("Toronto, CA", "Toronto", "CA"),
        ]
    )
    func address(text: String, name: String, country: String) {
        guard case .city(let city, _) = resolver.meaning(of: text) else {
            Issue.record("\(text) is \(resolver.meaning(of: text))")
            return
        }
        #expect(city.name == name && city.country == country)
    }

    @Test(
        "what may be several places, and what is smaller before a province, is no city",
        arguments: [
            "China - Yanchen, Shanghai", "Warsaw, Katowice, Poland", "Katowice & Spodek, Poland",
            "Dome, Jiangxi, China", "Poland, Spodek, Katowice",
        ]
    )
    func noAddress(text: String) throws {
        let place = try Coordinate(latitude: 35, longitude: 105)
        let cities = [("Jiangxi", "Gansu Sheng"), ("Nanchang", "Jiangxi Sheng")]
            .map { City(name: $0.0, country: "CN", part: $0.1, place: place) }
        let meaning = PlaceResolver(Gazetteer(imported: cities)).meaning(of: text)
        if case .city(let city, _) = meaning { Issue.record("\(text) is \(city.words)") }
    }

    @Test("letters that stand for something are no village, unless a city that ships is called so")
    func initials() throws {
        let villages = try ["Eu", "Ao", "LA"].map {
            City(
                name: $0,
                country: "FR",
                place: try Coordinate(latitude: 50, longitude: 1.4)
            )
        }
        let resolver = PlaceResolver(Gazetteer(imported: villages))
        #expect(resolver.meaning(of: "EU") == .region("EU", country: nil))
        #expect(resolver.meaning(of: "AO") == .unknown("AO", country: nil))
        guard case .city(let village, _) = resolver.meaning(of: "Ao") else {
            Issue.record("\(resolver.meaning(of: "Ao"))")
            return
        }
        #expect(village.country == "FR")
        guard case .city(let city, _) = resolver.meaning(of: "LA") else {
            Issue.record("\(resolver.meaning(of: "LA"))")
            return
        }
        #expect(city.country == "US")
    }

    @Test("what says that nobody knows is nothing, and names that are not known stay regions")
    func unknown() {
        for text in ["N/A", "TBA", "-", "unknown", "Offline"] {
            #expect(resolver.meaning(of: text) == .nothing, "\(text)")
        }
        #expect(resolver.meaning(of: "online") == .online)
        #expect(resolver.meaning(of: "Online/Offline") == .partlyOnline)
        #expect(
            resolver.meaning(of: "Gauangdong, China")
                == .unknown("Gauangdong, China", country: "CN")
        )
        #expect(resolver.meaning(of: "Nowhereville") == .unknown("Nowhereville", country: nil))
    }

    @Test("without a gazetteer the cities that ship are known, in either order and any spelling")
    func shipped() throws {
        for text in ["Saudi Arabia, Riyadh", "Riyadh", "RIYADH; KSA", "riyadh saudi arabia"] {
            guard case .city(let city, _) = resolver.meaning(of: text) else {
                Issue.record("\(text) is \(resolver.meaning(of: text))")
                continue
            }
            #expect(city.name == "Riyadh" && city.country == "SA")
        }
        guard case .city(let athens, _) = resolver.meaning(of: "Athens, United States") else {
            Issue.record("Athens is in the United States, too")
            return
        }
        #expect(athens.country == "US")
    }

    @Test("several cities of one name are none, unless the part or the people tell which")
    func several() throws {
        func city(_ part: String, _ latitude: Double, _ people: Int?) throws -> City {
            City(
                name: "Springfield",
                country: "US",
                part: part,
                place: try Coordinate(latitude: latitude, longitude: -90),
                population: people
            )
        }
        let equal = [try city("Illinois", 39.8, nil), try city("Missouri", 37.2, nil)]
        let unsure = PlaceResolver(Gazetteer(imported: equal))
        guard case .several(let cities, "US") = unsure.meaning(of: "Springfield, USA") else {
            Issue.record("\(unsure.meaning(of: "Springfield, USA"))")
            return
        }
        #expect(cities.count == 2)
        guard case .city(let one, _) = unsure.meaning(of: "Springfield, Missouri") else {
            Issue.record("\(unsure.meaning(of: "Springfield, Missouri"))")
            return
        }
        #expect(one.part == "Missouri")
        let sure = PlaceResolver(
            Gazetteer(imported: [try city("Illinois", 39.8, 10), try city("Missouri", 37.2, 50)])
        )
        guard case .city(let larger, _) = sure.meaning(of: "Springfield, USA") else {
            Issue.record("\(sure.meaning(of: "Springfield, USA"))")
            return
        }
        #expect(larger.population == 50)
    }

    @Test("a province is a region, though a village elsewhere is called like it")
    func province() throws {
        let place = try Coordinate(latitude: 35, longitude: 105)
        let cities = [
            ("Jiangxi", "Gansu Sheng"), ("Nanchang", "Jiangxi Sheng"), ("Gansu", "Gansu Sheng"),
        ]
        .map { City(name: $0.0, country: "CN", part: $0.1, place: place) }
        let resolver = PlaceResolver(Gazetteer(imported: cities))
        #expect(resolver.meaning(of: "Jiangxi, China") == .region("Jiangxi, China", country: "CN"))
        guard case .city(let city, _) = resolver.meaning(of: "Gansu, China") else {
            Issue.record("\(resolver.meaning(of: "Gansu, China"))")
            return
        }
        #expect(city.name == "Gansu")
    }

    @Test("what people have decided holds before everything else")
    func decisions() throws {
        let place = try Coordinate(latitude: -1.05, longitude: -46.77)
        let resolver = PlaceResolver(
            Gazetteer(),
            decisions: [
                PlaceDecision(
                    text: "bragança",
                    city: City(name: "Bragança", country: "BR", place: place),
                    region: nil
                ),
                PlaceDecision(text: "Berlin", city: nil, region: "Brandenburg"),
            ]
        )
        guard case .city(let city, _) = resolver.meaning(of: "Bragança") else {
            Issue.record("no city")
            return
        }
        #expect(city.country == "BR")
        #expect(resolver.meaning(of: "BERLIN") == .region("Brandenburg", country: nil))
    }
}
