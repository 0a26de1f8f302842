/// Whether the rows of a file are persons, as those of a register of voters or of a list of poll workers.
extension StationPlan {
    /// What a column says of a person.
    private enum PersonTrait: CaseIterable {
        case number, name, birth, party, residence, sex, registration, role

        /// The whole headers of such columns, as ``HeaderKey`` writes them.
        var headers: Set<String> {
            switch self {
            case .number:
                [
                    "regno", "regnum", "regnumber", "registrationno", "registrationnum",
                    "registrationnumber", "registrationid", "voterid", "voteridnumber", "voterno",
                    "voternum", "voternumber", "voterregno", "voterregnum",
                    "voterregistrationnumber", "statevoterid", "countyvoterid", "vuid",
                    "registrantid", "electorid", "electorno", "electornum", "electornumber",
                    "rollno", "rollnumber", "epic", "epicno", "epicnumber", "wahlernummer",
                    "wahlernr", "wahlerverzeichnisnr", "wahlerverzeichnisnummer",
                    "numerodeelector", "clavedeelector", "claveelector", "dni", "numeroelecteur",
                    "numerodelecteur", "ssn",
                ]
            case .name:
                [
                    "votername", "nameofvoter", "electorname", "nameofelector", "registrantname",
                    "votersname", "nombredelelector", "nomdelelecteur", "nomelecteur",
                ]
            case .birth:
                [
                    "dob", "dateofbirth", "birthdate", "birthday", "birthyear", "yearofbirth",
                    "yob", "birthdt", "age", "geburtsdatum", "geburtstag", "geburtsjahr", "geboren",
                    "fechadenacimiento", "fechanacimiento", "edad", "datedenaissance",
                    "anneedenaissance",
                ]
            case .party:
                [
                    "party", "partycode", "partyaffiliation", "partycd", "partyname",
                    "partyregistration", "registeredparty", "regparty", "politicalparty",
                    "voterparty",
                    "partei", "partido", "partidopolitico", "parti",
                ]
            case .residence:
                [
                    "residence", "residenceaddress", "residenceaddress1", "residentialaddress",
                    "residentialaddress1", "residencestreet", "residencestreetname", "resaddress",
                    "resaddress1", "resstreet", "resstreetname", "homeaddress", "voteraddress",
                    "electoraddress", "registeredaddress", "propertyaddress", "meldeadresse",
                    "wohnanschrift", "wohnadresse",
                ]
            case .sex:
                ["sex", "gender", "race", "ethnicity", "geschlecht", "sexo", "genero", "sexe"]
            case .registration:
                [
                    "registrationdate", "regdate", "dateregistered", "dateofregistration",
                    "registrationstatus", "voterstatus", "lastvoted", "datelastvoted", "franchise",
                ]
            case .role: StationPlan.roleHeaders
            }
        }
    }

    /// The columns that say of persons two things or more, one of them a number, a name, a birth or where
    /// they live, or a plain `Name` under which all have the form of persons' names: the rows are persons
    /// then, and what they are published by is theirs.
    func findRegisterColumns(in sample: FileSample) -> [Int] {
        var traits: [Int: PersonTrait] = [:]
        let filled = sample.columns.indices.filter { sample.columns[$0].filled > 0 }
        for column in filled {
            let key = sample.columns[column].key.text
            traits[column] = PersonTrait.allCases.first { $0.headers.contains(key) }
            if let trait = traits[column], !holds(trait, column, sample) { traits[column] = nil }
        }
        for column in PrivateColumns.namesInParts(sample.columns) { traits[column] = .name }
        for column in filled where traits[column] == nil && holdsNames(column, sample) {
            traits[column] = .name
        }
        let found = Set(traits.values)
        let telling: Set<PersonTrait> = [.number, .name, .birth, .residence]
        if found.count > 1, !found.isDisjoint(with: telling) { return traits.keys.sorted() }
        // A header such as `Polling Place` says that they are none.
        return [name].compactMap { $0 }.filter {
            isPlain(sample.columns[$0]) && sample.columns[$0].holdsPersonsAlone
        }
    }

    /// Whether a column holds what its header says of persons, where buildings and elections have the like:
    /// `Age`, `Race`, `Role`.
    private func holds(_ trait: PersonTrait, _ column: Int, _ sample: FileSample) -> Bool {
        let values = sample.columns[column]
        return switch (trait, values.key.text) {
        case (.role, _): isOfWorkers(column, sample)
        case (.birth, "age"), (.birth, "edad"):
            values.mostly(80) { Int($0).map { 16...120 ~= $0 } ?? false }
        case (.sex, "race"), (.sex, "ethnicity"):
            values.mostly(50) { HeaderKey.words($0).allSatisfy(Self.raceWords.contains) }
        default: true
        }
    }

    /// Words and letters by which registers tell the race of a voter.
    private static let raceWords: Set<String> = [
        "white", "black", "asian", "hispanic", "latino", "latina", "latinx", "native", "american",
        "indian", "african", "alaskan", "hawaiian", "pacific", "islander", "multiracial", "mixed",
        "caucasian", "other", "unknown", "undesignated", "two", "or", "more", "races", "not", "non",
        "of", "origin", "and", "w", "b", "a", "h", "o", "u", "i", "m", "p", "n", "wh", "bl", "as",
        "hi", "ot", "un", "nh", "hl", "nl",
    ]

    /// Whether a column says what somebody does, in a file in which nothing names the stations.
    private func isOfWorkers(_ column: Int, _ sample: FileSample) -> Bool {
        name == nil && sample.columns[column].mostly(50, VenueWords.nameRole)
    }

    /// Whether persons stand where the names of the stations would, or in a file without such.
    private func holdsNames(_ column: Int, _ sample: FileSample) -> Bool {
        let values = sample.columns[column]
        if column == name { return values.mostly(50, VenueWords.namePerson) }
        return name == nil && PrivateColumns.namesPersons(values)
    }

    /// What is to be agreed to before rows of persons are published as stations; nil where they are none.
    func registerConsent(rows: Int) -> GuardFinding? {
        guard !registerColumns.isEmpty, rows > 0 else { return nil }
        let names = registerColumns.map { "\"\(columns[$0])\"" }
        let shown = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", ..." : "")
        return GuardFinding(
            limit: .voterRegister,
            count: rows,
            allowed: 0,
            published: rows,
            text:
                "\(counted(rows, "row")) would be published as stations and look like persons, as those "
                + "of a register of voters, by what stands under \(shown). Give the list of the polling "
                + "places; everybody reads what is published",
            values: ["columns": .text(shown)]
        )
    }
}
