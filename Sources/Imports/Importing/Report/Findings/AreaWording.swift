/// The sentences of a report on districts, ground and roads, and of records of shapefiles.
enum AreaWording: String, FindingWording {
    case districtWithoutType = "district_without_type"
    case districtUnnamed = "district_unnamed"
    case districtsInAntarctica = "districts_in_antarctica"
    case sameSpelling = "same_spelling"
    case polygonMissing = "polygon_missing"
    case notAPolygon = "not_a_polygon"
    case emptyPolygon = "empty_polygon"
    case nothingLeft = "nothing_left"
    case validityUnknown = "validity_unknown"
    case tooManyParts = "too_many_parts"
    case partsOverlap = "parts_overlap"
    case overlapUnknown = "overlap_unknown"
    case reversedDays = "reversed_days"
    case otherDays = "other_days"
    case polygonsMended = "polygons_mended"
    case partsOfOneCode = "parts_of_one_code"
    case ringsClosed = "rings_closed"
    case polygonsJoined = "polygons_joined"
    case ringsRewound = "rings_rewound"
    case districtCount = "district_count"
    case otherVintage = "other_vintage"
    case theseStations = "these_stations"
    case theseAddresses = "these_addresses"
    case theseContests = "these_contests"
    case theseMeasures = "these_measures"
    case theseElections = "these_elections"
    case theseDistricts = "these_districts"
    case publishedRecords = "published_records"
    case codesFit = "codes_fit"
    case codesFitOutOfForce = "codes_fit_out_of_force"
    case codesFromNames = "codes_from_names"
    case namesContradictCodes = "names_contradict_codes"
    case twoCodeColumns = "two_code_columns"
    case namesForCodes = "names_for_codes"
    case endedDistricts = "ended_districts"
    case districtsOutOfForce = "districts_out_of_force"
    case stationsInOthers = "stations_in_others"
    case publishedStations = "published_stations"
    case otherTypeFits = "other_type_fits"
    case assigningTypeFits = "assigning_type_fits"
    case boundariesOfOtherType = "boundaries_of_other_type"
    case groundWithoutType = "ground_without_type"
    case unknownGround = "unknown_ground"
    case groundRepeated = "ground_repeated"
    case groundWithoutShape = "ground_without_shape"
    case emptyLine = "empty_line"
    case notGround = "not_ground"
    case groundMended = "ground_mended"
    case buriedLeftOut = "buried_left_out"
    case groundCount = "ground_count"
    case badTurnRules = "bad_turn_rules"
    case badBarriers = "bad_barriers"
    case roadWithoutLine = "road_without_line"
    case notALine = "not_a_line"
    case lineOfOnePlace = "line_of_one_place"
    case roadsClosed = "roads_closed"
    case unknownRoads = "unknown_roads"
    case noRoads = "no_roads"
    case roadsShut = "roads_shut"
    case roadsUnclear = "roads_unclear"
    case roadCount = "road_count"
    case recordMissing = "record_missing"
    case recordCutOff = "record_cut_off"
    case recordLengths = "record_lengths"
    case recordOfNoType = "record_of_no_type"
    case recordDamaged = "record_damaged"
    case turnedNames = "turned_names"
    case recordTooLong = "record_too_long"
    case attributesCutOff = "attributes_cut_off"
    case tooManyRings = "too_many_rings"

