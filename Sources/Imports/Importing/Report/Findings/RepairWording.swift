/// The sentences of a report on places that seem wrong.
enum RepairWording: String, FindingWording {
    case amongOthers = "among_others"
    case onLandAmongOthers = "on_land_among_others"
    case zeroForCoordinate = "zero_for_coordinate"
    case zeroIsland = "zero_island"
    case placeInWater = "place_in_water"
    case leaveIfRight = "leave_if_right"
    case water
    case namedWater = "named_water"
    case standsInWater = "stands_in_water"
    case standsOutsideDistricts = "stands_outside_districts"
    case standsNowhere = "stands_nowhere"
    case standsFarFromOthers = "stands_far_from_others"
    case standsFarFrom = "stands_far_from"
    case liesThere = "lies_there"
    case liesAt = "lies_at"
    case axesSwapped = "axes_swapped"
    case otherLongitude = "other_longitude"
    case otherLatitude = "other_latitude"
    case otherLongitudes = "other_longitudes"
    case otherLatitudes = "other_latitudes"
    case otherSigns = "other_signs"
    case axesSwappedAndSign = "axes_swapped_and_sign"
    case readAsDegrees = "read_as_degrees"
    case readAsDegreesLatitudeFirst = "read_as_degrees_latitude_first"
    case readAsWebMercator = "read_as_web_mercator"
    case itsDistrict = "its_district"
    case itsPostcode = "its_postcode"
    case itsPublishedPlace = "its_published_place"
    case itsRegion = "its_region"
    case itsCity = "its_city"
    case itsCountry = "its_country"
    case itsArea = "its_area"
    case bothWitnesses = "both_witnesses"
    case rowNamesOther = "row_names_other"
    case rowNamesOtherCity = "row_names_other_city"
    case missingPlaceByAddress = "missing_place_by_address"
    case missingPlaceByPostcode = "missing_place_by_postcode"
    case missingPlaceByPostcodeWithin = "missing_place_by_postcode_within"
    case noneLiesAsWritten = "none_lies_as_written"
    case someLieAsWritten = "some_lie_as_written"
    case theirDistricts = "their_districts"
    case theirPostcodes = "their_postcodes"
    case theSamePublished = "the_same_published"
    case theirLand = "their_land"
    case theirLandFor = "their_land_for"
    case theirCities = "their_cities"
    case theirCountries = "their_countries"
    case theirArea = "their_area"
    case evidence
    case noRowByReading = "no_row_by_reading"
    case stationNotInFile = "station_not_in_file"
    case otherNumbersNow = "other_numbers_now"
    case textMeansMore = "text_means_more"
    case textNotInFile = "text_not_in_file"

    var english: String {
        switch self {
        case .amongOthers: "{where}; {reading} it lies among the others, at {place}"
        case .onLandAmongOthers: "{where}; {reading} it lies on land among the others, at {place}"
        case .zeroForCoordinate:
            "a 0 stands for one coordinate; without a place the station is kept"
        case .zeroIsland: "{where}, where programs put what has no place"
        case .placeInWater: "{where}, in {water}"
        case .leaveIfRight: "{where}; if it is right, leave it"
        case .water: "water, {distance_m} from the shore"
        case .namedWater: "water ({name}), {distance_m} from the shore"
        case .standsInWater: "as it stands it lies in {water}"
        case .standsOutsideDistricts: "as it stands it lies {distance_m} outside every district"
        case .standsNowhere: "as it stands it is no place"
        case .standsFarFromOthers:
            "as it stands it lies {kilometers} km from the middle of the others"
        case .standsFarFrom: "as it stands it lies {kilometers} km from {witnesses}"
        case .liesThere: "{where}; {reading} it lies there, at {place}"
        case .liesAt: "{where}; {reading} it lies at {witnesses}, at {place}"
        case .axesSwapped: "with the axes swapped"
        case .otherLongitude: "with the other sign of its longitude"
        case .otherLatitude: "with the other sign of its latitude"
        case .otherLongitudes: "with the other sign of their longitude"
        case .otherLatitudes: "with the other sign of their latitude"
        case .otherSigns: "with the other signs"
        case .axesSwappedAndSign: "with the axes swapped and a minus sign"
        case .readAsDegrees: "read as degrees"
        case .readAsDegreesLatitudeFirst: "read as degrees, latitude first"
        case .readAsWebMercator: "read as Web Mercator (EPSG:3857)"
        case .itsDistrict: "the district that it names"
        case .itsPostcode: "its postcode"
        case .itsPublishedPlace: "its published place"
        case .itsRegion: "the land that the file speaks of"
        case .itsCity: "the city that it names"
        case .itsCountry: "the country that it names"
        case .itsArea: "all that is published around"
        case .bothWitnesses: "{first} and {second}"
        case .rowNamesOther: "{finding}; but the row names {name}, and so nothing is proposed"
        case .rowNamesOtherCity:
            "{finding}; but the row names a city that lies elsewhere, and so nothing is proposed"
        case .missingPlaceByAddress:
            "it has no coordinates; its address stands in the published list {list}, at {place}"
        case .missingPlaceByPostcode:
            """
            it has no coordinates, and no list has its address; the middle of its postcode \
            {postcode}, lies at {place}
            """
        case .missingPlaceByPostcodeWithin:
            """
            it has no coordinates, and no list has its address; the middle of its postcode \
            {postcode}, good to {accuracy_m}, lies at {place}
            """
        case .noneLiesAsWritten:
            """
            of {places|place|places} looked at none lies as written where what else is known \
            has them, and {count} {reading} alone ({voices})
            """
        case .someLieAsWritten:
            """
            of {places|place|places} looked at {written} lie as written where what else is \
            known has them, and {count} {reading} alone ({voices})
            """
        case .theirDistricts: "the boundaries of their districts: {count}"
        case .theirPostcodes: "their postcodes: {count}"
        case .theSamePublished: "the same stations as they are published: {count}"
        case .theirLand: "the land that the file speaks of: {count}"
        case .theirLandFor: "the land that the file speaks of, for {finding}: {count}"
        case .theirCities: "the cities that they name: {count}"
        case .theirCountries: "the countries that they name: {count}"
        case .theirArea: "what is published around: {count}"
        case .evidence: "{detail}"
        case .noRowByReading: "no row lies among the others {reading} alone"
        case .stationNotInFile: "the file has no row of this name and address"
        case .otherNumbersNow: "the file now gives {found}, not {was}"
        case .textMeansMore:
            "{finding}; but other rows say the same where it means something else, or nothing tells what"
        case .textNotInFile: "no row of the file says \"{was}\" in {field}"
        }
    }
}
