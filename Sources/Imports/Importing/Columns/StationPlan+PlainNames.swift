/// A column that is called nothing but "name" may be that of the precinct, of a person, or of the station.
extension StationPlan {
    /// Headers that say what something is called, and not what.
    private static let plainHeaders: Set<String> = [
        "name", "bezeichnung", "textname", "altname", "nom", "nombre", "nome", "naam", "nazwa",
        "namn",
        "navn", "nimi",
    ]
    /// What has a name besides: the station's own name goes before that of the premises.
    private static let premisesHeaders: Set<String> = ["premises", "premisesname"]
    /// Headers of what somebody does.
    static let roleHeaders: Set<String> = [
        "title", "jobtitle", "role", "position", "job", "duty", "function", "funktion", "amt",
        "cargo", "fonction",
    ]

    /// Headers of how somebody is reached.
    private static let contactHeaders: Set<String> = [
        "phone", "phonenumber", "phoneno", "telephone", "tel", "email", "emailaddress", "mobile",
        "telefon", "telefono", "correo", "courriel", "handy",
    ]

    /// Keeps a column that is called nothing but "name" from the stations where another one says by its
    /// header that it names them, `Polling Place`, `Voting Location`; or where another one, `Site`,
    /// `Building`, holds the names of buildings and this does not; or where this one holds persons' names,
    /// which are not published at all.
    ///
    /// - Parameter isName: Whether a column may hold names at all.
    mutating func setPlainNameAside(
        _ matcher: inout ColumnMatcher,
        _ isName: (ColumnSample) -> Bool
    ) {
        let columns = matcher.sample.columns
        guard !matcher.isMapped(.stationName), matcher.sample.feed == nil else { return }
        let candidates = matcher.candidates(for: .stationName, where: isName)
        guard let plain = candidates.first(where: { isPlain(columns[$0]) }) else {
            rivalNames = rivals(among: candidates, matcher, weak: false)
            return
        }
        let isOfRoles = columns.indices.contains { index in
            matcher.uses[index] == nil && Self.roleHeaders.contains(columns[index].key.text)
                && columns[index].mostly(50, VenueWords.nameRole)
        }
        let arePersons =
            isOfRoles || columns[plain].mostly(50, VenueWords.namePerson)
            || columns[plain].holdsPersonsAlone
        let others = rivals(among: candidates, matcher, weak: true)
        let better =
            others.first { !isWeak($0, matcher) }
            ?? others.first { other in
                let sample = columns[other]
                guard !Self.premisesHeaders.contains(sample.key.text) || arePersons else {
                    return false
                }
                return arePersons
                    || sample.mostly(50, VenueWords.nameVenue)
                        && !columns[plain].mostly(10, VenueWords.nameVenue)
            }
        guard let better else {
            rivalNames = others
            if isOfRoles {
                leavePersonsOut(plain, &matcher)
            } else if arePersons {
                notePersons(columns[plain].name)
            }
            return
        }
        if arePersons {
            leavePersonsOut(plain, &matcher)
        } else {
            let used = columns[better].name
            matcher.use(
                plain,
                as: Field.attribute,
                because: Finding(.otherHeaderNames, ["column": .text(used)])
            )
            noteTwoNames(taken: used, [columns[plain].name])
        }
        name = better
        matcher.use(better, as: Field.stationName.name, because: Finding(.byHeader))
    }

    /// Tells of columns that were kept and could name the stations as well as the one that was taken.
    mutating func noteRivalNames(_ sample: FileSample) {
        guard let name else { return }
        let kept = Set(attributes.map(\.column))
        let rivals = rivalNames.filter { rival in
            rival != name && kept.contains(rival)
                && sample.columns[rival].firstValues != sample.columns[name].firstValues
        }
        guard !rivals.isEmpty else { return }
        noteTwoNames(taken: sample.columns[name].name, rivals.map { sample.columns[$0].name })
    }

    /// Whether a column is called nothing but "name".
    func isPlain(_ column: ColumnSample) -> Bool {
        Self.plainHeaders.contains(column.key.text)
    }

    private func isWeak(_ index: Int, _ matcher: ColumnMatcher) -> Bool {
        matcher.rank(index, for: .stationName)?.isWeak ?? true
    }

    /// The columns that could name the stations and are called more than "name", the surest first: in most
    /// rows they have words, and no numbers alone.
    private func rivals(
        among candidates: [Int],
        _ matcher: ColumnMatcher,
        weak: Bool
    ) -> [Int] {
        let sample = matcher.sample
        return candidates.filter { index in
            let column = sample.columns[index]
            return !isPlain(column) && (weak || !isWeak(index, matcher)) && !column.isNumeric
                && column.filled * 2 >= sample.rows
                && !column.mostly(50) { VenueWords.isNumber($0, under: column.name) }
        }
    }

    /// Leaves persons' names out, and how they are reached.
    private mutating func leavePersonsOut(_ column: Int, _ matcher: inout ColumnMatcher) {
        let columns = matcher.sample.columns
        let theirs = columns.indices.filter { index in
            index == column
                || matcher.uses[index] == nil && columns[index].filled > 0
                    && Self.contactHeaders.contains(columns[index].key.text)
        }
        for index in theirs {
            matcher.use(index, as: Field.ignore, because: Finding(.privateColumn))
        }
        notePrivate(theirs.map { columns[$0].name })
    }

    private mutating func notePersons(_ column: String) {
        notes.append(
            ImportNote(.warning, Finding(.personsForNames, ["column": .text("\"\(column)\"")]))
        )
    }

    private mutating func noteTwoNames(taken: String, _ others: [String]) {
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .twoNames,
                    [
                        "used": .text("\"\(taken)\""),
                        "columns": .texts(others.map { "\"\($0)\"" }),
                    ]
                )
            )
        )
    }
}
