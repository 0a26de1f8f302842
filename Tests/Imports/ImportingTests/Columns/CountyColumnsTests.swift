import Importing
import Polling
import Testing

/// Headers of counties' files, of which something was left out without a word.
@Suite struct CountyColumnsTests {
    private let imports = Imports()

    @Test(
        "the town and the postcode of a polling place are read, whatever word for the place is in front",
        arguments: ["Poll", "Polling", "PP", "Loc", "Venue"]
    )
    func prefixes(word: String) async throws {
        _ = try await imports.stations(
            "Precinct,Poll Name,Poll Address,\(word) City,\(word) Zip,lat,lon\n"
                + "101,Grange Hall,12 Oak Ln,Sebastopol,95472,38.4,-122.8\n"
                + "102,Fire Station,88 Elm Ave,Graton,95444,38.43,-122.86\n"
        )
        let station = try #require(imports.stations.published.first)
        #expect(station.address == "12 Oak Ln, Sebastopol")
        #expect(station.postcode == "95472")
    }

    @Test("the postcode of a column of towns is read where another column has the towns")
    func townsWithPostcodes() async throws {
        _ = try await imports.stations(
            "Municipality,Polling Place,Street,City/State/Zip,lat,lon\n"
                + "City of Monona,Library,1011 Nichols Rd,\"Monona, WI 53716\",43.06,-89.33\n"
                + "Village of McFarland,Hall,5915 Milwaukee St,\"McFarland, WI 53558\",43.01,-89.29\n"
        )
        #expect(
            imports.stations.published.map(\.postcode).sorted { $0 ?? "" < $1 ?? "" } == [
                "53558", "53716",
            ]
        )
    }

    @Test(
        "hours are found under the words of other languages",
        arguments: [
            "Heures d'ouverture", "Horaires d'ouverture", "Horario de votación",
            "Orario di apertura", "Wahlzeit",
        ]
    )
    func hours(header: String) async throws {
        _ = try await imports.stations(
            "name,address,lat,lon,\(header)\nSalle,1 rue Haute,46.8,-71.2,09:30-20:00\n"
        )
        #expect(imports.stations.published.first?.hours == "09:30-20:00")
    }

    @Test("what yes and no mean is read as county guides write it")
    func meanings() async throws {
        let ballots = BallotImports()
        _ = try await ballots.measures(
            "Measure,Ballot Title,Yes Vote Means,No Vote Means,district_type,district_code\n"
                + "9-201,Fire levy,It passes.,It does not.,county,Crook\n"
        )
        let measure = try #require(ballots.measures.published.first)
        #expect(measure.yesMeans?.text() == "It passes.")
        #expect(measure.noMeans?.text() == "It does not.")
    }

    @Test("a column of statuses is known with a remark in its header's brackets")
    func remarkedStatus() async throws {
        let ballots = BallotImports()
        let report = try await ballots.contests(
            "Office,Candidate Name (as on the ballot),Status (as of 2/8)\n"
                + "Mayor,Ann Lee,Active\nMayor,Jon Culp,Withdrawn 2/5/2027\n"
                + "Mayor,Di Fox,Removed from ballot\n"
        )
        #expect(
            ballots.contests.published.flatMap(\.candidates).map { $0.name.text() } == ["Ann Lee"]
        )
        #expect(report.notes.contains { $0.finding.code == "candidates_left_out" })
    }

    @Test(
        "the party is read under the words of registers",
        arguments: ["PartyAbbrev", "Party Affiliation", "Candidate Party", "Party Description"]
    )
    func party(header: String) async throws {
        let ballots = BallotImports()
        _ = try await ballots.contests(
            "OfficeName,LastName,FirstName,\(header),Withdrawn (Y/N)\n"
                + "State Senator,Lee,Ann,D,N\nState Senator,Ray,Bob,R,Y\n"
        )
        let candidates = ballots.contests.published.flatMap(\.candidates)
        #expect(candidates.map { $0.name.text() } == ["Ann Lee"])
        #expect(candidates.first?.party?.text() == "D")
    }

    @Test("a second column that says who is out is told")
    func secondStatus() async throws {
        let ballots = BallotImports()
        let report = try await ballots.contests(
            "Office,Candidate,Filing Status,Status\nMayor,Ann Lee,Qualified,\n"
                + "Mayor,Jon Culp,Qualified,Withdrawn\n"
        )
        let note = try #require(report.notes.first { $0.finding.code == "out_of_use" })
        #expect(note.level == .warning && note.lines == [3])
    }
}
