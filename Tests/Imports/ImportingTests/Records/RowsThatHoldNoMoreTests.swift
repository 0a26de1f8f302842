import Datasets
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// What a file says, in columns that are no field's, of rows that hold no more, not yet, or not in person.
@Suite struct RowsThatHoldNoMoreTests {
    private func told(_ report: ImportReport) -> [String: [Int]] {
        Dictionary(
            report.notes.filter { $0.level == .warning }.map { ($0.finding.code, $0.lines) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func addresses(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "a.csv") { path in
            try await AddressImporter(
                store: FakeStore<AddressEntry>(kind: .addresses),
                // January 2027.
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            )
            .run(.file(path), options: ImportOptions(dataset: try DatasetName("a")))
        }
    }

    /// Two rows of stations with one more column.
    private func stations(_ header: String, _ first: String, _ second: String) async throws
        -> [String: [Int]]
    {
        told(
            try await Imports().stations(
                "name,address,precinct,\(header),lat,lon\n"
                    + "Hall,1 Elm St,101,\(first),38.9,-77\nSchool,9 Oak St,102,\(second),38.8,-77\n"
            )
        )
    }

    @Test(
        "stations whose place others take, or that are in use no more, are told with their lines",
        arguments: [
            ("Consolidated Into", "Grange", "", "gone_by_column"),
            ("Replaced By", "Grange", "none", "gone_by_column"),
            ("Vote At", "Grange", "", "gone_by_column"),
            ("Discontinued", "2020-01-01", "", "gone_by_column"),
            ("Discontinued On", "2020-01-01", "2099-01-01", "gone_by_column"),
            ("Status", "I", "A", "out_of_use"), ("In Use 12/8", "N", "Y", "out_of_use"),
            ("Station Status", "Merged", "", "out_of_use"),
            ("Mail Only", "Y", "N", "mail_only"), ("VBM", "yes", "no", "mail_only"),
            ("Voting Method", "Vote by Mail", "In Person", "mail_only"),
            ("Precinct Type", "All Mail", "Regular", "mail_only"),
        ]
    )
    func stations(header: String, first: String, second: String, code: String) async throws {
        let told = try await stations(header, first, second)
        #expect(told[code] == [2], "\(told)")
        #expect(try await stations(header, second, second)[code] == nil)
    }

    @Test("a word that is told as a closure is not told twice")
    func once() async throws {
        let told = try await stations("Status", "Closed", "Open")
        #expect(told["out_of_use"] == nil)
        #expect(told["closed_stations"] != nil || told["may_be_closed"] != nil)
    }

    @Test(
        "addresses out of their days, by mail alone, or with a remark that ends them are told",
        arguments: [
            ("Valid To", "2026-01-01", "2099-12-31", "gone_by_column"),
            ("Expire", "1/31/2026", "", "gone_by_column"),
            ("RetiredDate", "2021-03-05", "", "gone_by_column"),
            ("Effective Date", "2028-02-01", "2020-02-01", "gone_by_column"),
            ("Eff_From", "2028-02-01", "2020-02-01", "gone_by_column"),
            ("Merged Into", "12 Oak St", "", "gone_by_column"),
            ("All Mail Precinct", "Y", "N", "mail_only"),
            ("Remarks", "Demolished 2019", "Corner house", "remarks_doubt"),
        ]
    )
    func addresses(header: String, first: String, second: String, code: String) async throws {
        let text = "house_number,street,precinct,\(header)\n"
        let report = try await addresses(text + "1,Elm St,4,\(first)\n2,Elm St,4,\(second)\n")
        #expect(told(report)[code] == [2], "\(report.notes)")
        let other = try await addresses(text + "1,Elm St,4,\(second)\n2,Elm St,4,\(second)\n")
        #expect(told(other)[code] == nil)
    }

    @Test("voters who have asked for a ballot by mail make no address one of mail alone")
    func voters() async throws {
        let report = try await addresses(
            "house_number,street,precinct,VBM,voter_id\n1,Elm St,4,Y,1\n2,Elm St,4,N,2\n"
        )
        #expect(told(report)["mail_only"] == nil)
    }

    @Test("remarks beside candidates and measures that take them away are told")
    func remarks() async throws {
        let imports = BallotImports()
        let contests = try await imports.contests(
            "election_date,contest,precinct,candidate,Remarks\n2027-05-11,Mayor,1,Ann,\n"
                + "2027-05-11,Mayor,1,Bob,Withdrew 5/1\n2027-05-11,Mayor,1,Cy,Incumbent\n"
        )
        #expect(told(contests)["remarks_doubt"] == [3])
        let measures = try await imports.measures(
            "election,id,title,district_type,district_code,Note\n"
                + "2026,A,Bonds,county,1,Removed by court order\n2026,B,Roads,county,1,See map\n"
        )
        #expect(told(measures)["remarks_doubt"] == [2])
    }

    @Test(
        "districts end and begin by columns of more names",
        arguments: [("eff_to", "eff_from"), ("Eff End Date", "Eff Start"), ("expire", "begins")]
    )
    func districts(until: String, from: String) throws {
        #expect(Field.validTo.weakHeaders.contains(HeaderKey(until).text))
        #expect(Field.validFrom.weakHeaders.contains(HeaderKey(from).text))
    }

    // MARK: Places and codes

    @Test(
        "an address that sends to another place, and a name with a mark, are told",
        arguments: [
            ("Hall", "See City Hall", "telltale_notes"), ("Hall", "Same as 101", "telltale_notes"),
            ("Hall *", "1 Elm St", "telltale_names"), ("Hall†", "1 Elm St", "telltale_names"),
        ]
    )
    func references(name: String, address: String, code: String) async throws {
        func report(_ name: String, _ address: String) async throws -> [String: [Int]] {
            told(
                try await Imports().stations(
                    "name,address,precinct,lat,lon\n\(name),\(address),101,38.9,-77\n"
                        + "School,9 Seeley St,102,38.8,-77\n"
                )
            )
        }
        #expect(try await report(name, address)[code] == [2])
        #expect(try await report("Hall", "1 See St")[code] == nil)
    }

    @Test("of the codes of two years the newer are taken, and that is said")
    func years() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,Precinct 2024,Precinct 2026,lat,lon\nHall,1 Elm St,P-1,P-7,38.9,-77\n"
                + "School,9 Oak St,P-7,P-8,38.8,-77\n"
        )
        #expect(told(report)["columns_of_years"] != nil)
        let codes = imports.stations.published.map { $0.districts.map(\.code) }
        #expect(Set(codes) == [["P-7"], ["P-8"]])
        // What counts is no year.
        let counted = Imports()
        _ = try await counted.stations(
            "name,address,Precinct 1,Precinct 2,lat,lon\nHall,1 Elm St,P-1,P-7,38.9,-77\n"
                + "School,9 Oak St,P-2,P-8,38.8,-77\n"
        )
        #expect(counted.stations.published.allSatisfy { $0.districts.count == 2 })
    }

