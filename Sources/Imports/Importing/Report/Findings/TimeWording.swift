/// The sentences about when something is, and about files that say so.
package enum TimeWording: String, FindingWording, CaseIterable {
    case timeUnreadable = "time_unreadable"
    case zoneUnknown = "zone_unknown"
    case zoneMeant = "zone_meant"
    case zoneSpelled = "zone_spelled"
    case zoneOfWindows = "zone_of_windows"
    case zoneAbbreviated = "zone_abbreviated"
    case zoneAbbreviatedTwice = "zone_abbreviated_twice"
    case zoneMissing = "zone_missing"
    case endsBeforeStart = "ends_before_start"
    case dayAndTime = "day_and_time"
    case startMissing = "start_missing"
    case durationUnreadable = "duration_unreadable"
    case textTooLong = "text_too_long"
    case linkLeftOut = "link_left_out"
    case notAccepted = "not_accepted"
    case ruleNotRead = "rule_not_read"
    case ruleEndless = "rule_endless"
    case ruleTooLong = "rule_too_long"
    case partWithoutWhole = "part_without_whole"
    case timeSkipped = "time_skipped"
    case timeTwice = "time_twice"
    case otherOffset = "other_offset"
    case zoneElsewhere = "zone_elsewhere"
    case zoneFar = "zone_far"

    package var english: String {
        switch self {
        case .timeUnreadable:
            "{field} is a day such as 2026-06-01, or a time such as 2026-06-01T09:00, with the year first; an "
                + "offset such as +02:00 or Z may follow"
        case .zoneUnknown:
            "\"{zone}\" is no time zone of the IANA list, such as Europe/Berlin; name the one that is meant "
                + "with --set time_zone=NAME, or in the file"
        case .zoneMeant:
            "\"{zone}\" is no time zone of the IANA list; \"{meant}\" is, and probably meant: accept the "
                + "repair that is proposed, or write it so in the file"
        case .zoneSpelled:
            "\"{zone}\" is \"{meant}\" of the IANA list, but for spaces and capitals"
        case .zoneOfWindows: "Windows calls the time zone {meant} \"{zone}\""
        case .zoneAbbreviated:
            "\"{zone}\" abbreviates the clocks of {meant}, and of no other time zone of {country}"
        case .zoneAbbreviatedTwice:
            "\"{zone}\" abbreviates the clocks of {count} time zones of {country}, of which {meant} is the first "
                + "of the list"
        case .zoneMissing:
            "the time has no time zone, and would be another for every reader; name it with --set "
                + "time_zone=NAME, such as Europe/Berlin"
        case .endsBeforeStart: "it ends ({ends}) before it begins ({starts})"
        case .dayAndTime:
            "one of its start and end is a day and the other a time; give days alone, or times alone"
        case .startMissing: "nothing says when it begins"
        case .durationUnreadable:
            "a duration is written as 01:30 or PT1H30M, and is at most 366 days long"
        case .textTooLong: "{field} has {count} characters; at most {limit} are kept"
        case .linkLeftOut:
            "a link was left out that does not begin with https:// or http://, or has a space in it"
        case .notAccepted: "its state is {state}; only what was accepted is shown"
        case .ruleNotRead:
            "it is repeated by a rule that is not read: {rule}. Read are FREQ=DAILY and WEEKLY with INTERVAL, "
                + "BYDAY, UNTIL and COUNT; give each date in a row of its own"
        case .ruleEndless:
            "it is repeated without an end; add UNTIL or COUNT to the rule {rule}"
        case .ruleTooLong:
            "it is repeated more often than {limit} times; give a rule that ends sooner than {rule}"
        case .partWithoutWhole:
            "it takes the place of one date of a repeated event (RECURRENCE-ID {date}) that the file does not "
                + "have"
        case .timeSkipped:
            "{time} does not exist in {zone}, where clocks were set forward then; it is read with the offset "
                + "of before"
        case .timeTwice:
            "{time} comes twice in {zone}, where clocks were set back then; the first is taken"
        case .otherOffset:
            "times are written with another offset from UTC than {zone} has then; the moments are kept as "
                + "they are written, and shown in {zone}"
        case .zoneElsewhere:
            "the time zone {zone} is of other countries than the place ({country}); look whether both are meant"
        case .zoneFar:
            "the time zone {zone} is hardly that of the place, whose clocks are probably those of {meant}; look "
                + "whether both are meant"
        }
    }

    /// What rows are counted under that are refused for it.
    var cause: RowFault.Cause {
        switch self {
        case .zoneUnknown, .zoneMeant, .zoneSpelled, .zoneOfWindows, .zoneAbbreviated,
            .zoneAbbreviatedTwice, .zoneMissing:
            .missingZone
        case .endsBeforeStart: .endsBeforeStart
        case .startMissing: .blankTime
        case .textTooLong: .longText
        case .linkLeftOut, .notAccepted: .badCategory
        case .ruleNotRead, .ruleEndless, .ruleTooLong, .partWithoutWhole: .unreadRepetition
        case .timeUnreadable, .dayAndTime, .durationUnreadable, .timeSkipped, .timeTwice,
            .otherOffset, .zoneElsewhere, .zoneFar:
            .badTime
        }
    }
}
