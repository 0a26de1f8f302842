/// Words by which the name of a building, of a person or of nothing but a number is known.
enum VenueWords {
    /// Whether a text names a building where people may vote: `Lincoln School`, `Grundschule Süd`.
    static func nameVenue(_ text: String) -> Bool {
        HeaderKey.words(text).contains { word in
            words.contains(word) || stems.contains(where: word.hasSuffix)
        }
    }

    /// Whether a text looks like a person's name: a usual given name with one or two names behind it, or,
    /// behind a comma, in front of it, `Jane Roe`, `Roe, Jane`; and no word of a building.
    static func namePerson(_ text: String) -> Bool {
        let words = HeaderKey.words(text)
        guard (2...3).contains(words.count), words.allSatisfy({ $0.allSatisfy(\.isLetter) }),
            !nameVenue(text)
        else { return false }
        let given = text.contains(",") ? words[1] : words[0]
        return givenNames.contains(given)
    }

    /// Whether a text says nothing but its header's words and a number or a short code: `Wahllokal 12` under
    /// `Wahllokal`, `A-12`.
    static func isNumber(_ text: String, under header: String) -> Bool {
        let named = Set(HeaderKey.words(header))
        return HeaderKey.words(text).allSatisfy { word in
            named.contains(word) || word.contains(where: \.isNumber) || word.count < 3
        }
    }

    /// Whether a text is what somebody does at the polls: `Judge`, `Chief Inspector`.
    static func nameRole(_ text: String) -> Bool {
        HeaderKey.words(text).contains(where: roles.contains)
    }

    private static let words: Set<String> = [
        "school", "elementary", "primary", "academy", "college", "university", "campus", "church",
        "chapel", "cathedral", "parish", "temple", "synagogue", "mosque", "hall", "library",
        "center", "centre", "station", "firehouse", "community", "club", "clubhouse", "gym",
        "gymnasium", "arena", "auditorium", "lodge", "legion", "vfw", "museum", "courthouse",
        "office", "building", "bldg", "armory", "armoury", "recreation", "rec", "senior", "seniors",
        "apartments", "pavilion", "theater", "theatre", "fairgrounds", "ymca", "ywca", "hotel",
        "baptist", "lutheran", "methodist", "presbyterian", "catholic", "ministries", "kirk",
        "scout", "leisure", "sports", "pub", "inn", "nursery", "kindergarten",
        "escuela", "iglesia", "biblioteca", "centro", "gimnasio", "colegio", "instituto", "casa",
        "ecole", "mairie", "salle", "gymnase", "eglise", "foyer", "maternelle", "maison",
        "scuola", "palestra", "municipio", "escola", "igreja", "gemeentehuis", "kerk",
        "szkola", "przedszkole", "kirke", "skole", "skola", "kyrka", "bibliotek",
    ]
    private static let stems = [
        "schule", "halle", "haus", "heim", "kirche", "gymnasium", "bibliothek", "bucherei",
        "kindergarten", "zentrum", "school", "church", "hallen", "skolen", "skolan",
    ]
    private static let roles: Set<String> = [
        "judge", "inspector", "clerk", "supervisor", "captain", "chief", "deputy", "manager",
        "pollworker", "worker", "officer", "moderator", "warden", "coordinator", "assistant",
        "alternate", "presiding", "custodian", "vorsteher", "wahlvorsteher", "beisitzer",
        "schriftfuhrer", "presidente", "president", "secretario", "secretaire", "assesseur",
        "vocal",
        "scrutineer", "greeter", "technician", "rover",
    ]
    /// Given names that are usual in the United States and Britain, Germany, France and Spain, without those
    /// that buildings have as well, such as Grace.
    private static let givenNames: Set<String> = [
        "james", "john", "robert", "michael", "william", "david", "richard", "joseph", "thomas",
        "charles", "christopher", "daniel", "matthew", "anthony", "mark", "donald", "steven",
        "paul", "andrew", "joshua", "kenneth", "kevin", "brian", "george", "edward", "ronald",
        "timothy", "jason", "jeffrey", "ryan", "jacob", "gary", "nicholas", "eric", "jonathan",
        "stephen", "larry", "justin", "scott", "brandon", "benjamin", "samuel", "gregory", "frank",
        "alexander", "raymond", "patrick", "jack", "dennis", "jerry", "tyler", "aaron", "jose",
        "adam", "nathan", "henry", "douglas", "zachary", "peter", "kyle", "walter", "ethan",
        "jeremy", "harold", "keith", "roger", "arthur", "terry", "lawrence", "sean", "jim", "bill",
        "bob", "tom", "mike", "joe", "dan", "steve", "greg", "jeff", "ken", "ron", "ted", "fred",
        "mary", "patricia", "jennifer", "linda", "elizabeth", "barbara", "susan", "jessica",
        "sarah", "karen", "lisa", "nancy", "betty", "margaret", "sandra", "ashley", "kimberly",
        "emily", "donna", "michelle", "dorothy", "carol", "amanda", "melissa", "deborah",
        "stephanie", "rebecca", "sharon", "laura", "cynthia", "kathleen", "amy", "angela",
        "shirley", "anna", "brenda", "pamela", "emma", "nicole", "helen", "samantha", "katherine",
        "christine", "debra", "rachel", "carolyn", "janet", "catherine", "maria", "heather",
        "diane", "ruth", "julie", "olivia", "joyce", "kelly", "lauren",
        "christina", "joan", "evelyn", "judith", "megan", "andrea", "cheryl", "hannah",
        "jacqueline", "martha", "gloria", "teresa", "ann", "anne", "sara", "frances",
        "kathryn", "janice", "jean", "alice", "jane", "sue", "kathy", "debbie", "judy", "beth",
        "peggy", "hans", "wolfgang", "klaus", "jurgen", "dieter", "manfred", "uwe",
        "stefan", "andreas", "ursula", "monika", "petra", "sabine", "renate", "gisela",
        "claudia", "birgit", "anja", "pierre", "michel", "philippe", "alain", "nathalie",
        "isabelle", "sylvie", "juan", "antonio", "manuel", "francisco", "carmen", "ana", "luis",
        "javier", "isabel", "carlos", "miguel", "rosa", "pedro", "pilar",
    ]
}

extension ColumnSample {
    /// Whether at least so many percent of its first different cells are what a test says.
    func mostly(_ percent: Int, _ isSo: (String) -> Bool) -> Bool {
        !firstValues.isEmpty && firstValues.count(where: isSo) * 100 >= firstValues.count * percent
    }
}
