/// A sentence that a module has about rows of its own kinds.
///
/// In the words `{name}` stands for a value; see ``FindingWording``. The page has them in other languages
/// under `finding.CODE` in the texts of the module's tab.
package struct ModuleSentence: Sendable, Hashable {
    /// What rows are counted under that are refused for it.
    package enum Subject: Sendable, Hashable, CaseIterable {
        /// Something is missing.
        case blank
        /// A text is too long.
        case long
        /// A number is wrong.
        case number
        /// A word is none of those that there are.
        case word
        /// A time is wrong.
        case time
        /// A place is wrong.
        case place

        var cause: RowFault.Cause {
            switch self {
            case .blank: .blankText
            case .long: .longText
            case .number: .badNumber
            case .word: .badCategory
            case .time: .badTime
            case .place: .badCoordinate
            }
        }
    }

    /// Which sentence, as one word that begins with the module's name, such as `esports_price_unreadable`.
    let code: String
    /// The sentence in English, without a point at its end.
    let english: String
    let subject: Subject

    /// A sentence with all its members.
    package init(_ code: String, _ subject: Subject, _ english: String) {
        (self.code, self.subject, self.english) = (code, subject, english)
    }
}

extension KindRow {
    /// Why the row is refused, in a sentence of the module's own.
    ///
    /// - Parameters:
    ///   - field: The field at fault; nil for the row as a whole.
    ///   - values: What the sentence speaks of; each name that it has, once.
    package func refusal(
        _ field: KindField?,
        _ sentence: ModuleSentence,
        _ values: KeyValuePairs<String, Finding.Value> = [:]
    ) -> RowRefusal {
        refusal(field, sentence.subject.cause, Finding(sentence, values))
    }

    /// Notes something about the row that is no reason to refuse it, in a sentence of the module's own.
    package func remark(
        _ sentence: ModuleSentence,
        _ values: KeyValuePairs<String, Finding.Value> = [:]
    ) {
        remark(Finding(sentence, values))
    }
}

extension FormatRow {
    /// The same row, refused in a sentence of the module's own.
    ///
    /// - Parameter field: The field at fault.
    package func refused(
        _ field: String,
        _ sentence: ModuleSentence,
        _ members: KeyValuePairs<String, Finding.Value> = [:]
    ) -> FormatRow {
        refused(field, sentence.subject.cause, Finding(sentence, members))
    }
}
