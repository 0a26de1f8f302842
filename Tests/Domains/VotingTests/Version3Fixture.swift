import Foundation

/// A feed of version 3 of two counties that both have a precinct 101 and a council district 1, as the
/// specification wants it: as XML, and as text files.
struct Version3Fixture {
    /// The elements: name, id, and members; `a.b` is the member b of the group a. A member that is a link
    /// may stand several times.
    var elements: [(name: String, id: String, members: [(String, String)])] = [
        (
            "source", "1",
            [("name", "Curlew"), ("vip_id", "99"), ("datetime", "2026-09-01T00:00:00")]
        ),
        ("state", "1", [("name", "Curlew")]),
        (
            "locality", "10",
            [
                ("name", "Alder"), ("state_id", "1"), ("type", "County"),
                ("early_vote_site_id", "20"),
            ]
        ),
        ("locality", "11", [("name", "Birch"), ("state_id", "1"), ("type", "County")]),
        (
            "election", "5",
            [
                ("date", "2026-11-03"), ("election_type", "General"), ("state_id", "1"),
                ("polling_hours", "7:00 AM - 8:00 PM"),
            ]
        ),
        ("polling_location", "20", hall("Alder Hall", "1 Main St", "Aldertown")),
        ("polling_location", "21", hall("Birch School", "2 Oak Rd", "Birchville")),
        ("polling_location", "22", hall("Birch Annex", "3 Oak Rd", "Birchville")),
        (
            "early_vote_site", "20",
            [
                ("name", "Alder Library"), ("address.line1", "9 Main St"),
                ("address.city", "Aldertown"), ("address.state", "CW"), ("address.zip", "69701"),
                ("start_date", "2026-10-20"), ("end_date", "2026-10-30"),
                ("days_times_open", "Mon-Fri 9:00 AM - 5:00 PM"),
            ]
        ),
        (
            "precinct", "101",
            [
                ("name", "Alder 101"), ("number", "101"), ("locality_id", "10"),
                ("electoral_district_id", "30"), ("electoral_district_id", "33"),
                ("mail_only", "No"), ("polling_location_id", "20"),
            ]
        ),
        (
            "precinct", "102",
            [
                ("name", "Birch 101"), ("number", "101"), ("locality_id", "11"),
                ("electoral_district_id", "33"), ("polling_location_id", "21"),
            ]
        ),
        (
            "precinct_split", "201",
            [("name", "A"), ("precinct_id", "102"), ("electoral_district_id", "31")]
        ),
        (
            "precinct_split", "202",
            [
                ("name", "B"), ("precinct_id", "102"), ("electoral_district_id", "32"),
                ("polling_location_id", "22"),
            ]
        ),
        (
            "electoral_district", "30",
            [("name", "Alder 1"), ("type", "county council"), ("number", "1")]
        ),
        (
            "electoral_district", "31",
            [("name", "Birch 1"), ("type", "county council"), ("number", "1")]
        ),
        (
            "electoral_district", "32",
            [("name", "Birch 2"), ("type", "county council"), ("number", "2")]
        ),
        ("electoral_district", "33", [("name", "Curlew"), ("type", "statewide")]),
        ("street_segment", "1", segment("1", "99", "Odd", "Aldertown", "101")),
        ("street_segment", "2", segment("2", "98", "even", "Birchville", "102", split: "201")),
        ("street_segment", "3", segment("1", "99", "odd", "Birchville", "102", split: "202")),
        contest("41", "County Council", district: "30", ballot: "51"),
        contest("42", "County Council", district: "31", ballot: "52"),
        contest("43", "Governor", district: "33", ballot: "53"),
        contest("44", "Question", district: "33", ballot: "54"),
        ("ballot", "51", [("candidate_id#2", "61"), ("candidate_id#1", "62")]),
        ("ballot", "52", [("candidate_id", "63"), ("write_in", "yes")]),
        ("ballot", "53", [("candidate_id", "64")]),
        ("ballot", "54", [("referendum_id", "71")]),
        ("candidate", "61", [("name", "Ada Zorn"), ("party", "Green")]),
        ("candidate", "62", [("name", "Bo Young"), ("party", "Blue")]),
        ("candidate", "63", [("name", "Cy Xu")]),
        ("candidate", "64", [("name", "Di \"D\" Wu, Jr.")]),
        (
            "referendum", "71",
            [
                ("title", "Bonds"), ("text", "Shall the bonds be issued?"),
                ("ballot_response_id", "81"), ("ballot_response_id", "82"),
            ]
        ),
        ("ballot_response", "81", [("text", "Yes")]),
        ("ballot_response", "82", [("text", "No")]),
    ]

    typealias Members = [(String, String)]

    private static func hall(_ name: String, _ line: String, _ city: String) -> Members {
        [
            ("address.location_name", name), ("address.line1", line), ("address.city", city),
            ("address.state", "CW"), ("address.zip", "69701"),
            ("polling_hours", "7:00 AM - 8:00 PM"),
        ]
    }

