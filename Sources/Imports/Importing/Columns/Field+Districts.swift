extension Field {
    /// A type of district that a station's file may name, by its columns' headers.
    static let districts: [Field] = [
        Field(
            name: "precinct",
            headers: [
                "precinct", "precinctid", "precinctn", "precinctno", "precinctnum",
                "precinctnumber", "precinctcode", "votingprecinct", "pct", "pctno", "vtd",
                "precinctname", "precinctassigned", "precinctsassigned", "assignedprecinct",
                "precinctserved", "precinctsserved", "precinctlist", "electiondistrict",
                "electiondistrictid", "electiondistrictno", "electiondistrictnumber",
                "electdist", "electiondist", "elecdist", "ed",
            ]
        ),
        Field(name: "ward", headers: ["ward", "wardid", "wardcode", "wardno", "wardname"]),
        Field(
            name: "polling_district",
            headers: [
                "pollingdistrict", "pollingdistrictreference", "pollingdistrictid",
                "pollingdistrictcode", "districtreference", "votedistrictid", "stimmbezirk",
                "nrstimmbezirk800", "nrstimmbe", "wahlbezirknr", "seccionelectoral", "seccion",
                "sezione", "sezioneelettorale", "numerobureau", "codebureau", "obwod", "nrobwodu",
                "valdistrikt", "stemdistrict", "stimmbezirknr", "wahlbezirk",
                // Canada's polling divisions, South Africa's voting districts, the parts of India's
                // rolls and Brazil's sections.
                "pdnum", "pdno", "pdnumber", "pdcode", "pollingdivision", "pollingdivisionno",
                "pollingdivisionnumber", "pollno", "pollnum", "pollnumber", "vdnumber", "vdno",
                "votingdistrict", "votingdistrictno", "votingdistrictnumber", "partno",
                "partnumber", "nrsecao", "secao", "secaoeleitoral",
            ]
        ),
        Field(
            name: "school_district",
            headers: ["schooldistrict", "schooldistrictid", "schoolboarddistrict"]
        ),
        Field(
            name: "council_district",
            headers: [
                "councildistrict", "citycouncildistrict", "kommunalwahlbezirk", "kommunalwa",
                "localelectiondistrictid",
            ]
        ),
        Field(
            name: "state_district",
            headers: [
                "statedistrict", "landtagswahlkreis", "landtagswa",
                "landtagelectiondistrictid", "acno", "acnumber", "acnum", "assemblyconstituencyno",
                "assemblyconstituencynumber", "assemblyconstituency", "acname",
                "provincialdistrict",
            ]
        ),
        Field(
            name: "federal_district",
            headers: [
                "congressionaldistrict", "bundestagswahlkreis", "bundestags",
                "bundestagelectiondistrictid", "divname", "division", "electorate",
                "constituency", "fednum", "fedno", "federalelectoraldistrict", "fedname", "pcno",
                "pcnumber", "parliamentaryconstituency", "pcname", "riding", "ridingname",
            ]
        ),
        Field(
            name: "single_member_district",
            headers: ["smd", "smdid", "singlememberdistrict"]
        ),
        Field(name: "commission", headers: ["anc", "ancid", "advisoryneighborhoodcommission"]),
        Field(name: "county", headers: ["county", "countyname", "countyid"]),
    ]
}
