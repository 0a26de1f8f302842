internal import Datasets
internal import Foundation
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Polling

/// Where one votes, for the pages of councils that ask as they ask Democracy Club.
///
/// A postcode whose addresses vote at one station is answered; of one that is divided, its addresses are given to
/// choose from, each with an address to ask for by the id that its list gives it (in the United Kingdom
/// the UPRN). What Ambit does not know, such as the council's telephone, is null: it is told by no list.
///
/// Source: Democracy Club, "API v1", postcode and address endpoints.
struct CouncilRoutes: Sendable {
    let voting: VotingDirectory

    /// How many characters of a postcode or an id are read.
    private static let longestText = 100
    /// Of how many addresses of a postcode one can be chosen.
    private static let mostAddresses = 10_000
    /// What stands in addresses as it is (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
    )

    var routes: [Route] {
        [
            .get("/api/v1/postcode/{postcode}") { request, context in
                try postcode(request, context)
            },
            .get("/api/v1/address/{uprn}") { request, context in try address(request, context) },
        ]
    }

    private func postcode(_ request: Request, _ context: Route.Context) throws -> Response {
        let text = try parameter("postcode", request, context)
        let guide = try loaded()
        guard let answer = guide.answer(postcode: text, election: nil, scope: .standard) else {
            throw Problem.unknownPostcode(
                "Nothing that is loaded knows this postcode; ask GET /v1/vote with lat and lon"
            )
        }
        let entries =
            answer.assignment == nil ? guide.addresses.entries(inPostcode: text) : []
        guard entries.count <= Self.mostAddresses else {
            throw Problem.invalid([
                ParameterError(
                    parameter: "postcode",
                    fault: .beyondLimit,
                    message:
                        "has \(entries.count) addresses that vote at different stations, and one can be "
                        + "chosen of \(Self.mostAddresses); ask GET /v1/vote with an address"
                )
            ])
        }
        var place: Coordinate?
        if let location = answer.location, location.source == .postcode {
            place = location.coordinate
        }
        return response(answer, choosingFrom: entries, postcode: place, guide)
    }

    private func address(_ request: Request, _ context: Route.Context) throws -> Response {
        let key = try parameter("uprn", request, context)
        let guide = try loaded()
        let entries = guide.addresses.entries(withKey: key)
        guard let entry = entries.first,
            let answer = guide.answer(address: entry.line, election: nil, scope: .standard)
        else {
            throw Problem.unknownAddress(
                "No list of addresses that is loaded has an address with this id"
            )
        }
        // Two lists may give one id to addresses of different places.
        let isOne = Set(entries.map(\.line)).count == 1
        return response(answer, choosingFrom: [], isCertain: isOne, postcode: nil, guide)
    }

    private func parameter(
        _ name: String,
        _ request: Request,
        _ context: Route.Context
    ) throws -> String {
        var query = QueryReader(request.uri.query)
        // Their clients send one, and no token is needed here.
        _ = query.text("auth_token")
        try query.check()
        let text = context.pathParameter(name) ?? ""
        guard !text.isEmpty, text.count <= Self.longestText else {
            throw Problem.invalid([
                ParameterError(
                    parameter: name,
                    fault: .wrongLength,
                    message: "has \(text.count) characters; it may have 1 to \(Self.longestText)"
                )
            ])
        }
        return text
    }

    private func loaded() throws(Problem) -> VoterGuide {
        guard voting.isLoaded else { throw .notReady }
        return voting.guide
    }

    // MARK: Answers

    private func response(
        _ answer: VoterAnswer,
        choosingFrom entries: [AddressEntry],
        isCertain: Bool = true,
        postcode: Coordinate?,
        _ guide: VoterGuide
    ) -> Response {
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.member("address_picker", !entries.isEmpty)
            json.member(
                "addresses",
                array: { list in
                    for entry in entries { Self.write(entry, to: &list) }
                }
            )
            json.member(
                "dates",
                array: { list in
                    guard entries.isEmpty else { return }
                    let station = isCertain ? answer.assignment?.station.station : nil
                    var days = Self.days(of: answer.ballot, from: guide.today)
                    // Of a voter whose districts are not known the station alone says which day is meant.
                    if days.isEmpty, let station, let day = answer.shown.nextDay(of: station) {
                        days = [Day(date: day)]
                    }
                    for day in days { Self.write(day, station, to: &list) }
                }
            )
            for name in ["electoral_services", "registration"] { json.member(name, nil) }
            json.name("postcode_location")
            if let postcode {
                json.object { json in
                    json.member("type", "Feature")
                    json.member("properties", nil)
                    json.name("geometry")
                    json.geometry(.point(postcode))
                }
            } else {
                json.null()
            }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private static func write(_ entry: AddressEntry, to list: inout JSONWriter) {
        list.object { json in
            json.member("address", entry.line)
            json.member("postcode", entry.postcode ?? "")
            json.member("slug", entry.key)
            let segment = entry.key.addingPercentEncoding(withAllowedCharacters: unreserved)
            json.member("url", "/api/v1/address/\(segment ?? "")/")
        }
    }

    /// What is voted on one day.
    private struct Day {
        let date: CalendarDate
        var contests: [Contest] = []
        var measures: [BallotMeasure] = []
        var elections: [String: Election] = [:]
    }

    /// The days that are still to come, the first first.
    private static func days(of ballot: Ballot, from today: CalendarDate) -> [Day] {
        var days: [CalendarDate: Day] = [:]
        for election in ballot.elections {
            guard let date = election.date, date >= today else { continue }
            days[date, default: Day(date: date)].elections[election.key] = election
        }
        for contest in ballot.contests {
            guard let date = contest.election.date else { continue }
            days[date]?.contests.append(contest)
        }
        for measure in ballot.measures {
            guard let date = measure.election.date else { continue }
            days[date]?.measures.append(measure)
        }
        return days.values.sorted { $0.date < $1.date }
    }

    private static func write(_ day: Day, _ station: Station?, to list: inout JSONWriter) {
        list.object { json in
            json.member("date", day.date.description)
            json.member(
                "polling_station",
                object: { json in
                    json.member("polling_station_known", station != nil)
                    for name in ["custom_finder", "report_problem_url"] { json.member(name, nil) }
                    json.name("station")
                    if let station { write(station, to: &json) } else { json.null() }
                }
            )
            json.member("advance_voting_station", nil)
            json.member("notifications", array: { _ in })
            json.member(
                "ballots",
                array: { list in
                    for contest in day.contests {
                        let name = contest.title.text()
                        write(contest.id.rawValue, name, contest.election, contest.area, day, &list)
                        {
                            json in
                            json.member("elected_role", contest.office?.text() ?? name)
                            json.member("seats_contested", contest.seats)
                            json.member(
                                "candidates",
                                array: { list in
                                    for candidate in contest.candidates {
                                        write(candidate, to: &list)
                                    }
                                }
                            )
                        }
                    }
                    for measure in day.measures {
                        let name = measure.title.text()
                        write(measure.id.rawValue, name, measure.election, measure.area, day, &list)
                        {
                            json in
                            json.member("elected_role", nil)
                            json.member("seats_contested", nil)
                            json.member("candidates", array: { _ in })
                        }
                    }
                }
            )
        }
    }

    private static func write(_ station: Station, to json: inout JSONWriter) {
        json.feature(
            id: .text(station.id.rawValue),
            geometry: station.coordinate.map(Geometry.point)
        ) { json in
            json.member("postcode", station.postcode ?? "")
            let lines = [station.name, station.address].compactMap { $0 }.filter { !$0.isEmpty }
            json.member("address", lines.joined(separator: "\n"))
        }
    }

    private static func write(
        _ id: String,
        _ title: String,
        _ election: ElectionReference,
        _ area: BallotArea,
        _ day: Day,
        _ list: inout JSONWriter,
        _ rest: (inout JSONWriter) -> Void
    ) {
        list.object { json in
            json.member("ballot_paper_id", id)
            json.member("ballot_title", title)
            json.member("poll_open_date", day.date.description)
            json.member("metadata", nil)
            json.member("cancelled", false)
            for name in ["replaced_by", "replaces"] { json.member(name, nil) }
            json.member("election_id", day.elections[election.key]?.id.rawValue ?? election.key)
            json.member("election_name", election.name ?? election.key)
            json.member("post_name", area.district?.code ?? "")
            rest(&json)
            json.member("wcivf_url", nil)
        }
    }

    /// The numbers and pages that Democracy Club gives people are its own, and null here.
    private static func write(_ candidate: Candidate, to list: inout JSONWriter) {
        list.object { json in
            json.member("list_position", nil)
            json.member(
                "party",
                object: { json in
                    json.member("party_id", nil)
                    json.member("party_name", candidate.party?.text() ?? "")
                }
            )
            json.member(
                "person",
                object: { json in
                    json.member("ynr_id", nil)
                    json.member("name", candidate.name.text())
                    json.member("absolute_url", nil)
                }
            )
        }
    }
}
