package import Polling

extension Contest {
    /// One of its own and one for each candidate. That titles and parties stand elsewhere other guards see.
    package var rows: [RecordRow] {
        let own = RecordRow(
            name: displayName,
            [
                RecordField(Field.contest.name, title.allText, [.letters, .series]),
                RecordField(Field.voteFor.name, votesAllowed.map(String.init)),
                RecordField(Field.seats.name, seats.map(String.init)),
                RecordField.area(area),
            ]
        )
        return [own] + candidates.map(row)
    }

    private func row(_ candidate: Candidate) -> RecordRow {
        let name = candidate.name.allText
        return RecordRow(
            table: Field.candidate.name,
            // Letters that were damaged name the same candidate.
            key: DamagedLetters.blurred(name),
            name: candidate.name.text(),
            [
                RecordField(Field.candidate.name, name, .letters),
                RecordField(Field.party.name, candidate.party?.allText, .letters),
                RecordField(
                    Field.incumbent.name,
                    candidate.isIncumbent.map { $0 ? "yes" : "no" }
                ),
            ]
        )
    }
}

extension BallotMeasure {
    /// One for each language.
    package var rows: [RecordRow] {
        let texts: [(field: Field, text: LocalizedText?)] = [
            (Field.measureTitle, title), (Field.summary, summary),
            (Field.measureText, text), (Field.yesMeans, yesMeans),
            (Field.noMeans, noMeans), (Field.statementFor, statementFor),
            (Field.statementAgainst, statementAgainst),
        ]
        let languages = Set(texts.flatMap { $0.text?.languages ?? [] }).sorted()
        return languages.map { language in
            let fields = texts.map { RecordField($0.field.name, $0.text?.byLanguage[language]) }
            return RecordRow(key: language, name: displayName, fields + [RecordField.area(area)])
        }
    }
}

extension Election {
    package var rows: [RecordRow] {
        [
            RecordRow(
                name: displayName,
                [
                    RecordField(Field.electionTitle.name, name.allText),
                    RecordField(Field.electionDay.name, date?.description),
                    RecordField(Field.timeZone.name, timeZone),
                    RecordField(Field.pollsOpen.name, pollsOpen),
                    RecordField(Field.pollsClose.name, pollsClose),
                    RecordField(Field.electionType.name, type?.allText),
                    RecordField(Field.note.name, note),
                ]
            )
        ]
    }
}

extension RecordField {
    /// The districts whose voters have it on their ballots, which other guards look at.
    fileprivate static func area(_ area: BallotArea) -> RecordField {
        RecordField("area", area.references.map(\.shortText).joined(separator: "; "), .none)
    }
}

extension LocalizedText {
    /// The texts of all languages.
    fileprivate var allText: String {
        languages.compactMap { byLanguage[$0] }.joined(separator: " / ")
    }
}
