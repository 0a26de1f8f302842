internal import Polling

extension Contest: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { title.text() }

    func differences(from old: Contest) -> [String] {
        var differences: [String] = []
        if old.title != title { differences.append("renamed from \"\(old.displayName)\"") }
        if old.area != area { differences.append("is on the ballot elsewhere") }
        if old.votesAllowed != votesAllowed {
            differences.append("votes allowed were \(old.votesAllowed.map(String.init) ?? "blank")")
        }
        let names = candidates.map { $0.name.text() }
        let oldNames = old.candidates.map { $0.name.text() }
        let added = names.filter { !oldNames.contains($0) }
        let removed = oldNames.filter { !names.contains($0) }
        if !added.isEmpty { differences.append("added " + added.joined(separator: ", ")) }
        if !removed.isEmpty { differences.append("removed " + removed.joined(separator: ", ")) }
        if added.isEmpty, removed.isEmpty, old.candidates != candidates {
            differences.append("candidates in another order or with another party")
        }
        if old.election != election { differences.append("election was \(old.election.key)") }
        return differences
    }
}

extension BallotMeasure: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { title.text() }

    func differences(from old: BallotMeasure) -> [String] {
        var differences: [String] = []
        if old.title != title { differences.append("title was \"\(old.displayName)\"") }
        if old.area != area { differences.append("is on the ballot elsewhere") }
        if old.election != election { differences.append("election was \(old.election.key)") }
        let others = [
            ("summary", old.summary != summary), ("text", old.text != text),
            ("meaning of yes", old.yesMeans != yesMeans), ("meaning of no", old.noMeans != noMeans),
            ("statement for", old.statementFor != statementFor),
            ("statement against", old.statementAgainst != statementAgainst),
        ].filter(\.1).map(\.0)
        if !others.isEmpty { differences.append(others.joined(separator: ", ") + " changed") }
        return differences
    }
}

extension Election: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { name.text() }

    func differences(from old: Election) -> [String] {
        var differences: [String] = []
        if old.name != name { differences.append("renamed from \"\(old.displayName)\"") }
        if old.date != date {
            differences.append("date was \(old.date?.description ?? "blank")")
        }
        if (old.pollsOpen, old.pollsClose) != (pollsOpen, pollsClose) {
            differences.append(
                "hours were \(old.pollsOpen ?? "blank") to \(old.pollsClose ?? "blank")"
            )
        }
        if old.timeZone != timeZone {
            differences.append("time zone was \(old.timeZone ?? "blank")")
        }
        if old.type != type || old.note != note { differences.append("type or note changed") }
        return differences
    }
}

extension Precinct: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { name }

    func differences(from old: Precinct) -> [String] {
        var differences: [String] = []
        if old.name != name { differences.append("renamed from \"\(old.name)\"") }
        if old.code != code { differences.append("code was \(old.code)") }
        if old.stations != stations { differences.append("stations changed") }
        if old.districts != districts { differences.append("districts changed") }
        if old.isMailOnly != isMailOnly { differences.append("voting by mail changed") }
        return differences
    }
}
