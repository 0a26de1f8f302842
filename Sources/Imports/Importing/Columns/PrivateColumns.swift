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
        "geboren", "geburtstag",
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
        "afterhourscontact", "afterhoursphone",
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

extension ColumnMatcher {
    /// Leaves columns out that are private; one that the caller has named is taken for what he says.
    ///
    /// - Returns: Their names.
    mutating func setPrivateAside() -> [String] {
        let found = uses.indices.filter { index in
            uses[index] == nil && sample.columns[index].filled > 0
                && PrivateColumns.isPrivate(sample.columns[index].name)
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
