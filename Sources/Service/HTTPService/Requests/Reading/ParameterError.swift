package import Importing

/// One thing that is wrong with a request, under the name of the parameter or member at fault.
package struct ParameterError: Sendable, Hashable {
    /// The name in the query or in the body, such as `radius_m`.
    package let parameter: String
    /// What is wrong, as one word.
    package let fault: ParameterFault
    /// What was wrong in English, with the value and what is allowed.
    package let message: String
    /// What the fault speaks of, by name.
    package var values: [String: Finding.Value] = [:]
    /// Whether the value is written as it must be, and names something that is not here, such as an
    /// election.
    package var namesNothing = false

    /// An error with all its members.
    package init(
        parameter: String,
        fault: ParameterFault,
        message: String,
        values: [String: Finding.Value] = [:],
        namesNothing: Bool = false
    ) {
        self.parameter = parameter
        self.fault = fault
        self.message = message
        self.values = values
        self.namesNothing = namesNothing
    }
}

/// What is wrong with a parameter, as one word, by which whoever shows it words it in another language.
///
/// What each speaks of stands in its values: `value` is what was given, `least` and `most` are the ends of
/// what is allowed, `choices` all that there is to choose from, `other` another parameter.
package enum ParameterFault: String, Sendable, Hashable, CaseIterable {
    case missing
    case empty
    case repeated
    case unknownName = "unknown_name"
    case notEncoded = "not_encoded"
    case wrongType = "wrong_type"
    case notANumber = "not_a_number"
    case outOfRange = "out_of_range"
    case notOneOf = "not_one_of"
    case wrongLength = "wrong_length"
    case beyondLimit = "beyond_limit"

    case notAPlace = "not_a_place"
    case notABox = "not_a_box"
    case notADay = "not_a_day"
    case notALanguage = "not_a_language"
    case notADistrict = "not_a_district"
    case notADataset = "not_a_dataset"
    case notASystem = "not_a_system"
    case notAProfile = "not_a_profile"
    case notAFileName = "not_a_file_name"
    case notALine = "not_a_line"
    case notAPair = "not_a_pair"
    case notAField = "not_a_field"
    case notAURL = "not_a_url"

    case notTogether = "not_together"
    case needsOther = "needs_other"
    case notOfKind = "not_of_kind"

    case unknownCursor = "unknown_cursor"
    case unknownStation = "unknown_station"
    case unknownElection = "unknown_election"
    case unknownDistrict = "unknown_district"
    case unknownImport = "unknown_import"
    case unknownRepair = "unknown_repair"
    case unknownEvent = "unknown_event"
    case unknownPicture = "unknown_picture"

    case hiddenCharacter = "hidden_character"
    case invisibleText = "invisible_text"
    case refusedText = "refused_text"
    case keyTaken = "key_taken"
    case badProof = "bad_proof"
    case notAPicture = "not_a_picture"
    case badPlan = "bad_plan"
    case wrongCode = "wrong_code"
    case outsideTime = "outside_time"

    case taken
    case commonPassword = "common_password"
    case notForChildren = "not_for_children"
    case notAnAddress = "not_an_address"
    case unknownCode = "unknown_code"
}

/// A client's own text within an error: in quotes, and cut short where it is long.
package func quoted(_ text: some StringProtocol) -> String { "\"\(shortened(text))\"" }

/// A client's own text, cut short where it is long.
package func shortened(_ text: some StringProtocol) -> String {
    let start = text.prefix(40)
    return start.endIndex == text.endIndex ? String(start) : "\(start)..."
}

extension [String: Finding.Value] {
    /// What was given.
    package static func value(_ text: some StringProtocol) -> Self {
        ["value": .text(shortened(text))]
    }

    /// What was given, and the ends of what is allowed.
    package static func range(_ text: some StringProtocol, _ least: Int, _ most: Int) -> Self {
        [
            "value": .text(shortened(text)), "least": .number(Int64(least)),
            "most": .number(Int64(most)),
        ]
    }

    /// The most that is allowed.
    package static func most(_ most: Int) -> Self { ["most": .number(Int64(most))] }

    /// Another parameter.
    package static func other(_ name: String) -> Self { ["other": .text(name)] }

    /// What was given, and all that there is to choose from.
    package static func choices(_ text: some StringProtocol, _ choices: [String]) -> Self {
        ["value": .text(shortened(text)), "choices": .texts(choices)]
    }
}
