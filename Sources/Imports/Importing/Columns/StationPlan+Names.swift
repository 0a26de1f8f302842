internal import Polling

/// Which columns name the stations.
extension StationPlan {
    mutating func takeNames(_ matcher: inout ColumnMatcher) throws(ImportError) {
        setPrecinctNameAside(&matcher)
        let isName: (ColumnSample) -> Bool = { !$0.isFlag && !$0.isPlaceOfAddresses }
        if takeNamesBesideNumbers(&matcher, isName) { return }
        setPlainNameAside(&matcher, isName)
        if name == nil {
            name = try matcher.take(.stationName, weak: false, where: isName)
        }
        if name == nil { name = try matcher.take(.stationName, where: isName) }
        premises = try matcher.take(.premises)
        noteNumbersForNames(matcher)
    }

    /// Keeps a column that is called nothing but "name" from the stations where it names the precinct
    /// that stands beside it, and a column of places follows: it has a name for each precinct, while
    /// places serve several.
    private func setPrecinctNameAside(_ matcher: inout ColumnMatcher) {
        let columns = matcher.sample.columns
        let precincts = Field.districts.filter { DistrictKey.assigningTypes.contains($0.name) }
            .flatMap { matcher.candidates(for: $0) }
        let places = matcher.candidates(for: .stationName).filter {
            ["location", "venue", "facility", "site", "place"].contains(columns[$0].key.text)
                && !columns[$0].isNumeric
        }
        guard !matcher.isMapped(.stationName), let precinct = precincts.first,
            let place = places.first,
            let name = columns.indices.first(where: {
                matcher.uses[$0] == nil && columns[$0].key.text == "name"
            }),
            columns[name].distinctCount * 20 >= columns[precinct].distinctCount * 19,
            columns[place].distinctCount < columns[name].distinctCount
        else { return }
        matcher.use(
            name,
            as: Field.attribute,
            because: Finding(
                .precinctNames,
                [
                    "column": .text(columns[precinct].name),
                    "places": .text(columns[place].name),
                ]
            )
        )
    }

    /// Takes the names of buildings where they stand beside the stations' numbers: `Bureau de vote: 1, Lieu:
    /// École Jules-Ferry`.
    ///
    /// - Returns: Whether there are both.
    private mutating func takeNamesBesideNumbers(
        _ matcher: inout ColumnMatcher,
        _ isName: (ColumnSample) -> Bool
    ) -> Bool {
        let columns = matcher.sample.columns
        guard !matcher.isMapped(.stationName),
            let number = matcher.candidates(for: .stationName, where: isName).first,
            columns[number].isNumeric,
            let place = columns.indices.first(where: { index in
                matcher.uses[index] == nil && columns[index].filled > 0
                    && Self.placeHeaders.contains(columns[index].key.text)
                    && !columns[index].isNumeric && isName(columns[index])
            })
        else { return false }
        name = place
        matcher.use(
            place,
            as: Field.stationName.name,
            because: Finding(.nameBesideNumber, ["column": .text("\"\(columns[number].name)\"")])
        )
        let isDistrict = Self.districtHeaders.contains { columns[number].key.text.hasPrefix($0) }
        if isDistrict { numberOfNames = number }
        return true
    }

    private static let placeHeaders: Set<String> = [
        "lieu", "nomdulieu", "lieudubureau", "batiment", "etablissement", "salle", "site",
        "location", "venue", "building", "place", "gebaude", "gebaeude", "lugar", "recinto",
        "luogo", "sede", "edificio", "locatie", "gebouw", "lokal",
    ]
    /// Beginnings of headers under which stations have the numbers of their districts.
    private static let districtHeaders = [
        "bureau", "seccion", "sezione", "seggio", "stembureau", "mesa", "obwod", "wahlbezirk",
    ]

    /// Takes the stations' numbers for their districts, where no column has those.
    mutating func takeNumberedDistricts(_ matcher: inout ColumnMatcher) {
        guard let column = numberOfNames, let name, matcher.uses[column] == nil,
            !districts.contains(where: { DistrictKey.assigningTypes.contains($0.type) })
        else { return }
        let columns = matcher.sample.columns
        matcher.use(
            column,
            as: "polling_district",
            because: Finding(.districtBesideName, ["column": .text("\"\(columns[name].name)\"")])
        )
        districts.append(("polling_district", column))
        districts.sort { $0.column < $1.column }
    }

    /// Tells that all names are numbers.
    private mutating func noteNumbersForNames(_ matcher: ColumnMatcher) {
        guard let name, premises == nil, !matcher.isMapped(.stationName),
            matcher.sample.feed == nil, matcher.sample.columns[name].isNumeric
        else { return }
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .numbersForNames,
                    ["column": .text("\"\(matcher.sample.columns[name].name)\"")]
                )
            )
        )
    }
}
