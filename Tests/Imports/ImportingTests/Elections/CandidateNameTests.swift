import Datasets
import Importing
import Polling
import Testing

/// Candidates by names in several columns, and those that are not on the ballot.
@Suite struct CandidateNameTests {
    private let imports = BallotImports()

    private func names(_ text: String) async throws -> [String] {
        let report = try await imports.contests(text, force: true)
        #expect(report.outcome == .published)
        return imports.contests.published.flatMap(\.candidates).map { $0.name.text() }
    }

    @Test(
        "names are put together of the columns of their parts",
        arguments: [
            ("Last Name,First Name,Middle,Suffix", "Smith,John,Q,Jr.", "John Q Smith Jr."),
            ("Name,First Name,Party", "Smith,John,DEM", "John Smith"),
            ("Kandidat,Vorname,Partei", "Müller,Anna,CDU", "Anna Müller"),
            ("Apellidos,Nombre,Partido", "Ruiz Gil,Eva,X", "Eva Ruiz Gil"),
            ("Nom,Prénom,Parti", "Roy,Zoé,X", "Zoé Roy"),
            ("Name,First Name,Last Name", "\"Smith, John\",John,Smith", "Smith, John"),
            ("Name,First Name,Party", "John Smith,John,DEM", "John Smith"),
            (
                "Surname,Forenames,Commonly used surname", "JONES,Amy Beth,BROWN",
                "Amy Beth BROWN"
            ),
        ]
    )
    func parts(header: String, row: String, name: String) async throws {
        let text =
            "contest,district_type,district_code,\(header)\nMayor,ward,1,\(row)\n"
        #expect(try await names(text) == [name])
    }

    @Test("two people of one surname are two candidates")
    func namesakes() async throws {
        let text = """
            contest,district_type,district_code,Name,First Name,Party
            Mayor,ward,1,Smith,John,DEM
            Mayor,ward,1,Smith,Jane,DEM

            """
        #expect(try await names(text) == ["John Smith", "Jane Smith"])
    }

    @Test("a file of contests without candidates is refused")
    func missing() async throws {
        await #expect(throws: ImportError.self) {
            try await imports.contests("contest,district_type,district_code\nMayor,ward,1\n")
        }
        #expect(imports.contests.published.isEmpty)
    }

    @Test("a British statement of persons nominated has seats, and a day of the poll")
    func nominations() async throws {
        let text = """
            Contest,District Type,District,Date of poll,No of seats,Surname,Forenames
            Anytown Council,ward,1,6 May 2027,2,SMITH,John
            Anytown Council,ward,1,6 May 2027,2,JONES,Amy

            """
        #expect(try await names(text) == ["John SMITH", "Amy JONES"])
        let contest = try #require(imports.contests.published.first)
        #expect(contest.seats == 2)
        #expect(contest.election.date == CalendarDate(parsing: "2027-05-06"))
    }

    @Test("who is not on the ballot is left out, by a column or in the name, and told")
    func leftOut() async throws {
        let text = """
            contest,district_type,district_code,candidate,party,status
            Mayor,ward,1,Ann Lee,DEM,Certified
            Mayor,ward,1,Bob Roe,REP,Withdrawn
            Mayor,ward,1,Cy Poe,IND,Disqualified
            Mayor,ward,1,Di Fox,IND,Write-in
            Mayor,ward,1,Ed Orr (withdrawn),IND,
            Mayor,ward,1,Write-in: Flo Gee,,
            Mayor,ward,1,"Qualified Write-In, Zed",,
            Mayor,ward,1,Hy Wu - zurückgezogen,,
            Mayor,ward,1,"Lee, Bo (Bobby)",IND,Zzyzx

            """
        let report = try await imports.contests(text)
        #expect(report.outcome == .published)
        let names = imports.contests.published.flatMap(\.candidates).map { $0.name.text() }
        #expect(names == ["Ann Lee", "Lee, Bo (Bobby)"])
        let left = try #require(report.warnings.first { $0.contains("left out") })
        #expect(left.hasPrefix("7 rows of candidates left out"))
        #expect(left.contains("\"withdrawn\" (2, such as Bob Roe)"), "\(left)")
        #expect(report.warnings.contains { $0.contains("\"Zzyzx\" (1, such as Lee, Bo (Bobby))") })
    }

    @Test("a running mate is on the candidate's ticket")
    func mates() async throws {
        let text = """
            contest,district_type,district_code,candidate,party,running mate,order
            President,ward,1,Ann Lee,DEM,Cy Poe,2
            President,ward,1,Bob Roe,REP,Di Moe,1

            """
        _ = try await imports.contests(text)
        let candidates = try #require(imports.contests.published.first?.candidates)
        #expect(candidates.map { $0.name.text() } == ["Bob Roe", "Di Moe", "Ann Lee", "Cy Poe"])
        #expect(candidates.map(\.ticket) == [1, 1, 2, 2])
    }

    @Test(
        "sums are no candidates, in whatever words",
        arguments: [
            "Ungültige Stimmen", "Bulletins nuls", "Informal", "Informal votes", "Electorate",
            "Votos nulos", "Votos en blanco", "Schede bianche", "Abstentions", "Wahlberechtigte",
            "Bulletins blancs et nuls",
        ]
    )
    func sums(name: String) async throws {
        let text =
            "contest,district_type,district_code,candidate\nMayor,ward,1,Eva Blanco\n"
            + "Mayor,ward,1,\(name)\n"
        #expect(try await names(text) == ["Eva Blanco"])
    }

    @Test("votes that were cast on election day are no dates")
    func votes() async throws {
        let text = """
            county,precinct,office,district,party,candidate,votes,early_voting,election_day,mail
            Curlew,101,U.S. Senate,,DEM,Ann Lee,10,5,5,0
            Curlew,101,U.S. Senate,,REP,Bob Roe,12,6,6,0

            """
        let report = try await imports.contests(text, set: ["election=2027"])
        #expect(report.rows.rejected == 0)
        #expect(report.columns.first { $0.column == "election_day" }?.field == "ignore")
    }

    @Test("where every row is refused for a day, its column and value are named")
    func refusedDays() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await imports.contests("contest,candidate,election_date\nMayor,Ann,01/07/2027\n")
        }
        let text = try #require(error).description
        #expect(text.contains("line 2: \"election_date\" is \"01/07/2027\""), "\(text)")
    }
}

