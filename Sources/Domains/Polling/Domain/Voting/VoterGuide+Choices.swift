internal import Datasets
internal import Geodesy

/// Which stations serve a district, and what is said of them.
extension VoterGuide {
    /// What is found out about a voter's station.
    struct Finding {
        var assignment: Assignment?
        var choices: [AssignmentChoice] = []
        var narrowing: Narrowing?
        var warnings: [VoterWarning] = []
        /// What serves the voter's district, but not on the day.
        var also: [AssignedStation] = []
        /// What serves it, but not in the election that is shown.
        var apart: [AssignedStation] = []
        let nearby: NearbyStations
        let links: DatasetLinks
        /// The districts that are in force.
        let map: DistrictMap
        let voted: Voted
        let shown: ShownElections

        /// What to say of the stations that are listed where nothing is assigned.
        var nearWords: String {
            nearby.stations.isEmpty ? "" : " The stations listed are merely near."
        }
    }

    static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// Some names in words: `12, 12a and 12c`.
    static func listed(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and \(last)"
    }

    /// A type of district in words: `polling district`.
    static func words(_ type: String) -> String { String(type.map { $0 == "_" ? " " : $0 }) }

    /// Takes the one answer that there is: an assignment where it is sure, else a choice of one.
    ///
    /// - Parameter centers: How many vote centers serve the voter besides.
    func settle(
        _ only: AssignmentChoice,
        by method: Assignment.Method,
        boundaryDistance: Distance? = nil,
        _ finding: inout Finding,
        centers: Int = 0
    ) {
        if let doubt = only.doubt {
            finding.choices = [only]
            let rest =
                switch centers {
                case 0: ""
                case 1: " You may vote at the vote center."
                default: " You may vote at any of the \(centers) vote centers."
                }
            finding.warnings.append(doubt.adding(rest, ["vote_centers": .count(centers)]))
            return
        }
        finding.also = only.also
        finding.apart = only.otherElections
        finding.assignment = Assignment(
            method: method,
            district: only.district,
            stations: only.stations,
            boundaryDistance: boundaryDistance
        )
        warnOfStations(only, &finding, centers: centers)
    }

    /// Takes the one answer, or the one station that all of several lead to: the district is then not known.
    ///
    /// - Parameter centers: How many vote centers serve the voter besides.
    /// - Returns: Whether there is nothing to choose.
    func settle(
        _ choices: [AssignmentChoice],
        by method: Assignment.Method,
        _ finding: inout Finding,
        centers: Int
    ) -> Bool {
        if choices.count == 1, let only = choices.first {
            settle(only, by: method, &finding, centers: centers)
            return true
        }
        guard let first = choices.first, let station = first.stations.first?.station,
            choices.allSatisfy({
                $0.doubt == nil && $0.stations.map(\.station.id) == [station.id]
                    && $0.stationIDs == first.stationIDs
            })
        else { return false }
        finding.also = first.also
        finding.apart = choices.flatMap(\.otherElections)
        finding.assignment = Assignment(
            method: method,
            district: nil,
            stations: assigned([station], from: nil, isOutside: { _ in nil }),
            boundaryDistance: nil
        )
        let names = choices.map { "\(Self.words($0.district.type)) \($0.district.code)" }
        finding.warnings.append(
            VoterWarning(
                .severalDistricts,
                "The lists have this address in \(Self.listed(names)), and nothing tells which of them "
                    + "is yours. All of them vote at this station.",
                ["districts": .districts(choices.map(\.district))]
            )
        )
        return true
    }

    /// - Parameter centers: How many vote centers serve the voter besides.
    func warnOfStations(
        _ choice: AssignmentChoice,
        _ finding: inout Finding,
        centers: Int = 0
    ) {
        let name = "\(Self.words(choice.district.type)) \(choice.district.code)"
        switch choice.stations.count {
        case 0 where !choice.isMailOnly && !choice.otherElections.isEmpty:
            warnOfOtherElections(choice.district, &finding, centers: centers)
        case 0:
            finding.warnings.append(
                VoterWarning(
                    choice.isMailOnly
                        ? .votesByMail
                        : centers > 0
                            ? .voteCentersAlone : choice.also.isEmpty ? .noStation : .notOnTheDay,
                    choice.isMailOnly
                        ? "You belong to \(name), whose voters vote by mail."
                        : centers > 0
                            ? "You belong to \(name), which has no station of its own: vote at "
                                + (centers == 1
                                    ? "the vote center." : "any of the \(centers) vote centers.")
                            : choice.also.isEmpty
                                ? "You belong to \(name), but no station that is loaded serves it."
                                    + finding.nearWords
                                : "You belong to \(name), for which only places to vote early or to "
                                    + "hand in a ballot are loaded, and none where one votes on the "
                                    + "day.",
                    ["district": .district(choice.district), "count": .count(centers)]
                )
            )
        case 1: break
        default:
            finding.warnings.append(
                VoterWarning(
                    .severalStations,
                    "\(choice.stations.count) stations serve \(name); the nearest comes first. "
                        + "Your polling card may name one of them.",
                    [
                        "district": .district(choice.district),
                        "count": .count(choice.stations.count),
                    ]
                )
            )
        }
        if choice.stations.first?.isOutsideDistrict == true {
            finding.warnings.append(
                VoterWarning(
                    .stationOutsideDistrict,
                    "The station stands outside \(name); that is so in the official list.",
                    ["district": .district(choice.district)]
                )
            )
        }
    }

