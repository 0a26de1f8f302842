/// A text file of a feed of version 3: a table of elements of one sort, or of links between two.
///
/// Source: Voting Information Project, specification 3.0, "Flat file format".
struct FlatFile: Sendable {
    /// The name without its ending, such as `precinct_polling_location`.
    let name: String
    /// Which column names the element that a row's link belongs to; nil where a row is an element.
    let owner: String?
    /// The columns that it cannot do without.
    let required: [String]
    /// All columns that the specification knows.
    let columns: Set<String>
    /// Whether it says something by itself, without the files that it points to.
    var standsAlone = false

    /// The element that the links of a file belong to: `precinct` of `precinct_polling_location`.
    var ownerName: String? { owner.map { String($0.dropLast("_id".count)) } }

    /// A table of elements.
    private init(
        _ name: String,
        _ columns: String,
        requires required: [String] = [],
        standsAlone: Bool = false
    ) {
        self.name = name
        owner = nil
        self.required = ["id"] + required
        self.columns = Set(columns.split(separator: " ").map(String.init) + ["id"])
        self.standsAlone = standsAlone
    }

    /// A table of links.
    private init(_ name: String, from owner: String, to target: String) {
        self.name = name
        self.owner = owner + "_id"
        required = [owner + "_id", target + "_id"]
        columns = Set(required + ["sort_order"])
    }

    /// The file with a name, in letters of any size and with `.txt` or `.csv` behind it; nil for others.
    static func named(_ name: String) -> FlatFile? {
        let name = name.lowercased()
        guard name.hasSuffix(".txt") || name.hasSuffix(".csv") else { return nil }
        return all[String(name.dropLast(4))]
    }

    /// Names that feeds of version 5 alone have.
    static func isOfVersion5(_ name: String) -> Bool {
        let name = name.lowercased()
        guard name.hasSuffix(".txt") || name.hasSuffix(".csv") else { return false }
        return version5Names.contains(String(name.dropLast(4)))
    }

    private static let version5Names: Set<String> = [
        "ballot_measure_contest", "ballot_measure_selection", "ballot_selection", "ballot_style",
        "candidate_contest", "candidate_selection", "contact_information", "department",
        "election_notice", "external_file", "hours_open", "office", "ordered_contest",
        "party_contest", "party_selection", "person", "retention_contest", "schedule",
        "spatial_boundary",
        "voter_service",
    ]

    /// Columns that files of version 5 have under the same names.
    static let version5Columns: Set<String> = [
        "address_line", "ballot_selection_ids", "electoral_district_ids",
        "external_identifier_value",
        "hours_open_id", "is_drop_box", "is_early_voting", "is_mail_only", "ocd_division",
        "other_type", "polling_location_ids", "precinct_split_name",
    ]

    private static let all = Dictionary(
        uniqueKeysWithValues: (elements + links).map { ($0.name, $0) }
    )

    private static func address(_ prefix: String) -> String {
        ["location_name", "line1", "line2", "line3", "city", "state", "zip"]
            .map { "\(prefix)_\($0)" }.joined(separator: " ")
    }

    private static let elements = [
        FlatFile("state", "name election_administration_id", requires: ["name"]),
        FlatFile(
            "locality",
            "name state_id type election_administration_id",
            requires: ["name"]
        ),
        FlatFile(
            "precinct",
            "name number locality_id ward mail_only ballot_style_image_url",
            requires: ["name"]
        ),
        FlatFile(
            "precinct_split",
            "name precinct_id ballot_style_image_url",
            requires: ["precinct_id"]
        ),
        FlatFile(
            "polling_location",
            address("address") + " directions polling_hours photo_url",
            requires: ["address_line1"],
            standsAlone: true
        ),
        FlatFile(
            "early_vote_site",
            "name " + address("address")
                + " directions voter_services start_date end_date days_times_open",
            requires: ["address_line1"],
            standsAlone: true
        ),
        FlatFile("street_segment", segmentColumns, requires: ["non_house_address_street_name"]),
        FlatFile(
            "election",
            "date election_type state_id statewide registration_info absentee_ballot_info results_url "
                + "polling_hours election_day_registration registration_deadline "
                + "absentee_request_deadline",
            requires: ["date"],
            standsAlone: true
        ),
        FlatFile(
            "contest",
            "election_id electoral_district_id type partisan primary_party electorate_specifications "
                + "special office filing_closed_date number_elected number_voting_for ballot_id "
                + "ballot_placement",
            requires: ["electoral_district_id"]
        ),
        FlatFile("ballot", "referendum_id custom_ballot_id write_in image_url"),
        FlatFile(
            "candidate",
            "name party candidate_url biography phone photo_url email sort_order "
                + address("filed_mailing_address"),
            requires: ["name"]
        ),
        FlatFile(
            "referendum",
            "title subtitle brief text pro_statement con_statement passage_threshold effect_of_abstain",
            requires: ["title"]
        ),
        FlatFile("custom_ballot", "heading", requires: ["heading"]),
        FlatFile("ballot_response", "text sort_order", requires: ["text"]),
        FlatFile("electoral_district", "name type number", requires: ["name"]),
        // Nothing is made of these.
        FlatFile(
            "source",
            "name vip_id datetime description organization_url feed_contact_id tou_url"
        ),
        FlatFile("election_administration", "name eo_id ovc_id voter_services hours"),
        FlatFile("election_official", "name title phone fax email"),
        FlatFile("contest_result", "contest_id jurisdiction_id"),
        FlatFile("ballot_line_result", "contest_id jurisdiction_id"),
    ]

    private static let segmentColumns =
        "start_house_number end_house_number odd_even_both start_apartment_number "
        + "end_apartment_number precinct_id precinct_split_id "
        + [
            "house_number", "house_number_prefix", "house_number_suffix", "street_direction",
            "street_name", "street_suffix", "address_direction", "apartment", "city", "state",
            "zip",
        ].map { "non_house_address_" + $0 }.joined(separator: " ")

    private static let links = [
        FlatFile("state_early_vote_site", from: "state", to: "early_vote_site"),
        FlatFile("locality_early_vote_site", from: "locality", to: "early_vote_site"),
        FlatFile("precinct_early_vote_site", from: "precinct", to: "early_vote_site"),
        FlatFile("precinct_polling_location", from: "precinct", to: "polling_location"),
        FlatFile("precinct_electoral_district", from: "precinct", to: "electoral_district"),
        FlatFile(
            "precinct_split_electoral_district",
            from: "precinct_split",
            to: "electoral_district"
        ),
        FlatFile("precinct_split_polling_location", from: "precinct_split", to: "polling_location"),
        FlatFile("ballot_candidate", from: "ballot", to: "candidate"),
        FlatFile("referendum_ballot_response", from: "referendum", to: "ballot_response"),
        FlatFile("custom_ballot_ballot_response", from: "custom_ballot", to: "ballot_response"),
    ]
}
