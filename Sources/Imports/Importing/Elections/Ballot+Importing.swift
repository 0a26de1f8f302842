package import Polling

extension Contest: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { title.text() }
    package var parts: RecordParts {
        var rest = self
        rest.area = BallotArea()
        return RecordParts(of: rest, on: area)
    }
    package static var guards: ImportGuards { .ballot }

    package func differences(from old: Contest) -> [Finding] {
        var differences: [Finding] = []
        if old.title != title { differences.append(Difference.renamed("\"\(old.displayName)\"")) }
        if old.area != area { differences.append(Finding(.onOtherBallots)) }
        if old.votesAllowed != votesAllowed {
            let before = Difference.plain(old.votesAllowed.map(String.init))
            differences.append(Finding(.votesAllowedWere, ["before": before]))
        }
        let names = candidates.map { $0.name.text() }
        let oldNames = old.candidates.map { $0.name.text() }
        let added = names.filter { !oldNames.contains($0) }
        let removed = oldNames.filter { !names.contains($0) }
        if !added.isEmpty {
            differences.append(Finding(.candidatesAdded, ["names": .texts(added)]))
        }
        if !removed.isEmpty {
            differences.append(Finding(.candidatesRemoved, ["names": .texts(removed)]))
        }
        if added.isEmpty, removed.isEmpty, old.candidates != candidates {
            differences.append(Finding(.candidatesReordered))
        }
        if old.election != election {
            differences.append(Difference.was(.electionWas, old.election.key))
        }
        return differences
    }
}

extension BallotMeasure: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { title.text() }
    package var parts: RecordParts {
        var rest = self
        rest.area = BallotArea()
        return RecordParts(of: rest, on: area)
    }
    package static var guards: ImportGuards { .ballot }

    package func differences(from old: BallotMeasure) -> [Finding] {
        var differences: [Finding] = []
        if old.title != title {
            differences.append(Difference.was(.titleWas, "\"\(old.displayName)\""))
        }
        if old.area != area { differences.append(Finding(.onOtherBallots)) }
        if old.election != election {
            differences.append(Difference.was(.electionWas, old.election.key))
        }
        let texts: [(DifferenceWording, Bool)] = [
            (.summary, old.summary != summary), (.measureText, old.text != text),
            (.meaningOfYes, old.yesMeans != yesMeans), (.meaningOfNo, old.noMeans != noMeans),
            (.statementFor, old.statementFor != statementFor),
            (.statementAgainst, old.statementAgainst != statementAgainst),
        ]
        let others = texts.filter(\.1).map { Finding($0.0) }
        if !others.isEmpty {
            differences.append(Finding(.textsChanged, ["parts": .findings(others)]))
        }
        return differences
    }
}

extension Election: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { name.text() }

    package func differences(from old: Election) -> [Finding] {
        var differences: [Finding] = []
        if old.name != name { differences.append(Difference.renamed("\"\(old.displayName)\"")) }
        if old.date != date {
            let before = Difference.plain(old.date?.description)
            differences.append(Finding(.dateWas, ["before": before]))
        }
        if (old.pollsOpen, old.pollsClose) != (pollsOpen, pollsClose) {
            differences.append(
                Finding(
                    .hoursWere,
                    [
                        "from": Difference.plain(old.pollsOpen),
                        "to": Difference.plain(old.pollsClose),
                    ]
                )
            )
        }
        if old.timeZone != timeZone {
            differences.append(Finding(.timeZoneWas, ["before": Difference.plain(old.timeZone)]))
        }
        if old.type != type || old.note != note { differences.append(Finding(.typeOrNoteChanged)) }
        return differences
    }
}

extension Precinct: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { name }

    package func differences(from old: Precinct) -> [Finding] {
        var differences: [Finding] = []
        if old.name != name { differences.append(Difference.renamed("\"\(old.name)\"")) }
        if old.code != code { differences.append(Difference.was(.codeWas, old.code)) }
        if old.stations != stations { differences.append(Finding(.stationsChanged)) }
        if old.districts != districts { differences.append(Finding(.districtsChanged)) }
        if old.isMailOnly != isMailOnly { differences.append(Finding(.mailChanged)) }
        return differences
    }
}

extension RecordParts {
    /// Parts of what stands on the ballots of an area.
    ///
    /// - Parameter record: All but the area.
    fileprivate init(of record: some Hashable, on area: some Hashable) {
        self.init(
            name: 0,
            address: 0,
            hours: 0,
            accessibility: 0,
            districts: area.hashValue,
            other: record.hashValue
        )
    }
}
