/// Columns of stations' files that are nobody's business: what is published of a station, everybody reads.
enum PrivateColumns {
    /// Whether a header says that its cells are of voters, of those who open the building, or of how it is
    /// opened: `Voter Name`, `Custodian Home Phone`, `Alarm Code`.
    static func isPrivate(_ header: String) -> Bool {
        let key = HeaderKey(header).text
        if whole.contains(key) || parts.contains(where: key.contains) { return true }
        let words = numberless(header)
        if !Set(words).isDisjoint(with: people), !Set(words).isDisjoint(with: theirs) {
            return true
        }
        if tellsKey(words) || tellsCode(Set(words)) { return true }
        return !Set(words).isDisjoint(with: homes) && !Set(words).isDisjoint(with: calls)
    }

    /// The words of a header without the numbers behind them: `PW1`, `Clerk 2`.
    static func numberless(_ header: String) -> [String] {
        HeaderKey.words(header).map { word in
            var bare = word[...]
            while bare.last?.isNumber == true { bare.removeLast() }
            return bare.isEmpty ? word : String(bare)
        }
    }

    /// Whether a header says who has the key or where it is: `Schlüssel bei`, `Key held by`.
    private static func tellsKey(_ words: [String]) -> Bool {
        zip(words, words.dropFirst()).contains { keys.contains($0) && holders.contains($1) }
    }

    /// Whether a header is of the code of a door: `Security PIN`, `Combo for gate`.
    private static func tellsCode(_ words: Set<String>) -> Bool {
        !words.isDisjoint(with: codes) && !words.isDisjoint(with: locks)
    }

    private static let keys: Set<String> = [
        "key", "keys", "schlussel", "schluessel", "llave", "llaves", "cle", "cles", "clef", "clefs",
    ]
    private static let holders: Set<String> = [
        "at", "with", "from", "by", "held", "kept", "holder", "contact", "person", "bei", "beim",
        "von", "abholung", "ubergabe", "hat", "con", "tiene", "en", "chez", "aupres",
    ]
    private static let codes: Set<String> = [
        "code", "codes", "pin", "combo", "combination", "kode", "codigo", "clave",
    ]
    private static let locks: Set<String> = [
        "security", "door", "gate", "lock", "padlock", "safe", "entry", "keypad", "sicherheit",
        "tur", "tor", "puerta", "porton", "seguridad", "porte", "portail", "securite",
    ]

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
        "personneacontacter", "homeaddress", "homestreet", "residenceaddress", "residentialaddress",
        "addressofresidence", "privateaddress", "personaladdress", "privatadresse",
        "privatanschrift",
        "wohnadresse", "wohnanschrift", "domicilioparticular", "direccionparticular",
        "adressepersonnelle", "adresseprivee",
    ]
    /// Who is meant, where the header says besides what of them.
    static let people: Set<String> = [
        "voter", "elector", "registrant", "wahler", "waehler", "electeur", "votante", "elettore",
        "kiezer", "judge", "judges", "inspector", "inspectors", "pollworker", "pollworkers",
        "worker", "workers", "pw", "captain", "manager", "wahlvorsteher",
        "wahlvorsteherin", "beisitzer", "wahlhelfer", "vocal", "suplente", "assesseur", "owner",
        "staff",
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
        let columns = sample.columns
        let open = uses.indices.filter { uses[$0] == nil && columns[$0].filled > 0 }
        let inParts = PrivateColumns.namesInParts(columns)
        var found = open.filter {
            PrivateColumns.isPrivate(columns[$0].name) || PrivateColumns.namesPersons(columns[$0])
                || PrivateColumns.holdsCodes(columns[$0]) || inParts.contains($0)
        }
        let hasPersons = found.contains {
            PrivateColumns.namesPersons(columns[$0]) || PrivateColumns.isOfPerson(columns[$0].name)
                || inParts.contains($0)
        }
        if hasPersons {
            found += open.filter { !found.contains($0) && PrivateColumns.reaches(columns[$0]) }
            found.sort()
        }
        for index in found { use(index, as: Field.ignore, because: Finding(.privateColumn)) }
        return found.map { sample.columns[$0].name }
    }

    /// Leaves those of the columns out that nothing was taken for and that hold persons' names, whatever
    /// they are called, but for those who were elected.
    ///
    /// - Returns: Their names.
    mutating func setPersonsAside() -> [String] {
        let found = uses.indices.filter {
            uses[$0] == nil && PrivateColumns.holdsPersons(sample.columns[$0])
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