    var english: String {
        switch self {
        case .districtWithoutType: "the district has no type"
        case .districtUnnamed: "the district has neither a code nor a name"
        case .sameSpelling:
            """
            it cannot be told from "{code}" in line {line}, for zeros, case and punctuation do \
            not count; the first was kept. Write parts of one district alike, and different \
            districts with different letters or digits
            """
        case .polygonMissing: "a district needs a polygon"
        case .notAPolygon: "the geometry is a {geometry}; a district is a Polygon or a MultiPolygon"
        case .emptyPolygon: "the polygon is empty"
        case .nothingLeft: "{detail}; nothing with an inside is left of it"
        case .validityUnknown: "whether it is valid could not be found out: {detail}"
        case .tooManyParts:
            """
            line {line} has a polygon of the same code already, and the districts of this file \
            are in too many parts to be put together here; make one feature of each before
            """
        case .partsOverlap:
            """
            line {line} has a polygon of the same code already, and the two overlap; the first \
            was kept
            """
        case .overlapUnknown: "whether it overlaps another could not be found out: {detail}"
        case .reversedDays: "the last day is before the first"
        case .otherDays:
            """
            line {line} has a district of this code that is in force on other days; the first \
            was kept. Import each vintage of boundaries as a dataset of its own
            """
        case .polygonsMended:
            """
            {polygons|polygon|polygons} mended that {polygons?was|were} not valid; look at the \
            result on a map ({details})
            """
        case .partsOfOneCode:
            """
            {features|feature|features} with the code of an earlier one, made one district of \
            several parts with it
            """
        case .ringsClosed: "{rings|ring|rings} closed whose last place was not the first"
        case .polygonsJoined:
            """
            {districts|district|districts} of several polygons that share a boundary; they \
            became one
            """
        case .ringsRewound:
            """
            {polygons|polygon|polygons} whose rings wind the other way; a ring within another \
            was taken for its hole
            """
        case .districtCount:
            "{districts|district|districts} in {polygons|polygon|polygons} with {holes|hole|holes}"
        case .otherVintage:
            """
            the {type} codes of {list} are of another vintage of boundaries than all that are \
            in force: {fits}. A code of "{dataset}" may be nobody's, or another {type}'s, in \
            the other; look which boundaries are meant
            """
        case .theseStations: "these stations"
        case .theseAddresses: "these addresses"
        case .theseContests: "these contests"
        case .theseMeasures: "these measures"
        case .theseElections: "these elections"
        case .theseDistricts: "these districts"
        case .publishedRecords: "the {kind} of \"{dataset}\""
        case .codesFit: "{found} of {named} fit \"{dataset}\""
        case .codesFitOutOfForce: "{found} of {named} fit \"{dataset}\" (not in force)"
        case .codesFromNames:
            """
            {column} counts the rows, and {names} has other numbers in {rows|row|rows}, such as "{name}" \
            beside {code}: the codes were taken from {names}, as stations and contests name districts. If \
            those of {column} are meant, import with --map "{column}"=code
            """
        case .namesContradictCodes:
            """
            {rows|district has|districts have} another number in {names} than in {column}, such as \
            "{name}" beside {code}: stations and contests find districts by {column}. If they go by the \
            names, import with --map "{names}"=code --map "{column}"=ignore; if all is right, say so with \
            --map "{column}"=code
            """
        case .twoCodeColumns:
            """
            {column} was taken for the districts' codes, by its header; {other} could be the codes as well \
            and differs in {rows|row|rows}, such as {example} beside {code}: stations and contests find \
            districts by their codes. If they go by {other}, import with --map "{other}"=code; if all is \
            right, say so with --map "{column}"=code
            """
        case .namesForCodes:
            "{districts|district|districts} without a code, for which the name stands"
        case .endedDistricts:
            """
            {rows|district|districts} left out or taken over whose last day is past, for the file has \
            another of the code
            """
        case .districtsOutOfForce:
            """
            {column} is "{word}" in {rows|row|rows}, which are published as districts in force all the \
            same; a profile with the line "skip where {column} is {word}" leaves them out, and \
            --set valid_from= or valid_to= says when a file's districts are in force
            """
        case .stationsInOthers:
            """
            {count} of {stations} of {list} stand in another {type} than the one that they name, such as one for {named} that stands in {other}: look whether codes mean the same \
            {type} to both, for voters are assigned by them
            """
        case .publishedStations: "the published stations"
        case .otherTypeFits:
            """
            {list} name {named|code|codes} of {type}, of which no boundaries are published where they stand, \
            and {found} of these {found?is a code|are codes} of a published {other}: nobody is assigned a \
            station by them. Import the stations with --map COLUMN={other}, or the boundaries with \
            --type {type}
            """
        case .assigningTypeFits:
            """
            {list} name {named|code|codes} of {type}, by which nobody is assigned a station, and {found} of \
            these {found?is a code|are codes} of a published {other}. If those are meant, import the \
            stations with --map COLUMN={other}
            """
        case .boundariesOfOtherType:
            """
            {list} name {named|code|codes} of {type}, of which no boundaries are published where they stand, \
            and {found} of these {found?is a code|are codes} of a published {other}: nobody is assigned a \
            station by them. If those are the boundaries, import them with --type {type}
            """
        case .groundWithoutType: "the ground has no type"
        case .unknownGround: "ground is {classes}; leave out what is neither"
        case .groundRepeated: "line {line} has the id already; the first was kept"
        case .groundWithoutShape: "ground needs an area or a line"
        case .emptyLine: "the line is empty"
        case .notGround: "the geometry is a {geometry}; ground is an area or a line"
        case .groundMended:
            "{polygons|polygon|polygons} mended that {polygons?was|were} not valid ({details})"
        case .buriedLeftOut:
            "{features|feature|features} left out that {features?lies|lie} below ground: {kinds}"
        case .groundCount: "{areas|area|areas} and {lines|line|lines}"
        case .badTurnRules: "turn rules are written as no 43.7384,7.4246 KEY; only ..."
        case .badBarriers: "barriers are written as 43.7384,7.4246 drive; 43.7,7.4 drive walk; ..."
        case .roadWithoutLine: "a road needs a line"
        case .notALine: "the geometry is a {geometry}; a road is a LineString or a MultiLineString"
        case .lineOfOnePlace: "the line is one place alone"
        case .roadsClosed:
            """
            roads closed to drivers because it is not known which way they may go: oneway is \
            {values}; write yes, no or -1
            """
        case .unknownRoads:
            """
            taken for streets, as their class is not known: {values}; write what they are, such as \
            residential, footway or closed
            """
        case .noRoads:
            """
            {lines|line|lines} left out, for nobody goes along what {lines?it is|they are}: {values}; \
            where one is an open road, write its class, such as residential
            """
        case .roadsShut: "{roads|road|roads} closed to everybody, as the file says: {values}"
        case .roadsUnclear:
            """
            {roads|road|roads} closed to everybody because it is not known whether \
            {roads?it is|they are} open: {values}; write open or closed, or leave the column out \
            with --map COLUMN=ignore
            """
        case .roadCount:
            """
            {roads|road|roads}, {kilometers} km: {one_way} one-way, {unnamed} without a name, \
            {rules|turn rule|turn rules}
            """
        case .districtsInAntarctica:
            """
            {count} of {districts|district|districts} lie in Antarctica, where nobody votes: latitude and \
            longitude are probably swapped, and GeoJSON has the longitude first; write the file again
            """
        case .recordMissing: "there is no such record"
        case .recordCutOff:
            """
            the .shp part ends before the record does; export it again, and look whether the \
            export finished
            """
        case .recordLengths: "the record's lengths don't fit together; export it again"
        case .recordOfNoType: "it is of a type that no map has"
        case .recordDamaged:
            "the record is damaged, or of another type than the file; export it again"
        case .turnedNames:
            """
            names and numbers of roads left out, for holding a character that turns the \
            direction of writing, such as {example}: {count}
            """
        case .recordTooLong: "the record is longer than {megabytes} MB"
        case .attributesCutOff: "its row in the .dbf part is cut off; export it again"
        case .tooManyRings:
            """
            it has {rings} rings, too many to find out which lies in which; export it in \
            smaller pieces
            """
        }
    }
}
