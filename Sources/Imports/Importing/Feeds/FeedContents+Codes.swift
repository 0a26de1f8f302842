internal import Datasets
internal import Polling

extension FeedContents {
    /// The codes of precincts and electoral districts by their elements' ids, none of which two things
    /// have: a state's feed has a precinct 1, and a council district 1, in every county.
    var codes: [String: String] {
        precinctCodes.merging(districtCodes, uniquingKeysWith: { first, _ in first })
    }

    /// Precincts of one number in one locality are the splits of one precinct, and share its code.
    private var precinctCodes: [String: String] {
        struct Place: Hashable {
            let locality: String?
            let code: String
        }
        var items: [UniqueCodes.Item] = []
        var ids: [Place: [String]] = [:]
        for precinct in elements["Precinct"] ?? [] {
            guard let code = precinct.value("Number") ?? precinct.value("Name") else { continue }
            let place = Place(locality: precinct.value("LocalityId"), code: code)
            ids[place, default: []].append(precinct.id)
            guard ids[place]?.count == 1 else { continue }
            let locality = place.locality.flatMap { element($0, "Locality") }?.value("Name")
            items.append(
                UniqueCodes.Item(
                    id: precinct.id,
                    candidates: [[code], [locality, code], [locality, code, precinct.id]]
                        .map { $0.compactMap { $0 }.joined(separator: " ") }
                )
            )
        }
        let chosen = UniqueCodes.choose(items, type: "precinct")
        var codes: [String: String] = [:]
        for same in ids.values {
            guard let first = same.first else { continue }
            for id in same where !id.isEmpty { codes[id] = chosen[first] }
        }
        return codes
    }

    /// Districts by number; by name where several of a type have one number, and so on.
    private var districtCodes: [String: String] {
        let localities = localitiesOfDistricts
        var items: [String: [UniqueCodes.Item]] = [:]
        for district in elements["ElectoralDistrict"] ?? [] {
            let name = district.value("Name")
            guard !district.id.isEmpty, let code = district.value("Number") ?? name else {
                continue
            }
            let locality = localities[district.id].flatMap { $0 }
            items[Self.districtType(district), default: []].append(
                UniqueCodes.Item(
                    id: district.id,
                    candidates: [
                        [code], [name ?? code], [locality, name ?? code],
                        [name ?? code, district.id],
                    ]
                    .map { $0.compactMap { $0 }.joined(separator: " ") }
                )
            )
        }
        return items.reduce(into: [:]) { codes, entry in
            codes.merge(
                UniqueCodes.choose(entry.value, type: entry.key),
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The name of the only locality whose precincts belong to a district; nil where there are several.
    private var localitiesOfDistricts: [String: String?] {
        var names: [String: String?] = [:]
        for precinct in elements["Precinct"] ?? [] {
            guard let locality = precinct.value("LocalityId").flatMap({ element($0, "Locality") }),
                let name = locality.value("Name")
            else { continue }
            for id in precinct.ids("ElectoralDistrictIds") {
                if let known = names[id] {
                    if known != name { names[id] = .some(nil) }
                } else {
                    names[id] = name
                }
            }
        }
        return names
    }

    private func element(_ id: String, _ name: String) -> FeedElement? {
        guard let slot = slots[id], slot.name == name else { return nil }
        return elements[name]?[slot.index]
    }

    /// `state-house` as Ambit writes types: `state_house`.
    static func districtType(_ element: FeedElement) -> String {
        let written = element.value("Type") ?? "other"
        let type = written == "other" ? element.value("OtherType") ?? written : written
        let plain = DistrictKey.canonicalType(type)
        return types[plain] ?? plain
    }

    private static let types = [
        "school": "school_district", "city_council": "council_district",
        "county_council": "county_council_district", "judicial": "judicial_district",
        "congressional": "congressional_district", "us_house": "congressional_district",
        "us_congressional": "congressional_district",
        "us_congressional_district": "congressional_district",
    ]

    /// What there is to tell, by the kind of record; under nil what is about the feed as a whole.
    var notes: [DatasetKind?: [ImportNote]] {
        var notes: [DatasetKind?: [ImportNote]] = [:]
        for (kinds, note) in remarks {
            if kinds.isEmpty { notes[nil, default: []].append(note) }
            for kind in kinds { notes[kind, default: []].append(note) }
        }
        let all: [DatasetKind] = [
            .stations, .precincts, .elections, .contests, .measures, .addresses,
        ]
        for kind in all { notes[kind, default: []] += dangling.notes(of: kind) }
        return notes
    }
}
