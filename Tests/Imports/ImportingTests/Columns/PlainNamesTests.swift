import Importing
import Polling
import Testing

/// Columns that are called nothing but "name", beside others that could name the stations.
@Suite struct PlainNamesTests {
    private let imports = Imports()

    private func names() -> [String] { imports.stations.published.map(\.name).sorted() }

    private func note(_ report: ImportReport, _ code: String) -> ImportNote? {
        report.notes.first { $0.finding.code == code }
    }

    @Test(
        "the heading that says more goes before one that says name, and both are told",
        arguments: [
            "Polling Place", "Polling Place Name", "Voting Location", "POLL_NAME", "Venue Name",
            "Facility Name", "Lieu de vote", "Wahlraum",
        ]
    )
    func specific(header: String) async throws {
        let report = try await imports.stations(
            """
            Precinct,Name,\(header),Address,Lat,Lon
            1,North Precinct,Lincoln Hall,12 Oak St,40.21,-76.99
            2,South Precinct,Grace Church,40 Elm Ave,40.215,-76.97
            3,East Precinct,Fire Station 3,9 Mill Rd,40.205,-76.95
            """
        )
        #expect(names() == ["Fire Station 3", "Grace Church", "Lincoln Hall"])
        #expect(report.columns[1].field == "attribute")
        #expect(report.columns[2].field == "name")
        let note = try #require(self.note(report, "two_names"))
        #expect(note.level == .warning)
        #expect(note.text.contains("\"\(header)\"") && note.text.contains("\"Name\""))
    }

    @Test("a mapping says which column has the names, without a word of others")
    func mapped() async throws {
        let report = try await imports.stations(
            "Name,Polling Place,lat,lon\nOak Hall,Main Library,40.2,-76.9\n",
            map: ["Name=name"]
        )
        #expect(names() == ["Oak Hall"])
        #expect(note(report, "two_names") == nil)
    }

    @Test(
        "a heading over numbers or codes is no name",
        arguments: ["7", "A-12", "Polling Place 7"]
    )
    func numbered(cell: String) async throws {
        let report = try await imports.stations(
            "Name,Polling Place,lat,lon\nOak Hall,\(cell),40.2,-76.9\n"
        )
        #expect(names() == ["Oak Hall"])
        #expect(note(report, "two_names") == nil)
    }

    @Test(
        "of a site and a name the one has the names whose cells are buildings",
        arguments: ["Site", "Building"]
    )
    func buildings(header: String) async throws {
        let report = try await imports.stations(
            """
            Precinct,Name,\(header),Address,Lat,Lon
            1,Adams Twp,Lincoln Hall,12 Oak St,40.21,-76.99
            2,Butler Twp,Grace Church,40 Elm Ave,40.215,-76.97
            """
        )
        #expect(names() == ["Grace Church", "Lincoln Hall"])
        #expect(note(report, "two_names") != nil)
    }

    @Test("where nothing tells, the name stays, and the other column is told")
    func undecided() async throws {
        let report = try await imports.stations(
            """
            Name,Facility,Address,Lat,Lon
            Lincoln School,Gymnasium,12 Oak St,40.21,-76.99
            Grace Church,Lower Hall,40 Elm Ave,40.215,-76.97
            """
        )
        #expect(names() == ["Grace Church", "Lincoln School"])
        let note = try #require(self.note(report, "two_names"))
        #expect(note.text.contains("\"Facility\""))
    }

    @Test(
        "names of persons are published neither as stations' names nor beside them",
        arguments: [
            """
            Precinct,Name,Phone,Polling Place,Address,Lat,Lon
            1,Jane Roe,555-1212,Grace Hall,12 Oak St,40.21,-76.99
            2,Jim Doe,555-3434,Lincoln School,40 Elm Ave,40.215,-76.97
            """,
            """
            Name,Title,Precinct,Building,Address,Lat,Lon
            Xandra Q,Judge,1,Grace Hall,12 Oak St,40.21,-76.99
            Yorick Z,Inspector,2,Lincoln School,40 Elm Ave,40.215,-76.97
            """,
            """
            Name,Precinct,Premises,Address,Lat,Lon
            "Roe, Jane",1,Grace Hall,12 Oak St,40.21,-76.99
            "Doe, Jim",2,Lincoln School,40 Elm Ave,40.215,-76.97
            """,
        ]
    )
    func persons(file: String) async throws {
        let report = try await imports.stations(file)
        #expect(names() == ["Grace Hall", "Lincoln School"])
        #expect(imports.stations.published.allSatisfy { $0.attributes["Name"] == nil })
        #expect(imports.stations.published.allSatisfy { $0.attributes["Phone"] == nil })
        #expect(report.columns.first { $0.column == "Name" }?.field == "ignore")
        #expect(note(report, "private_columns")?.text.hasPrefix("Name") == true)
    }

    @Test("persons of whom a column says what they do are no names, whatever else there is")
    func personsAlone() async throws {
        _ = try await imports.stations(
            """
            Name,Role,Precinct,Address,Lat,Lon
            Xandra Q,Chief Judge,1,12 Oak St,40.21,-76.99
            Yorick Z,Clerk,2,40 Elm Ave,40.215,-76.97
            """
        )
        #expect(imports.stations.published.count == 2)
        #expect(imports.stations.published.allSatisfy { !$0.name.contains("Xandra") })
        #expect(imports.stations.published.allSatisfy { !$0.name.contains("Yorick") })
    }

    @Test("names that look like persons' are told, where nothing else names the stations")
    func personsForNames() async throws {
        let report = try await imports.stations(
            """
            Name,Precinct,Address,Lat,Lon
            Jane Roe,1,12 Oak St,40.21,-76.99
            Jim Doe,2,40 Elm Ave,40.215,-76.97
            """
        )
        #expect(note(report, "persons_for_names")?.level == .warning)
        // Buildings that are named for persons are none.
        let schools = Imports()
        let other = try await schools.stations(
            """
            Name,Precinct,Address,Lat,Lon
            John Adams School,1,12 Oak St,40.21,-76.99
            Mary Dyer Library,2,40 Elm Ave,40.215,-76.97
            """
        )
        #expect(note(other, "persons_for_names") == nil)
    }
}
