/// What a column may be taken for.
struct Field: Hashable, Sendable {
    /// The word that stands in `--map`, `--set` and the report.
    let name: String
    /// Headers that mean it, as ``HeaderKey`` writes them, the surest first.
    let headers: [String]
    /// What else of the header has to be there: an id under the bare header `id` may be anything's.
    var weakHeaders: [String] = []

    /// The column is kept under its own name.
    static let attribute = "attribute"
    /// The column is dropped.
    static let ignore = "ignore"

    static func == (left: Field, right: Field) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Field {
    // MARK: Fields of every kind of record

    static let id = Field(
        name: "id",
        headers: [
            "stationid", "pollingstationid", "pollingplaceid", "pollingvenueid",
            "pollinglocationid", "votingplaceid", "stationcode", "pollingstationcode", "sitecode",
            "ppid",
            "internalcouncilid", "ecid", "locationid", "siteid", "venueid", "facilityid", "premid",
            "placeid", "wahllokalid", "votinglocationid", "votingsiteid", "pollingsiteid",
            "votecenterid", "globalid", "guid", "uuid",
        ],
        weakHeaders: [
            "id", "identifier", "key", "code", "ref", "reference", "number", "no", "nr", "nummer",
            "stationnumber", "pollingstationnumber", "psno", "psnumber", "psnum", "pscode",
        ]
    )
    static let latitude = Field(
        name: "latitude",
        headers: [
            "latitude", "lat", "decimallatitude", "latdd", "latwgs84", "wgs84lat", "y4326",
            "ywgs84", "geolat", "gpslat", "gpslatitude", "breitengrad", "geobreite", "breite",
            "latitud", "latitudine", "breedtegraad", "szerokosc", "szerokoscgeograficzna",
            "breddegrad", "leveysaste", "nrlatitude", "intptlat", "intptlat20", "intptlat10",
        ],
        weakHeaders: ["y", "ycoord", "ycoordinate", "coordy", "koory", "pointy"]
    )
    static let longitude = Field(
        name: "longitude",
        headers: [
            "longitude", "lon", "lng", "long", "decimallongitude", "londd", "lonwgs84", "wgs84lon",
            "x4326", "xwgs84", "geolon", "geolng", "gpslon", "gpslong", "gpslongitude",
            "langengrad", "laengengrad", "geolange", "geolaenge", "longitud", "longitudine",
            "lengtegraad", "dlugosc", "dlugoscgeograficzna", "lengdegrad", "langdgrad",
            "lange", "laenge", "pituusaste", "nrlongitude", "intptlong", "intptlon", "intptlon20",
            "intptlon10",
        ],
        weakHeaders: ["x", "xcoord", "xcoordinate", "coordx", "koorx", "pointx"]
    )
    /// Both coordinates in one cell.
    static let position = Field(
        name: "position",
        headers: [
            "latlon", "latlng", "latlong", "lonlat", "lnglat", "latitudelongitude", "coordinates",
            "coordinate", "coords", "position", "geopoint", "geopoint2d", "geolocation", "point",
            "wkt", "geom", "geometry", "thegeom", "geo", "koordinaten", "coordenadas",
            "coordonnees", "coordinaten", "wspolrzedne", "geokoordinaten", "ubicacion",
        ]
    )
    static let easting = Field(
        name: "easting",
        headers: [
            "easting", "eastings", "east", "xordinate", "xcoord", "xcoordinate", "x", "koorx",
            "rechtswert", "pointx", "coordx", "gridx",
        ]
    )
    static let northing = Field(
        name: "northing",
        headers: [
            "northing", "northings", "north", "yordinate", "ycoord", "ycoordinate", "y", "koory",
            "hochwert", "pointy", "coordy", "gridy",
        ]
    )
    /// Columns that number a file's rows or repeat what a program knows: worth nothing to anybody.
    static let rowNumberHeaders: Set<String> = [
        "objectid", "objectid1", "objectid2", "fid", "gid", "ogcfid", "rowid", "rownum",
        "rownumber", "row", "index", "shapelength", "shapearea", "shapeleng", "shape",
    ]

    // MARK: Stations

    static let stationName = Field(
        name: "name",
        headers: [
            "name", "stationname", "pollingstationname", "pollingplacename", "pollinglocationname",
            "pollingplace", "pollingstation", "pollinglocation", "ppname", "votingplace",
            "votingplacename", "votecentername", "placename", "venuename", "sitename",
            "facilityname", "locationname", "buildingname", "wahllokal", "wahllokalname",
            "wahlraum", "bezeichnung", "textname", "altname", "pollingname", "nom", "nombre",
            "nome", "naam", "nazwa", "namn", "navn", "nimi", "bureaudevote", "nomdubureau",
            "nomdubureaudevote", "lieudevote", "libellebureau", "centrodevotacion",
            "colegioelectoral", "localelectoral", "recintoelectoral", "seggio", "sedeseggio",
            "stembureau", "naamstembureau", "lokalwyborczy", "siedziba", "localdevotacao",
            "vallokal", "valglokale", "stemmested", "wahlgebaude", "wahllokalbezeichnung",
            "votecenter", "votecentre", "votingcenter", "votingcentre", "votingcentername",
            "pollname", "pollsite", "pollsitename", "polllocation", "polllocationname",
            "pollplace", "pollplacename", "precinctlocation", "precinctlocationname",
            "votinglocation", "votinglocationname", "votingsite", "votingsitename", "pollingsite",
            "pollingsitename", "earlyvotingsite", "earlyvotinglocation", "earlyvotingsitename",
            "earlyvotinglocationname", "earlyvotingplace", "earlyvotingcenter", "earlyvotesite",
            "earlyvotelocation", "advancevotinglocation", "advancevotingsite", "dropboxlocation",
            "dropboxlocationname", "dropboxname", "dropboxsite", "ballotdropbox",
            "ballotdropboxlocation", "ballotdropboxname", "dropofflocation",
            "ballotdropofflocation", "psname", "nameofpollingstation", "nameofpollingplace",
            "nameofthepollingstation", "sitenameen", "nmlocalvotacao", "libelledubureau",
            "votingstation", "votingstationname", "pollingcentre", "pollingcentrename",
            "pollingcenter", "pollingcentername", "pollingunit", "pollingunitname",
            "libelledubureaudevote",
        ],
        weakHeaders: [
            "location", "venue", "facility", "premises", "premisesname", "building", "site",
            "wheretovote",
        ]
    )
    /// The building, where the station has a name besides.
    static let premises = Field(
        name: "premises",
        headers: ["premises", "premisesname", "building", "buildingname"]
    )
    static let address = Field(
        name: "address",
        headers: [
            "address", "streetaddress", "stationaddress", "pollingplaceaddress",
            "pollingstationaddress", "pollinglocationaddress", "addr", "adresse", "anschrift",
            "adress", "direccion", "fulladdress", "addressfull", "adressecomplete", "domicilio",
            "indirizzo", "adres", "endereco", "morada", "direccioncompleta", "lieu",
            "straatenhuisnummer", "strassehausnummer", "completeaddress", "wholeaddress",
            "formattedaddress", "singlelineaddress", "addresssingleline", "fulladdr",
            "fullstreetaddress", "venueaddress", "siteaddress", "locationaddress",
            "physicaladdress", "placeaddress", "premisesaddress", "facilityaddress",
            "buildingaddress", "bldgaddress", "pollingaddress", "polladdress", "pollsiteaddress",
            "polllocationaddress", "pollplaceaddress", "ppaddress", "civicaddress",
            "adressecivique", "situs", "situsaddress", "addressphysical", "addresslocation",
            "streetnumberandname", "streetnameandnumber", "streetnumberandstreet", "strassenr",
            "strassehausnr", "strasseundhausnummer", "strasseundhausnr", "strassehausnummern",
            "adressedubureau", "adressedubureaudevote", "adresselieu", "direcciondelcentro",
            "indirizzoseggio", "adresstembureau", "adressestembureau", "direccioncasilla",
            "votingaddress", "addressofvenue",
            "addressofpollingplace", "addressofstation", "vollstandigeadresse", "dsendereco",
        ]
    )
    static let street = Field(
        name: "street",
        headers: [
            "street", "streetname", "addressstreet", "strasse", "str", "rue", "voie", "nomdelavoie",
            "calle", "via", "straat", "straatnaam", "ulica", "rua", "gata", "gatuadress", "vei",
            "strassenname", "roadname", "road", "stname", "strname", "streetnm", "thoroughfare",
            "thoroughfarename", "addressstreetname", "streetnam",
        ]
    )
    static let houseNumber = Field(
        name: "house_number",
        headers: [
            "housenumber", "houseno", "streetnumber", "addressnr", "addressno", "hausnummer",
            "hausnr", "hnr", "numerodevoie", "numerocivico", "civico", "huisnummer", "nrdomu",
            "gatunummer", "numerodecalle", "streetno", "streetnum", "stno", "stnum", "addrnum",
            "addnumber", "addressnumber", "propertynumber", "buildingnumber", "roadnumber",
        ]
    )
    /// What belongs to a house's number: `A` of 12A.
    static let numberSuffix = Field(
        name: "number_suffix",
        headers: [
            "housenumbersuffix", "streetnumbersuffix", "numbersuffix", "housesuffix", "numsuffix",
            "streetnosuffix", "addnumsuf", "hausnummerzusatz", "hausnrzusatz", "hnrzusatz",
            "huisnummertoevoeging", "stnumfrac", "streetnumberfraction", "streetnumfrac",
            "housenumberfraction", "housefraction", "numfrac", "addrnumfrac", "stnumsuf",
            "stnumsuffix", "streetnumsuffix", "addrnumsuf", "addrnumsuffix", "addressnumbersuffix",
            "hausnummernzusatz", "adresszusatzhnr", "hausbuchstabe", "hausnrbuchstabe",
        ],
        weakHeaders: [
            "zusatz", "toevoeging", "buchstabe", "fraction", "frac", "half", "letter", "suffix",
        ]
    )
    /// The direction before a street's name.
    static let streetPrefix = Field(
        name: "street_prefix",
        headers: [
            "predir", "streetpredir", "stpredir", "prefixdir", "predirection", "streetprefix",
            "streetdirection", "directionprefix", "stdir",
        ],
        weakHeaders: ["prefix", "direction", "dir"]
    )
    /// What sort of street it is: `Road`.
    static let streetType = Field(
        name: "street_type",
        headers: [
            "streettype", "roadtype", "sttype", "stype", "streettypecode", "posttype",
            "streetposttype", "typeofstreet", "thoroughfaretype", "typevoie", "typedevoie",
            "tipodevia", "tipovia", "tipocalle", "streetsuffixtype",
        ],
        weakHeaders: ["streetsuffix", "stsuffix", "stsuf", "strsuffix", "type", "suffix"]
    )
    /// The direction behind a street's name.
    static let streetSuffix = Field(
        name: "street_suffix",
        headers: [
            "postdir", "streetpostdir", "stpostdir", "sufdir", "suffixdir", "postdirection",
            "streetsuffixdirection", "directionsuffix",
        ],
        weakHeaders: ["streetsuffix", "stsuffix", "stsuf", "suffix", "direction", "dir"]
    )
    /// A part of a building.
    static let unit = Field(
        name: "unit",
        headers: [
            "unit", "unitnumber", "unitno", "addressunit", "subunit", "apt", "apartment", "aptno",
            "suite", "suiteno", "suitenumber", "flat", "flatno", "flatnumber", "unitid",
        ]
    )
    /// What the part of a building is called: `Suite`.
    static let unitType = Field(
        name: "unit_type",
        headers: ["unittype", "occupancytype", "flattype", "subunittype"]
    )
    static let city = Field(
        name: "city",
        headers: [
            "city", "town", "locality", "suburb", "municipality", "textcity", "addresscity", "ort",
            "stadt", "gemeinde", "village", "cityname", "addrlocality", "ville", "commune",
            "ciudad", "municipio", "localidad", "poblacion", "citta", "comune", "plaats",
            "woonplaats", "gemeente", "miasto", "miejscowosc", "cidade", "localidade", "wohnort",
            "ortsname", "postort", "posttown", "citytown", "towncity", "citystate", "citystatezip",
            "citystatezipcode", "citystzip", "cityzip", "zipcity", "postcodecity", "nmmunicipio",
            "plzort", "plzundort", "plzwohnort", "postleitzahlort", "postleitzahlundort", "ortplz",
            "codepostalville", "cpville", "cplocalidad", "capcitta", "postcodeplaats",
        ],
        weakHeaders: ["borough", "boroughname", "boro", "boroname"]
    )
    static let state = Field(
        name: "state",
        headers: [
            "addrstateab", "state", "stateab", "stateabbr", "statecode", "cdestate",
            "province", "bundesland", "provincia", "provincie", "departement", "estado",
            "wojewodztwo", "provincestate", "stateprovince", "stateprov", "provstate",
        ]
    )
    static let postcode = Field(
        name: "postcode",
        headers: [
            "postcode", "zip", "zipcode", "zip5", "textzip5", "postalcode", "postcode1", "plz",
            "postleitzahl", "pcode", "addrpostcode", "addresspostcode", "postzustellbezirk",
            "postzustel", "codigopostal", "codepostal", "cp", "cap", "kodpocztowy", "postnummer",
            "postnr", "cep", "zippostalcode", "postalcd", "postcd", "pincode", "postalzip",
            "eircode", "nrcep",
        ]
    )
    static let hours = Field(
        name: "hours",
        headers: [
            "hours", "openinghours", "openhours", "timesopen", "pollinghours", "votinghours",
            "hoursopen", "hoursofoperation", "opening", "opentimes", "offnungszeiten",
            "oeffnungszeiten", "horaires", "horaire", "horario", "horarios", "orario",
            "openingstijden", "godzinyotwarcia", "oppettider", "offnungszeit", "oeffnungszeit",
            "heuresdouverture", "horairesdouverture", "heuresdevote", "horariodevotacion",
            "orariodiapertura", "orariodivoto", "wahlzeit", "wahlzeiten", "godzinyglosowania",
        ]
    )
    /// When a station opens, where that has a column of its own.
    static let opens = Field(
        name: "opens",
        headers: [
            "opentime", "opentimes", "openingtime", "timeopen", "timeopens", "opensat", "openat",
            "starttime", "timestart", "begintime", "timebegin", "pollsopen", "pollopen",
            "pollsopenat", "pollopentime", "pollsopentime", "pollopeningtime", "pollopens",
            "hoursopen", "timesopen", "openhour", "openinghour", "starthour", "hoursstart",
            "hoursbegin", "hoursfrom",
            "offnungszeitvon", "oeffnungszeitvon", "geoffnetab", "geoeffnetab", "geoffnetvon",
            "geoeffnetvon", "horaapertura", "heureouverture",
        ],
        weakHeaders: [
            "open", "opens", "opening", "start", "starts", "begin", "begins", "from", "von",
            "apertura", "ouverture",
        ]
    )
    /// When it closes.
    static let closes = Field(
        name: "closes",
        headers: [
            "closetime", "closetimes", "closingtime", "timeclose", "timecloses", "timeclosed",
            "closesat", "closeat", "endtime", "timeend", "finishtime", "pollsclose", "pollclose",
            "pollscloseat", "pollclosetime", "pollsclosetime", "pollclosingtime", "pollcloses",
            "closehour", "closinghour", "endhour", "hoursend", "hoursto", "hoursuntil",
            "hoursclose", "offnungszeitbis", "oeffnungszeitbis", "geoffnetbis", "geoeffnetbis",
            "horacierre", "heurefermeture",
        ],
        weakHeaders: [
            "close", "closes", "closing", "closed", "end", "ends", "finish", "until", "to", "bis",
            "cierre", "fermeture",
        ]
    )
    /// The first day of the hours, where it has a column of its own.
    static let firstDay = Field(
        name: "first_day",
        headers: [
            "startdate", "datestart", "firstday", "firstdate", "begindate", "fromdate", "datefrom",
            "openfrom", "opendate", "dateopen", "startdatum", "fechainicio", "datedebut",
        ],
        weakHeaders: ["from", "start", "starts", "begin", "begins", "von", "desde"]
    )
    /// The last day of the hours.
    static let lastDay = Field(
        name: "last_day",
        headers: [
            "enddate", "dateend", "lastday", "lastdate", "todate", "dateto", "openuntil",
            "closedate", "dateclosed", "enddatum", "fechafin", "datefin",
        ],
        weakHeaders: ["to", "end", "ends", "until", "thru", "through", "bis", "hasta"]
    )
    static let accessible = Field(
        name: "accessible",
        headers: [
            "accessible", "accessibility", "wheelchair", "wheelchairaccess",
            "wheelchairaccessible", "isaccessible", "handicapaccessible", "handicapped", "ada",
            "adaaccessible", "disabledaccess", "barrierfree", "barrierefrei", "rollstuhlgerecht",
            "rollstuhlg", "wheelchairstation", "accesible", "accesibilidad", "accessibilite",
            "accessiblepmr", "pmr", "accessibile", "toegankelijk", "mindervalidentoegankelijk",
            "dostepnosc", "dostepny", "acessivel", "tillganglig", "handicap", "handicapaccess",
            "handicapaccessibility", "handicappedaccess", "disabledaccessible",
            "disabilityaccess", "adaaccess", "adaaccessibility", "adacompliant",
            "wheelchairaccessibility", "stepfree", "stepfreeaccess",
        ]
    )
    static let accessibilityNote = Field(
        name: "accessibility_note",
        headers: ["accessibilitynote", "accessibilitynotes", "accessnotes", "accessnote"]
    )

    /// All that a station may have, in the order of the documentation.
    static let stationFields: [Field] =
        [
            id, stationName, premises, address, street, houseNumber, numberSuffix, streetPrefix,
            streetType, streetSuffix, unit, unitType, city, state, postcode,
            latitude, longitude, position, easting, northing, hours, opens, closes, firstDay,
            lastDay,
            timeZone, accessible, accessibilityNote,
        ] + districts
}