/// Measures of several districts, and in several languages.
@Suite struct MeasureDistrictTests {
    private let imports = BallotImports()

    private func areas(_ text: String) async throws -> [DistrictReference?] {
        let report = try await imports.measures(text)
        #expect(report.rows.rejected == 0, "\(report.rejectedRows.map(\.reason))")
        return imports.measures.published.map(\.area.district)
    }

    @Test(
        "measures of one title or id in several districts are several",
        arguments: [
            (
                "Title,District Type,District,Summary", "School bond,ward,2,A",
                "School bond,ward,3,B"
            ),
            ("Title,District Type,District,Summary", "Levy,ward,2,A", "Levy,ward,3,A"),
            ("measure_id,title,district_type,district_code", "A,Parks,ward,2", "A,Parks,ward,3"),
            ("Title,Ward,Summary", "School bond,2,A", "School bond,3,B"),
        ]
    )
    func several(header: String, first: String, second: String) async throws {
        let areas = try await areas("\(header)\n\(first)\n\(second)\n")
        #expect(areas == ["2", "3"].map { DistrictReference(type: "ward", code: $0) })
        #expect(Set(imports.measures.published.map(\.id)).count == 2)
    }

    @Test("a column of places that was not taken is named where it tells measures apart")
    func otherPlaces() async throws {
        let report = try await imports.measures("Title,Fire Zone,Summary\nBond,2,A\nBond,3,A\n")
        let rejected = try #require(report.rejectedRows.first)
        #expect((rejected.column, rejected.value) == ("Fire Zone", "3"))
        #expect(rejected.reason.contains("line 2 has this measure"), "\(rejected.reason)")
    }

    @Test("languages are known by their names, and measures by their letters")
    func languages() async throws {
        let text = """
            Measure,Title,Question,District Type,District,Language
            A,Parks bond,Shall we?,ward,1,English
            A,Bono de parques,¿Debemos?,ward,1,Spanish

            """
        #expect(try await areas(text).count == 1)
        let measure = try #require(imports.measures.published.first)
        #expect(measure.title.byLanguage == ["en": "Parks bond", "es": "Bono de parques"])
        #expect(measure.text?.byLanguage == ["en": "Shall we?", "es": "¿Debemos?"])
    }
}
