extension Version3Translation {
    private static let contestPrefix = "con"
    private static let candidatePrefix = "can"
    private static let selectionPrefix = "sel"
    private static let answerPrefix = "ans"

    /// The contests, their candidates, and the questions among them.
    ///
    /// What a contest asks stands on its ballot: candidates, a referendum, or a question of its own form.
    /// A contest without a ballot is one without candidates.
    var contests: [FeedElement] {
        let candidates = source.all("candidate").map { candidate in
            let line = candidate.line
            return FeedElement(
                "Candidate",
                id: Self.id(Self.candidatePrefix, candidate.id) ?? "",
                like: candidate,
                [
                    .text("BallotName", candidate.value("name"), line),
                    .text("Party", candidate.value("party"), line),
                ]
            )
        }
        let answers = source.all("ballot_response").map { answer in
            FeedElement(
                "BallotMeasureSelection",
                id: Self.id(Self.answerPrefix, answer.id) ?? "",
                like: answer,
                [.text("Selection", answer.value("text"), answer.line)]
            )
        }
        return candidates + answers + source.all("contest").flatMap(contest)
    }

    private func contest(_ contest: FeedElement) -> [FeedElement] {
        let ballot = source.element("ballot", contest.value("ballot_id"))
        let standing = ballot.map(candidates) ?? []
        let questions =
            (ballot?.ids("referendum_id") ?? []).compactMap { source.element("referendum", $0) }
        let forms =
            (ballot?.ids("custom_ballot_id") ?? []).compactMap {
                source.element("custom_ballot", $0)
            }
        let measures = questions.map(referendum) + forms.map(form)
        var elements: [FeedElement] = []
        if measures.isEmpty || !standing.isEmpty {
            elements = office(contest, standing)
        }
        for (index, measure) in measures.enumerated() {
            let key = Self.contestPrefix + contest.id + (index == 0 ? "" : "-\(index + 1)")
            elements.append(
                FeedElement(
                    "BallotMeasureContest",
                    id: key,
                    like: contest,
                    common(contest, named: contest.value("office")) + measure
                )
            )
        }
        return elements
    }

    /// What contests of all sorts have: where and when they are voted on.
    private func common(_ contest: FeedElement, named name: String?) -> [FeedElement?] {
        let line = contest.line
        return [
            .text("Name", name, line),
            .text("ElectionId", Self.id(Self.electionPrefix, contest.value("election_id")), line),
            .text(
                "ElectoralDistrictId",
                Self.id(Self.districtPrefix, contest.value("electoral_district_id")),
                line
            ),
        ]
    }

    // MARK: Offices

    private func office(_ contest: FeedElement, _ candidates: [FeedElement]) -> [FeedElement] {
        let line = contest.line
        let selections = candidates.map { candidate in
            FeedElement(
                "CandidateSelection",
                id: "\(Self.selectionPrefix)\(contest.id)-\(candidate.id)",
                like: candidate,
                [.text("CandidateIds", Self.id(Self.candidatePrefix, candidate.id), candidate.line)]
            )
        }
        let ids = selections.map(\.id).joined(separator: " ")
        let element = FeedElement(
            "CandidateContest",
            id: Self.contestPrefix + contest.id,
            like: contest,
            common(contest, named: title(of: contest)) + [
                .text("VotesAllowed", contest.value("number_voting_for"), line),
                .text("NumberElected", contest.value("number_elected"), line),
                ids.isEmpty ? nil : .text("BallotSelectionIds", ids, line),
            ]
        )
        return selections + [element]
    }

    /// The office; of a primary with its party, and of a special election with that word, for the same
    /// office may be voted on twice that day.
    private func title(of contest: FeedElement) -> String? {
        guard let office = contest.value("office") ?? contest.value("type") else { return nil }
        var parts: [String] = []
        if let party = contest.value("primary_party"),
            !["none", "n/a", "nonpartisan", "no"].contains(party.lowercased()),
            !office.lowercased().contains(party.lowercased())
        {
            parts.append(party)
        }
        if contest.flag("special") == true, !office.lowercased().contains("special") {
            parts.append("special election")
        }
        return parts.isEmpty ? office : "\(office) (\(parts.joined(separator: ", ")))"
    }

    /// Those on a ballot in its order, which may stand with the link or with the candidate.
    private func candidates(on ballot: FeedElement) -> [FeedElement] {
        let links = ballot.all("candidate_id").compactMap { link -> (FeedElement, Int?)? in
            guard let candidate = source.element("candidate", link.trimmed) else { return nil }
            let order = link.attributes["sort_order"] ?? candidate.value("sort_order")
            return (candidate, order.flatMap { Int($0) })
        }
        return Self.sorted(links)
    }

    /// By their numbers, those without one behind, and in the feed's order where numbers are the same.
    private static func sorted(_ links: [(FeedElement, Int?)]) -> [FeedElement] {
        links.enumerated().sorted { left, right in
            (left.element.1 ?? .max, left.offset) < (right.element.1 ?? .max, right.offset)
        }.map(\.element.0)
    }

    // MARK: Questions

    private func referendum(_ referendum: FeedElement) -> [FeedElement?] {
        let names = [
            "BallotTitle": "title", "BallotSubTitle": "subtitle", "SummaryText": "brief",
            "FullText": "text", "ProStatement": "pro_statement", "ConStatement": "con_statement",
        ]
        return names.map { name, member in
            .text(name, referendum.value(member), referendum.line)
        } + [answers(to: referendum)]
    }

    private func form(_ form: FeedElement) -> [FeedElement?] {
        [.text("BallotTitle", form.value("heading"), form.line), answers(to: form)]
    }

    private func answers(to question: FeedElement) -> FeedElement? {
        let links = question.all("ballot_response_id").compactMap { link -> (FeedElement, Int?)? in
            guard let answer = source.element("ballot_response", link.trimmed) else { return nil }
            let order = link.attributes["sort_order"] ?? answer.value("sort_order")
            return (answer, order.flatMap { Int($0) })
        }
        let ids = Self.sorted(links).map { Self.answerPrefix + $0.id }
        return ids.isEmpty
            ? nil : .text("BallotSelectionIds", ids.joined(separator: " "), question.line)
    }
}
