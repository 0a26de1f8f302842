internal import Polling

/// What each column of a stations file is taken for.
struct StationPlan {
    /// nil only where the caller allows stations without a place.
    var place: PlacePlan?
    var name: Int?
    /// Columns that could name the stations as well as the one that was taken.
    var rivalNames: [Int] = []
    var premises: Int?
    var address = AddressColumns()
    var postcode: Int?
    /// The column of addresses that end with a postcode, where no column has it alone.
    var addressWithPostcode: Int?
    var hours: Int?
    /// The columns of the times at which a station opens and closes, where none has both.
    var opens: Int?
    var closes: Int?
    /// Columns that are kept and look like times, where no hours were found.
    var timesNotUsed: [Int] = []
    /// How many cells of a row are filled, as of most rows.
    var usualFilled = 0
    /// The columns of the first and the last day of the hours.
    var firstDay: Int?
    var lastDay: Int?
    /// A column that is kept and names the country of each station.
    var country: Int?
    /// The column of the states.
    var state: Int?
    /// A column that may say that a place is no polling place any more.
    var status: Int?
    /// The column of the days of the hours, where one has both the first and the last.
    var dates: Int?
    /// In which order the file writes the day and the month of days such as `4/13/2027`; nil where no row
    /// shows it.
    var dayOrder: DayOrder.Order?
    /// Whether days such as `4.3.2027` may have the month in front.
    var distrustsPoints = false
    /// The column of stations' numbers that may be those of their districts.
    var numberOfNames: Int?
    /// The column that says whether a station is in use.
    var activity: Activity?
    /// Columns that are kept and say by yes or no of what sort a place is.
    var kindFlags: [KindFlag] = []
    /// Whether they say of every place of what sort it is.
    var readsKindFlags = false
    /// The sorts that the header of the names says all stations are of.
    var kindOfHeader: [StationKind] = []
    /// A column that is kept and says what sort of place each is.
    var kindColumn: Int?
    /// Whether a box for ballots in a building where people vote is a station of its own.
    var separatesBoxes = false
    /// Whether rows of places where nobody votes are left out: some of the words of types are known.
    var leavesElsewhereOut = false
    /// Whether times of the day say which half of it they are of.
    var namesHalfDays = false
    /// Whether they do by am and pm.
    var hasHalves = false
    /// Columns that are kept and name the election of each row.
    var elections: [Int] = []
    var accessible: Int?
    /// What says neither yes nor no in its cells, for it is a code there.
    var accessCodes: Set<String> = []
    var accessibilityNote: Int?
    var districts: [(type: String, column: Int)] = []
    /// What cells of districts mean that may hold several codes; nil where each code is one, as in feeds.
    var codeLists: CodeLists?
    /// Whether the rows are a feed's, in which each says for itself what it says.
    let isOfFeed: Bool
    /// Columns of districts in which a 0 stands where there is none.
    var zeroMeansNone: Set<Int> = []
    /// Columns that are kept and say in which time zone the hours are.
    var timeZones: [Int] = []
    /// Columns that are kept and say where the door is.
    var entrance: [Int] = []
    /// Columns that are kept, under their own names but for ``renamed``.
    var attributes: [(name: String, column: Int)] = []
    /// Columns that the caller has named, which are taken for what he says.
    private(set) var openColumns: Set<Int> = []
    /// The column whose name is that of Ambit's own attribute, and the name under which it is kept.
    var renamed: (name: String, column: Int)?
    /// The columns `id` and `station_key`, where both may be the stations' key and their values differ;
    /// else empty.
    private(set) var rivalKeys: [Int] = []
    /// The column of the stations' keys, which is kept only of rows whose id does not tell the key.
    var plainKeyColumn: Int?
    /// The column of the stations' keys, where 0 is the key of one of them.
    var zeroKeyColumn: Int?
    /// Columns that may tell stations apart, the best first.
    var keys: [KeyCandidate] = []
    var constants: [String: String] = [:]
    /// Who set each constant.
    var constantReasons: [String: String] = [:]
    /// The lands that the file speaks of.
    var regions: [GridRegion] = []
    var uses: [ColumnUse] = []
    /// Columns by which the rows look like those of a register of voters; empty where they do not.
    var registerColumns: [Int] = []
    /// What of the columns is not sure.
    var notes: [ImportNote] = []
    var columns: [String] = []

    /// The columns that make an address, in the order in which it is written.
    struct AddressColumns {
        /// Cells that are joined by commas; the cells of one element by spaces.
        var parts: [[Int]] = []
        /// Town and state, added where the address does not name them already.
        var town: [Int] = []
        /// The column of the part that is a unit's number, which is written as `Unit 3`.
        var unit: Int?
        /// The column of the houses' numbers.
        var houseNumber: Int?
        /// The column of what belongs to a house's number: `12A`.
        var numberSuffix: Int?
    }

