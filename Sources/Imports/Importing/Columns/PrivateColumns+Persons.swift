/// Columns that are of persons by what they hold, or by what else there is.
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

    // MARK: Who does what

    /// Words of headers for those who work at the polls.
    private static let officers: Set<String> = [
        "judge", "judges", "inspector", "inspectors", "clerk", "clerks", "pollworker",
        "pollworkers", "worker", "workers", "pw", "presiding", "moderator", "warden", "scrutineer",
        "greeter", "rover", "officer", "wahlvorsteher", "wahlvorsteherin", "wahlvorstand",
        "beisitzer", "beisitzerin", "schriftfuhrer", "schriftfuhrerin", "wahlhelfer",
        "wahlhelferin", "presidente", "presidenta", "secretario", "secretaria", "vocal", "vocales",
        "suplente", "interventor", "interventora", "apoderado", "apoderada", "escrutador",
        "escrutadora", "juez", "jueza", "inspectora", "president", "presidente", "assesseur",
        "assesseurs", "scrutateur", "secretaire", "suppleant",
    ]
    /// Words for those who have something to do there, or with much else.
    private static let helpers: Set<String> = [
        "chief", "deputy", "supervisor", "staff", "tech", "technician", "manager", "captain",
        "coordinator", "assistant", "volunteer", "volunteers", "contact", "contacts", "kontakt",
        "contacto", "encargado", "encargada", "responsable", "verantwortlich", "verantwortlicher",
        "zustandig", "leiter", "leiterin", "stellvertreter", "stellvertreterin", "adjoint",
        "remplacant", "courier", "driver", "sexton", "pastor", "principal",
    ]
    /// Whole headers of somebody who does something.
    private static let doers: Set<String> = [
        "assigned", "assignedto", "assignedperson", "pickup", "pickupby", "pickupperson",
        "supplypickup", "supplypickupby", "suppliespickup", "suppliespickedupby", "pickedupby",
        "deliveredby", "openedby", "unlockedby", "opener", "lead", "teamlead", "lockedby",
        "closedby", "setupby", "deliveredto", "recogidopor", "abiertopor", "geoffnetvonwem",
        "aufgeschlossenvon", "abholungdurch", "ouvertpar", "retirepar",
    ]
    /// Words that make a header that of something else than a person, or of somebody elected.
    private static let otherThings: Set<String> = [
        "district", "districts", "count", "total", "needed", "required", "training", "office",
        "county", "city", "town", "township", "municipal", "court", "zone", "area", "anzahl",
    ]
    /// Words of headers of those whose names are public.
    private static let elected: Set<String> = [
        "alderman", "alderperson", "alder", "council", "councilmember", "councillor", "councilor",
        "commissioner", "representative", "rep", "senator", "mayor", "member", "sheriff",
        "candidate", "delegate", "mp", "governor", "burgermeister", "alcalde", "alcaldesa",
        "maire", "concejal", "county", "city", "town", "township", "honoree", "street", "road",
        "namesake", "precinct", "ward", "district", "source", "author",
    ]

    // MARK: What cells hold

    /// Words of what is no person.
    static let offices: Set<String> = [
        "office", "clerk", "county", "city", "town", "hall", "school", "church", "library",
        "department", "dept", "center", "centre", "board", "elections", "election", "registrar",
        "district", "parks", "recreation", "fire", "station", "community", "club", "inc", "llc",
        "the", "of", "and", "desk", "front", "main", "amt", "stadt", "gemeinde", "schule",
        "township", "twp", "village", "public", "works", "service", "services", "police",
        "sheriff", "help", "helpline", "hotline", "info", "information", "line", "voter", "voters",
        "commission", "court", "courthouse", "secretary", "state", "building", "facility",
        "facilities", "maintenance", "security", "reception", "company", "bank", "store", "mall",
        "association", "society", "foundation", "council", "authority", "housing", "apartments",
        "manor", "park", "plaza", "tower", "wahlamt", "rathaus", "burgeramt", "wahlburo",
        "landratsamt", "verwaltung", "ayuntamiento", "oficina", "junta", "electoral", "condado",
        "secretaria", "mairie", "commune", "bureau", "accueil", "prefecture", "general", "republic",
        "schools", "churches", "usd", "isd", "university", "college", "ministry", "ministries",
        "chamber", "commerce", "water", "electric", "power", "transit", "metro", "bus", "taxi",
        "rides", "website",
    ]
    /// Cells that say that there is nobody, or yes or no.
    private static let nobody: Set<String> = [
        "yes", "no", "y", "n", "none", "vacant", "tbd", "tba", "unknown", "open", "closed", "all",
        "ja", "nein", "si", "oui", "non", "offen", "vacante",
    ]

    /// Whether a column names persons: most of its values are two to four words with capitals, and none of an
    /// office, under a header of contacts or of those who do something at the polls.
    static func namesPersons(_ column: ColumnSample) -> Bool {
        let key = column.key.text
        let words = Set(numberless(column.name))
        if contacts.contains(key) || doers.contains(key) { return column.mostlyNames(isPerson) }
        guard words.isDisjoint(with: otherThings) else { return false }
        if !words.isDisjoint(with: officers) {
            return column.mostlyNames { isPerson($0) || isSurname($0) }
        }
        return !words.isDisjoint(with: helpers) && column.mostlyNames(isPerson)
    }

    /// Whether most of a column's values are persons by their given names, whatever it is called.
    static func holdsPersons(_ column: ColumnSample) -> Bool {
        column.firstValues.count > 1 && Set(numberless(column.name)).isDisjoint(with: elected)
            && column.mostly(60) { VenueWords.namePerson(PrivateCells.withoutReach($0)) }
    }

    /// `Jane B. Roe`, `Roe, Jane 555-0100`.
    static func isPerson(_ cell: String) -> Bool {
        let text = PrivateCells.withoutReach(cell)
        let words = text.split { !$0.isLetter && !"'.-".contains($0) }
        let letters = text.count { $0.isLetter }
        return 2...4 ~= words.count && letters * 2 > text.count
            && words.allSatisfy { $0.first?.isUppercase == true } && areNames(words)
    }

    /// Words of what land, the parts of a town and buildings are called, and hardly anybody, without accents.
    private static let places: Set<String> = Set(
        """
        north south east west upper lower old new grove creek hill hills ridge valley lake springs falls heights
        point beach island bluff prairie mount mt saint st san santa ward precinct village corner corners crossing
        river fork view
        towers villas estates condominiums condos terrace gardens commons residences suites resort grange elks
        moose eagles depot annex rotunda pool stadium ballroom barn marina airport hangar hospital clinic care
        house home homes memorial mission shelter tabernacle assembly fellowship worship gospel bible
        dorpshuis buurthuis wijkcentrum sporthal zorgcentrum woonzorgcentrum gemeenschapshuis gymzaal raadhuis
        stadhuis bibliotheek kerkgebouw verenigingsgebouw clubhuis kantine
        aula saal gemeindesaal burgersaal feuerwehr kita bauhof
        salles polyvalente lycee groupe scolaire espace halle stade creche mediatheque
        istituto liceo asilo elementare elementari media medie plesso circolo sala palazzo palazzetto comune
        teatro oratorio caserma sede
        polideportivo pabellon mercado salon hogar conservatorio ceip ies
        pavilhao ginasio grupo clube salao camara
        dom swietlica remiza urzad zespol gimnazjum klub
        koulu talo kirjasto kaupungintalo seurakuntatalo monitoimitalo
        forsamlingshus forsamlingshuset medborgarhuset folkets hus huset radhus radhuset kulturhuset samfunnshus
        """
        .split { $0 == " " || $0 == "\n" }.map(String.init)
    )

    /// A person in two or three words of letters alone, by the form: `Jane B. Roe`, `Roe, Jane`; nothing of
    /// land, buildings or offices.
    static func isPersonAlone(_ cell: String) -> Bool {
        let words = HeaderKey.words(cell)
        return 2...3 ~= words.count && isPerson(cell)
            && cell.allSatisfy { $0.isLetter || " ,.'-".contains($0) }
            && places.isDisjoint(with: words)
    }

    /// One word that may be a name: `Roe`.
    private static func isSurname(_ cell: String) -> Bool {
        let word = PrivateCells.withoutReach(cell)
        return word.count > 1 && word.first?.isUppercase == true && areNames([word[...]])
            && word.allSatisfy { $0.isLetter || "'-".contains($0) }
            && !nobody.contains(HeaderKey(word).text)
    }

    /// Whether none of a cell's words is of an office or of a building.
    static func areNames(_ words: [Substring]) -> Bool {
        words.allSatisfy { !offices.contains(HeaderKey(String($0)).text) }
            && !VenueWords.nameVenue(words.joined(separator: " "))
    }

    // MARK: What else there is

    private static let firstNames: Set<String> = [
        "firstname", "fname", "givenname", "givennames", "forename", "forenames",
        "namefirst", "vorname", "vornamen", "prenom", "prenoms", "nombre", "nombres",
        "voterfirstname", "firstnm",
    ]
    private static let lastNames: Set<String> = [
        "lastname", "lname", "surname", "familyname", "namelast", "nachname",
        "familienname", "zuname", "nom", "nomdefamille", "apellido", "apellidos",
        "primerapellido", "voterlastname", "lastnm",
    ]

    /// The columns of first and of last names, where there are both: those are of persons.
    static func namesInParts(_ columns: [ColumnSample]) -> [Int] {
        func named(_ headers: Set<String>) -> [Int] {
            columns.indices.filter {
                columns[$0].filled > 0 && headers.contains(columns[$0].key.text)
            }
        }
        let (first, last) = (named(firstNames), named(lastNames))
        return first.isEmpty || last.isEmpty ? [] : (first + last).sorted()
    }

    private static let doors: Set<String> = [
        "gate", "door", "lock", "padlock", "entry", "tur", "tor", "puerta", "porton", "porte",
        "portail",
    ]

    /// Whether a column called after a door holds what opens it: `#4711`, `4711*`.
    static func holdsCodes(_ column: ColumnSample) -> Bool {
        !Set(numberless(column.name)).isDisjoint(with: doors)
            && column.mostly(50) { $0.wholeMatch(of: /[#*][0-9]{3,8}[#*]?|[0-9]{3,8}[#*]/) != nil }
    }

    /// Whether a column has numbers or addresses by which somebody is reached.
    static func reaches(_ column: ColumnSample) -> Bool { reaching.contains(column.key.text) }

    /// Whether a private column is of somebody who is reached.
    static func isOfPerson(_ header: String) -> Bool {
        let words = Set(numberless(header))
        return !words.isDisjoint(with: people) || HeaderKey(header).text.contains("contact")
            || ["custodian", "janitor", "hausmeister", "caretaker", "keyholder", "ansprechpartner"]
                .contains(where: HeaderKey(header).text.contains)
    }
}

extension ColumnSample {
    /// Whether twenty different cells or more have the form of persons' names, but for one in ten. Of stations
    /// more are called after buildings.
    var holdsPersonsAlone: Bool {
        firstValues.count >= 20 && mostly(90, PrivateColumns.isPersonAlone)
    }

    /// Whether more than half of the first different cells are what a test says.
    fileprivate func mostlyNames(_ isName: (String) -> Bool) -> Bool {
        firstValues.count(where: isName) * 2 > firstValues.count
    }
}