    static func segment(
        _ first: String,
        _ last: String,
        _ side: String,
        _ city: String,
        _ precinct: String,
        split: String? = nil
    ) -> Members {
        [
            ("start_house_number", first), ("end_house_number", last), ("odd_even_both", side),
            ("non_house_address.street_direction", "N"), ("non_house_address.street_name", "Elm"),
            ("non_house_address.street_suffix", "St"), ("non_house_address.city", city),
            ("non_house_address.state", "CW"), ("non_house_address.zip", "69701"),
            ("precinct_id", precinct),
        ] + (split.map { [("precinct_split_id", $0)] } ?? [])
    }

    private static func contest(
        _ id: String,
        _ office: String,
        district: String,
        ballot: String
    ) -> (name: String, id: String, members: Members) {
        (
            "contest", id,
            [
                ("election_id", "5"), ("electoral_district_id", district), ("type", "General"),
                ("office", office), ("number_elected", "1"), ("number_voting_for", "1"),
                ("ballot_id", ballot),
            ]
        )
    }

    // MARK: XML

    var xml: String {
        var text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<vip_object schemaVersion=\"3.0\">\n"
        for (name, id, members) in elements {
            text += "<\(name) id=\"\(id)\">"
            var group: String?
            for (member, value) in members {
                let parts = member.split(separator: ".").map(String.init)
                let own = parts.count > 1 ? parts[0] : nil
                if group != own {
                    if let group { text += "</\(group)>" }
                    if let own { text += "<\(own)>" }
                    group = own
                }
                let order = parts[parts.count - 1].split(separator: "#").map(String.init)
                let attribute = order.count > 1 ? " sort_order=\"\(order[1])\"" : ""
                let escaped = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                text += "<\(order[0])\(attribute)>\(escaped)</\(order[0])>"
            }
            if let group { text += "</\(group)>" }
            text += "</\(name)>\n"
        }
        return text + "</vip_object>\n"
    }

    // MARK: Text files

    /// Links of several elements, which have files of their own.
    private static let linkFiles: Set<String> = [
        "state_early_vote_site", "locality_early_vote_site", "precinct_early_vote_site",
        "precinct_polling_location", "precinct_electoral_district",
        "precinct_split_electoral_district", "precinct_split_polling_location", "ballot_candidate",
        "referendum_ballot_response", "custom_ballot_ballot_response",
    ]

    /// The files by their names.
    func files(lineEnd: String = "\n", mark: String = "") -> [String: String] {
        var tables: [String: [[String: String]]] = [:]
        for (name, id, members) in elements {
            var row = ["id": id]
            for (member, value) in members {
                let order = member.split(separator: "#").map(String.init)
                let link = order[0].hasSuffix("_id") ? "\(name)_\(order[0].dropLast(3))" : ""
                if Self.linkFiles.contains(link) {
                    var linked = ["\(name)_id": id, order[0]: value]
                    linked["sort_order"] = order.count > 1 ? order[1] : nil
                    tables[link, default: []].append(linked)
                } else {
                    row[order[0].replacing(".", with: "_")] = value
                }
            }
            tables[name, default: []].append(row)
        }
        return tables.reduce(into: [:]) { files, entry in
            let columns = Set(entry.value.flatMap(\.keys)).sorted()
            let lines =
                [columns.joined(separator: ",")]
                + entry.value.map { row in
                    columns.map { column in
                        let cell = row[column] ?? ""
                        return cell.contains(where: { ",\"".contains($0) })
                            ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
                    }.joined(separator: ",")
                }
            files[entry.key + ".txt"] = mark + lines.joined(separator: lineEnd) + lineEnd
        }
    }

    /// Writes the files into a new folder in another.
    func write(
        into parent: String,
        _ name: String = "vipfeed",
        lineEnd: String = "\n",
        mark: String = ""
    ) throws -> String {
        let folder = parent + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (file, text) in files(lineEnd: lineEnd, mark: mark) {
            try text.write(toFile: folder + "/" + file, atomically: true, encoding: .utf8)
        }
        return folder
    }
}

/// A zip archive of files that are only stored.
func storedZip(_ files: [(name: String, text: String)]) -> Data {
    func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func short(_ value: Int) -> [UInt8] { Array(little(UInt32(value)).prefix(2)) }
    func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in files {
        let bytes = Array(text.utf8)
        let size = little(UInt32(bytes.count))
        let about =
            short(20) + short(0) + short(0) + little(0x5A21_0000) + little(checksum(bytes)) + size
            + size + short(name.utf8.count) + short(0)
        directory +=
            little(0x0201_4B50) + short(20) + about + [UInt8](repeating: 0, count: 10)
            + little(UInt32(archive.count)) + Array(name.utf8)
        archive += little(0x0403_4B50) + about + Array(name.utf8) + bytes
    }
    let end =
        little(0x0605_4B50) + little(0) + short(files.count) + short(files.count)
        + little(UInt32(directory.count)) + little(UInt32(archive.count)) + short(0)
    return Data(archive + directory + end)
}
