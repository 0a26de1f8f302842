/// The sentences of a report on what columns were taken for, and why.
enum ColumnWording: String, FindingWording {
    case byHeader = "by_header"
    case byHeaderInHours = "by_header_in_hours"
    case precinctNames = "precinct_names"
    case keptAs = "kept_as"
    case keptBecause = "kept_because"
    case pointsUsed = "points_used"
    case columnUsed = "column_used"
    case columnsUsed = "columns_used"
    case byHeaderBoth = "by_header_both"
    case byContentBoth = "by_content_both"
    case byHeaderDegrees = "by_header_degrees"
    case byContentDegrees = "by_content_degrees"
    case byHeaderGrid = "by_header_grid"
    case numbersFromTo = "numbers_from_to"
    case zerosAlone = "zeros_alone"
    case otherColumnsTellPlace = "other_columns_tell_place"
    case besideRefusedRow = "beside_refused_row"
    case electorsOwn = "electors_own"
    case blankInFirstRows = "blank_in_first_rows"
    case numbersRows = "numbers_rows"
    case noFieldKept = "no_field_kept"
    case addressPart = "address_part"
    case oneValueNoAddress = "one_value_no_address"
    case partOfStreet = "part_of_street"
    case houseNumbersBefore = "house_numbers_before"
    case numberUnclear = "number_unclear"
    case beforeTown = "before_town"
    case endsWithPostcodes = "ends_with_postcodes"
    case townsWithPostcodes = "towns_with_postcodes"
    case countsWhereBlank = "counts_where_blank"
    case noAmbitCategory = "no_ambit_category"
    case stationsOwn = "stations_own"
    case noFieldNotKept = "no_field_not_kept"
    case specificationSays = "specification_says"
    case geoNamesColumns = "geo_names_columns"
    case saidByCaller = "said_by_caller"
    case keyReasons = "key_reasons"
    case byContentAddresses = "by_content_addresses"
    case byContentAccess = "by_content_access"
    case byHeaderTimes = "by_header_times"
    case timesNotUsed = "times_not_used"
    case otherHoursNotUsed = "other_hours_not_used"
    case privateColumn = "private_column"
    case privateColumns = "private_columns"
    case privateCells = "private_cells"
    case noStreets = "no_streets"
    case noStreetsAmong = "no_streets_among"
    case districtsNotUsed = "districts_not_used"
    case countsDistricts = "counts_districts"
    case namesHaveCodes = "names_have_codes"

    var english: String {
        switch self {
        case .byHeader: "by its header"
        case .byHeaderInHours: "by its header; stands in the hours"
        case .precinctNames: "it names the {column}, one for each; the places are in {places}"
        case .keptAs: "no field of this name; kept as {name}"
        case .keptBecause: "kept as it is: {finding}"
        case .pointsUsed: "the features' own points are used"
        case .columnUsed: "{column} is used"
        case .columnsUsed: "{first} and {second} are used"
        case .byHeaderBoth: "by its header, and it holds both coordinates"
        case .byContentBoth: "by what it holds: both coordinates"
        case .byHeaderDegrees: "by its header, and it holds degrees: {range}"
        case .byContentDegrees: "by what it holds: degrees, {range}"
        case .byHeaderGrid: "by its header, and it holds metres or feet of a map grid: {range}"
        case .numbersFromTo: "{from} to {to}"
        case .zerosAlone: "nothing but zeros"
        case .otherColumnsTellPlace: "other columns tell the place; not kept"
        case .besideRefusedRow: "Ambit wrote it beside a refused row"
        case .electorsOwn: "the rows are addresses or electors; it is theirs, not the station's"
        case .blankInFirstRows: "blank in the first {rows} rows"
        case .numbersRows: "it numbers the rows of the file"
        case .noFieldKept: "no field of this name; kept as it is"
        case .addressPart: "by its header: part {part}"
        case .oneValueNoAddress: "nearly all rows have \"{value}\" in it, so it is no address"
        case .partOfStreet: "by its header; a part of the street"
        case .houseNumbersBefore: "it has houses' numbers, and a street stands in another column"
        case .numberUnclear:
            """
            {column} may be the houses' numbers or the stations' own, and is no part of the \
            addresses: say which with --map {column}=house_number or --map {column}=id
            """
        case .beforeTown: "by its header; stands before the town"
        case .endsWithPostcodes: "by its header; it ends with postcodes such as {example}"
        case .townsWithPostcodes: "it holds no streets, but towns with postcodes such as {example}"
        case .countsWhereBlank: "by its header; counts where {column} is blank"
        case .noAmbitCategory: "its values are none of Ambit's categories; kept as it is"
        case .stationsOwn: "it is the polling place's, not {what}'s"
        case .noFieldNotKept: "no field of {what}; not kept"
        case .specificationSays: "the specification says so"
        case .geoNamesColumns: "the file has GeoNames' columns and no header"
        case .saidByCaller: "you said so"
        case .keyReasons: "{first}; {second}"
        case .byContentAddresses: "by what it holds: addresses such as {example}"
        case .byContentAccess: "by its header and its words on access, such as {example}"
        case .byHeaderTimes: "by its header, and it holds times of the day such as {example}"
        case .privateColumn:
            "it speaks of a person or of how the building is opened; not published"
        case .privateColumns:
            """
            {columns} {count?looks|look} private, such as what is known of voters, of poll workers or of \
            those who open the building, and {count?is|are} not published; --map COLUMN=attribute publishes one
            """
        case .privateCells:
            """
            {column} says in {rows|row|rows} how the building is opened or how a person is reached, such as \
            where a key is, the code of an alarm or a telephone beside a name: {rows?that cell is|these cells are} not published; --map COLUMN=attribute \
            publishes the whole column
            """
        case .noStreets:
            """
            no column of streets was found, and the stations' addresses are towns alone: say which has \
            them with --map COLUMN=address
            """
        case .noStreetsAmong:
            """
            no column of streets was found, and the stations' addresses are towns alone: say which of \
            {columns} has them with --map COLUMN=address
            """
        case .districtsNotUsed:
            """
            {columns} may name districts, and {count?was|were} not taken for any, so that nobody is \
            assigned by {count?it|them}: say which has them with --map COLUMN=precinct
            """
        case .otherHoursNotUsed:
            """
            hours stand in {used}, and in {columns} too, which {count?is|are} kept as a column and not \
            read: write all hours of a station in one, as 2026-11-02 09:00-17:00; 2026-11-03 07:00-20:00
            """
        case .countsDistricts: "it counts the rows; the districts' numbers stand in {names}"
        case .namesHaveCodes: "by its header; the districts' names and their numbers"
        case .timesNotUsed:
            """
            no hours were found, though {columns} {count?holds|hold} what looks like times: say where \
            they are with --map COLUMN=hours, or with --map COLUMN=opens and --map COLUMN=closes
            """
        }
    }
}