    /// A column that may tell stations apart.
    struct KeyCandidate {
        let column: Int
        /// Whether the header says that it is a station's id, so that rows that differ in nothing
        /// else are different stations.
        let isStationID: Bool
        /// Whether the header says that it is an id, if perhaps of something else.
        var isID = false
        /// Whether its values are numbers, of which 0 may be one.
        var isNumeric = false
    }

    /// Whether a station may come without a place at all: `--set place=none`.
    static let placeConstant = "place"
    /// How the caller allows it.
    static let placelessHint =
        "publish stations that are found by district or postcode alone with --set place=none"

    init(_ sample: FileSample, options: ImportOptions) throws(ImportError) {
        let fields = Field.stationFields
        var matcher = try ColumnMatcher(
            sample,
            fields: fields,
            mappings: options.mappings + Self.feedMappings(sample)
        )
        columns = sample.columns.map(\.name)
        openColumns = Set(matcher.uses.indices.filter { matcher.uses[$0] != nil })
        isOfFeed = sample.feed != nil
        constants = try Self.checkedConstants(options.constants)
        for constant in options.constants { constantReasons[constant.field] = constant.reason }
        matcher.setElectorsAside()
        notePrivate(matcher.setPrivateAside())
        do {
            place = try matcher.takePlace(options)
        } catch {
            let mayBeMissing = constants[Self.placeConstant] == "none"
            switch error {
            case .unclearReferenceSystem where mayBeMissing: break
            case .noCoordinates where mayBeMissing: break
            case .noCoordinates where sample.feed != nil:
                throw .noCoordinates(
                    columns: [],
                    reason: "no PollingLocation of the feed has a LatLng",
                    hint: Self.placelessHint.prefix(1).uppercased()
                        + Self.placelessHint.dropFirst()
                        + "; where addresses or postcodes are published, places are proposed from "
                        + "them, as repairs"
                )
            case .noCoordinates(let columns, let reason, let hint):
                throw .noCoordinates(
                    columns: columns,
                    reason: reason,
                    hint: hint + ", or " + Self.placelessHint
                )
            default: throw error
            }
        }
        if let columns = place?.columns {
            regions = GridRegion.evident(in: sample, constants: options.constants)
            place?.lookOutside(regions, sample.firstNumbers(of: columns), isMended: true)
        }
        try takeNames(&matcher)
        try takeAddress(&matcher)
        guard name != nil || premises != nil || !address.parts.isEmpty || sample.rows == 0 else {
            throw .missingField(
                "stations' names or addresses",
                columns: sample.columns.map(\.name),
                hint: "Name the column with --map COLUMN=name or --map COLUMN=address."
            )
        }
        try takeHours(&matcher)
        takeDays(&matcher)
        takeDates(&matcher)
        accessible = try matcher.take(.accessible) ?? takeAccessWords(&matcher)
        accessCodes =
            accessible.map {
                AccessibilityText.codes(among: sample.columns[$0].firstValues)
            } ?? []
        accessibilityNote = try matcher.take(.accessibilityNote)
        takeDistricts(&matcher)
        takeNumberedDistricts(&matcher)
        try takeKeys(&matcher)
        let timeZone = try matcher.take(.timeZone)
        if sample.feed == nil { notePrivate(matcher.setPersonsAside()) }
        attributes = matcher.keepTheRest().map { (sample.columns[$0].name, $0) }
        renameKeyAttribute(&matcher)
        for (name, column) in attributes where sample.columns[column].filled > 0 {
            if let meaning = Station.meaning(ofAttribute: name) {
                let reason = "by its header: \(meaning); kept as it is"
                matcher.use(column, as: Field.attribute, because: reason)
            }
        }
        if let timeZone {
            let header = sample.columns[timeZone]
            // Under its own name where that is known for what it is.
            let isKnown = Field.timeZone.headers.contains(header.key.text)
            attributes.append((isKnown ? header.name : Field.timeZone.name, timeZone))
            attributes.sort { $0.column < $1.column }
        }
        timeZones = attributes.filter { TimeZoneName.isHeader($0.name) }.map(\.column)
        entrance = attributes.filter { Station.isOfEntrance($0.name) }.map(\.column)
        country = attributes.map(\.column).first {
            Field.countryHeaders.contains(sample.columns[$0].key.text)
        }
        elections = attributes.map(\.column).filter {
            Self.electionHeaders.contains(sample.columns[$0].key.text)
        }
        if sample.feed == nil, !matcher.rowsAreElectors {
            registerColumns = findRegisterColumns(in: sample)
        }
        noteTimesNotUsed(sample)
        noteMissingStreets(sample)
        noteDistrictsNotUsed(sample)
        noteRivalNames(sample)
        takeKinds(sample)
        takeKindWords(sample)
        noteOtherTimes(sample)
        noteElectionColumns(sample)
        if let note = SpreadsheetDamage.note(of: sample.columns) { notes.append(note) }
        usualFilled = sample.usualFilled
        status = attributes.map(\.column).first {
            Self.statusHeaders.contains(sample.columns[$0].key.text)
        }
        uses = matcher.uses.compactMap { $0 }
    }

