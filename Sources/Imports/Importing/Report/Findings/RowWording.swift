internal import RowFiles

/// The sentences of a report on a row that is refused.
enum RowWording: String, FindingWording {
    case tooManyValues = "too_many_values"
    case fileEndsInRow = "file_ends_in_row"
    case otherValueCount = "other_value_count"
    case quoteNeverClosed = "quote_never_closed"
    case quoteTooLong = "quote_too_long"
    case incompleteFeature = "incomplete_feature"
    case invalidJSON = "invalid_json"
    case unreadableFeature = "unreadable_feature"
    case geometryNoObject = "geometry_no_object"
    case geometryWithoutType = "geometry_without_type"
    case geometryWithoutMember = "geometry_without_member"
    case unknownGeometry = "unknown_geometry"
    case badBoundingBox = "bad_bounding_box"
    case coordinatesNoArray = "coordinates_no_array"
    case positionOfOneNumber = "position_of_one_number"
    case positionOfNoNumbers = "position_of_no_numbers"
    case positionNoNumber = "position_no_number"
    case lineTooShort = "line_too_short"
    case ringTooShort = "ring_too_short"
    case ringTooThin = "ring_too_thin"
    case latitudeOutOfRange = "latitude_out_of_range"
    case longitudeOutOfRange = "longitude_out_of_range"
    case distanceOutOfRange = "distance_out_of_range"
    case unusablePlace = "unusable_place"
    case noDegrees = "no_degrees"
    case noSuchPlace = "no_such_place"
    case beyondSystem = "beyond_system"
    case halfWayRound = "half_way_round"
    case otherSystem = "other_system"
    case notAPoint = "not_a_point"
    case noPair = "no_pair"
    case pairInOtherSystem = "pair_in_other_system"
    case longitudeForLatitude = "longitude_for_latitude"
    case latitudeForLongitude = "latitude_for_longitude"
    case blankCoordinate = "blank_coordinate"
    case noNumberOfDegrees = "no_number_of_degrees"
    case noNumberOfGrid = "no_number_of_grid"
    case oneZero = "one_zero"
    case systemWithoutPlace = "system_without_place"
    case farOutsideSystem = "far_outside_system"
    case blankMessage = "blank_message"
    case longMessage = "long_message"
    case blankPostingTime = "blank_posting_time"
    case endsBeforePosted = "ends_before_posted"
    case badTimeToLive = "bad_time_to_live"
    case blankEnds = "blank_ends"
    case tooLate = "too_late"
    case unknownCategory = "unknown_category"
    case badRadius = "bad_radius"
    case unreadTime = "unread_time"
    case messageWithoutPlace = "message_without_place"
    case repeatedID = "repeated_id"
    case stationWithoutName = "station_without_name"
    case nameBlankNoAddress = "name_blank_no_address"
    case rowChanged = "row_changed"
    case noTimeZone = "no_time_zone"
    case secondTimeZone = "second_time_zone"
    case pseudoStation = "pseudo_station"
    case headingInTable = "heading_in_table"
    case dittoRow = "ditto_row"
    case namesNoStation = "names_no_station"
    case remarkRow = "remark_row"
    case nobodyVotesThere = "nobody_votes_there"
    case damagedNumber = "damaged_number"
    case postcodeMissing = "postcode_missing"
    case postcodeWithoutPlace = "postcode_without_place"
    case reversedHouses = "reversed_houses"
    case reversedRange = "reversed_range"
    case dateForHouse = "date_for_house"
    case noHouse = "no_house"
    case houseZero = "house_zero"
    case noRangeEnd = "no_range_end"
    case streetMissing = "street_missing"
    case destinationMissing = "destination_missing"
    case turnedColumn = "turned_column"
    case turnedCell = "turned_cell"
    case notAFeature = "not_a_feature"
    case typeNoFeature = "type_no_feature"
    case idNoText = "id_no_text"
    case propertiesNoObject = "properties_no_object"
    case propertiesMissing = "properties_missing"
    case geometryMissing = "geometry_missing"
    case noObject = "no_object"

