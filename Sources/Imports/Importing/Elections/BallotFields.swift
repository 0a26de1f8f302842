extension Field {
    // MARK: What elections, contests and measures share

    static let election = Field(
        name: "election",
        headers: ["election", "electionid", "electionkey", "electioncode", "wahl"]
    )
    static let electionName = Field(
        name: "election_name",
        headers: ["electionname", "electiontitle", "nameofelection"]
    )
    static let electionDate = Field(
        name: "election_date",
        headers: [
            "electiondate", "dateofelection", "dateofpoll", "polldate", "pollingdate",
            "electionday",
            "pollingday", "dayofpoll", "wahltag", "wahldatum", "fechaeleccion", "fechadelaeleccion",
            "datescrutin", "dateduscrutin", "dataelezione", "datadaeleicao",
        ]
    )
    static let districtType = Field(
        name: "district_type",
        headers: ["districttype", "districtkind", "jurisdictiontype", "divisiontype"]
    )
    static let districtCode = Field(
        name: "district_code",
        headers: [
            "districtcode", "districtid", "districtnumber", "districtno", "districtnum", "district",
            "officedistrict", "contestdistrict", "racedistrict", "electoraldistrict",
            "legislativedistrict", "districtname", "dist", "jurisdictioncode", "jurisdiction",
            "districts", "districtcodes",
        ]
    )
    static let county = Field(
        name: "county",
        headers: ["county", "countyname", "parish", "parishname", "countycode", "countyid"]
    )
    static let precinctCode = Field(
        name: "precinct",
        headers: [
            "precinct", "precinctcode", "precinctid", "precinctnumber", "precinctno",
            "precinctname", "pct", "vtd",
        ]
    )
    static let language = Field(name: "language", headers: ["language", "lang", "locale"])

    // MARK: Contests

    static let contestID = Field(
        name: "contest_id",
        headers: ["contestid", "contestcode", "raceid", "racecode", "contestkey"]
    )
    static let contest = Field(
        name: "contest",
        headers: [
            "contest", "contestname", "contesttitle", "office", "officename", "race", "racename",
            "racetitle", "seat", "position", "amt",
        ]
    )
    static let voteFor = Field(
        name: "vote_for",
        headers: ["votefor", "votesallowed", "numbertovotefor", "votenumber", "choose", "maxvotes"]
    )
    static let seats = Field(
        name: "seats",
        headers: [
            "seats", "numberelected", "numelected", "numberofseats", "seatsup", "noofseats",
            "numseats", "seatstofill", "seatsavailable", "seatscontested", "seatstobefilled",
            "numberofseatstobefilled", "numbertobeelected", "numbertoelect", "notobeelected",
            "noelected", "vacancies", "noofvacancies", "numberofvacancies",
            "councillorstobeelected",
            "numberofcouncillorstobeelected", "noofcouncillors", "sitze", "anzahlsitze", "mandate",
            "escanos", "plazas", "sieges", "nombredesieges", "seggi", "zetels",
        ]
    )
    static let candidate = Field(
        name: "candidate",
        headers: [
            "candidate", "candidatename", "nameonballot", "ballotname", "choice", "choicename",
            "kandidat", "bewerber", "bewerberin", "kandidatin", "candidato", "candidat",
            "kandidaat",
            "kandydat",
        ],
        weakHeaders: ["name", "fullname"]
    )
    static let party = Field(
        name: "party",
        headers: [
            "party", "partyname", "partycode", "politicalparty", "affiliation", "partei",
            "partyabbrev", "partyabbreviation", "partyabbr", "partydescription", "partydesc",
            "partyaffiliation", "politicalaffiliation", "candidateparty", "candidatepartyname",
            "partylabel", "partypreference", "partido", "parti", "partito", "partij", "partia",
        ]
    )
    /// Whose primary a contest is; other than the party of a candidate.
    static let primaryParty = Field(
        name: "primary_party",
        headers: [
            "primaryparty", "contestparty", "ballotparty", "partyballot", "partyprimary",
            "raceparty",
            "officeparty", "electionparty", "nominatingparty",
        ]
    )
    /// Whether it is a primary.
    static let stage = Field(
        name: "stage",
        headers: [
            "stage", "electionstage", "electiontype", "electionkind", "typeofelection",
            "primarygeneral",
        ]
    )
    static let ballotOrder = Field(
        name: "order",
        headers: ["order", "ballotorder", "candidateorder", "sequence", "listorder"]
    )
    static let incumbent = Field(name: "incumbent", headers: ["incumbent", "isincumbent"])

    static let contestFields: [Field] =
        [
            election, electionName, electionDate, contestID, contest, districtType, districtCode,
            county, precinctCode, voteFor, seats, candidate, primaryParty, stage, party,
            ballotOrder,
            incumbent, language, candidateStatus, candidateWithdrawn, candidateWriteIn,
            runningMate,
        ] + candidateNameFields

    /// Those whose headers may have a remark in brackets: `Candidate (as it appears on the ballot)`.
    static let remarked: Set<Field> = [
        contest, candidate, candidateStatus, candidateWithdrawn, candidateWriteIn, party, voteFor,
        seats, ballotOrder, incumbent, runningMate,
    ]

    // MARK: Measures

    static let measureID = Field(
        name: "measure_id",
        headers: [
            "measureid", "measurecode", "measurenumber", "propositionid", "questionid",
            "measurekey",
        ],
        weakHeaders: [
            "id", "number", "code", "measure", "proposition", "letter", "measureletter",
            "measureno",
            "propositionnumber", "propositionno", "questionnumber", "questionno",
        ]
    )
    static let measureTitle = Field(
        name: "title",
        headers: [
            "title", "measuretitle", "measurename", "ballottitle", "propositiontitle",
            "questiontitle", "name", "measure", "proposition", "question",
        ]
    )
    static let summary = Field(
        name: "summary",
        headers: ["summary", "description", "digest", "subtitle", "explanation"]
    )
    static let measureText = Field(
        name: "text",
        headers: [
            "text", "fulltext", "measuretext", "ballottext", "questiontext", "ballotquestion",
            "fullquestion", "question", "wording", "ballotwording",
        ]
    )
    static let yesMeans = Field(
        name: "yes_means",
        headers: [
            "yesmeans", "ayesvotemeans", "yesvotemeans", "yesvote", "effectofyes",
            "effectofyesvote",
            "effectofayesvote", "yesmeaning", "whatyesmeans", "whatayesvotemeans",
            "resultofyesvote",
            "yeseffect", "yes",
        ]
    )
    static let noMeans = Field(
        name: "no_means",
        headers: [
            "nomeans", "anovotemeans", "novotemeans", "novote", "effectofno", "effectofnovote",
            "effectofanovote", "nomeaning", "whatnomeans", "whatanovotemeans", "resultofnovote",
            "noeffect",
        ]
    )
    static let statementFor = Field(
        name: "statement_for",
        headers: ["statementfor", "prostatement", "argumentfor", "pro", "argumentsfor"]
    )
    static let statementAgainst = Field(
        name: "statement_against",
        headers: ["statementagainst", "constatement", "argumentagainst", "con", "argumentsagainst"]
    )

    static let measureFields: [Field] =
        [
            election, electionName, electionDate, measureTitle, measureID, districtType,
            districtCode,
            language, summary, measureText, yesMeans, noMeans, statementFor, statementAgainst,
        ] + measureDistricts

    /// Districts that columns of a file of measures may name by their type alone, such as `Ward`.
    static let measureDistricts: [Field] = districts.filter {
        [
            "precinct", "ward", "council_district", "school_district", "single_member_district",
            "county",
        ]
        .contains($0.name)
    }

    // MARK: Elections

    static let electionID = Field(
        name: "id",
        headers: ["electionid", "electionkey", "electioncode", "election"],
        weakHeaders: ["id", "key", "code"]
    )
    static let electionTitle = Field(
        name: "name",
        headers: ["name", "electionname", "title", "electiontitle", "description"]
    )
    static let electionDay = Field(
        name: "date",
        headers: [
            "date", "electiondate", "dateofelection", "dateofpoll", "polldate", "pollingdate",
            "electionday", "pollingday", "day", "datum", "wahltag", "wahldatum", "fecha",
        ]
    )
    static let electionType = Field(
        name: "kind",
        headers: ["kind", "type", "electiontype", "electionkind"]
    )
    static let timeZone = Field(name: "time_zone", headers: ["timezone", "tz", "zeitzone"])
    static let pollsOpen = Field(
        name: "polls_open",
        headers: ["pollsopen", "open", "opens", "openingtime", "starttime"]
    )
    static let pollsClose = Field(
        name: "polls_close",
        headers: ["pollsclose", "close", "closes", "closingtime", "endtime"]
    )
    static let note = Field(name: "note", headers: ["note", "notes", "remark", "comment"])

    static let electionFields: [Field] = [
        electionID, electionTitle, electionDay, electionType, timeZone, pollsOpen, pollsClose,
        note, language,
    ]
}
