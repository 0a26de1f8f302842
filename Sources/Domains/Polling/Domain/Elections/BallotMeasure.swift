public import Datasets

/// A question that voters answer with yes or no.
public struct BallotMeasure: Sendable, Hashable, Identifiable {
    /// Names a measure: `curlew-measures.2026-general.measure-1`.
    public typealias ID = RecordID<BallotMeasure>

    /// The measure's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// What is voted on that day besides.
    public var election: ElectionReference
    /// Where it is on the ballot.
    public var area: BallotArea
    /// What it is called on the ballot.
    public var title: LocalizedText
    /// What it would do, in a few sentences.
    public var summary: LocalizedText?
    /// The question or the law itself.
    public var text: LocalizedText?
    /// What a yes means.
    public var yesMeans: LocalizedText?
    /// What a no means.
    public var noMeans: LocalizedText?
    /// What those in favour say.
    public var statementFor: LocalizedText?
    /// What those against say.
    public var statementAgainst: LocalizedText?

    /// A measure with all its members.
    public init(
        id: ID,
        dataset: DatasetName,
        election: ElectionReference,
        area: BallotArea,
        title: LocalizedText,
        summary: LocalizedText? = nil,
        text: LocalizedText? = nil,
        yesMeans: LocalizedText? = nil,
        noMeans: LocalizedText? = nil,
        statementFor: LocalizedText? = nil,
        statementAgainst: LocalizedText? = nil
    ) {
        self.id = id
        self.dataset = dataset
        self.election = election
        self.area = area
        self.title = title
        self.summary = summary
        self.text = text
        self.yesMeans = yesMeans
        self.noMeans = noMeans
        self.statementFor = statementFor
        self.statementAgainst = statementAgainst
    }

    /// The languages that the title, the summary and the text are in, alphabetically.
    public var languages: [String] {
        Set([title, summary, text].compactMap { $0?.languages }.joined()).sorted()
    }
}
