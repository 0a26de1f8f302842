import Importing
import Polling
import Testing

/// Files of persons that are given as stations.
@Suite struct VoterRegisterTests {
    private static let registers = [
        """
        Name,Reg No,Residence Address,City,Zip,Precinct,Party,Latitude,Longitude
        Maple Mapleson,100000,4279 Pine Dr,Ashton,67400,0101,REP,39.535438,-98.876110
        Oak Churchson,100001,8093 Maple Dr,Ashton,67400,0102,DEM,39.522311,-98.814509

        """,
        """
        Last Name,First Name,Voter ID,Address,City,Zip,Precinct,Party,DOB,Latitude,Longitude
        Mapleson,Maple,100000,4279 Pine Dr,Ashton,67400,0101,REP,1960-01-01,39.535438,-98.876110
        Churchson,Oak,100001,8093 Maple Dr,Ashton,67400,0102,REP,1961-01-01,39.522311,-98.814509

        """,
        """
        Elector Number,Elector Name,Address,Polling District,Franchise,Latitude,Longitude
        AB0,Maple Mapleson,4279 Pine Dr,0101,G,39.535438,-98.876110
        AB1,Oak Churchson,8093 Maple Dr,0102,G,39.522311,-98.814509

        """,
        """
        Nachname,Vorname,Anschrift,Geburtsdatum,Wahlbezirk,lat,lon
        Roth,Petra,Lindenstr. 4,1960-01-01,1,52.41,13.01
        Braun,Uwe,Hauptstr. 7,1961-01-01,2,52.42,13.02

        """,
        """
        Worker,Role,Address,City,Precinct,Latitude,Longitude
        Maple Mapleson,Judge,4279 Pine Dr,Ashton,0101,39.535438,-98.876110
        Oak Rowan,Clerk,8093 Maple Dr,Ashton,0102,39.522311,-98.814509

        """,
    ]

    @Test("persons are published as stations with consent alone", arguments: registers)
    func register(text: String) async throws {
        let imports = Imports()
        let refused = try await imports.stations(text)
        let finding = try #require(refused.forceNeeded.first { $0.limit == .voterRegister })
        #expect((finding.count, finding.published, finding.allowed) == (2, 2, 0))
        #expect(imports.stations.published.isEmpty)
        let forced = try await imports.stations(text, force: true)
        #expect(forced.outcome == .published)
    }

    @Test("the columns that tell are named")
    func columns() async throws {
        let refused = try await Imports().stations(Self.registers[0])
        let finding = try #require(refused.forceNeeded.first { $0.limit == .voterRegister })
        #expect(
            finding.text.contains(#""Reg No", "Residence Address", "Party""#),
            "\(finding.text)"
        )
        #expect(finding.values["columns"] == .text(#""Reg No", "Residence Address", "Party""#))
    }

    /// Twenty-five persons whose given names are no usual ones.
    private static let persons = ["Maple", "Oak", "Cedar", "Walnut", "Elm"].flatMap { given in
        ["Mapleson", "Churchson", "Roe", "Lakeson", "Dee"].map { "\(given) \($0)" }
    }

    /// A list with a name for each row.
    private static func list(_ header: String, _ names: [String], beside other: String = "")
        -> String
    {
        "Precinct,\(header),Address,City,lat,lon\n"
            + names.enumerated().map { index, name in
                "\(index + 100),\(name)\(other.isEmpty ? "" : ",\(other) \(index + 1)"),"
                    + "\(index + 10) Pine Dr,Ashton,39.\(index + 10),-98.8\n"
            }.joined()
    }

    @Test("a list in which all names have the form of persons' is published with consent alone")
    func namesAlone() async throws {
        let imports = Imports()
        let refused = try await imports.stations(Self.list("Name", Self.persons))
        let finding = try #require(refused.forceNeeded.first { $0.limit == .voterRegister })
        #expect(finding.count == 25)
        #expect(finding.values["columns"] == .text("\"Name\""))
        let forced = try await imports.stations(Self.list("Name", Self.persons), force: true)
        #expect(forced.outcome == .published)
        // Among buildings some are called like persons.
        let halls = Self.persons.enumerated().map { $0 % 4 == 0 ? "\($1) Hall" : $1 }
        let published = try await Imports().stations(Self.list("Name", halls))
        #expect(published.forceNeeded.isEmpty && published.outcome == .published)
        let named = try await Imports().stations(Self.list("Polling Place", Self.persons))
        #expect(named.forceNeeded.isEmpty)
        let towns = Self.persons.map { $0.replacing(" ", with: " Creek ") }
        #expect(try await Imports().stations(Self.list("Name", towns)).forceNeeded.isEmpty)
    }

    @Test(
        "buildings whose names are two words, neither of a school or a church, are no persons",
        arguments: [
            (
                ["Oakwood", "Sunrise", "Pinecrest", "Fernwood", "Brookside"],
                ["Towers", "Villas", "Estates", "Grange", "Marina"]
            ),
            (
                ["Dorpshuis", "Buurthuis", "Wijkcentrum", "Sporthal", "Zorgcentrum"],
                ["Meeuw", "Brink", "Zwaan", "Linde", "Wiel"]
            ),
            (
                ["Elementare", "Media", "Asilo", "Liceo", "Istituto"],
                ["Manzoni", "Dante", "Verdi", "Rossini", "Pascoli"]
            ),
        ]
    )
    func buildings(first: [String], second: [String]) async throws {
        let names = first.flatMap { word in second.map { "\(word) \($0)" } }
        let report = try await Imports().stations(Self.list("Name", names))
        #expect(report.forceNeeded.isEmpty && report.outcome == .published)
    }

    @Test(
        "persons under a plain name beside the building are not published",
        arguments: ["Facility", "Polling Place"]
    )
    func namesBeside(header: String) async throws {
        let imports = Imports()
        let text = Self.list("Name,\(header)", Self.persons, beside: "Community Hall")
        let report = try await imports.stations(text)
        #expect(report.outcome == .published)
        #expect(report.notes.contains { $0.finding.code == "private_columns" })
        let stations = imports.stations.published
        #expect(stations.count == 25 && stations.allSatisfy { $0.name.hasPrefix("Community Hall") })
        #expect(stations.allSatisfy { $0.attributes["Name"] == nil })
    }

    @Test(
        "lists of stations with one such column, or with the polling place of each voter, are none",
        arguments: [
            """
            Name,Address,Party,Precinct,lat,lon
            Lincoln Hall,12 Oak St,REP,1,40.21,-76.99
            Grace Church,40 Elm Ave,DEM,2,40.215,-76.97

            """,
            """
            Name,Address,Registration No,Registered Voters,lat,lon
            Lincoln Hall,12 Oak St,77,812,40.21,-76.99
            Grace Church,40 Elm Ave,78,790,40.215,-76.97

            """,
            """
            Name,Address,Age,Race,Precinct,lat,lon
            Lincoln Hall,12 Oak St,12,Mayor,1,40.21,-76.99
            Grace Church,40 Elm Ave,80,Mayor,2,40.215,-76.97

            """,
            """
            Precinct,Voter Name,Voter Address,Party,Polling Place,Polling Place Address
            101,Ann Lee,1 Home St,REP,Hall,9 New St
            102,Cy Dee,3 Home St,DEM,School,8 New St

            """,
        ]
    )
    func stations(text: String) async throws {
        let set = text.contains("lat,lon") ? [] : ["place=none"]
        let report = try await Imports().stations(text, set: set)
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
    }
}
