internal import Datasets

extension VoterGuide {
    /// Says which contests may be the voter's besides, for they are for a district whose code says that it
    /// may be the whole of the voter's, a part of it, or the same.
    ///
    /// - Parameters:
    ///   - ballot: What is on the ballot already.
    ///   - election: The id or the key of the election that is asked for.
    ///   - voting: The districts that the voter belongs to.
    ///   - datasets: Of the boundaries and of the list that say so.
    ///   - counties: What the voter's county may be called.
    func warnOfSplits(
        _ ballot: Ballot,
        _ election: String?,
        _ voting: [DistrictReference],
        of datasets: [DatasetName],
        counties: [String],
        _ finding: inout Finding
    ) {
        var elections = Set(electionsVotedOn(ballot, election))
        // The voter's own next election may be one in which nothing else is voted on.
        if election == nil, let shown = ballot.elections.lazy.compactMap(\.date).min() {
            let sooner = ballots.entries.filter { entry in
                entry.election.date.map { $0 >= today && $0 < shown } ?? false
            }
            elections.formUnion(sooner.map(\.election.id))
        }
        let (links, own) = (ballotLinks, Set(datasets))
        let (book, called) = (ballots, Set(counties.map(CountyKey.init)))
        let splits = splitDistricts.findings(
            of: voting,
            own,
            in: elections,
            ballot,
            county: { book.county(called: called, in: $0) },
            isElsewhere: { links.isElsewhere($0, for: own) }
        )
        finding.warnings += splits.map(Self.warning)
    }

    private static let shownDistricts = 10

    private static func code(_ district: DistrictReference) -> String {
        DistrictKey.bareCode(district.code, type: district.type)
    }

    private static func warning(of split: SplitDistricts.Finding) -> VoterWarning {
        let what = BallotGaps.Count(
            contests: split.contests.count,
            measures: split.measures.count
        )
        let type = words(split.own.type)
        let own = "\(type) \(code(split.own))"
        let shown = split.others.prefix(shownDistricts)
        let more = split.others.count - shown.count
        let others =
            (split.others.count == 1 ? "\(type) " : "\(type)s ")
            + listed(shown.map(code) + (more > 0 ? ["\(more) more"] : []))
        let (wording, clause): (VoterWarning.Wording, String) =
            switch split.kinship {
            case .whole:
                (.splitDistrict, "of which your \(own) may be a part. If it is, what is voted on")
            case .part:
                (
                    .partsOfDistrict,
                    "which may be a part of your \(own). If you live in it, what is voted on"
                )
            case .spelling:
                (
                    .districtInOtherSpelling,
                    "which may be your \(own) in another spelling. If it is, what is voted on"
                )
            }
        return VoterWarning(
            wording,
            "\(what.words) \(what.verb) for \(others), \(clause) there is on your ballot, too. Compare "
                + "this with your sample ballot.",
            [
                "count": .count(what.contests + what.measures), "district": .district(split.own),
                "districts": .districts(Array(shown)),
            ]
        )
    }
}
