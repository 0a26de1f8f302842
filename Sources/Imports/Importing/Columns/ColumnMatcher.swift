/// Gives fields to columns: those that the caller names, then those that headers tell.
struct ColumnMatcher {
    let sample: FileSample
    /// What was decided for each column so far, in the file's order.
    private(set) var uses: [ColumnUse?]
    private let mapped: [String: [Int]]
    /// The headers that columns have whose names were cut, by column.
    private let wholeHeaders: [Int: String]
    /// Columns that must not be guessed at.
    private var closed: Set<Int>
    /// Whether rows are electors or addresses, each with its station beside it: then only columns
    /// that say "polling place" are the station's.
    private(set) var rowsAreElectors = false
    /// Whether columns such as `Location Zip` speak of what a row is, and not of where its people vote.
    var readsPlaces = true

    /// What a column's header may begin with when it speaks of the station.
    static let stationPrefixes = [
        "pollingplace", "pollingstation", "pollingvenue", "pollinglocation", "votingplace",
        "votecenter", "votecentre", "votingcenter", "votingcentre", "votinglocation", "votingsite",
        "pollingsite", "earlyvotinglocation", "earlyvotingsite", "station", "prem", "wlk",
    ]
    private static let electorPrefixes = [
        "pro", "property", "house", "elector", "dwelling", "voter", "registrant", "resident",
        "residence", "residential", "home", "household", "member", "wahler", "electeur", "votante",
    ]

    /// - Throws: ``ImportError/unknownColumn(_:choices:)`` or
    ///   ``ImportError/unknownField(_:option:choices:)`` when a mapping names what does not exist.
    init(
        _ sample: FileSample,
        fields: [Field],
        mappings: [ColumnMapping]
    ) throws(ImportError) {
        self.sample = sample
        uses = Array(repeating: nil, count: sample.columns.count)
        var mapped: [String: [Int]] = [:]
        var closed: Set<Int> = []
        let names = fields.map(\.name) + [Field.attribute, Field.ignore]
        for mapping in mappings {
            let isDistrict = mapping.field.hasPrefix(Self.districtPrefix)
            guard names.contains(mapping.field) || isDistrict else {
                throw .unknownField(
                    mapping.field,
                    option: "--map",
                    choices: names + ["district.TYPE"]
                )
            }
            let index = try Self.column(mapping.column, of: sample)
            mapped[mapping.field, default: []].append(index)
            closed.insert(index)
            uses[index] = ColumnUse(
                column: sample.columns[index].name,
                field: mapping.field,
                reason: mapping.reason
            )
        }
        // What Ambit itself has written beside refused rows.
        let notes = ImportReport.rejectNotes.map { HeaderKey($0) }
        for index in sample.columns.indices
        where uses[index] == nil && notes.contains(sample.columns[index].key) {
            closed.insert(index)
            uses[index] = ColumnUse(
                column: sample.columns[index].name,
                field: Field.ignore,
                finding: Finding(.besideRefusedRow)
            )
        }
        self.mapped = mapped
        self.closed = closed
        wholeHeaders = Self.wholeHeaders(of: sample.columns, fields)
    }

    /// How many characters of a column's name shapefiles keep.
    private static let shapefileNameLength = 10
    /// A shorter beginning may be that of many names.
    private static let leastCutLength = 7

    /// The headers of which columns' names are the beginning, cut where shapefiles cut them: `STREET_NAM`.
    /// Of several the shortest.
    private static func wholeHeaders(
        of columns: [ColumnSample],
        _ fields: [Field]
    ) -> [Int: String] {
        var whole: [Int: String] = [:]
        for (index, column) in columns.enumerated()
        where column.name.utf8.count == shapefileNameLength
            && column.key.text.utf8.count >= leastCutLength
        {
            let key = column.key.text
            guard !fields.contains(where: { ($0.headers + $0.weakHeaders).contains(key) }) else {
                continue
            }
            whole[index] = fields.flatMap(\.headers).filter { $0.hasPrefix(key) }
                .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        }
        return whole
    }