    var english: String {
        switch self {
        case .tooManyValues:
            """
            the row has {values} values for {columns} columns; quote a value that holds the \
            delimiter
            """
        case .fileEndsInRow:
            """
            the file ends after {values} of {columns} values; export it again, and look \
            whether the export finished
            """
        case .otherValueCount: "the row has {values} values for {columns} columns"
        case .quoteNeverClosed: UnclosedQuote.neverClosed(line: "{line}")
        case .quoteTooLong: UnclosedQuote.tooLong(line: "{line}", megabytes: "{megabytes}")
        case .incompleteFeature: "the line is no complete feature"
        case .invalidJSON: "no valid JSON: {detail}"
        case .unreadableFeature: "it cannot be read"
        case .geometryNoObject: "a geometry is {detail}; it must be an object"
        case .geometryWithoutType: "a geometry has no \"type\""
        case .geometryWithoutMember: "a {geometry} has no \"{member}\""
        case .unknownGeometry: "\"{geometry}\" is no type of geometry"
        case .badBoundingBox: "a \"bbox\" must be four or six numbers"
        case .coordinatesNoArray: "coordinates are {detail} where an array is due"
        case .positionOfOneNumber:
            "a position has 1 number; it must have two, longitude and latitude"
        case .positionOfNoNumbers:
            "a position has no numbers; it must have two, longitude and latitude"
        case .positionNoNumber: "a position holds something that is no number"
        case .lineTooShort: "a line has fewer than two positions"
        case .ringTooShort: "a ring has {positions|position|positions}; it must have four"
        case .ringTooThin: "a polygon's ring has {places} places; it needs at least 3"
        case .latitudeOutOfRange: "latitude is {number}; a latitude lies between -90 and 90"
        case .longitudeOutOfRange: "longitude is {number}; a longitude lies between -180 and 180"
        case .distanceOutOfRange: "distance is {number} m; a distance is finite and not negative"
        case .unusablePlace: "{detail}"
        case .noDegrees:
            """
            {finding}; coordinates must be longitude and latitude in degrees (EPSG:4326), or \
            their system must be named with --crs EPSG:nnnn
            """
        case .noSuchPlace: "{system} has no place {x}, {y}"
        case .beyondSystem:
            """
            it would lie at {place}, so far outside the area of {system} that the system has \
            no such place
            """
        case .halfWayRound:
            """
            an edge goes from longitude {from} to {to}, more than half way round; cut the \
            {shape} in two where it crosses the meridian of 180 degrees (RFC 7946, 3.1.9)
            """
        case .otherSystem:
            "the other rows are in {system}; import those of each system by themselves"
        case .notAPoint: "the geometry is a {geometry}; it must be a Point"
        case .noPair:
            """
            it is no pair of coordinates; write latitude, longitude in decimal degrees: \
            38.8977, -77.0365
            """
        case .pairInOtherSystem: "it is in {found}, and the column is read as {system}"
        case .longitudeForLatitude:
            "it ends or begins with {letter}, as a longitude does; a latitude has N or S"
        case .latitudeForLongitude:
            "it ends or begins with {letter}, as a latitude does; a longitude has E or W"
        case .blankCoordinate: "it is blank and the other coordinate is not"
        case .noNumberOfDegrees:
            "it is no number; write decimal degrees, such as 38.8977 or -77.0365"
        case .noNumberOfGrid: "it is no number; write {unit}s, such as 530034.5"
        case .oneZero: "one coordinate is 0 and the other is not; one of them is missing"
        case .systemWithoutPlace: "{system} has no such place"
        case .farOutsideSystem: "it would lie at {place}, far outside the area of {system}"
        case .blankMessage: "the text is blank"
        case .longMessage: "the text has {characters} characters; {limit} are allowed"
        case .blankPostingTime: "the time of posting is blank"
        case .endsBeforePosted: "it ends at {ends} and was posted at {posted}"
        case .badTimeToLive: "it is a whole number of seconds, 1 to {limit}"
        case .blankEnds:
            "{columns} {count?is|are} blank; --set ttl_s=SECONDS gives such rows an end"
        case .tooLate: "it is too late"
        case .unknownCategory: "it can be {categories}"
        case .badRadius: "it is 10 to 50000 (metres)"
        case .unreadTime: "it is no time that Ambit reads; write 2026-11-03T07:00:00Z or 2026-11-03"
        case .messageWithoutPlace: "the row has no coordinates, and a message needs a place"
        case .repeatedID: "the id stands in line {line} with other values; the first row was kept"
        case .stationWithoutName: "the row names no station: name and street address are blank"
        case .nameBlankNoAddress:
            """
            the row names no station: its name is blank, and no column was taken for the address; the \
            columns are {columns}: say which has it with --map COLUMN=address
            """
        case .rowChanged: "the row changed while the file was read"
        case .noTimeZone:
            """
            there is no such time zone; the IANA name of a time zone is allowed, such as \
            America/Denver or Europe/Berlin, or UTC
            """
        case .secondTimeZone:
            """
            {column} gives another time zone, {zone}; leave one column out with --map \
            COLUMN=ignore
            """
        case .pseudoStation:
            "a total or a placeholder, not a station; one of this name needs an address or a place"
        case .headingInTable:
            """
            nothing else stands in the row: a heading within the table, not a station; a station needs \
            an address, a place or a district besides its name
            """
        case .dittoRow:
            "it stands for what another row says: write it in full, for rows are read by themselves"
        case .namesNoStation:
            """
            it names no station, but says that there is none or where else to look: write the \
            station's own name and address, or leave the row out
            """
        case .remarkRow: "a remark below the table, not a station"
        case .nobodyVotesThere:
            """
            nobody votes at such a place: it counts, stores or registers, or takes what comes by mail; \
            if people do vote there, write polling place in {column}
            """
        case .damagedNumber:
            """
            a spreadsheet has made a date or a power of ten of the house's number, such as 1-2, 1/2 or \
            1200: write the number as it was, in a column that the spreadsheet takes as text
            """
        case .postcodeMissing: "the row has no postcode"
        case .postcodeWithoutPlace: "a postcode needs a place"
        case .reversedHouses: "the range ends before it begins at {house}"
        case .reversedRange: "the range ends before it begins"
        case .dateForHouse:
            """
            a spreadsheet has made a date of the house's number, such as 1-2 or 1/2: write the \
            number as it was, in a column that the spreadsheet takes as text
            """
        case .noHouse:
            """
            a house is a number of 1 to 6 digits, as 12, 12a, 12 1/2, A12, N6W23001 or the one \
            house 37-15: write several houses in the columns of a range, or in a row each
            """
        case .houseZero:
            """
            0 is no house's number, but what programs write where there is none: write the number, or \
            leave the cell blank where the row is of the whole street
            """
        case .noRangeEnd:
            """
            an end of a range is one number, as 12 or 12a, and no two as 1-3, and both have the \
            same letters in front: write each end in its column
            """
        case .streetMissing: "the row names no street"
        case .destinationMissing: "the row does not say where its people vote"
        case .turnedColumn:
            """
            the column's name holds {character}, which turns the direction of what stands \
            around it; leave it out, text from right to left needs none
            """
        case .turnedCell:
            """
            it holds {character}, which turns the direction of what stands around it; leave it \
            out, text from right to left needs none
            """
        case .notAFeature: "it is {detail}, not a feature"
        case .typeNoFeature: "its \"type\" is {detail}; it must be \"Feature\""
        case .idNoText: "its \"id\" is {detail}; it must be a text or a number"
        case .propertiesNoObject: "its \"properties\" are {detail}; they must be an object"
        case .propertiesMissing: "it has no \"properties\"; they may be null"
        case .geometryMissing: "it has no \"geometry\"; it may be null"
        case .noObject: "it is {detail}; it must be an object"
        }
    }
}