    @Test("numbers that a spreadsheet has cut are told, in lists of stations and of addresses")
    func powers() async throws {
        let told = try await stations("UPRN", "1.00E+11", "1.00E+11")
        #expect(told["powers_for_numbers"] != nil)
        let report = try await addresses("UPRN,house_number,street,precinct\n1.00E+11,1,Elm St,4\n")
        #expect(self.told(report)["powers_for_numbers"] != nil)
        #expect(try await stations("Area", "1.5E+1", "2.25E+02")["powers_for_numbers"] == nil)
    }

    @Test(
        "sorts of places by letters and in German are read",
        arguments: [
            ("Type", "DB", [StationKind.dropBox]), ("Type", "PP", [.pollingPlace]),
            ("Type", "VC", [.voteCenter]), ("Type", "ED", [.pollingPlace]),
            ("Wahlbezirksart", "Urnenwahlbezirk", [.pollingPlace]),
        ]
    )
    func kinds(header: String, word: String, kinds: [StationKind]) {
        #expect(Station.isKindHeader(header))
        #expect(StationKind.reading(word).kinds == kinds)
    }

    @Test("where nobody votes but by mail there is no station")
    func byMail() async throws {
        let report = try await Imports().stations(
            "name,address,Art,lat,lon\nHall,1 Elm St,Urnenwahlbezirk,38.9,-77\n"
                + "School,9 Oak St,Briefwahlbezirk,38.8,-77\n"
        )
        #expect(report.rejectedRows.map(\.cause) == ["no_station"])
    }

    @Test("a postcode and a town in one column, in either order of words, are both")
    func towns() async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "Name,Strasse,PLZ Ort,Stimmbezirk,lat,lon\nSchule,Hauptstr. 1,48149 Münster,101,51.9,7.6\n"
                + "Rathaus,Markt 2,48143 Münster,102,51.8,7.5\n"
        )
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(stations.map(\.postcode) == ["48143", "48149"])
        #expect(
            stations.map(\.address) == ["Markt 2, 48143 Münster", "Hauptstr. 1, 48149 Münster"]
        )
    }

    // MARK: Lists

    @Test("addresses that lead to two places, and ids of several rows, are told")
    func doubled() async throws {
        let report = try await addresses(
            "id,house_number,street,city,precinct\nA1,10,Elm St,Bluestem,101\n"
                + "A2,10,ELM ST,Bluestem,0102\nA2,10,Elm St,Aster,103\nA4,12,Elm St,Bluestem,101\n"
                + "A5,12,Elm St,Bluestem,0101\n"
        )
        #expect(told(report)["doubled_addresses"] == [2, 3])
        let ids = report.notes.first { $0.finding.code == "repeated_address_ids" }
        #expect(ids?.text.hasPrefix("1 value of id stands") == true)
    }

    @Test("a contest for all precincts is one for those that the file names, and a sum is none")
    func all() async throws {
        let imports = BallotImports()
        let report = try await imports.contests(
            "election_date,contest,precinct,candidate\n2027-05-11,Council,1,Ann\n"
                + "2027-05-11,Council,2,Ann\n2027-05-11,Council,ALL,Ann\n"
                + "2027-05-11,Mayor,All precincts,Cy\n"
        )
        #expect(told(report)["contests_of_all"] != nil)
        #expect(told(report)["contests_without_district"] == nil)
        let areas = imports.contests.published.map(\.area.precincts)
        #expect(areas == [["1", "2"], ["1", "2"]])
    }
}