    /// Begins the names of districts that Ambit has no word for: `district.drainage`.
    static let districtPrefix = "district."

    private static func column(_ name: String, of sample: FileSample) throws(ImportError) -> Int {
        let names = sample.columns.map(\.name)
        if let index = names.firstIndex(of: name) { return index }
        let key = HeaderKey(name)
        let matches = sample.columns.indices.filter {
            !key.text.isEmpty && sample.columns[$0].key == key
        }
        guard let index = matches.first else { throw .unknownColumn(name, choices: names) }
        guard matches.count == 1 else {
            throw .ambiguousColumns(field: name, choices: matches.map { names[$0] })
        }
        return index
    }

    // MARK: Matching

    /// How well a header fits a field; the smaller the better.
    struct Rank: Comparable {
        let isWeak: Bool
        let isUnprefixed: Bool
        let position: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.isWeak ? 1 : 0, left.isUnprefixed ? 1 : 0, left.position)
                < (right.isWeak ? 1 : 0, right.isUnprefixed ? 1 : 0, right.position)
        }
    }

    /// How well a column's header fits a field; nil when it doesn't.
    func rank(_ index: Int, for field: Field) -> Rank? {
        let key = sample.columns[index].key
        let rest = stationPart(of: index)
        let candidates: [(text: String, isUnprefixed: Bool)] =
            [(key.text, rest == nil)] + (rest.map { [($0, false)] } ?? [])
            + (sample.columns[index].memberKey.map { [($0.text, false)] } ?? [])
        return candidates.compactMap { candidate -> Rank? in
            if let position = field.headers.firstIndex(of: candidate.text) {
                return Rank(
                    isWeak: false,
                    isUnprefixed: candidate.isUnprefixed,
                    position: position
                )
            }
            return field.weakHeaders.firstIndex(of: candidate.text).map {
                Rank(isWeak: true, isUnprefixed: candidate.isUnprefixed, position: $0)
            }
        }.min() ?? pluralRank(index, for: field) ?? placeRank(index, for: field)
            ?? cutRank(index, for: field) ?? remarkRank(index, for: field)
    }

    /// How well a header of a ballot's file fits without the remark in its brackets, `Status (as of 2/8)`;
    /// after all that say no more. Those of places say in brackets which of several they are of.
    private func remarkRank(_ index: Int, for field: Field) -> Rank? {
        guard Field.remarked.contains(field), sample.columns[index].name.contains("(") else {
            return nil
        }
        let header = HeaderKey.withoutRemark(sample.columns[index].name)
        let all = field.headers + field.weakHeaders
        return all.firstIndex(of: HeaderKey(header).text).map {
            Rank(isWeak: true, isUnprefixed: true, position: all.count + $0)
        }
    }

    /// How well a header fits that was cut; after all that are whole.
    private func cutRank(_ index: Int, for field: Field) -> Rank? {
        guard let header = wholeHeaders[index] else { return nil }
        return field.headers.firstIndex(of: header).map {
            Rank(isWeak: false, isUnprefixed: true, position: 2 * field.headers.count + $0)
        }
    }

    /// How well a header fits that says of which place the address is: `Venue Suburb`; after all that say
    /// no more than the field.
    private func placeRank(_ index: Int, for field: Field) -> Rank? {
        guard readsPlaces, Self.placeFields.contains(field) else { return nil }
        return sample.columns[index].key.split(after: Self.placePrefixes)
            .flatMap { field.headers.firstIndex(of: $0.rest) }
            .map {
                Rank(isWeak: false, isUnprefixed: true, position: field.headers.count + $0)
            }
    }

    /// Words for the place where people vote, with which headers of its address may begin.
    private static let placePrefixes = [
        "location", "venue", "site", "facility", "building", "place", "physical", "poll", "polling",
        "loc", "pp", "wahllokal", "wahlraum",
    ]
    /// What a place has, whatever it is called.
    private static let placeFields: Set<Field> = [
        .address, .street, .houseNumber, .numberSuffix, .streetPrefix, .streetType, .streetSuffix,
        .unit, .city, .state, .postcode, .latitude, .longitude, .hours, .accessible,
    ]

    /// How well the plural of a header fits a field of which a cell may hold several, which are districts'
    /// codes alone: after all that is written in the singular. "# Precincts" is how many there are.
    private func pluralRank(_ index: Int, for field: Field) -> Rank? {
        guard Field.districts.contains(field), !sample.columns[index].name.contains("#") else {
            return nil
        }
        return sample.columns[index].key.singulars
            .compactMap { field.headers.firstIndex(of: $0) }.min()
            .map {
                Rank(isWeak: false, isUnprefixed: true, position: field.headers.count + $0)
            }
    }

    /// Columns that fit a field and are not yet taken, the best first: those that the caller named,
    /// or else those whose headers fit.
    func candidates(
        for field: Field,
        weak: Bool = true,
        where isRight: (ColumnSample) -> Bool = { _ in true }
    ) -> [Int] {
        if let named = mapped[field.name] { return named }
        return uses.indices
            .compactMap { index in
                isOpen(index) ? rank(index, for: field).map { (index, $0) } : nil
            }
            .filter { field == .position || !sample.columns[$0.0].holdsObjects }
            .filter { weak || !$0.1.isWeak }
            .filter { isRight(sample.columns[$0.0]) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            .map(\.0)
    }

    /// Whether the caller has named a column for a field.
    func isMapped(_ field: Field) -> Bool { mapped[field.name] != nil }

    /// The columns that the caller has given to districts of his own naming, by type.
    var mappedDistricts: [(type: String, column: Int)] {
        mapped.filter { $0.key.hasPrefix(Self.districtPrefix) }
            .flatMap { entry in
                entry.value.map { (String(entry.key.dropFirst(Self.districtPrefix.count)), $0) }
            }
            .sorted { $0.1 < $1.1 }
    }

    private func isOpen(_ index: Int) -> Bool {
        uses[index] == nil && !closed.contains(index) && sample.columns[index].filled > 0
    }

    /// Takes a column for a field.
    mutating func use(_ index: Int, as field: String, because reason: String) {
        guard !closed.contains(index) else { return }
        uses[index] = ColumnUse(
            column: sample.columns[index].name,
            field: field,
            reason: reason
        )
    }

    /// Takes a column for a field.
    mutating func use(_ index: Int, as field: String, because finding: Finding) {
        guard !closed.contains(index) else { return }
        uses[index] = ColumnUse(
            column: sample.columns[index].name,
            field: field,
            finding: finding
        )
    }

    /// Takes the best column for a field; nil when none fits.
    ///
    /// - Throws: ``ImportError/ambiguousColumns(field:choices:)`` when two fit equally well.
    mutating func take(
        _ field: Field,
        weak: Bool = true,
        where isRight: (ColumnSample) -> Bool = { _ in true }
    ) throws(ImportError) -> Int? {
        let candidates = candidates(for: field, weak: weak, where: isRight)
        guard let best = candidates.first else { return nil }
        if candidates.count > 1, !isMapped(field),
            rank(candidates[0], for: field) == rank(candidates[1], for: field)
        {
            let tied = candidates.filter { rank($0, for: field) == rank(best, for: field) }
            throw .ambiguousColumns(
                field: field.name,
                choices: tied.map { sample.columns[$0].name }
            )
        }
        use(best, as: field.name, because: Finding(.byHeader))
        return best
    }

    // MARK: Electors

    /// Finds out whether the rows are electors, and closes the columns that are theirs: there are
    /// addresses of polling places and addresses of something else.
    mutating func setElectorsAside() {
        let isStationColumn = uses.indices.map { isStations($0) }
        let stationHasAddress = uses.indices.contains { isStationColumn[$0] && isAddress($0) }
        let othersHaveAddresses = uses.indices.contains { !isStationColumn[$0] && isAddress($0) }
        guard stationHasAddress, othersHaveAddresses else { return }
        rowsAreElectors = true
        for index in uses.indices where !isStationColumn[index] && uses[index] == nil {
            let isDistrict = Field.districts.contains { rank(index, for: $0) != nil }
            if !isDistrict, !isPlaceOfStations(index, among: isStationColumn) {
                use(
                    index,
                    as: Field.ignore,
                    because: Finding(.electorsOwn)
                )
            }
        }
    }

    /// Whether a header speaks of the station: `Polling Place`, `Polling Place Zip`, `Voting Hours`.
    private func isStations(_ index: Int) -> Bool {
        if stationPart(of: index) != nil { return true }
        if Self.stationNames.contains(sample.columns[index].key.text) { return true }
        return [Field.hours, .opens, .closes, .accessible].contains { field in
            rank(index, for: field).map { !$0.isWeak } ?? false
        }
    }

    /// What nobody but a station is called.
    private static let stationNames = Set(
        stationPrefixes.filter { $0.count > 4 } + [
            "wahllokal", "wahlraum", "bureaudevote", "lieudevote", "stembureau", "seggio",
            "colegioelectoral", "pollsite", "pollname", "polllocation", "pollplace",
        ]
    )

    /// Whether a column of coordinates has no more places than there are addresses of stations, and so is
    /// theirs.
    private func isPlaceOfStations(_ index: Int, among areStations: [Bool]) -> Bool {
        let fields = [Field.latitude, .longitude, .position, .easting, .northing]
        guard fields.contains(where: { rank(index, for: $0) != nil }) else { return false }
        func distinct(_ isStation: Bool) -> Int {
            uses.indices.filter { areStations[$0] == isStation && isAddress($0) }
                .map { sample.columns[$0].distinctCount }.max() ?? 0
        }
        return distinct(true) < distinct(false)
            && sample.columns[index].distinctCount <= distinct(true)
    }

    private func isAddress(_ index: Int) -> Bool {
        let fields = [Field.address, .street]
        if fields.contains(where: { rank(index, for: $0) != nil }) { return true }
        if addressPart(index) != nil { return true }
        let split = sample.columns[index].key.split(after: Self.electorPrefixes)
        return split.map { part in fields.contains { $0.headers.contains(part.rest) } } ?? false
    }

    /// What is left of a header that begins with a word for the station; nil for other headers.
    private func stationPart(of index: Int) -> String? {
        let key = sample.columns[index].key
        // "Premises" is a word of its own, not the "PREM_" that some exports begin columns with.
        if key.text.hasPrefix("premis") { return nil }
        return key.split(after: Self.stationPrefixes)?.rest
    }

    /// The number of a column such as `Address2` or `Polling_Place_Address_2`.
    func addressPart(_ index: Int) -> Int? {
        let key = sample.columns[index].key
        if let part = addressPart(stationPart(of: index) ?? key.text) { return part }
        guard let rest = key.split(after: Self.placePrefixes)?.rest,
            !sample.columns.contains(where: { addressPart($0.key.text) != nil })
        else { return nil }
        return addressPart(rest)
    }

    private func addressPart(_ text: String) -> Int? {
        let heads = [
            "addressline", "textaddress", "streetaddress", "address", "addr", "add",
            "adresse", "adresszeile",
        ]
        guard let head = heads.first(where: { text.hasPrefix($0) }) else { return nil }
        let digits = text.dropFirst(head.count)
        // Two digits are the repeated header of a doubled export: AddressLine11.
        return digits.count == 1 ? Int(digits) : nil
    }

    // MARK: The rest

    /// Decides for every column that was not taken, and gives the indexes of those that are kept
    /// under their own names.
    mutating func keepTheRest() -> [Int] {
        for index in uses.indices where uses[index] == nil {
            let column = sample.columns[index]
            if column.filled == 0 {
                use(
                    index,
                    as: Field.attribute,
                    because: Finding(.blankInFirstRows, ["rows": .number(sample.rows)])
                )
            } else if Field.rowNumberHeaders.contains(column.key.text) {
                use(index, as: Field.ignore, because: Finding(.numbersRows))
            } else {
                use(index, as: Field.attribute, because: Finding(.noFieldKept))
            }
        }
        return uses.indices.filter { uses[$0]?.field == Field.attribute }
    }
}
