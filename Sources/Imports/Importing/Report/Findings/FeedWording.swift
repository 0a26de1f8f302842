/// The sentences of a report on a feed of the Voting Information Project.
enum FeedWording: String, FindingWording {
    case precinctUnnamed = "precinct_unnamed"
    case noDayOfFeed = "no_day_of_feed"
    case contestUnnamed = "contest_unnamed"
    case measureUnnamed = "measure_unnamed"
    case segmentWithoutStreet = "segment_without_street"
    case lettersInFront = "letters_in_front"
    case segmentWithoutHouses = "segment_without_houses"
    case boundaryNotPacked = "boundary_not_packed"
    case recordNoPolygon = "record_no_polygon"
    case recordOfShapefile = "record_of_shapefile"
    case precinctsWithoutBoundary = "precincts_without_boundary"
    case recordsWithoutPrecinct = "records_without_precinct"
    case numbersLeftOut = "numbers_left_out"
    case contestsOffBallots = "contests_off_ballots"
    case passedOver = "passed_over"
    case passedOverName = "passed_over_name"
    case writeInLines = "write_in_lines"
    case writeInCandidates = "write_in_candidates"
    case withdrawnCandidates = "withdrawn_candidates"
    case contestsWithoutCandidates = "contests_without_candidates"
    case wholeTowns = "whole_towns"
    case electionOfFeedMissing = "election_of_feed_missing"
    case candidatesUnnamed = "candidates_unnamed"
    case segmentWithoutPrecinct = "segment_without_precinct"
    case splitMissing = "split_missing"
    case splitOfOtherPrecinct = "split_of_other_precinct"
    case noSideOfStreet = "no_side_of_street"
    case linksLacking = "links_lacking"
    case idsRepeated = "ids_repeated"
    case emptyPart = "empty_part"
    case unreadRows = "unread_rows"
    case partOfOtherEncoding = "part_of_other_encoding"
    case otherFiles = "other_files"
    case turnedTexts = "turned_texts"

    var english: String {
        switch self {
        case .precinctUnnamed: "the precinct has neither number nor name"
        case .noDayOfFeed: "it is no day; write one such as 2026-11-03"
        case .contestUnnamed: "the contest has neither title nor name"
        case .measureUnnamed: "the measure has neither title nor name"
        case .segmentWithoutStreet: "the segment names no street"
        case .lettersInFront:
            """
            house numbers with these letters in front cannot be told from each other; those of \
            a grid are read: N6W of N6W23001
            """
        case .segmentWithoutHouses: "the segment has no house numbers"
        case .boundaryNotPacked:
            "its boundary is in the file {file}, which is not packed with the feed"
        case .recordNoPolygon: "record {record} of its shapefile is no polygon"
        case .recordOfShapefile: "record {record} of its shapefile: {finding}"
        case .precinctsWithoutBoundary: "{precincts|precinct|precincts} without a boundary: {names}"
        case .recordsWithoutPrecinct:
            "{records|record|records} of the shapefile belong to no precinct of the feed"
        case .numbersLeftOut:
            "{count} with a number that is none was left without it, such as \"{example}\""
        case .contestsOffBallots:
            """
            {count} without a district that the feed has, so on nobody's ballot, such as \
            "{example}"
            """
        case .passedOver: "passed over: {kinds}"
        case .passedOverName: "{name} ({count})"
        case .writeInLines: "write-in lines ({count})"
        case .writeInCandidates: "candidates whose names are written in ({count})"
        case .withdrawnCandidates: "withdrawn candidates ({count})"
        case .contestsWithoutCandidates:
            "{count} without candidates, whose voters are told the title alone, such as \"{example}\""
        case .wholeTowns: "segments that are a whole town, not a street ({count})"
        case .electionOfFeedMissing:
            "the feed has no Election that it could belong to, or several and it names none of them"
        case .candidatesUnnamed: "{count} with candidates without a name, such as \"{example}\""
        case .segmentWithoutPrecinct: "the feed has no such precinct"
        case .splitMissing:
            "the precinct has no such split, and its splits vote at different stations"
        case .splitOfOtherPrecinct: "the split is none of the segment's precinct"
        case .noSideOfStreet: "it must be odd, even or both"
        case .linksLacking:
            """
            {links|link|links} of {from} by {member} to a {to} that the feed lacks, such as \
            {examples}
            """
        case .idsRepeated:
            """
            {count} of {name} with an id that another has, such as "{example}"; links by it \
            were taken to mean the first
            """
        case .emptyPart: "{file} is empty"
        case .unreadRows: "{rows|row|rows} of {file} that cannot be read: {finding}"
        case .partOfOtherEncoding: "{file} is not UTF-8; it was read as {encoding}"
        case .otherFiles: "files that are no part of a feed, not read: {files}"
        case .turnedTexts:
            """
            {texts|text|texts} of the feed left out, for holding a character that turns the \
            direction of writing, such as {character} in {place}
            """
        }
    }
}
