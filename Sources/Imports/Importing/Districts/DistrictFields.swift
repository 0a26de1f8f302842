internal import Polling

extension Field {
    static let districtKind = Field(
        name: "type",
        headers: ["type", "districttype", "districtkind", "divisiontype", "jurisdictiontype"]
    )

    static let validFrom = Field(
        name: "valid_from",
        headers: ["validfrom", "inforcefrom", "effectivefrom", "gueltigab", "gultigab"],
        weakHeaders: [
            "effectivedate", "effectivefromdate", "effdate", "effectdate", "effective",
            "dateeffective",
            "validfromdate", "startdate", "datestart", "fromdate", "datefrom", "begindate",
            "operativedate", "operativefrom", "dateoperative", "commencementdate", "commencedate",
            "inforce", "inforcedate", "dateinforce", "enactmentdate", "adoptiondate", "gultigvon",
            "gueltigvon", "inkrafttreten", "inkraftab", "vigentedesde", "fechainicio",
            "fechavigencia", "datedebut", "dateeffet", "datedeffet", "datainizio", "ingangsdatum",
            "efffrom", "efffromdate", "effstart", "effstartdate", "effectivestart",
            "effectivestartdate", "effbegin", "effbegindate", "validstart", "startsat", "begins",
        ]
    )
    static let validTo = Field(
        name: "valid_to",
        headers: ["validto", "validuntil", "inforceto", "effectiveto", "gueltigbis", "gultigbis"],
        weakHeaders: [
            "effectivetodate", "validtodate", "enddate", "dateend", "todate", "dateto", "untildate",
            "retired", "retireddate", "retiredate", "dateretired", "retirementdate", "expirydate",
            "expirationdate", "expires", "expired", "dateexpired", "terminationdate", "terminated",
            "terminateddate", "abolished", "abolisheddate", "abolitiondate", "dateabolished",
            "superseded", "supersededdate", "operativeto", "operativeuntil", "ceaseddate",
            "vigentehasta", "fechafin", "datefin", "datafine", "einddatum", "ausserkraft",
            "effto", "efftodate", "effthru", "effthrough", "effend", "effenddate", "effuntil",
            "effectiveend", "effectiveenddate", "effectivethru", "effectivethrough",
            "effectiveuntil", "validend", "validthru", "validthrough", "endsat", "expiration",
            "expiry", "expire", "expdate",
        ]
    )

    /// The column of a district's code, among those of a type when it is known.
    static func codeOfDistrict(type: String?) -> Field {
        let own = type.map(ownHeaders) ?? []
        return Field(
            name: "code",
            headers: own + [
                "code", "districtcode", "districtid", "districtnumber", "districtno",
                "districtreference", "district", "geoid", "geoid20", "geoid10",
            ],
            weakHeaders: ["id", "number", "no", "nr", "nummer", "key", "ref", "label"]
        )
    }

    /// The column of a district's name, among those of a type when it is known.
    static func nameOfDistrict(type: String?) -> Field {
        let heads = type.map(shortNames) ?? []
        return Field(
            name: "name",
            headers: ["name", "districtname"] + heads.map { $0 + "name" } + [
                "name20", "name10", "namelsad", "namelsad20", "namelsad10", "longname",
                "fullname", "bezeichnung", "title",
            ]
        )
    }

    /// `single_member_district` as headers call it: `singlememberdistrict`, `smd`.
    private static func shortNames(of type: String) -> [String] {
        let words = type.split(separator: "_")
        let initials = words.count > 1 ? [String(words.compactMap(\.first))] : []
        // School district, congressional district: "school", "congressional".
        let first = words.count > 1 && words.last == "district" ? [String(words[0])] : []
        let others: [String] =
            switch type {
            case "postcode":
                ["zipcodetext", "zipcode", "zip", "zcta", "zcta5", "postalcode", "plz"]
            case "precinct": ["pct", "prec", "vtd", "vtdst", "votingprecinct"]
            case "polling_district": ["pollingdistrict", "stimmbezirk", "votedistrict"]
            default: []
            }
        return [words.joined()] + initials + first + others
    }

    private static func ownHeaders(of type: String) -> [String] {
        let names = shortNames(of: type)
        let tails = ["id", "code", "no", "number", "num", "n", "nr", "reference", "ce", ""]
        let dated = ["vtdst20", "vtdst10", "vtdi20", "zcta5ce20", "zcta5ce10", "cd116fp", "sldust"]
        return tails.flatMap { tail in names.map { $0 + tail } }
            + (["precinct", "postcode"].contains(type) ? dated : [])
    }
}
