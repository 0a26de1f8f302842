/// The sentences of a report on elections, contests and measures.
enum BallotWording: String, FindingWording {
    case countOutOfRange = "count_out_of_range"
    case noDay = "no_day"
    case ambiguousDay = "ambiguous_day"
    case dottedDays = "dotted_days"
    case daysNotKnown = "days_not_known"
    case recordsWithoutDay = "records_without_day"
    case electionMissing = "election_missing"
    case electionOfNoColumn = "election_of_no_column"
    case electionWithoutName = "election_without_name"
    case electionWithoutDay = "election_without_day"
    case electionOnOtherDay = "election_on_other_day"
    case electionAtOtherHours = "election_at_other_hours"
    case otherWeekday = "other_weekday"
    case pollsCloseFirst = "polls_close_first"
    case shortPolls = "short_polls"
    case noClockTime = "no_clock_time"
    case contestMissing = "contest_missing"
    case measureWithoutTitle = "measure_without_title"
    case measureWithOtherTexts = "measure_with_other_texts"
    case languages
    case measuresWithoutDistrict = "measures_without_district"
    case partOfDistrict = "part_of_district"
    case candidateCount = "candidate_count"
    case questionsLeftOut = "questions_left_out"
    case contestsLeftOut = "contests_left_out"
    case precinctsUnpublished = "precincts_unpublished"
    case districtsInParts = "districts_in_parts"
    case contestHeadings = "contest_headings"
    case contestsWithNobody = "contests_with_nobody"
    case candidatesLeftOut = "candidates_left_out"
    case unknownStatuses = "unknown_statuses"
    case measureOfOtherPlace = "measure_of_other_place"
    case contestsWithoutDistrict = "contests_without_district"
    case contestsOfAll = "contests_of_all"
    case otherVoteCounts = "other_vote_counts"
    case contestGivenTwice = "contest_given_twice"
    case contestsByCounty = "contests_by_county"
    case contestsByPrecinct = "contests_by_precinct"
    case pseudoRows = "pseudo_rows"
    case pseudoPlaces = "pseudo_places"
    case primariesByParty = "primaries_by_party"
    case votesFromTitles = "votes_from_titles"
    case unknownElections = "unknown_elections"
    case electionOfDay = "election_of_day"
    case electionsByDay = "elections_by_day"
    case electionWithoutDate = "election_without_date"
    case candidatesMoved = "candidates_moved"
    case candidatesAddedElsewhere = "candidates_added_elsewhere"
    case contestsInOtherPrecincts = "contests_in_other_precincts"
    case contestsInFewerPrecincts = "contests_in_fewer_precincts"
    case contestsGone = "contests_gone"
    case candidatesGone = "candidates_gone"
    case endMissing = "end_missing"
    case partiesExchanged = "parties_exchanged"
    case partiesAdded = "parties_added"

