/// Records of one kind that people may keep as favorites, or follow to hear of changes.
package struct MarkableKind: Sendable {
    /// What somebody does with a record.
    package enum Mark: String, Sendable, Hashable, CaseIterable {
        /// Keeps it in a list of their own.
        case favorite
        /// Wants to hear of changes.
        case follow
    }

    /// What the records are, the plural, such as `games`: a part of the address.
    package let name: String
    /// What may be done with them.
    package let mark: Mark
    /// What the record with an id is called; nil where there is none.
    ///
    /// Throws ``Problem/notReady`` until the records are loaded.
    package let title: @Sendable (_ id: String) throws -> String?

    /// A kind with all its members.
    package init(
        _ name: String,
        _ mark: Mark,
        title: @escaping @Sendable (_ id: String) throws -> String?
    ) {
        self.name = name
        self.mark = mark
        self.title = title
    }
}
