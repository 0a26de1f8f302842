internal import Polling

extension Field {
    /// What a candidate is called besides the surname, where files have names in columns of their parts.
    static let firstName = Field(
        name: "first_name",
        headers: [
            "firstname", "firstnames", "forename", "forenames", "givenname", "givennames",
            "candidatefirstname", "candidatefirst", "candfirstname", "candfirst", "ballotfirstname",
            "fname", "namefirst", "vorname", "vornamen", "rufname", "prenom", "prenoms", "voornaam",
            "voornamen", "imie", "imiona", "fornamn", "fornavn", "etunimi", "primeironome",
        ],
        weakHeaders: ["first", "given", "nombre", "nombres", "nome", "nomi"]
    )
    static let middleName = Field(
        name: "middle_name",
        headers: [
            "middlename", "middlenames", "middleinitial", "candidatemiddlename",
            "candidatemiddle", "candmiddlename", "candmiddle", "mname", "namemiddle", "secondname",
            "zweitername", "segundonombre",
        ],
        weakHeaders: ["middle", "mi", "initial"]
    )
    static let lastName = Field(
        name: "last_name",
        headers: [
            "lastname", "lastnames", "surname", "surnames", "familyname", "candidatelastname",
            "candidatelast", "candidatesurname", "candlastname", "candlast", "ballotlastname",
            "lname", "namelast", "nachname", "nachnamen", "familienname", "zuname", "apellido",
            "apellidos", "cognome", "achternaam", "nazwisko", "sobrenome", "efternamn", "etternavn",
            "efternavn", "sukunimi", "nomdefamille",
        ],
        weakHeaders: ["last", "family", "nom"]
    )
    static let nameSuffix = Field(
        name: "name_suffix",
        headers: [
            "namesuffix", "suffixname", "candidatesuffix", "candsuffix", "generation",
            "generationalsuffix", "namenszusatz",
        ],
        weakHeaders: ["suffix"]
    )
    /// The names that stand on the ballot in place of the others, as British statements of persons
    /// nominated have them.
    static let usedFirstName = Field(
        name: "used_first_name",
        headers: [
            "commonlyusedforename", "commonlyusedforenames", "commonlyusedfirstname",
            "commonforename", "preferredfirstname", "preferredforename",
        ]
    )
    static let usedLastName = Field(
        name: "used_last_name",
        headers: [
            "commonlyusedsurname", "commonlyusedlastname", "commonsurname", "preferredsurname",
        ]
    )

    static let candidateNameFields: [Field] = [
        usedFirstName, usedLastName, firstName, middleName, lastName, nameSuffix,
    ]
}

extension BallotPlan {
    /// Whether any column has a candidate's name, or a part of it.
    var hasCandidates: Bool { plan.has(.candidate) || plan.has(.lastName) || plan.has(.firstName) }

    /// The name of a row's candidate, put together of the columns that have its parts.
    ///
    /// A column of whole names counts alone, unless it has but the surnames: then the first name that
    /// stands beside it goes in front.
    func candidateName(_ row: borrowing Row) -> String? {
        let whole = plan.text(.candidate, row)
        let last = plan.text(.usedLastName, row) ?? plan.text(.lastName, row)
        if let whole, last != nil { return whole }
        let first = plan.text(.usedFirstName, row) ?? plan.text(.firstName, row)
        guard let surname = last ?? whole else { return first }
        guard let first else { return surname }
        let known = surname.smallWords
        if whole != nil, first.smallWords.allSatisfy(known.contains) { return surname }
        // Rows of sums have no first name, but whoever has filled them in may have put a dash there.
        guard first.contains(where: \.isLetter) else { return surname }
        return [first, plan.text(.middleName, row), surname, plan.text(.nameSuffix, row)]
            .compactMap { $0 }.joined(separator: " ")
    }
}