    var english: String {
        switch self {
        case .countOutOfRange: "a whole number from 1 to 10000 is allowed"
        case .noDay: "write a day such as 2026-11-03"
        case .ambiguousDay:
            """
            its month may be {first} or {second}, and none is guessed: write a day such as \
            2026-11-03
            """
        case .dottedDays:
            """
            {column} holds days such as "{example}", and no row shows whether the day or the month stands \
            first: read as {day}. Where the month does, write days such as 2026-11-03
            """
        case .daysNotKnown:
            """
            {count|election has|elections have} no day, such as "{example}": voters are shown \
            {count?it|them} beside others, also when {count?it is|they are} over. Give each its day
            """
        case .recordsWithoutDay:
            """
            {count} of {list} {count?is|are} of an election whose day is not known, such as "{example}": \
            voters are shown it beside others, also when it is over. Say the day with --set \
            election_date=..., or import elections that have this key or name
            """
        case .electionMissing: "the row names no election"
        case .electionWithoutName: "the row has no name"
        case .electionWithoutDay: "the row has neither an id nor a day"
        case .electionOnOtherDay: "an earlier row has this election on another day; that was kept"
        case .electionAtOtherHours:
            "another row of the same election gives other hours, or another time zone; give each election "
                + "once, or an id of its own"
        case .otherWeekday:
            "{day} is a {weekday}: correct the day or the day of the week, and nothing is guessed"
        case .pollsCloseFirst:
            "the polls would close before they open at {opens}; write times such as 07:00 and 20:00"
        case .shortPolls:
            """
            the polls of {rows|election|elections} are open for a few hours of the morning or of the day \
            alone, such as {hours}: if they close in the evening, PM was lost; write 20:00 or 8:00 PM
            """
        case .noClockTime: "write a time of the day such as 07:00"
        case .contestMissing: "the row names no contest"
        case .measureWithoutTitle: "the row has no title"
        case .measureWithOtherTexts:
            "an earlier row has this measure in the same language with other texts; that was kept"
        case .languages: "languages: {languages}"
        case .measuresWithoutDistrict:
            """
            {measures|measure|measures} without a district, so on nobody's ballot, such as \
            "{example}"; give one with --set district_type=... and --set district_code=...
            """
        case .partOfDistrict:
            """
            {rows|row names|rows name} a part of a district, such as "{example}": that is on the ballot of \
            nobody. Write each whole district's code, or give the part's boundary a code of its own
            """
        case .candidateCount: "{candidates|candidate|candidates} in {contests|contest|contests}"
        case .questionsLeftOut:
            """
            {contests|contest|contests} left out, for {contests?its choices are|their choices are} answers \
            such as Yes and No, and nobody stands: {titles}. {contests?It is a measure|They are measures}: \
            import the same file as measures, too, which leaves the others out
            """
        case .contestsLeftOut:
            """
            {rows|row|rows} left out of contests whose choices are no answers such as Yes and No: {titles}; \
            import the same file as contests, too
            """
        case .precinctsUnpublished:
            """
            {count} of the {named|precinct|precincts} that {list} name have no published boundary: \
            {codes}. What is voted on there is on nobody's ballot, while it is on others': write the codes \
            as the boundaries have them
            """
        case .districtsInParts:
            """
            {count} of the {named|district|districts} that {list} name may be divided in another way in the \
            published boundaries: {examples}. Voters there do not have what is voted on in \
            {count?it|them} on their ballots, and are told that it may be theirs: write the codes as the \
            boundaries have them
            """
        case .contestHeadings:
            """
            {contests|title|titles} left out, for nothing else stands in {contests?its row|their rows}: a \
            heading, or a contest without a candidate and a district: {titles}
            """
        case .contestsWithNobody:
            """
            {contests|contest has|contests have} no candidate, such as "{example}": voters are shown it \
            without a name. Look whether names stand in a column that was not taken
            """
        case .candidatesLeftOut:
            """
            {rows|row|rows} of candidates left out, for {rows?it says|they say} that the name is not on \
            the ballot: {words}. Where names stand on it all the same, write them without that, and \
            leave a column that says it out with --map {column}=ignore
            """
        case .unknownStatuses:
            """
            {column} says of {rows|candidate|candidates} what is not understood, and they are published: \
            {words}. Take the rows out of those that are not on the ballot
            """
        case .measureOfOtherPlace:
            """
            line {line} has this measure in the same language for another {column}, and nothing tells \
            that they are two: name the column of their districts with --map {column}=district_code and \
            --set district_type=...; the first was kept
            """
        case .contestsWithoutDistrict:
            """
            {contests|contest|contests} with neither district nor precinct, so on nobody's \
            ballot, such as "{example}"; give them a district with --set district_type=... and \
            --set district_code=...
            """
        case .contestsOfAll:
            """
            {contests|contest is|contests are} for all precincts: on the ballot of the \
            {precincts|precinct|precincts} that the file names, and of no other; give \
            {contests?it|them} a district of everybody with --set district_type=... and --set \
            district_code=...
            """
        case .otherVoteCounts:
            """
            {rows|row|rows} with another number of votes than the first row of the same \
            contest, which counts
            """
        case .contestGivenTwice:
            """
            {count|pair|pairs} of contests with the same candidates and nearly the same name, such as \
            "{first}" and "{second}": where they are one, write it in one way, or voters have it twice on \
            their ballots
            """
        case .contestsByCounty:
            "one contest a county where counties have other candidates under one name: {titles}"
        case .contestsByPrecinct:
            "several contests where candidates under one name have no precinct in common: {titles}"
        case .pseudoRows:
            "passed over {rows|row|rows} that are neither candidates nor offices: {names}"
        case .pseudoPlaces:
            """
            {rows|row|rows} for no precinct of their own, of which the candidates were read \
            alone: {names}
            """
        case .votesFromTitles: "the number to vote for was taken out of titles: {titles}"
        case .unknownElections:
            """
            {count} of {list} {count?names|name} an election that is not published, such as \
            "{example}"; published are {known}. If one of these is meant, write its name as it \
            stands here, or say --set election=...
            """
        case .electionOfDay: "{election} ({day})"
        case .electionsByDay:
            "{count|election is|elections are} called \"{name}\", and told apart by their days: {days}"
        case .electionWithoutDate: "{election}"
        case .electionOfNoColumn:
            """
            no column names the election, and {list} were taken for those of {election}, by the name of the \
            file, its title or the dataset: where that is another election than the one of those that are \
            published, all of them look gone. Give the election in a column, or set it for all rows
            """
        case .candidatesMoved:
            """
            {candidates|published candidate stands|published candidates stand} in another contest than \
            before: {names}. Look whether {candidates?it is|they are} meant
            """
        case .candidatesAddedElsewhere:
            """
            {candidates|published candidate stands|published candidates stand} in more contests than \
            before: {names}. Look whether {candidates?it is|they are} meant
            """
        case .contestsInOtherPrecincts:
            """
            {contests|published contest is|published contests are} in precincts of others, and no longer in \
            all of {contests?its|their} own: {names}. Look whether {contests?it is|they are} meant
            """
        case .contestsInFewerPrecincts:
            """
            {contests|published contest is|published contests are} in fewer precincts than before: {names}. \
            Look whether the file is complete
            """
        case .contestsGone:
            "{contests|published contest is|published contests are} not in the file: {names}"
        case .candidatesGone:
            """
            {candidates|published candidate stands|published candidates stand} in no contest of the file: \
            {names}
            """
        case .endMissing:
            """
            all that the file lacks, {contests|contest|contests} and {candidates|candidate|candidates} of \
            others, stood last in what is published, as if its end were cut off: look whether it is complete
            """
        case .partiesExchanged:
            """
            {candidates|pair|pairs} of published candidates now {candidates?has|have} each other's party: \
            {names}. Look whether {candidates?it is|they are} meant
            """
        case .partiesAdded:
            """
            {candidates|published candidate has|published candidates have} the party of another one of the \
            contest besides the own: {names}. Voters are shown {candidates?it|them} once for each party
            """
        case .primariesByParty:
            """
            primaries, so one contest for each party under one office: {titles}; where all \
            parties' candidates stand against each other, say --set stage="top two"
            """
        }
    }
}