    /// Columns of districts so large that a station lies in one of them, unlike precincts, of which
    /// one station serves several.
    var areaColumns: [Int] {
        districts.filter { !DistrictKey.assigningTypes.contains($0.type) }.map(\.column)
    }

    /// The text of a row that is kept in one of the columns of ``attributes``; nil where there is none.
    func attribute(_ row: borrowing Row, _ column: Int) -> String? {
        if column == plainKeyColumn, row.isPlaceholder(column) || row.isAlphanumeric(column) {
            return nil
        }
        if timeZones.contains(column), row.isPlaceholder(column) { return nil }
        return isPrivate(row, column) ? nil : row.text(column)
    }

    /// The columns of the days that stand before the hours.
    var dayColumns: [Int] { [firstDay, lastDay].compactMap { $0 } }

    /// Adds the time zone that is set for the whole file, where a station's rows give none.
    func addTimeZone(to attributes: inout [String: String]) {
        guard let zone = constants[Field.timeZone.name],
            !attributes.keys.contains(where: TimeZoneName.isHeader)
        else { return }
        attributes[Field.timeZone.name] = zone
    }

    static let electionHeaders = Set(
        [Field.electionDate, .election, .electionName].flatMap(\.headers)
    )
    private static let statusHeaders = [
        "status", "ppstatus", "stationstatus", "pollingplacestatus", "placestatus",
    ]
    /// Words by which lists mark what is no polling place any more.
    static let withdrawnWords: Set<String> = [
        "abolition", "abolished", "closed", "inactive", "cancelled", "canceled", "deleted",
        "withdrawn", "discontinued", "decommissioned", "retired", "obsolete", "superseded",
        "disused",
        "demolished", "defunct", "former", "historic", "not in use", "no longer used",
        "no longer in use", "permanently closed", "closed permanently", "do not use", "aufgehoben",
        "geschlossen", "entfallen",
    ]

    /// The coordinates of a feed, which are such whatever stands in them: a row without good ones is
    /// refused, and the others are not left without a place for it.
    private static func feedMappings(_ sample: FileSample) -> [ColumnMapping] {
        guard sample.feed != nil else { return [] }
        return [Field.latitude, .longitude].compactMap { field in
            guard sample.columns.contains(where: { $0.name == field.name && $0.filled > 0 }) else {
                return nil
            }
            var mapping = ColumnMapping(column: field.name, field: field.name)
            mapping.reason = "the specification says so"
            return mapping
        }
    }

    /// Keeps a column of the name of Ambit's own attribute under another: lists of addresses name stations
    /// by that attribute, and by nothing that merely has its name.
    private mutating func renameKeyAttribute(_ matcher: inout ColumnMatcher) {
        guard let slot = attributes.firstIndex(where: { $0.name == Station.keyAttribute }) else {
            return
        }
        var name = Station.keyAttribute
        while columns.contains(name) { name += "'" }
        attributes[slot].name = name
        renamed = attributes[slot]
        matcher.use(
            attributes[slot].column,
            as: Field.attribute,
            because: Finding(.keptAs, ["name": .text(name)])
        )
    }

    /// - Throws: ``ImportError/ambiguousColumns(field:choices:)`` when both `id` and `station_key` may be
    ///   the stations' key, and have other values.
    private mutating func takeKeys(_ matcher: inout ColumnMatcher) throws(ImportError) {
        let ids = matcher.candidates(for: .id)
        let samples = matcher.sample.columns
        if !matcher.isMapped(.id), let best = ids.first,
            samples[best].key == HeaderKey(Station.keyAttribute),
            let other = ids.first(where: { samples[$0].key.text == Field.id.name }),
            samples[best].distinctCount == samples[other].distinctCount,
            samples[best].firstValues != samples[other].firstValues
        {
            throw .ambiguousColumns(
                field: Field.id.name,
                choices: [best, other].sorted().map { samples[$0].name }
            )
        }
        for column in ids {
            let isStationID =
                matcher.isMapped(.id)
                || matcher.rank(column, for: .id).map { !$0.isWeak || !$0.isUnprefixed } ?? false
            keys.append(
                KeyCandidate(
                    column: column,
                    isStationID: isStationID,
                    isID: true,
                    isNumeric: samples[column].isNumeric
                )
            )
        }
        guard !matcher.isMapped(.id) else { return }
        if let named = ids.first(where: { samples[$0].key == HeaderKey(Station.keyAttribute) }),
            let other = ids.first(where: { samples[$0].key.text == Field.id.name }),
            samples[named].firstValues != samples[other].firstValues
        {
            rivalKeys = [named, other].sorted()
        }
        keys += DistrictKey.assigningTypes.flatMap { type in districts.filter { $0.type == type } }
            .map { KeyCandidate(column: $0.column, isStationID: false) }
    }
}
