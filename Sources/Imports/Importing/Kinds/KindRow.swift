package import Datasets
package import Geodesy
internal import Synchronization

/// A row as a kind reads it: its values by field, and its place.
package struct KindRow: Sendable {
    /// The dataset that the record is for.
    package let dataset: DatasetName
    /// Where the row lies; nil where it says nothing of that.
    package let place: Coordinate?
    /// What a record is called, such as `a stall`.
    private let one: String
    private let texts: [String: String]
    /// The header of each field's column.
    private let columns: [String: String]
    /// What was noticed in the row that is no reason to refuse it.
    private let remarks = RowList<Finding>()
    /// What texts of the row probably stand for that cannot be used.
    private let proposals = RowList<TextProposal>()

    init(
        dataset: DatasetName,
        place: Coordinate?,
        one: String,
        texts: [String: String],
        columns: [String: String]
    ) {
        self.dataset = dataset
        self.place = place
        self.one = one
        self.texts = texts
        self.columns = columns
    }

    /// Where the row lies.
    ///
    /// - Throws: ``RowRefusal`` for a row that says nothing of that.
    package func requiredPlace() throws(RowRefusal) -> Coordinate {
        guard let place else {
            throw RowRefusal(
                RowFault(
                    cause: .missingCoordinate,
                    reason: Finding(.placeMissing, ["what": .text(one)])
                )
            )
        }
        return place
    }

    /// A field's text, without white space around it; nil where the row says nothing.
    package func text(_ field: KindField) -> String? { texts[field.name] }

    /// A field's text.
    ///
    /// - Throws: ``RowRefusal`` for a row that says nothing.
    package func required(_ field: KindField) throws(RowRefusal) -> String {
        guard let text = text(field) else {
            throw refusal(field, .blankText, Finding(.fieldMissing, ["field": .text(field.name)]))
        }
        return text
    }

    /// A whole number; nil where the row says nothing.
    ///
    /// - Throws: ``RowRefusal`` for what is none, or not in the range.
    package func wholeNumber(
        _ field: KindField,
        in range: ClosedRange<Int>
    ) throws(RowRefusal) -> Int? {
        guard let text = text(field) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw refusal(
                field,
                .badNumber,
                Finding(
                    .wholeNumberOutOfRange,
                    [
                        "field": .text(field.name), "least": .number(range.lowerBound),
                        "most": .number(range.upperBound),
                    ]
                )
            )
        }
        return number
    }

    /// One of some words, in small letters; nil where the row says nothing.
    ///
    /// - Throws: ``RowRefusal`` for any other.
    package func word(_ field: KindField, among words: [String]) throws(RowRefusal) -> String? {
        guard let text = text(field)?.lowercased() else { return nil }
        guard words.contains(text) else {
            throw refusal(
                field,
                .badCategory,
                Finding(.notAmong, ["field": .text(field.name), "words": .texts(words)])
            )
        }
        return text
    }

    /// Why the row is refused.
    ///
    /// - Parameter field: The field at fault; nil for the row as a whole.
    package func refusal(
        _ field: KindField?,
        _ wording: TimeWording,
        _ values: KeyValuePairs<String, Finding.Value> = [:]
    ) -> RowRefusal {
        refusal(field, wording.cause, Finding(wording, values))
    }

    /// Notes something about the row that is no reason to refuse it: a warning of the report, with the lines
    /// of all rows of which the same is noted.
    package func remark(
        _ wording: TimeWording,
        _ values: KeyValuePairs<String, Finding.Value> = [:]
    ) {
        remark(Finding(wording, values))
    }

    func remark(_ finding: Finding) { remarks.add(finding) }

    /// What was noted.
    var remarked: [Finding] { remarks.all }

    /// Proposes what a field's text stands for, where the row is refused for it: one repair for all rows
    /// that have the text there, which whoever sends the file accepts or refuses.
    ///
    /// - Parameters:
    ///   - becomes: What the field would be read as.
    ///   - confidence: How sure that is, 0 to 1; from 0.9 on it is accepted with those that are likely.
    package func propose(
        _ field: KindField,
        becoming becomes: String,
        _ kind: RepairProposal.Kind,
        confidence: Double,
        _ wording: TimeWording,
        _ values: KeyValuePairs<String, Finding.Value>
    ) {
        propose(
            field,
            TextProposal.Meaning(
                becomes: becomes,
                kind: kind,
                confidence: confidence,
                reason: Finding(wording, values)
            )
        )
    }

    /// Says that nothing tells what a field's text stands for, for which the row is refused: what is proposed
    /// for other rows that have it is less sure then.
    package func proposeNothing(_ field: KindField) { propose(field, nil) }

    private func propose(_ field: KindField, _ meaning: TextProposal.Meaning?) {
        guard let text = texts[field.name] else { return }
        proposals.add(TextProposal(field: field.name, text: text, meaning: meaning))
    }

    /// What was proposed.
    var proposed: [TextProposal] { proposals.all }

    func refusal(
        _ field: KindField?,
        _ cause: RowFault.Cause,
        _ reason: Finding
    ) -> RowRefusal {
        guard let field else { return RowRefusal(RowFault(cause: cause, reason: reason)) }
        return RowRefusal(
            RowFault(
                cause: cause,
                column: columns[field.name],
                value: texts[field.name],
                reason: reason
            )
        )
    }
}

/// Collects what is said of a row while its record is made.
private final class RowList<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])

    var all: [Element] { list.withLock { $0 } }
    func add(_ element: Element) { list.withLock { $0.append(element) } }
}
