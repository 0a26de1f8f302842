/// The imports of all nodes that share a database, as each of them notes what it does.
///
/// A node that notes nothing for a while has ended; its import counts as failed from then on.
package protocol CommonImports: Sendable {
    /// Notes an import that begins, unless another one into the same dataset is under way at any node.
    ///
    /// - Returns: The other one; nil when this one begins.
    func begin(_ entry: CommonImport) async throws -> CommonImport?

    /// Notes how far an import is.
    ///
    /// - Returns: Who wants it stopped, at whichever node that was said; nil for nobody.
    func note(_ entry: CommonImport) async throws -> String?

    /// Lets the node that runs an import stop it, as soon as it notes something.
    func stop(_ id: String, by who: String) async throws

    /// An import; nil for one that is not remembered.
    func entry(_ id: String) async throws -> CommonImport?

    /// The last imports, the one that began last first, without what ``CommonImport/result`` has.
    ///
    /// - Parameter limit: How many at most.
    func entries(limit: Int) async throws -> [CommonImport]
}

/// An import as other nodes tell of it.
package struct CommonImport: Sendable, Hashable {
    /// What came of it, when it is over.
    package struct Result: Sendable, Hashable {
        /// The report, JSON.
        package let report: [UInt8]
        /// The rows that were refused, CSV; nil where there are too many to be kept.
        package let rejects: [UInt8]?

        /// A result with both members.
        package init(report: [UInt8], rejects: [UInt8]?) {
            self.report = report
            self.rejects = rejects
        }
    }

    /// Tells it from others.
    package let id: String
    /// What it imports.
    package let kind: String
    /// Into what.
    package let dataset: String
    /// The event that its records are of; nil where they are of none.
    package let event: String?
    /// What is being done, for those who have to wait.
    package let summary: String
    /// How far it is: the members of its JSON object, with the braces.
    package let document: [UInt8]
    /// The same as it is told when the node that runs it has ended.
    package let abandoned: [UInt8]
    /// Nil while there is no report, and where none was asked for.
    package let result: Result?
    /// Whether nothing is done any more.
    package let isOver: Bool

    /// An import with all its members.
    package init(
        id: String,
        kind: String,
        dataset: String,
        event: String?,
        summary: String,
        document: [UInt8],
        abandoned: [UInt8],
        result: Result?,
        isOver: Bool
    ) {
        self.id = id
        self.kind = kind
        self.dataset = dataset
        self.event = event
        self.summary = summary
        self.document = document
        self.abandoned = abandoned
        self.result = result
        self.isOver = isOver
    }
}
