/// The sentences about the values of a kind that is told as one ``Kind``.
enum KindWording: String, FindingWording {
    case fieldMissing = "field_missing"
    case wholeNumberOutOfRange = "whole_number_out_of_range"
    case notAmong = "not_among"
    case placeMissing = "place_missing"
    case fieldWas = "field_was"
    case otherEvent = "other_event"

    var english: String {
        switch self {
        case .fieldMissing: "the row says nothing for {field}"
        case .wholeNumberOutOfRange: "{field} is a whole number from {least} to {most}"
        case .notAmong: "{field} is one of {words}"
        case .placeMissing: "the row has no coordinates, and {what} needs a place"
        case .fieldWas: "{field} was {before}"
        case .otherEvent:
            "the file says that it is of the event \"{said}\"; it is taken as of \"{event}\", as was asked for"
        }
    }
}
