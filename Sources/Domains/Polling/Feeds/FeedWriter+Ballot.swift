internal import Datasets
internal import Polling
internal import XMLWriting

/// The election, its contests and its measures.
extension FeedWriter {
    mutating func addElection() throws {
        guard let election = source.election, let date = election.date else { return }
        let polls = election.pollsOpen.flatMap { opens in
            election.pollsClose.map { "\(date) \(opens)-\($0)" }
        }
        let hours = polls.flatMap { FeedHours($0, zone: election.timeZone, day: date) }
        let hoursID = try id(of: hours, note: nil)
        let (id, stateID) = (ids.id("election", date.description), stateID)
        try element("Election", id: id) { xml in
            xml.element("Date", text: date.description)
            xml.localized("ElectionType", election.type)
            xml.element("HoursOpenId", text: hoursID)
            xml.localized("Name", election.name)
            if hours == nil, let opens = election.pollsOpen, let closes = election.pollsClose {
                xml.localized("PollingHours", LocalizedText("\(opens)-\(closes)"))
            }
            xml.element("StateId", text: stateID)
        }
    }

    mutating func addBallot() throws {
        var parties: [LocalizedText: String] = [:]
        var offices: [Office: String] = [:]
        for contest in source.contests { try add(contest, &parties, &offices) }
        for measure in source.measures { try add(measure) }
    }

    /// An office of a district, written once.
    private struct Office: Hashable {
        let name: LocalizedText
        let district: String
    }

    /// The id of the district in which something is voted on.
    private mutating func district(_ id: String, _ area: BallotArea) -> String {
        if let reference = area.district ?? plan.districtOfBallot[id] {
            return self.id(of: reference)
        }
        summary.lose(.withoutDistrict)
        return self.id(of: plan.localities[0].reference)
    }

    private mutating func add(
        _ contest: Contest,
        _ parties: inout [LocalizedText: String],
        _ offices: inout [Office: String]
    ) throws {
        let district = district(contest.id.rawValue, contest.area)
        let key = String(contest.id.rawValue.dropFirst(contest.dataset.text.count + 1))
        let id = ids.id(.contest, [key])
        var candidateIDs: [(id: String, ticket: Int)] = []
        for candidate in contest.candidates {
            let party = try candidate.party.map { try self.id(of: $0, &parties) }
            let one = ids.id("candidate", key, String(candidateIDs.count + 1))
            candidateIDs.append((one, candidate.ticket))
            try element("Candidate", id: one) { xml in
                xml.localized("BallotName", candidate.name)
                xml.element("IsIncumbent", text: candidate.isIncumbent.map { "\($0)" })
                xml.element("PartyId", text: party)
            }
        }
        let isRetention = contest.kind == .retention && candidateIDs.count == 1
        var selections: [String] = []
        for ticket in Set(candidateIDs.map(\.ticket)).sorted() where !isRetention {
            let selection = ids.id("selection", key, String(ticket))
            selections.append(selection)
            let members = candidateIDs.filter { $0.ticket == ticket }.map(\.id)
            try element("CandidateSelection", id: selection) { xml in
                xml.element("SequenceOrder", text: String(selections.count))
                xml.element("CandidateIds", text: Self.list(members))
            }
        }
        let office = try contest.office.map {
            try self.id(of: Office(name: $0, district: district), &offices)
        }
        try element(isRetention ? "RetentionContest" : "CandidateContest", id: id) { xml in
            Self.write(contest.title, district, selections, to: &xml)
            if isRetention {
                xml.element("CandidateId", text: candidateIDs[0].id)
                xml.element("OfficeId", text: office)
            } else {
                xml.element("NumberElected", text: contest.seats.map(String.init))
                xml.element("OfficeIds", text: office)
                xml.element("VotesAllowed", text: contest.votesAllowed.map(String.init))
            }
        }
    }

    private mutating func id(
        of party: LocalizedText,
        _ parties: inout [LocalizedText: String]
    ) throws -> String {
        if let known = parties[party] { return known }
        let id = ids.id("party", party.text())
        parties[party] = id
        try element("Party", id: id) { $0.localized("Name", party) }
        return id
    }

    private mutating func id(of office: Office, _ offices: inout [Office: String]) throws -> String
    {
        if let known = offices[office] { return known }
        let id = ids.id("office", office.name.text())
        offices[office] = id
        try element("Office", id: id) { xml in
            xml.element("ElectoralDistrictId", text: office.district)
            xml.localized("Name", office.name)
        }
        return id
    }

    private mutating func add(_ measure: BallotMeasure) throws {
        let district = district(measure.id.rawValue, measure.area)
        let key = String(measure.id.rawValue.dropFirst(measure.dataset.text.count + 1))
        let id = ids.id(.measure, [key])
        var answers = [
            LocalizedText("Yes", language: "en"), LocalizedText("No", language: "en"),
        ]
        if let yes = measure.yesMeans, let no = measure.noMeans {
            answers = [yes, no]
        } else if measure.yesMeans != nil || measure.noMeans != nil {
            summary.lose(.halfMeaning)
        }
        var selections: [String] = []
        for (number, answer) in answers.enumerated() {
            let selection = ids.id("answer", key, String(number + 1))
            selections.append(selection)
            try element("BallotMeasureSelection", id: selection) { xml in
                xml.element("SequenceOrder", text: String(number + 1))
                xml.localized("Selection", answer)
            }
        }
        try element("BallotMeasureContest", id: id) { xml in
            Self.write(measure.title, district, selections, to: &xml)
            xml.localized("ConStatement", measure.statementAgainst)
            xml.localized("FullText", measure.text)
            xml.localized("ProStatement", measure.statementFor)
            xml.localized("SummaryText", measure.summary)
        }
    }

    /// Writes what all contests begin with.
    private static func write(
        _ title: LocalizedText,
        _ district: String,
        _ selections: [String],
        to xml: inout XMLText
    ) {
        xml.element("BallotSelectionIds", text: list(selections))
        xml.localized("BallotTitle", title)
        xml.element("ElectoralDistrictId", text: district)
        xml.element("Name", text: title.text())
    }
}
