internal import Datasets
internal import GeoJSON
internal import Polling
internal import Timekeeping

extension Ballot {
    /// `elections`, `contests` and `measures`, as members of an object.
    ///
    /// - Parameter opening: The moment, and what was written before; the latter counts for answers in the
    ///   ballot's own languages alone.
    func writeMembers(to json: inout JSONWriter, languages: [String], opening: OpeningContext) {
        json.member(
            "elections",
            array: { list in
                for election in elections {
                    list.object {
                        election.writeMembers(to: &$0, languages: languages, at: opening.moment)
                    }
                }
            }
        )
        json.member(
            "contests",
            array: { list in
                for contest in contests {
                    if languages.isEmpty {
                        list.raw(opening.cache.text(of: contest))
                    } else {
                        contest.write(to: &list, languages: languages)
                    }
                }
            }
        )
        json.member(
            "measures",
            array: { list in
                for measure in measures { measure.write(to: &list, languages: languages) }
            }
        )
    }
}

extension Election {
    /// - Parameter moment: When it is asked whether the election is over.
    func writeMembers(to json: inout JSONWriter, languages: [String], at moment: Timestamp) {
        json.member("id", id.rawValue)
        json.member("key", key)
        json.member("name", name.text(in: languages))
        json.member("date", date?.description)
        json.name("is_past")
        if let isPast = isPast(at: moment) { json.boolean(isPast) } else { json.null() }
        json.member("type", type?.text(in: languages))
        json.member("time_zone", timeZone)
        json.member("polls_open", pollsOpen)
        json.member("polls_close", pollsClose)
        json.member("note", note)
        json.member("dataset", dataset.text)
    }
}

extension ElectionReference {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("key", key)
            json.member("name", name)
            json.member("date", date?.description)
        }
    }
}

extension BallotArea {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.name("district")
        if let district { district.write(to: &json) } else { json.null() }
    }
}

extension Contest {
    func write(to json: inout JSONWriter, languages: [String]) {
        json.object { json in
            json.member("id", id.rawValue)
            json.member("title", title.text(in: languages))
            json.member("office", office?.text(in: languages))
            json.name("election")
            election.write(to: &json)
            area.writeMembers(to: &json)
            json.member("kind", kind.rawValue)
            json.member("votes_allowed", votesAllowed)
            json.member("seats", seats)
            json.member(
                "candidates",
                array: { list in
                    for candidate in candidates {
                        list.object { json in
                            json.member("name", candidate.name.text(in: languages))
                            json.member("party", candidate.party?.text(in: languages))
                            json.member("ticket", candidate.ticket)
                            json.name("incumbent")
                            if let incumbent = candidate.isIncumbent {
                                json.boolean(incumbent)
                            } else {
                                json.null()
                            }
                        }
                    }
                }
            )
            json.member("dataset", dataset.text)
        }
    }
}

extension BallotMeasure {
    func write(to json: inout JSONWriter, languages wanted: [String]) {
        json.object { json in
            json.member("id", id.rawValue)
            json.member("title", title.text(in: wanted))
            json.name("election")
            election.write(to: &json)
            area.writeMembers(to: &json)
            json.member("summary", summary?.text(in: wanted))
            json.member("text", text?.text(in: wanted))
            json.member("yes_means", yesMeans?.text(in: wanted))
            json.member("no_means", noMeans?.text(in: wanted))
            json.member("statement_for", statementFor?.text(in: wanted))
            json.member("statement_against", statementAgainst?.text(in: wanted))
            json.member("languages", array: { list in for tag in languages { list.string(tag) } })
            json.member("dataset", dataset.text)
        }
    }
}
