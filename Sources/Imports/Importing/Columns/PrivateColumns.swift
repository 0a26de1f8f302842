/// Columns of stations' files that are nobody's business: what is published of a station, everybody reads.
enum PrivateColumns {
    /// Whether a header says that its cells are of voters, of those who open the building, or of how it is
    /// opened: `Voter Name`, `Custodian Home Phone`, `Alarm Code`.
    static func isPrivate(_ header: String) -> Bool {
        let key = HeaderKey(header).text
        if whole.contains(key) || parts.contains(where: key.contains) { return true }
        let words = Set(HeaderKey.words(header))
        if !words.isDisjoint(with: people), !words.isDisjoint(with: theirs) { return true }
        return !words.isDisjoint(with: homes) && !words.isDisjoint(with: calls)
    }

    private static let whole: Set<String> = [
        "dob", "ssn", "cell", "cellno", "cellnumber", "handy", "handynummer", "birthday",
        "geboren", "geburtstag", "poc",
    ]
    private static let parts = [
        "custodian", "janitor", "hausmeister", "caretaker", "keyholder", "keybox", "keycode",
        "keysafe", "keylocation", "keypad", "keypickup", "keyinstruction", "lockbox", "lockcode",
        "lockcombination", "alarm", "passcode", "password", "passwort", "securitycode", "doorcode",
        "gatecode", "entrycode", "accesscode", "buildingcode", "schlusselkasten",
        "schlusseltresor", "schlusselinhaber", "turcode", "zugangscode", "digicode", "codeporte",
        "codedacces", "codigodeacceso", "codigodepuerta", "conserje", "gardien", "portero",
        "dateofbirth", "birthdate", "geburtsdatum", "fechadenacimiento", "datedenaissance",
        "socialsecurity", "driverslicense", "driverlicense", "emergencycontact",
        "afterhourscontact", "afterhoursphone", "contactname", "contactperson", "contactphone",
        "contactemail", "contactmobile", "contactcell", "contacttel", "contactnumber",
        "contactfirst", "contactlast", "pointofcontact", "kontaktperson", "ansprechpartner",
        "kontakttelefon", "personadecontacto", "telefonodecontacto", "nombredecontacto",
        "personneacontacter",
    ]
    /// Who is meant, where the header says besides what of them.
    private static let people: Set<String> = [
        "voter", "elector", "registrant", "wahler", "waehler", "electeur", "votante", "elettore",
        "kiezer", "judge", "judges", "inspector", "pollworker", "worker", "captain",
        "wahlvorsteher", "owner", "staff",
    ]
    private static let theirs: Set<String> = [
        "name", "names", "first", "last", "middle", "surname", "firstname", "lastname", "id",
        "address", "street", "phone", "tel", "telephone", "email", "mail", "cell", "mobile",
        "birth",
        "age", "gender", "sex", "race", "party", "signature", "vorname", "nachname", "nom",
        "nombre",
        "prenom", "adresse", "direccion", "telefon", "telefono", "contact",
    ]
    private static let homes: Set<String> = [
        "home", "cell", "mobile", "private", "personal", "privat", "emergency",
    ]
    private static let calls: Set<String> = [
        "phone", "tel", "telephone", "telefon", "telefono", "number", "no", "email", "contact",
        "handy",
    ]
}

/// Columns that are of a person by what else there is.
extension PrivateColumns {
    /// Headers that may be an office's as well, `Contact`: what they hold tells.
    private static let contacts: Set<String> = [
        "contact", "contacts", "primarycontact", "sitecontact", "facilitycontact",
        "buildingcontact", "pollingplacecontact", "locationcontact", "kontakt", "contacto",
    ]
    /// Beside a person it is his, in a file without one the building's.
    private static let reaching: Set<String> = [
        "phone", "phonenumber", "phoneno", "phone1", "phone2", "telephone", "tel", "email",
        "emailaddress", "mobile", "mobilephone", "cellphone", "telefon", "telefono", "correo",
    ]
    /// Words of what is no person.
    private static let offices: Set<String> = [
        "office", "clerk", "county", "city", "town", "hall", "school", "church", "library",
        "department", "dept", "center", "centre", "board", "elections", "registrar", "district",
        "parks", "recreation", "fire", "station", "community", "club", "inc", "llc", "the", "of",
        "and", "desk", "front", "main", "amt", "stadt", "gemeinde", "schule",
    ]

    /// Whether a column names persons: most of its values are two to four words with capitals, and none of an
    /// office.
    static func namesPersons(_ column: ColumnSample) -> Bool {
        guard contacts.contains(column.key.text), !column.firstValues.isEmpty else { return false }
        let persons = column.firstValues.count(where: isPerson)
        return persons * 2 > column.firstValues.count
    }

    private static func isPerson(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && !"'.-".contains($0) }
        let letters = text.count { $0.isLetter }
        return 2...4 ~= words.count && letters * 2 > text.count
            && words.allSatisfy { $0.first?.isUppercase == true }
            && words.allSatisfy { !offices.contains($0.lowercased()) }
    }

    /// Whether a column has numbers or addresses by which somebody is reached.
    static func reaches(_ column: ColumnSample) -> Bool { reaching.contains(column.key.text) }

    /// Whether a private column is of somebody who is reached.
    static func isOfPerson(_ header: String) -> Bool {
        let words = Set(HeaderKey.words(header))
        return !words.isDisjoint(with: people) || HeaderKey(header).text.contains("contact")
            || ["custodian", "janitor", "hausmeister", "caretaker", "keyholder", "ansprechpartner"]
                .contains(where: HeaderKey(header).text.contains)
    }
}

extension ColumnMatcher {
    /// Leaves columns out that are private; one that the caller has named is taken for what he says.
    ///
    /// - Returns: Their names.
    mutating func setPrivateAside() -> [String] {
        let columns = sample.columns
        let open = uses.indices.filter { uses[$0] == nil && columns[$0].filled > 0 }
        var found = open.filter {
            PrivateColumns.isPrivate(columns[$0].name) || PrivateColumns.namesPersons(columns[$0])
        }
        let hasPersons = found.contains {
            PrivateColumns.namesPersons(columns[$0]) || PrivateColumns.isOfPerson(columns[$0].name)
        }
        if hasPersons {
            found += open.filter { !found.contains($0) && PrivateColumns.reaches(columns[$0]) }
            found.sort()
        }
        for index in found { use(index, as: Field.ignore, because: Finding(.privateColumn)) }
        return found.map { sample.columns[$0].name }
    }
}

extension HeaderKey {
    /// The words of a header in small letters and without accents, also where capitals begin them:
    /// `voterName`, `VOTER_NAME`.
    static func words(_ header: String) -> [String] {
        var spaced = ""
        var previous: Character = " "
        for character in header {
            if character.isUppercase, previous.isLowercase { spaced.append(" ") }
            spaced.append(character)
            previous = character
        }
        return spaced.split { !$0.isLetter && !$0.isNumber }
            .map { HeaderKey(String($0)).text }.filter { !$0.isEmpty }
    }
}