    /// Says that what serves a voter's district is not open in the election that is shown.
    private func warnOfOtherElections(
        _ district: DistrictReference,
        _ finding: inout Finding,
        centers: Int
    ) {
        let name = "\(Self.words(district.type)) \(district.code)"
        let days = finding.shown.days.sorted().map(\.description)
        let election = days.isEmpty ? "the next election" : "the election of " + Self.listed(days)
        finding.warnings.append(
            VoterWarning(
                centers == 0 ? .noStationForElection : .voteCentersForElection,
                "You belong to \(name). The stations that serve it are open in other elections alone, "
                    + "and none that is loaded is in \(election)"
                    + (centers == 0
                        ? ": ask your election office."
                        : ": vote at "
                            + (centers == 1
                                ? "the vote center." : "any of the \(centers) vote centers.")),
                [
                    "district": .district(district), "days": .texts(days),
                    "count": .count(centers),
                ]
            )
        )
    }

    /// The stations of a district.
    ///
    /// - Parameter holds: Whether the district holds the voter's place; nil where that is not known.
    func choice(
        _ district: District,
        _ place: Coordinate?,
        _ boundaryDistance: Distance?,
        holds: Bool? = nil,
        _ map: DistrictMap,
        _ finding: Finding
    ) -> AssignmentChoice {
        let links = finding.links
        let serving = links.stations(serving: district)
        let isSure = !serving.stations.isEmpty
        return AssignmentChoice(
            district: district.reference,
            stations: assigned(isSure ? serving.stations : serving.doubtful, from: place) {
                station in station.coordinate.map { !map.holds(district.id, $0) }
            },
            in: finding.shown,
            boundaryDistance: boundaryDistance,
            holdsPlace: holds,
            doubt: Self.doubt(serving, district.reference, of: district.dataset),
            isMailOnly: precincts.isMailOnly(district.reference) {
                links.belongs(precincts: $0, to: district)
            }
        )
    }

    /// Why it is not known that stations serve a district; nil where it is, and where there are none.
    ///
    /// - Parameter dataset: Of the boundaries or the list that names the district.
    static func doubt(
        _ serving: DatasetLinks.Serving,
        _ district: DistrictReference?,
        of dataset: DatasetName
    ) -> VoterWarning? {
        let name = district.map { "\(words($0.type)) \($0.code)" } ?? "this station"
        if !serving.places.isEmpty {
            let sets = serving.places.map(\.text)
            return VoterWarning(
                .stationOfSeveralPlaces,
                "The stations of \(listed(sets)) are those of places that lie apart and have a "
                    + "\(name) each, and nothing tells which of them is yours. Choose the station of "
                    + "your own place; your election office knows it.",
                ["datasets": .texts(sets)]
                    .merging(district.map { ["district": .district($0)] } ?? [:]) { first, _ in
                        first
                    }
            )
        }
        guard serving.stations.isEmpty else {
            // A code of one county is another district's in the next.
            let counties = serving.stations.map { station in
                Set(station.districts.map(DistrictKey.init).filter { $0.type == "county" })
            }
            guard counties.allSatisfy({ $0.count == 1 }), Set(counties).count > 1 else {
                return nil
            }
            return VoterWarning(
                .stationOfSeveralCounties,
                "\(Set(counties).count) counties have a \(name), and nothing tells which of them "
                    + "is yours. Choose the station of your own county.",
                ["count": .count(Set(counties).count)]
                    .merging(district.map { ["district": .district($0)] } ?? [:]) { first, _ in
                        first
                    }
            )
        }
        let sets = Set(serving.doubtful.map(\.dataset.text)).sorted()
        guard !sets.isEmpty else { return nil }
        return VoterWarning(
            .doubtfulStation,
            "Nothing tells whether the stations of \(sets.joined(separator: " or ")) are those "
                + "of \(dataset): they have \(name) in common, and neither places nor postcodes nor towns "
                + "that tell. "
                + "They may be another county's; ask your election office before you go.",
            ["datasets": .texts(sets), "dataset": .text(dataset.text)]
                .merging(district.map { ["district": .district($0)] } ?? [:]) { first, _ in first }
        )
    }

    func assigned(
        _ serving: [Station],
        from place: Coordinate?,
        isOutside: (Station) -> Bool?
    ) -> [AssignedStation] {
        serving.map { station in
            AssignedStation(
                station: station,
                distance: place.flatMap { place in
                    station.coordinate.map { Geodesic.distance(from: place, to: $0) }
                },
                isOutsideDistrict: isOutside(station)
            )
        }.sorted { left, right in
            switch (left.distance, right.distance) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            default: left.station.id < right.station.id
            }
        }
    }

    /// The versions of the datasets that an answer is made of.
    func sources(
        _ finding: Finding,
        _ subject: Subject,
        _ sites: Sites,
        _ ballot: Ballot
    ) -> [DatasetVersion] {
        var names: [DatasetName] = []
        var known: Set<DatasetName> = []
        func add(_ name: DatasetName) { if known.insert(name).inserted { names.append(name) } }
        for station in finding.assignment?.stations ?? [] { add(station.station.dataset) }
        for station in finding.also { add(station.station.dataset) }
        for choice in finding.choices {
            for one in choice.stations + choice.otherElections { add(one.station.dataset) }
        }
        for name in subject.lists { add(name) }
        for district in subject.districts { add(district.dataset) }
        for site in sites.all { add(site.station.dataset) }
        for election in ballot.elections { add(election.dataset) }
        for contest in ballot.contests { add(contest.dataset) }
        for measure in ballot.measures { add(measure.dataset) }
        return versions(of: names)
    }
}
