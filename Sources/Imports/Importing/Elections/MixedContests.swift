internal import Polling

/// Contests whose candidates a column tells apart that was not taken: those of several districts under
/// one name.
struct MixedContests {
    /// How a column parts the candidates of one name.
    private struct Finding {
        let title: String
        /// Some candidates of each value.
        let candidates: [String: [String]]
    }

    /// The column that tells the most contests apart.
    private let column: String
    private let findings: [Finding]
    private let total: Int

    /// - Returns: nil where no column does.
    init?(_ survey: ContestSurvey) {
        var best: (column: Int, findings: [Finding])?
        func count(_ findings: [Finding]) -> Int { findings.reduce(0) { $0 + $1.candidates.count } }
        for column in survey.columns.indices {
            let name = HeaderKey(survey.columns[column].name).text
            guard !Self.candidateWords.contains(where: name.contains) else { continue }
            let recurring = Self.recurringValues(of: column, in: survey)
            let findings = survey.order.compactMap { identity in
                survey.groups[identity].flatMap {
                    Self.finding(column, named: name, $0, survey.isOfPlaces(column), recurring)
                }
            }
            if count(findings) > best.map({ count($0.findings) }) ?? 0 { best = (column, findings) }
        }
        guard let best else { return nil }
        column = survey.columns[best.column].name
        findings = best.findings
        total = survey.order.count
    }

    /// What is in the names of columns that say something of a candidate.
    private static let candidateWords = [
        "party", "partei", "affil", "candidate", "vote", "winner", "elected", "incumb", "result",
        "percent", "pct", "share", "order", "rank", "writein", "status", "gender", "sex", "email",
        "phone", "website", "url", "occupation", "ballotname", "nameon", "language", "absentee",
        "early", "provisional", "electionday", "mail",
    ]
    /// What is in the names of columns that say where a contest is.
    private static let placeWords = [
        "district", "dist", "ward", "county", "jurisdiction", "area", "seat", "zone", "division",
        "region", "circuit", "municipality", "township", "parish", "borough", "constituency",
        "electorate", "riding", "wahlkreis", "distrito", "circonscription", "collegio",
    ]
    /// What is in the names of columns that tell seats of one office apart, each of which has several
    /// candidates.
    private static let seatWords: Set<String> = [
        "position", "pos", "place", "term", "department", "dept", "office", "contest", "race",
        "group",
        "school", "judge", "slot", "post", "vacancy", "bench", "court", "branch", "seat",
    ]
    /// What may stand behind them.
    private static let seatTails = [
        "", "no", "number", "num", "nr", "length", "name", "title", "type", "id",
    ]

    private static func isOfSeats(_ name: String) -> Bool {
        seatTails.contains {
            name.hasSuffix($0) && seatWords.contains(String(name.dropLast($0.count)))
        }
    }

    /// Whether a column is called after places.
    static func isOfPlace(_ header: String) -> Bool {
        let name = HeaderKey(header).text
        return placeWords.contains(where: name.contains)
    }

    /// More values of one contest than parties have candidates in one.
    private static let manyValues = 10

    /// The values that stand beside two candidates or more in all of the file.
    private static func recurringValues(of column: Int, in survey: ContestSurvey) -> Set<String> {
        var counts: [String: Int] = [:]
        for group in survey.groups.values {
            for value in (group.traces[column] ?? [:]).values { counts[value, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }

    private static func finding(
        _ column: Int,
        named name: String,
        _ group: ContestSurvey.Group,
        _ isOfPlaces: Bool,
        _ recurring: Set<String>
    ) -> Finding? {
        guard let trace = group.traces[column], !trace.isEmpty else { return nil }
        var units: [Int: [ContestSurvey.Standing]] = [:]
        for standing in trace.keys {
            switch group.split {
            case .whole: units[0, default: []].append(standing)
            case .counties: units[standing.county, default: []].append(standing)
            // What a precinct's column says was told by the precincts already.
            case .parts(let numbers, _):
                units[isOfPlaces ? numbers[standing.candidate] : 0, default: []].append(standing)
            }
        }
        var found: [String: [String]] = [:]
        for (unit, standings) in units {
            let isCounty = if case .counties = group.split { true } else { false }
            let parts = parts(standings, trace, group)
            guard let parts, parts.values.count > 1,
                isApart(
                    parts,
                    named: name,
                    group,
                    in: isCounty ? unit : nil,
                    recurring
                )
            else { continue }
            for (candidate, value) in parts {
                found[value, default: []].append(group.names[candidate])
            }
        }
        guard found.count > 1 else { return nil }
        return Finding(title: group.title, candidates: found)
    }

    /// What a column says of each candidate; nil where it says two things of one, or leaves most out.
    private static func parts(
        _ standings: [ContestSurvey.Standing],
        _ trace: ContestSurvey.Trace,
        _ group: ContestSurvey.Group
    ) -> [Int: String]? {
        var parts: [Int: String] = [:]
        for standing in standings {
            guard let value = trace[standing] else { continue }
            if let known = parts[standing.candidate], known != value { return nil }
            parts[standing.candidate] = value
        }
        return parts
    }

    /// Whether a column that says one thing of each candidate says where the contest is: in its name, or
    /// because the candidates of two values hardly ever meet in a precinct, or because it has more values
    /// than a contest has parties, and other contests have them too.
    private static func isApart(
        _ parts: [Int: String],
        named name: String,
        _ group: ContestSurvey.Group,
        in county: Int?,
        _ recurring: Set<String>
    ) -> Bool {
        let values = Set(parts.values)
        guard values.count > 1 else { return false }
        if placeWords.contains(where: name.contains) { return true }
        // An order on the ballot has one candidate a place.
        if isOfSeats(name), parts.count > values.count { return true }
        var (all, single) = (0, 0)
        for (place, candidates) in group.places where place.precinct >= 0 {
            if let county, place.county != county { continue }
            let here = Set(candidates.all.compactMap { parts[$0] })
            if !here.isEmpty { all += 1 }
            if here.count == 1 { single += 1 }
        }
        if all > 1, single * 2 > all { return true }
        return values.count > manyValues
            && values.count(where: recurring.contains) * 2 > values.count
    }

    /// What is to be agreed to before they are published.
    var consent: GuardFinding {
        let widest = findings.max { $0.candidates.count < $1.candidates.count }
        let examples = (widest?.candidates ?? [:])
            .sorted { PrecinctCodes.comesBefore($0.key, $1.key) }.prefix(3)
            .map { "\($0.key): \($0.value.sorted().prefix(3).joined(separator: ", "))" }
        let contests = findings.reduce(0) { $0 + $1.candidates.count }
        let quoted = column.contains(" ") ? "\"\(column)\"" : column
        return GuardFinding(
            limit: .mixedContests,
            count: findings.count,
            allowed: 0,
            published: total,
            text: "the column \"\(column)\" was not taken, and parts the candidates of "
                + "\(counted(findings.count, "contest")) into \(grouped(contests)): "
                + "\"\(widest?.title ?? "")\" would be \(widest?.candidates.count ?? 0) contests "
                + "(\(examples.joined(separator: "; "))), and every voter would be shown the "
                + "candidates of all. Name it with --map \(quoted)=district_code (or county, or "
                + "precinct), or set it aside with --map \(quoted)=ignore",
            values: ["column": .text(column), "contest": .text(widest?.title ?? "")]
        )
    }
}
