/// The sentences of a report on what one thing that is known says against another.
enum WitnessWording: String, FindingWording {
    case outsideNamed = "outside_named"
    case manyAtOnePlace = "many_at_one_place"
    case servedTwice = "served_twice"
    case servedByOthers = "served_by_others"
    case openInNoElection = "open_in_no_election"
    case someOpenOnOtherDays = "some_open_on_other_days"
    case shortHours = "short_hours"
    case otherPollHours = "other_poll_hours"
    case districtsGone = "districts_gone"
    case codesWithoutDistrict = "codes_without_district"
    case districtsUnserved = "districts_unserved"
    case stalePlaces = "stale_places"
    case otherTowns = "other_towns"
    case exchangedRecords = "exchanged_records"
    case exchangedValues = "exchanged_values"
    case valuesOfNames = "values_of_names"
    case valuesOfAddresses = "values_of_addresses"
    case valuesOfTowns = "values_of_towns"
    case valuesOfPostcodes = "values_of_postcodes"
    case valuesOfDistricts = "values_of_districts"
    case valuesOfHours = "values_of_hours"
    case valuesOfAccess = "values_of_access"
    case valuesOfAccessNotes = "values_of_access_notes"
    case valuesOfTypes = "values_of_types"
    case farFromTheirTown = "far_from_their_town"
    case oneBuildingApart = "one_building_apart"
    case nobodyAssigned = "nobody_assigned"
    case undatedElection = "undated_election"
    case farFromTheirAddress = "far_from_their_address"
    case titledElection = "titled_election"
    case electionsInUse = "elections_in_use"
    case outOfUse = "out_of_use"
    case placesOutsideLand = "places_outside_land"
    case goneByColumn = "gone_by_column"
    case mailOnly = "mail_only"
    case remarksDoubt = "remarks_doubt"
    case centersOfNobody = "centers_of_nobody"
    case sitesOfNobody = "sites_of_nobody"

