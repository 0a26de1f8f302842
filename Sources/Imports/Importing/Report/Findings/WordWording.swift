/// The sentences of a report on words that change what a row or a column means: sorts of places, remarks,
/// columns of what holds at other times, and rows that are struck through.
enum WordWording: String, FindingWording {
    case telltaleNames = "telltale_names"
    case telltaleNotes = "telltale_notes"
    case numbersForNames = "numbers_for_names"
    case nameBesideNumber = "name_beside_number"
    case otherHeaderNames = "other_header_names"
    case twoNames = "two_names"
    case personsForNames = "persons_for_names"
    case districtBesideName = "district_beside_name"
    case kindFlags = "kind_flags"
    case kindFlagsRead = "kind_flags_read"
    case kindOfHeader = "kind_of_header"
    case datesInHours = "dates_in_hours"
    case serialDays = "serial_days"
    case sayNotActive = "say_not_active"
    case validityNotUsed = "validity_not_used"
    case lastDayAlone = "last_day_alone"
    case replacementColumns = "replacement_columns"
    case struckRows = "struck_rows"
    case struckCells = "struck_cells"
    case radiusNotUsed = "radius_not_used"
    case categoriesUnknown = "categories_unknown"
    case electionColumns = "election_columns"
    case namesForAddresses = "names_for_addresses"
    case columnsOfYears = "columns_of_years"
    case powersForNumbers = "powers_for_numbers"

    var english: String {
        switch self {
        case .telltaleNames:
            """
            {stations|station|stations} whose name says that {stations?it is|they are} no usual \
            polling place, or not for sure: {examples}. {stations?It is|They are} published as \
            what the row says otherwise, and voters are assigned there; look at the lines, and say \
            by a column station_type what each is, or leave it out
            """
        case .telltaleNotes:
            """
            {stations|station|stations} whose notes or status may send voters elsewhere, or hold at \
            other times alone: {examples}. Voters are assigned there all the same, and are shown \
            the notes; look at the lines, and correct them
            """
        case .numbersForNames:
            """
            the names of all stations are numbers ({column}): voters would see no name of a \
            building. Say which column has the names
            """
        case .nameBesideNumber: "by its header, beside the numbers in {column}"
        case .otherHeaderNames: "the stations' names stand in {column}; kept as it is"
        case .twoNames:
            """
            the stations' names were taken from {used}, and {columns} could have them, too: look at the \
            names that voters would see, and say which has them with --map COLUMN=name
            """
        case .personsForNames:
            """
            the stations' names in {column} look like those of persons: publish no names of poll workers; \
            say which column has the names of the buildings with --map COLUMN=name
            """
        case .districtBesideName: "the stations' number, beside their names in {column}"
        case .kindFlags:
            """
            {columns} {count?says|say} in {rows|row|rows} that early voting, a drop box or another \
            sort of place is there, and no column says which of them are polling places on \
            election day: all are published as polling places. Say by a column station_type what \
            each is, or by one called Election Day
            """
        case .kindFlagsRead:
            "{columns} {count?says|say} what sort of place each is, and {count?was|were} read so"
        case .kindOfHeader:
            """
            the names stand under {column}: all stations were taken for {kinds}. Where they are \
            polling places, rename the column, or say by a column station_type what each is
            """
        case .datesInHours: "by its header: the days of the hours"
        case .serialDays:
            """
            {column} holds numbers that spreadsheets keep for days, such as {example} for {day}, and was not \
            used: the hours are of no day, and hold for every election. Write days such as 2026-11-03
            """
        case .sayNotActive:
            """
            {column} says in {rows|row|rows} that the station is not in use: published all the \
            same, and voters are assigned there; take the rows out
            """
        case .validityNotUsed:
            """
            {columns} {count?says|say} from when or until when a row holds, and {count?was|were} \
            not used: rows of other times are published as well. Give the rows that hold now alone
            """
        case .lastDayAlone:
            """
            {column} stands without a first day, and was not taken for the day of the hours
            """
        case .replacementColumns:
            """
            {columns} {count?says|say} what is new or temporary, and {count?was|were} not used: \
            {used} {taken?was|were} taken. Where the new ones hold, take those for the field, and \
            leave the others out
            """
        case .struckRows:
            """
            {rows|row is|rows are} struck through in the sheet, and {rows?was|were} read as the \
            others; delete what is not to be imported
            """
        case .struckCells:
            """
            {cells|cell is|cells are} struck through in rows that are not, and {cells?was|were} \
            read as the others; delete what does not hold
            """
        case .radiusNotUsed:
            """
            {column} was not taken for how far a message is seen: every message is seen \
            {radius_m} around it. Take it for visible_radius_m
            """
        case .categoriesUnknown:
            """
            {column} holds words that are no categories of messages ({words}): every message \
            becomes {category}. The categories are {categories}
            """
        case .electionColumns:
            """
            {columns} {count?looks like an election|look like elections} for which rows are marked, and \
            {count?is|are} read for none: every row is published for all elections. Import the rows of one \
            election alone, or give hours with their days, such as 2026-11-03 07:00-20:00
            """
        case .columnsOfYears:
            """
            {columns} have the codes of {type} of different years: {taken} was taken, and the others were \
            kept as they are. Say with --map COLUMN={type} if another holds
            """
        case .powersForNumbers:
            """
            {columns} {count?holds|hold} what spreadsheets make of long numbers, such as "{example}": the \
            last digits are lost. Export the file again, with the column as text
            """
        case .namesForAddresses:
            """
            {count} of {stations} names look like addresses, and their addresses like names, such as \
            "{name}" at "{address}": look whether two columns changed places
            """
        }
    }
}
