extension Field {
    static let addressID = Field(
        name: "id",
        headers: ["addressid", "propertyurn", "uprn", "prouprn", "propertyid", "dwellingid"],
        weakHeaders: ["id", "key", "ref"]
    )
    static let addressLine = Field(
        name: "address",
        headers: [
            "addressline1", "address1", "addressline", "address", "streetaddress", "adresse",
            "fulladdress", "propertyaddress1", "add1", "dwellingaddress", "profulladdress",
        ]
    )
    /// The street of a house that has but a name in the first line.
    static let addressLine2 = Field(
        name: "address_2",
        headers: [
            "addressline2", "address2", "add2", "propertyaddress2", "dwellingaddress2",
        ]
    )
    static let addressStreet = Field(
        name: "street",
        headers: ["street", "streetname", "strasse", "str", "thoroughfare", "road"]
            + Field.street.headers
    )
    /// A row of houses with a name and numbers of its own, beside the street that it stands in.
    static let addressSubstreet = Field(
        name: "substreet",
        headers: [
            "substreetname", "substreet", "dependentstreet", "dependentthoroughfare",
        ]
    )
    static let addressHouse = Field(
        name: "house_number",
        headers: [
            "housenumber", "houseno", "streetnumber", "hausnummer", "hausnr", "hnr", "number",
            "addressnumber", "addrnum", "propertynumber", "propertyno", "dwellingnumber",
        ] + Field.houseNumber.headers,
        weakHeaders: ["no", "nr", "num", "numero", "hno", "house", "haus", "casa"]
    )
    /// What a house is called; beside a number it says no more than that.
    static let addressHouseName = Field(
        name: "house_name",
        headers: ["housename", "propertyname", "buildingname", "dwellingname", "hausname"]
    )
    static let oddFrom = Field(
        name: "odd_from",
        headers: ["oddfrom", "numberoddfrom", "ungeradevon", "oddstart", "oddlow"]
    )
    static let oddTo = Field(
        name: "odd_to",
        headers: ["oddto", "numberoddto", "ungeradebis", "oddend", "oddhigh"]
    )
    static let evenFrom = Field(
        name: "even_from",
        headers: ["evenfrom", "numberevenfrom", "geradevon", "evenstart", "evenlow"]
    )
    static let evenTo = Field(
        name: "even_to",
        headers: ["evento", "numberevento", "geradebis", "evenend", "evenhigh"]
    )
    /// The first house of a range, of which ``houseSide`` tells the side.
    static let houseFrom = Field(
        name: "house_from",
        headers: [
            "housefrom", "fromhouse", "fromnumber", "numberfrom", "fromhousenumber", "lownumber",
            "numberlow", "houselow", "lowhouse", "lowhousenumber", "housenumberlow", "rangelow",
            "lowrange", "lowaddress", "addresslow", "addrlow", "addrfrom", "fromaddress",
            "fromaddr",
            "starthousenumber", "startnumber", "beginnumber", "rangefrom", "rangestart",
            "streetnumberlow", "streetnumlow", "stnumlow", "hausnummervon", "hausnrvon",
            "vonnummer", "minno", "minnumber", "nummin", "minhouse", "firstnumber", "firsthouse",
        ],
        weakHeaders: ["from", "low", "start", "begin", "von"]
    )
    /// The last house of a range.
    static let houseTo = Field(
        name: "house_to",
        headers: [
            "houseto", "tohouse", "tonumber", "numberto", "tohousenumber", "highnumber",
            "numberhigh", "househigh", "highhouse", "highhousenumber", "housenumberhigh",
            "rangehigh", "highrange", "highaddress", "addresshigh", "addrhigh", "addrto",
            "toaddress", "toaddr", "endhousenumber", "endnumber", "rangeto", "rangeend",
            "streetnumberhigh", "streetnumhigh", "stnumhigh", "hausnummerbis", "hausnrbis",
            "bisnummer", "maxno", "maxnumber", "nummax", "maxhouse", "lastnumber", "lasthouse",
        ],
        weakHeaders: ["to", "high", "end", "bis"]
    )
    /// Which numbers of a range are meant: odd, even or both.
    static let houseSide = Field(
        name: "house_side",
        headers: [
            "oddeven", "oddevenboth", "evenodd", "parity", "oe", "oeb", "oddoreven",
            "oddevenindicator", "oddevencode", "streetside", "sideofstreet", "rangeparity",
            "rangetype", "housesside", "houseside", "oddevenind", "oebind", "oebcode",
            "oddevenflag",
            "rngtype", "paritycode", "parityind", "evenoddcode", "evenoddind", "evenoddindicator",
            "oddeventype", "seite", "strassenseite", "zahlung", "hausnummernart", "numerotation",
            "lado", "paridad", "parite",
        ],
        weakHeaders: ["side", "sides"]
    )
    static let addressTown = Field(
        name: "town",
        headers: [
            "town", "city", "posttown", "ort", "stadt", "gemeinde", "addressline3",
            "districtname", "stadtteil", "suburb",
        ]
    )
    /// A part of the town or a place beside it, by which its people call where they live; the town where
    /// the file has no other.
    static let addressLocality = Field(name: "locality", headers: ["locality"])
    /// What the town lies in.
    static let addressArea = Field(
        name: "administrative_area",
        headers: ["adminarea", "administrativearea", "administrativecounty", "postalcounty"]
    )
    static let addressPostcode = Field(
        name: "postcode",
        headers: [
            "postcode", "zip", "zipcode", "postalcode", "plz", "postleitzahl", "addrpostcode",
            "zip5", "housepostcode", "propertypostcode", "propostcode", "dwellingpostcode",
        ] + Field.postcode.headers
    )
    static let addressStation = Field(
        name: "station",
        headers: [
            "pollingplaceid", "pollingstationid", "stationid", "pollingvenueid", "stationcode",
            "pollinglocationid", "votingplaceid", "votecenterid", "pollingplaceid1",
            "premid", "pollingstationnumber", "votinglocationid", "votingsiteid", "pollingsiteid",
            "stationnumber", "stationno", "stationnr", "pollingstationno", "wahllokalnr",
            "wahllokalnummer",
        ],
        weakHeaders: ["station"]
    )

    /// A station's id goes before the address's: `PollingPlaceId` ends with what may be any id.
    static let addressFields: [Field] =
        [
            addressStation, addressID, addressHouse, addressHouseName, addressSubstreet,
            addressStreet, addressLine, addressLine2, numberSuffix, streetType, streetPrefix,
            streetSuffix, oddFrom, oddTo, evenFrom, evenTo, houseFrom, houseTo, houseSide,
            addressTown,
            addressLocality, addressArea, addressPostcode,
        ] + districts
}