    var english: String {
        switch self {
        case .outsideNamed:
            """
            {count} of {judged} of {list} lie more than {limit} outside the {type} that they name, up to \
            {farthest}: {examples}. Look whether codes and places stand in the right rows, for voters are \
            assigned by the codes and sent to the places
            """
        case .manyAtOnePlace:
            """
            {count} stations with different addresses stand at one place, {place}, and so at \
            {places|place|places} in all: look whether that is where a geocoder puts what it does not find
            """
        case .servedTwice:
            """
            {count} of {named} codes of {type} are served by more than one polling place, such as {code} by \
            {stations}: voters there are sent to all of them. Look whether a column tells them apart, such \
            as one of elections, of days or of sorts of places
            """
        case .centersOfNobody:
            """
            {stations|vote center names|vote centers name} no district and {stations?lies|lie} in no county, \
            city or state whose boundary is published: {examples}. No voter is told that {stations?it is|they \
            are} for everybody there; publish the boundary with --type county, or name the county in a \
            column called County
            """
        case .sitesOfNobody:
            """
            {stations|site|sites} of early voting and drop boxes {stations?names|name} no district: \
            {examples}. {stations?It is|They are} told as being near, and to nobody as open to them; name \
            whose voters may use them in a column called County, or the precincts
            """
        case .servedByOthers:
            """
            {count} of {named} codes of {type} are served by stations of "{dataset}" too, such as {code} by \
            "{own}" and "{other}": voters would be sent to both. Import the file as "{dataset}", or take \
            that from the public
            """
        case .openInNoElection:
            """
            {stations?the station is|none of the stations is} open in an election to come, of which the \
            next is on {day}: their hours are such as "{hours}". No voter is sent to them
            """
        case .someOpenOnOtherDays:
            """
            {stations} of {count} stations {stations?has|have} hours on other days than those of the elections \
            to come, of which the next is on {day}: {examples}. Look whether the day is right: voters may be \
            sent to a place that is shut
            """
        case .shortHours:
            """
            {count} of {timed} rows with hours {count?has|have} less than four of them in all, such as \
            "{hours}": look whether a time lost its PM
            """
        case .otherPollHours:
            """
            {count} of {timed} stations with hours {count?opens or closes|open or close} at another time \
            than the polls of the election on {day}, {opens} to {closes}: {examples}. Look which of them is \
            right: voters may come to a shut door
            """
        case .districtsGone:
            """
            {count} of {judged} of {list} name a {type} that would be gone, such as {code}: no voter would \
            be assigned by them
            """
        case .codesWithoutDistrict:
            """
            {count|code|codes} of {type} that stations name {count?is|are} not published, such as {codes}, \
            while published ones have no station, such as {others}: voters there are assigned to none
            """
        case .districtsUnserved:
            """
            {count|district|districts} of the type {type} that published stations serve would be served by \
            none: {codes}. Voters there would be assigned to no station; look whether a row or a code is \
            missing
            """
        case .exchangedRecords:
            """
            "{one}" and "{other}" would take one another's names, addresses and places under the keys that \
            they have, such as precincts: voters of each are sent to the other. Look whether the two were \
            exchanged, or their keys were
            """
        case .exchangedValues:
            """
            {count} of the {published} published stations would take the {values} of one another, about as \
            many one way as the other: {examples}. Look whether one column was sorted, or slipped, without \
            the others
            """
        case .valuesOfNames: "names"
        case .valuesOfAddresses: "addresses"
        case .valuesOfTowns: "towns"
        case .valuesOfPostcodes: "postcodes"
        case .valuesOfDistricts: "districts"
        case .valuesOfHours: "hours"
        case .valuesOfAccess: "accessibility"
        case .valuesOfAccessNotes: "notes on accessibility"
        case .valuesOfTypes: "types"
        case .stalePlaces:
            """
            {stations|station has|stations have} another name and another address than published, and the \
            same place: look whether coordinates were changed with them
            """
        case .otherTowns:
            """
            {count} of {judged} of these stations keep their names and places, and their addresses have \
            another town than published, or none, or their parts in another order: {examples}. Look whether \
            a column was filled down, or changed places with another
            """
        case .farFromTheirTown:
            """
            {count} of {judged} of these stations {count?stands|stand} far from the town or the postcode \
            named in the row, as the file's other rows or published postcodes have it: {examples}. Look \
            whether coordinates, town and postcode stand in the right rows
            """
        case .oneBuildingApart:
            """
            {count|station has|stations have} the name and the address of another one and \
            {count?stands|stand} elsewhere: {examples}. One of the places is wrong
            """
        case .nobodyAssigned:
            """
            none of the stations names a district, while a {type} is published where {stations} of them \
            {stations?stands|stand}: no voter is assigned to any. If a column has the codes, name it with \
            --map COLUMN={type}
            """
        case .undatedElection:
            """
            "{column}" says that the rows are of {election}, and the hours of {rows|row|rows} name no day: \
            voters of every election are sent there, as if they were of it. Give hours with their days, such \
            as 2026-11-03 07:00-20:00
            """
        case .farFromTheirAddress:
            """
            {count} of {judged} of these stations {count?stands|stand} more than 1 km from where a published \
            list of addresses has theirs: {examples}. Look which of the two is right, for voters are sent \
            to the place and not to the address
            """
        case .titledElection:
            """
            the line "{title}" above the columns says of which election the rows are, and the hours of \
            {rows|row|rows} name no day: voters of every election are sent there, as if they were of it. \
            Give hours with their days, such as 2026-11-03 07:00-20:00, or leave out what is over
            """
        case .electionsInUse:
            """
            {records|contest or measure names|contests and measures name} an election that would not be \
            published, such as "{example}": voters would see {records?it|them} as of an election that is \
            not known
            """
        case .placesOutsideLand:
            """
            {count} of the first {rows|row|rows} with places lie far outside {land}, though {evidence}: \
            such as {place}. Look at them on a map, and whether the columns are those of the coordinates
            """
        case .outOfUse:
            """
            {column} is "{word}" in {rows|row|rows} of {list}, which are published all the same; a profile \
            with the line "skip where {column} is {word}" leaves them out
            """
        case .goneByColumn:
            """
            {column} says in {rows|row|rows} of {list} that others take their place, or that they hold no \
            more or not yet ({examples}); they are published all the same, and voters are assigned by them. \
            Take out the rows that do not hold
            """
        case .remarksDoubt:
            """
            {column} says in {rows|row|rows} of {list} what may take them away ({examples}); they are \
            published all the same. Look at the rows, and take out what does not hold
            """
        case .mailOnly:
            """
            {column} says in {rows|row|rows} of {list} that people vote by mail ({examples}); they are \
            published as the others are, and voters are sent to a station by them. Take out the rows where \
            nobody votes in person
            """
        }
    }
}
