/// The sentences of a report on stations, addresses, postcodes and messages.
enum StationWording: String, FindingWording {
    case codeListsRead = "code_lists_read"
    case codeListsLeft = "code_lists_left"
    case noCodeFits = "no_code_fits"
    case noPlaceFromFile = "no_place_from_file"
    case placesLeftOut = "places_left_out"
    case columnIs = "column_is"
    case beyondArea = "beyond_area"
    case firstRowsBeyondArea = "first_rows_beyond_area"
    case gridForDegrees = "grid_for_degrees"
    case geoNamesWithoutHeader = "geo_names_without_header"
    case noRepairs = "no_repairs"
    case repairsUndecided = "repairs_undecided"
    case wholeStreets = "whole_streets"
    case repeatedStreets = "repeated_streets"
    case housesNotUsed = "houses_not_used"
    case flatsForHouses = "flats_for_houses"
    case doubledAddresses = "doubled_addresses"
    case repeatedAddressIDs = "repeated_address_ids"
    case nobodyInAntarctica = "nobody_in_antarctica"
    case mirrorImages = "mirror_images"
    case keyRenamed = "key_renamed"
    case rivalKeys = "rival_keys"
    case sharedID = "shared_id"
    case zeroIDs = "zero_ids"
    case keyIsUnique = "key_is_unique"
    case keyIsUniqueWithBlanks = "key_is_unique_with_blanks"
    case keyIsStationID = "key_is_station_id"
    case digestForKey = "digest_for_key"
    case noKeyColumn = "no_key_column"
    case valueForTwoStations = "value_for_two_stations"
    case keyVaries = "key_varies"
    case keyBlank = "key_blank"
    case noMessageIDs = "no_message_i_ds"
    case timesWithoutZone = "times_without_zone"
    case limitedAccess = "limited_access"
    case unknownAccess = "unknown_access"
    case longPostcodes = "long_postcodes"
    case postcodeZeros = "postcode_zeros"
    case readAs = "read_as"
    case zeroDistricts = "zero_districts"
    case placedByOthers = "placed_by_others"
    case hoursNotRead = "hours_not_read"
    case oneElectionNamed = "one_election_named"
    case daysOfTwoReadings = "days_of_two_readings"
    case doorsNotUsed = "doors_not_used"
    case doorHalf = "door_half"
    case doorUnreadable = "door_unreadable"
    case doorFar = "door_far"
    case blank
    case closedStations = "closed_stations"
    case mayBeClosed = "may_be_closed"
    case namelessStations = "nameless_stations"
    case noColumnOfNames = "no_column_of_names"
    case stationsWithoutPlace = "stations_without_place"
    case stationsWithoutPlaceOrAtZero = "stations_without_place_or_at_zero"
    case columnDiffers = "column_differs"
    case noZoneKept = "no_zone_kept"
    case keptSideBySide = "kept_side_by_side"
    case firstDaysKept = "first_days_kept"
    case noValueKept = "no_value_kept"
    case oneValueKept = "one_value_kept"
    case hoursContradict = "hours_contradict"
    case valueInLine = "value_in_line"
    case typesRead = "types_read"
    case typesUnknown = "types_unknown"
    case typeTaken = "type_taken"
    case kindVoteCenter = "kind_vote_center"
    case kindPollingPlace = "kind_polling_place"
    case kindEarlyVoting = "kind_early_voting"
    case kindDropBox = "kind_drop_box"
    case noAfternoon = "no_afternoon"
    case oneDayOfTwo = "one_day_of_two"
    case strangeZone = "strange_zone"
    case datesForCodes = "dates_for_codes"
    case datesForHouses = "dates_for_houses"
    case unclearCodes = "unclear_codes"
    case decisionsForgotten = "decisions_forgotten"
    case fullColumn = "full_column"
    case addressLeadsNowhere = "address_leads_nowhere"
    case allAddressesLeadNowhere = "all_addresses_lead_nowhere"
    case someAddressesLeadNowhere = "some_addresses_lead_nowhere"
    case noStationHasThem = "no_station_has_them"
    case noStationYet = "no_station_yet"
    case stationsElsewhere = "stations_elsewhere"

