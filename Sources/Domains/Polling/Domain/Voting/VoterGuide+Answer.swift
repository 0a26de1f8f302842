internal import Datasets
internal import Geodesy
internal import Timekeeping

extension VoterGuide {
    /// What an answer is about, besides the station.
    struct Subject {
        let location: VoterLocation?
        /// The districts with boundaries that the voter belongs to for certain.
        var districts: [District] = []
        /// All districts that the voter belongs to for certain.
        var voting: [DistrictReference] = []
        /// The list of addresses that names some of them.
        var list: DatasetName?
        /// The datasets that were asked besides those of stations and districts.
        var lists: [DatasetName] = []
        var matchedAddresses: [String] = []
        var sites = Sites()
        /// How far the voter may be from the place, where it is the place that tells the districts.
        var margin: Distance?
        /// Whether all districts of a type are known that the voter belongs to; nil where it is not
        /// known who the voter is, so that nothing is lacking from the ballot.
        var knowsType: ((String) -> Bool)?
    }

    /// The whole answer, with the ballot and what is to be said of it.
    func answer(
        _ subject: Subject,
        _ finding: Finding,
        election: String?,
        _ scope: VoterScope
    ) -> VoterAnswer {
        var finding = finding
        var sites = subject.sites
        sites.add(finding.also, apart: finding.apart)
        let ballot = finding.voted.ballot
        finding.warnings += finding.voted.doubts
        warnOfPast(ballot, &finding)
        warnOfDays(ballot, election, &finding)
        warnOfOtherDay(&finding)
        warnOfShutDay(&finding)
        warnOfBallot(ballot, election, subject, &finding)
        func list(_ sites: [VoteCenter]) -> SiteList {
            SiteList(
                stations: Array(sites.prefix(scope.voteCenterLimit)),
                count: sites.count
            )
        }
        return VoterAnswer(
            location: subject.location,
            matchedAddresses: subject.matchedAddresses,
            districts: subject.districts,
            assignment: finding.assignment,
            choices: finding.choices,
            narrowing: finding.narrowing,
            nearby: finding.nearby,
            voteCenters: Array(sites.centers.prefix(scope.voteCenterLimit)),
            voteCenterCount: sites.centers.count,
            earlyVoting: list(sites.earlyVoting),
            dropOff: list(sites.dropOff),
            otherElections: list(sites.apart),
            shown: finding.shown,
            ballot: ballot,
            warnings: finding.warnings,
            sources: sources(finding, subject, sites, ballot)
        )
    }

    /// Says what may be on the ballot besides what is: beyond a boundary, or in districts that are not
    /// known.
    private func warnOfBallot(
        _ ballot: Ballot,
        _ election: String?,
        _ subject: Subject,
        _ finding: inout Finding
    ) {
        if let place = subject.location?.coordinate, let margin = subject.margin {
            warnOfBallotBoundary(
                ballot,
                election,
                at: place,
                within: margin,
                subject.districts,
                &finding
            )
        }
        if let knowsType = subject.knowsType {
            let datasets =
                subject.districts.map(\.dataset) + [subject.list].compactMap { $0 }
            warnOfBallot(
                ballot,
                election,
                known: knowsType,
                subject.voting,
                of: datasets,
                &finding
            )
            warnOfSplits(
                ballot,
                election,
                subject.voting,
                of: datasets,
                counties: Self.countyNames(subject.districts)
                    + subject.voting.filter { DistrictKey($0).type == "county" }.map(\.code),
                &finding
            )
        }
    }

    /// Says that the elections which are shown are over, where the answer is about stations of them.
    private func warnOfPast(_ ballot: Ballot, _ finding: inout Finding) {
        let moment = clock.now
        let dates = ballot.elections.compactMap(\.date)
        guard finding.assignment != nil || !finding.choices.isEmpty, let last = dates.max(),
            ballot.elections.allSatisfy({ $0.isPast(at: moment) ?? true })
        else { return }
        finding.warnings.append(
            VoterWarning(
                .electionOver,
                "The election of \(last) is over. Whether you vote at the same station in the next one, "
                    + "your election office says.",
                ["date": .day(last)]
            )
        )
    }

    /// Says that the assigned station is open on a day on which no election is known.
    private func warnOfOtherDay(_ finding: inout Finding) {
        guard let station = finding.assignment?.station.station,
            let (day, next) = finding.shown.unlistedDay(of: station)
        else { return }
        finding.warnings.append(
            VoterWarning(
                .stationOnOtherDay,
                "This station's hours are for \(day), and no election is known on that day; the next one that "
                    + "is known is on \(next). Ask your election office which day is right.",
                ["day": .day(day), "next": .day(next)]
            )
        )
    }

    /// Says that the hours of the assigned station leave out the day of the election.
    private func warnOfShutDay(_ finding: inout Finding) {
        guard let station = finding.assignment?.station.station,
            let day = finding.shown.shutDay(of: station)
        else { return }
        let hours = station.hours ?? ""
        finding.warnings.append(
            VoterWarning(
                .stationShut,
                "This station's hours, \"\(hours)\", leave out \(day), the day of the election. Ask your "
                    + "election office whether it is open on that day.",
                ["hours": .text(hours), "day": .day(day)]
            )
        )
    }

    /// Beyond it another election may well be held sooner than the one that is shown, in days.
    private static let farDays = 366

    /// Says that the next election that is known is far away, where nobody asked for it, and that others are
    /// shown beside it of which no day is known.
    private func warnOfDays(_ ballot: Ballot, _ asked: String?, _ finding: inout Finding) {
        let days = ballot.elections.compactMap(\.date)
        guard asked == nil, let next = days.min() else { return }
        if next.daysSince1970 - today.daysSince1970 > Self.farDays {
            finding.warnings.append(
                VoterWarning(
                    .farElection,
                    "The next election that is known here is on \(next), more than a year from now. Others may "
                        + "be held sooner: ask your election office.",
                    ["date": .day(next)]
                )
            )
        }
        guard let undated = ballot.elections.first(where: { $0.date == nil }) else { return }
        let name = undated.name.text()
        finding.warnings.append(
            VoterWarning(
                .undatedElection,
                "The day of \"\(name)\" is not known: what is on its ballot is shown beside the election of "
                    + "\(next), and may be over. Compare it with your sample ballot.",
                ["election": .text(name), "date": .day(next)]
            )
        )
    }
}
