internal import Polling

/// Makes of the elements of version 3 those of version 5 that say the same.
///
/// An id is unique among the elements of one name alone, so each gets its name's prefix.
struct Version3Translation {
    let source: Version3Elements
    /// The codes of precincts, by their ids.
    private let codes: [String: String]
    /// The splits of precincts, by the precincts' ids.
    private let splits: [String: [FeedElement]]

    init(_ source: Version3Elements) {
        self.source = source
        splits = Dictionary(grouping: source.all("precinct_split")) {
            $0.value("precinct_id") ?? ""
        }
        var items: [UniqueCodes.Item] = []
        for precinct in source.all("precinct") {
            let locality = source.element("locality", precinct.value("locality_id"))?.value("name")
            let name = precinct.value("name")
            guard let code = precinct.value("number") ?? name else { continue }
            items.append(
                UniqueCodes.Item(
                    id: precinct.id,
                    candidates: [
                        [code], [locality, code], [locality, code, code == name ? nil : name],
                        [locality, code, precinct.id],
                    ].map { $0.compactMap { $0 }.joined(separator: " ") }
                )
            )
        }
        codes = UniqueCodes.choose(items, type: "precinct")
    }

    /// The elements, in an order that does not matter.
    func elements() -> [FeedElement] {
        states + localities + districts + source.all("precinct").flatMap(precincts)
            + source.all("polling_location").map(pollingLocation)
            + source.all("early_vote_site").map(earlyVoteSite) + elections + contests
    }

    static let precinctPrefix = "pre"
    static let splitPrefix = "split"
    private static let localityPrefix = "loc"
    private static let statePrefix = "st"
    static let districtPrefix = "ed"
    private static let locationPrefix = "pl"
    private static let sitePrefix = "evs"
    static let electionPrefix = "ele"

    /// An id with its name's prefix; nothing for nothing.
    static func id(_ prefix: String, _ id: String?) -> String? {
        guard let id, !id.isEmpty else { return nil }
        return prefix + id
    }

    /// Several links as one text, as version 5 has them.
    private static func ids(
        _ name: String,
        _ ids: [String],
        _ line: Int
    ) -> FeedElement? {
        ids.isEmpty ? nil : .text(name, ids.joined(separator: " "), line)
    }

    // MARK: Where precincts lie

    private var states: [FeedElement] {
        source.all("state").map { state in
            FeedElement(
                "State",
                id: Self.id(Self.statePrefix, state.id) ?? "",
                like: state,
                [.text("Name", state.value("name"), state.line)]
            )
        }
    }

    /// Localities, each also with the early voting sites of its whole state: these serve its voters, too.
    private var localities: [FeedElement] {
        source.all("locality").map { locality in
            let state = source.element("state", locality.value("state_id"))
            let sites =
                locality.ids("early_vote_site_id") + (state?.ids("early_vote_site_id") ?? [])
            let line = locality.line
            return FeedElement(
                "Locality",
                id: Self.id(Self.localityPrefix, locality.id) ?? "",
                like: locality,
                [
                    .text("Name", locality.value("name"), line),
                    .text("Type", locality.value("type"), line),
                    .text("StateId", Self.id(Self.statePrefix, locality.value("state_id")), line),
                    Self.ids("PollingLocationIds", Self.sites(sites), line),
                ]
            )
        }
    }

    private var districts: [FeedElement] {
        source.all("electoral_district").map { district in
            FeedElement(
                "ElectoralDistrict",
                id: Self.id(Self.districtPrefix, district.id) ?? "",
                like: district,
                ["Name": "name", "Type": "type", "Number": "number"].map { name, member in
                    .text(name, district.value(member), district.line)
                }
            )
        }
    }

    private static func sites(_ ids: [String]) -> [String] { ids.map { sitePrefix + $0 } }

    // MARK: Precincts

    /// What a precinct, or one of its splits, is made of.
    private struct Part {
        let source: FeedElement
        let id: String
        var code: String?
        var stations: [String]
        var districts: [String]
        var split: String?
        /// Whether it has splits that vote at other stations than others do.
        var isParted = false
    }

    /// A precinct, and its splits as precincts of their own. A split that has stations or districts of a
    /// type of its own has these instead of the precinct's.
    ///
    /// Splits that vote where all do share the precinct's code. Where they do not, each has a code of
    /// its own, so that its addresses lead to its stations alone, and so has what belongs to no split. The
    /// precinct's own code then leads to none: nothing tells where in it a voter lives.
    ///
    /// What several splits have in common is the whole precinct's. A single split says nothing of the rest.
    private func precincts(_ precinct: FeedElement) -> [FeedElement] {
        let splits = splits[precinct.id] ?? []
        let own = precinct.ids("electoral_district_id")
        var whole = Part(
            source: precinct,
            id: Self.precinctPrefix + precinct.id,
            code: codes[precinct.id],
            stations: precinct.ids("polling_location_id"),
            districts: own
        )
        let parts = splits.map { split in
            let stations = split.ids("polling_location_id")
            return Part(
                source: split,
                id: Self.splitPrefix + split.id,
                code: whole.code,
                stations: stations.isEmpty ? whole.stations : stations,
                districts: merged(split.ids("electoral_district_id"), own),
                split: split.value("name") ?? split.id
            )
        }
        if let first = parts.first {
            let isSingle = parts.count == 1
            let stations =
                whole.stations.isEmpty && !isSingle ? first.stations : whole.stations
            whole.isParted = !parts.allSatisfy { Set($0.stations) == Set(stations) }
            let common = first.districts.filter { id in
                !isSingle && parts.allSatisfy { $0.districts.contains(id) }
            }
            whole.districts = merged(own, common)
            if whole.isParted {
                return separate(parts, of: whole).map { element($0, of: precinct) }
            }
            whole.stations = first.stations
        }
        return ([whole] + parts).map { element($0, of: precinct) }
    }