    var english: String {
        switch self {
        case .codeListsRead:
            """
            {count|cell was|different cells were} read as several districts: "{example}" as \
            {codes}
            """
        case .noCodeFits:
            """
            none of the {named|code|codes} of {type} that the stations name, such as "{example}", \
            is a published district's, such as "{other}": nobody is assigned to a station by them
            """
        case .codeListsLeft:
            """
            {count|cell|different cells} of {type} may hold several codes or one, such as \
            "{example}", and {count?was|were} taken for one, which no published district has; \
            write each code by itself: 1, 2, 3
            """
        case .noPlaceFromFile: "{what} gets no place from this file: {detail}"
        case .placesLeftOut:
            "{rows|row|rows} with a place that cannot be used, kept without it: {finding}"
        case .columnIs: "{column} is \"{value}\", and {finding}"
        case .beyondArea:
            """
            {rows|row|rows} with places outside the area for which {system} is made ({area}), \
            such as {place}: read in it all the same; look at them on a map
            """
        case .firstRowsBeyondArea:
            """
            {count} of the first {rows|row|rows} with places outside the area for which \
            {system} is made ({area}), such as {place}: read in it all the same; look at them \
            on a map
            """
        case .gridForDegrees:
            """
            "{latitude}" and "{longitude}" hold no degrees but {system}; check some places on \
            the map before you publish
            """
        case .geoNamesWithoutHeader:
            """
            the file has no header; it was read as GeoNames' postal codes, and its first line \
            is one of them
            """
        case .noRepairs: "\"{file}\" decides nothing: it holds no repairs"
        case .repairsUndecided:
            """
            "{file}" decides nothing: accept is null in {repairs|repair|repairs}; set it to \
            true or to false, or set accept_likely to true
            """
        case .wholeStreets:
            """
            {rows|row|rows} {rows?names|name} a street and no house: {rows?it stands|each \
            stands} for every house of the street{again}{found}. Name the column of the houses \
            with --map COLUMN=house_number or =house_name, unless whole streets are meant
            """
        case .repeatedStreets: ", and {rows} of them only repeat what another says"
        case .housesNotUsed:
            """
            ; {columns} {count?looks like houses and was not used|look like houses and were \
            not used}
            """
        case .doubledAddresses:
            """
            {count|address stands|addresses stand} in the list more than once and \
            {count?leads|lead} to different districts or stations: voters there are asked which is \
            theirs, for flats of one house are not told apart. Look which rows hold
            """
        case .repeatedAddressIDs:
            """
            {count|value|values} of {column} {count?stands|stand} in several rows: all but one of \
            each have a number behind it
            """
        case .flatsForHouses:
            """
            {rows|row|rows} with a flat for a house, for several numbers have one name behind \
            them: "{example}" is found by the building's name, and is not the house of that \
            number in the street
            """
        case .nobodyInAntarctica:
            """
            most of the places lie in Antarctica, where nobody votes: latitude and longitude \
            are probably swapped; name the columns with --map
            """
        case .mirrorImages:
            """
            {count} of the {places} places {count?lies|lie} far from the others, such as {place}, and would \
            lie among them with another sign or with latitude and longitude swapped: look which rows are \
            right, and mend the others
            """
        case .keyRenamed:
            """
            the column {column} is kept as {name}: under its own name lists of addresses would \
            take it for the stations' key; if it is that, import with --map {column}={field}
            """
        case .rivalKeys:
            """
            {column} and {rival} differ, and either may be the stations' key: {column} was \
            taken, for {finding}; lists of addresses name stations by it. If theirs is \
            {rival}, import with --map {rival}={field}
            """
        case .sharedID:
            """
            {column} "{value}" stands for two stations that differ in name, address or place; \
            it was not used as their id
            """
        case .zeroIDs:
            """
            {column} is 0 in {rows|row|rows}, which is taken for no id: {rows?the station is|the \
            stations are} named by a digest of name and address
            """
        case .keyIsUnique: "{column} has one value in each station and no value twice"
        case .keyIsUniqueWithBlanks:
            """
            {column} has one value in each station and no value twice; \
            {stations|station|stations} without one, named by a digest
            """
        case .keyIsStationID:
            """
            {column} is the station's id; stations with one name, address and place are kept \
            apart by it
            """
        case .digestForKey:
            "{findings}; ids are a digest of name and address, and of position where those agree"
        case .noKeyColumn: "no column is an id"
        case .valueForTwoStations:
            "{column} \"{value}\" stands for two stations (lines {first_line} and {line})"
        case .keyVaries: "{column} varies within a station"
        case .keyBlank: "{column} is blank for many stations"
        case .noMessageIDs: "no column names the messages; ids are a digest of text, time and place"
        case .timesWithoutZone: "some times name no zone; they were read as UTC"
        case .limitedAccess:
            """
            {column} says in {rows|row|rows} that access is limited or needs help ({words}): \
            neither yes nor no, and shown in the file's words
            """
        case .unknownAccess:
            """
            {column} says in {rows|row|rows} what is neither yes nor no ({words}): taken for \
            unknown, and shown in the file's words
            """
        case .longPostcodes:
            """
            the postcodes of {stations|station|stations} stand among other words, and were \
            read without them: {example}
            """
        case .postcodeZeros:
            """
            the postcodes of {stations|station|stations} have lost their zeros in front, and were \
            read with them, as codes of their states begin: {example}
            """
        case .readAs: "\"{text}\" as {value}"
        case .zeroDistricts:
            "{column} is 0 in {rows|row|rows}, far more than any other: taken for no district"
        case .placedByOthers:
            """
            {stations|station|stations} of which a row gives no place that can be used: merged \
            by name and address with the rows that give one
            """
        case .hoursNotRead:
            """
            the hours of {rows|row|rows} are not understood, and are shown as they are \
            written, without a word on whether the station is open now: {examples}
            """
        case .oneElectionNamed:
            """
            the column {column} says that all are of one election, {election}, and the hours of \
            {rows|row names|rows name} no day: voters of every election are sent there, that of another day \
            too. Give hours with their days, such as 2026-11-03 07:00-20:00
            """
        case .daysOfTwoReadings:
            """
            the hours of {rows|row|rows} have days whose month may be either of two numbers, such as \
            "{example}", and no other row shows which: voters of every election are sent there. Write days \
            such as 2026-11-03
            """
        case .doorsNotUsed:
            """
            {columns} of {stations|station|stations} tell no door within {reach_m} of the \
            building: not used, and the way leads to the building: {examples}
            """
        case .doorHalf: "{latitude} and {longitude} (one of the two is blank)"
        case .doorUnreadable: "{latitude} and {longitude} (no latitude and longitude)"
        case .doorFar: "{latitude} and {longitude} ({distance_m} from its building)"
        case .blank: "blank"
        case .closedStations:
            """
            {column} is "{word}" in {rows|row|rows}, which are published as stations all the \
            same; a profile with the line "skip where {column} is {word}" leaves them out
            """
        case .mayBeClosed:
            """
            {stations|station|stations} whose name, hours, notes or status {stations?speaks|speak} \
            of being closed or moved: {examples}. Voters are assigned there all the same, and are \
            shown the notes; look at the lines, and leave out or correct what is no polling place
            """
        case .namelessStations:
            """
            {stations|station|stations} with nothing in {columns}: published with the address \
            for a name
            """
        case .noColumnOfNames:
            """
            {stations|station|stations} without a name, for no column has it (is it a list of \
            polling stations?): published with the address for a name
            """
        case .stationsWithoutPlace:
            """
            {stations|station|stations} without coordinates: kept without a place, found by \
            district or postcode, never by distance
            """
        case .stationsWithoutPlaceOrAtZero:
            """
            {stations|station|stations} without coordinates ({zero} of them at 0, 0): kept \
            without a place, found by district or postcode, never by distance
            """
        case .columnDiffers:
            "{column} differs between the merged rows of {stations|station|stations}; {finding}"
        case .noZoneKept:
            "of {zones} none is kept, and nobody is told whether such a station is open now"
        case .keptSideBySide: "the values are kept side by side ({values})"
        case .firstDaysKept: "of more than {limit} days with hours the first are kept"
        case .noValueKept: "of more than {limit} values none is kept"
        case .oneValueKept:
            "one of the values is kept, the same in any order of the rows: {values}"
        case .hoursContradict:
            "they tell other times of the same days, and all of them are kept: {values}"
        case .valueInLine: "{value} (line {line})"
        case .typesRead: "{column} says what sort of place each is, and was read so: {types}"
        case .typesUnknown:
            """
            {column} says in {rows|row|rows} in words that are not known, or that it is closed, what \
            sort of place it is: {types}. Write polling place, vote center, early voting or drop box
            """
        case .typeTaken: "{word} in {rows|row|rows} as {kinds}"
        case .kindVoteCenter: "vote center"
        case .kindPollingPlace: "polling place"
        case .kindEarlyVoting: "early voting"
        case .kindDropBox: "drop box"
        case .noAfternoon:
            """
            no hours of the file end after 12:59, such as "{example}" in {rows|row|rows}: if the polls \
            close in the evening, PM was lost; write 19:00 or 7:00 PM
            """
        case .oneDayOfTwo:
            """
            {rows|row|rows} with the first day of the hours and not the last, or the last alone, such \
            as "{example}": taken for that day only
            """
        case .strangeZone:
            """
            {rows|row|rows} with a time zone whose clocks are hours off those of the place, such as \
            {zone} at {place}: voters would be told that it is open when it is not (in Etc/GMT-7 the \
            sign is turned: it is seven hours ahead)
            """
        case .datesForCodes:
            """
            {column} holds in {count|row|rows} what spreadsheets make of codes such as 1-2: \
            "{example}"; write the code as it was, in a column that the spreadsheet takes as text
            """
        case .datesForHouses:
            """
            {rows|address begins|addresses begin} with what may be the number of a day, such as \
            {example}, which spreadsheets make of houses such as 5-12: look at the rows, and write the \
            number as it was
            """
        case .unclearCodes:
            """
            {column} names a part of a district, or all districts, such as "{example}": nobody is \
            assigned by that. Write each whole district's code, or of a place for everybody the \
            station_type vote center
            """
        case .decisionsForgotten:
            """
            what was decided about repairs could not be remembered for later files; keep the \
            file of decisions
            """
        case .fullColumn:
            """
            {column} of {stations|published station|published stations} would have more than \
            {limit} values, which are not kept side by side: it stays as it is
            """
        case .addressLeadsNowhere:
            """
            the one address leads to no station, for {finding}: voters there are told that \
            none is loaded for them, and are assigned none, until stations with these ids or \
            districts are imported
            """
        case .allAddressesLeadNowhere:
            """
            all {addresses} addresses lead to no station, for {finding}: voters there are told \
            that none is loaded for them, and are assigned none, until stations with these ids \
            or districts are imported
            """
        case .someAddressesLeadNowhere:
            """
            {count} of {addresses|address|addresses} {count?leads|lead} to no station, for \
            {finding}: voters there are told that none is loaded for them, and are assigned \
            none, until stations with these ids or districts are imported
            """
        case .noStationHasThem: "no published station has their ids or serves their districts"
        case .noStationYet: "no station is published yet"
        case .stationsElsewhere:
            """
            the stations with their ids are taken for those of another place: the list has neither \
            their streets and towns nor their postcodes
            """
        }
    }
}
