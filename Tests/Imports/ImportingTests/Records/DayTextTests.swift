import Polling
import TestSupport
import Testing

@testable import Importing

@Suite struct DayTextTests {
    @Test(
        "days as files write them",
        arguments: [
            ("2014-03-22", "2014-03-22"), ("2014-03-22T00:00:00.000Z", "2014-03-22"),
            ("Saturday, March 22, 2014", "2014-03-22"), ("Sat Mar 22 2014", "2014-03-22"),
            ("22 March 2014", "2014-03-22"), ("Sept. 5, 2014", "2014-09-05"),
            ("22.3.2014", "2014-03-22"), ("3/22/2014", "2014-03-22"), ("22/03/2014", "2014-03-22"),
            ("4/4/2014", "2014-04-04"), ("2014/03/22", "2014-03-22"), ("22-Mar-2014", "2014-03-22"),
        ]
    )
    func days(text: String, expected: String) {
        #expect(DayText.parse(text)?.description == expected)
    }

    @Test(
        "what may be two days, or none, is no day",
        arguments: [
            "3/4/2014", "March 32, 2014", "Ma 3 2014", "soon", "", "2014", "31.2.2014", "1/2/14",
        ]
    )
    func none(text: String) { #expect(DayText.parse(text) == nil) }

    @Test("days in columns of their own stand in the hours, and a row for each day adds its own")
    func hours() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,lat,lon,TIMES_OPEN,START_DATE,END_DATE\n"
                + "Hall,1 Main St,38.9,-77,8:30 AM - 7 PM,\"Saturday, March 22, 2014\",2014-03-29\n"
                + "Barn,2 Main St,38.8,-77,9 AM - 1 PM,2014-03-30,2014-03-30\n"
                + "Barn,2 Main St,38.8,-77,9 AM - 3 PM,2014-03-31,2014-03-31\n"
                + "Shed,3 Main St,38.7,-77,8 AM - 8 PM,,\n"
        )
        #expect(report.columns.map(\.field).suffix(3) == ["hours", "first_day", "last_day"])
        let hours = Dictionary(
            uniqueKeysWithValues: imports.stations.published.map { ($0.name, $0.hours) }
        )
        #expect(
            hours == [
                "Hall": "2014-03-22 to 2014-03-29 8:30 AM - 7 PM",
                "Barn": "2014-03-30 9 AM - 1 PM; 2014-03-31 9 AM - 3 PM",
                "Shed": "8 AM - 8 PM",
            ]
        )
        for text in hours.values.compactMap({ $0 }) { #expect(OpeningHours(parsing: text) != nil) }
    }

    @Test("the days and hours of every early voting site of a real file are understood")
    func realFile() async throws {
        guard let path = Checkout.realFile("dc/early_voting_sites_2014.csv") else { return }
        let imports = Imports()
        _ = try await imports.stations(path: path)
        let hours = imports.stations.published.map { OpeningHours(parsing: $0.hours ?? "") }
        #expect(hours.count == 13)
        // Twelve were open on eight days, one on thirteen.
        let last = try #require(CalendarDate(year: 2014, month: 3, day: 29))
        let firsts = hours.compactMap { $0?.spans.first?.days }.filter { $0.upperBound == last }
            .map(\.lowerBound.day)
        #expect(firsts.sorted() == [17] + Array(repeating: 22, count: 12))
    }
}