    /// Districts, and of others those of types that the first have none of.
    private func merged(_ first: [String], _ others: [String]) -> [String] {
        func type(_ id: String) -> String? {
            source.element("electoral_district", id).map {
                DistrictKey.canonicalType($0.value("type") ?? "")
            }
        }
        let types = Set(first.compactMap(type))
        return first
            + others.filter { id in
                !first.contains(id) && type(id).map { !types.contains($0) } ?? true
            }
    }

    /// A precinct, what of it belongs to no split, and its splits, all under codes of their own.
    private func separate(_ splits: [Part], of whole: Part) -> [Part] {
        guard let code = whole.code else { return [whole] + splits }
        var rest = whole
        rest.split = "rest"
        var parts = [rest] + splits
        let own = Part(
            source: whole.source,
            id: whole.id + "-whole",
            code: code,
            stations: [],
            districts: whole.districts.filter { id in
                splits.allSatisfy { $0.districts.contains(id) }
            }
        )
        let codes = UniqueCodes.choose(
            [UniqueCodes.Item(id: own.id, candidates: [code])]
                + parts.map { part in
                    let name = "\(code) \(part.split ?? "")"
                    return UniqueCodes.Item(
                        id: part.id,
                        candidates: [name, "\(name) \(part.source.id)"]
                    )
                },
            type: "precinct"
        )
        for index in parts.indices { parts[index].code = codes[parts[index].id] }
        return [own] + parts
    }

    private func element(
        _ part: Part,
        of precinct: FeedElement
    ) -> FeedElement {
        let line = part.source.line
        let sites = precinct.ids("early_vote_site_id")
        return FeedElement(
            "Precinct",
            id: part.id,
            like: part.source,
            [
                .text("Name", precinct.value("name"), line),
                .text("Number", part.code, line),
                .text("PrecinctSplitName", part.split, line),
                .text("IsParted", part.isParted ? "true" : nil, line),
                .text("SplitOf", part.split.map { _ in Self.precinctPrefix + precinct.id }, line),
                .text("IsMailOnly", precinct.value("mail_only"), line),
                .text(
                    "LocalityId",
                    Self.id(Self.localityPrefix, precinct.value("locality_id")),
                    line
                ),
                Self.ids(
                    "ElectoralDistrictIds",
                    part.districts.map { Self.districtPrefix + $0 },
                    line
                ),
                Self.ids(
                    "PollingLocationIds",
                    part.stations.map { Self.locationPrefix + $0 } + Self.sites(sites),
                    line
                ),
            ]
        )
    }

    // MARK: Stations

    private func pollingLocation(_ location: FeedElement) -> FeedElement {
        let line = location.line
        return FeedElement(
            "PollingLocation",
            id: Self.id(Self.locationPrefix, location.id) ?? "",
            like: location,
            [
                .text("Name", location.part("address", "location_name"), line),
                address(of: location, named: nil),
                .text("Hours", location.value("polling_hours"), line),
                .text("Directions", location.value("directions"), line),
            ]
        )
    }

    private func earlyVoteSite(_ site: FeedElement) -> FeedElement {
        let line = site.line
        let building = site.part("address", "location_name")
        let name = site.value("name") ?? building
        return FeedElement(
            "PollingLocation",
            id: Self.id(Self.sitePrefix, site.id) ?? "",
            like: site,
            [
                .text("Name", name, line),
                address(of: site, named: building == name ? nil : building),
                .text("Hours", Version3Hours.text(of: site), line),
                .text("Directions", site.value("directions"), line),
                .text("IsEarlyVoting", "true", line),
            ]
        )
    }

    /// An address, in front of whose lines a building may be named.
    private func address(of place: FeedElement, named building: String?) -> FeedElement {
        let lines =
            [building] + ["line1", "line2", "line3"].map { place.part("address", $0) }
        let texts = lines.compactMap { $0 }
        let names = ["Line1", "Line2", "Line3"]
        let shown = texts.count > names.count ? [texts[0] + ", " + texts[1]] + texts[2...] : texts
        return FeedElement(
            "AddressStructured",
            like: place,
            zip(names, shown).map { .text($0, $1, place.line) }
                + ["City": "city", "State": "state", "Zip": "zip"].map { name, member in
                    .text(name, place.part("address", member), place.line)
                }
        )
    }

    // MARK: Elections

    private var elections: [FeedElement] {
        source.all("election").map { election in
            FeedElement(
                "Election",
                id: Self.id(Self.electionPrefix, election.id) ?? "",
                like: election,
                [
                    "Date": "date", "ElectionType": "election_type",
                    "PollingHours": "polling_hours",
                ].map { name, member in .text(name, election.value(member), election.line) }
            )
        }
    }
}
