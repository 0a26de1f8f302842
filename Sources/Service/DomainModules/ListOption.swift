package import SpatiaLiteStore

/// An option by which a command of another module chooses among its records, such as `--game` of
/// `ambit calendar`: what `ListExtension` is to a list over HTTP.
package struct ListOption: Sendable {
    /// What is listed, the plural, such as `events`.
    package let list: String
    /// The option without its dashes, such as `game`.
    package let name: String
    /// The ids of the records that a value chooses. Throws where the value means nothing.
    package let ids:
        @Sendable (_ value: String, _ store: SpatiaLiteStore) async throws -> Set<String>

    /// An option with all its members.
    package init(
        _ list: String,
        _ name: String,
        ids:
            @escaping @Sendable (_ value: String, _ store: SpatiaLiteStore) async throws -> Set<
                String
            >
    ) {
        self.list = list
        self.name = name
        self.ids = ids
    }
}
