/// A record that can be compared with the published one of the same key.
package protocol ImportableRecord: Sendable, Hashable {
    /// Names the record within its dataset and across imports.
    var importKey: String { get }
    /// What the report calls it.
    var displayName: String { get }
    /// What a check shows of it besides its name, each under its field.
    var details: [(field: String, value: String)] { get }
    /// What each of its rows says, of which the columns are held against what is published.
    var rows: [RecordRow] { get }
    /// How it differs from the published record that it takes the place of, in words.
    func differences(from old: Self) -> [Finding]

    /// What the comparison counts apart.
    var parts: RecordParts { get }
    /// What names the record besides its key; nil where nothing does.
    var likeness: RecordLikeness? { get }
    /// The same record under another key; never asked of one without a likeness.
    ///
    /// - Parameter keepsOwn: Whether other files may name the record by the key that it has, which is to
    ///   be kept beside the other.
    func withImportKey(_ key: String, keepsOwn: Bool) -> Self
    /// How much of a dataset one import may remove or move.
    static var guards: ImportGuards { get }
    /// Whether a file that adds may have a part alone of a record's rows.
    static var isMadeOfRows: Bool { get }
    /// The record as it is when its rows are added to a published one.
    func added(to published: Self) -> Self
    /// The columns of a published record that have no room for what these rows say.
    func columnsWithoutRoom(addedTo published: Self) -> [String]
    /// Whether it has the districts that the published record has, and besides some of types of which that
    /// has none.
    func onlyGainsDistrictTypes(over published: RecordParts) -> Bool
    /// The record with the place of a published one.
    func withPlace(of published: Self) -> Self
}

extension ImportableRecord {
    package var parts: RecordParts {
        RecordParts(name: 0, address: 0, hours: 0, accessibility: 0, districts: 0, other: hashValue)
    }
    package var details: [(field: String, value: String)] { [] }

    /// Each of the ``details`` that differs, with what it was.
    package func differences(from old: Self) -> [Finding] {
        let before = old.details
        let names = (before + details).map(\.field).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        return names.compactMap { name in
            let was = before.first { $0.field == name }?.value
            guard was != details.first(where: { $0.field == name })?.value else { return nil }
            return Finding(
                .fieldWas,
                ["field": .text(name), "before": .text(was.map { "\"\($0)\"" } ?? "-")]
            )
        }
    }
    package var likeness: RecordLikeness? { nil }
    package func withImportKey(_ key: String, keepsOwn: Bool) -> Self { self }
    package static var guards: ImportGuards { .others }
    package static var isMadeOfRows: Bool { false }
    package func added(to published: Self) -> Self { self }
    package func columnsWithoutRoom(addedTo published: Self) -> [String] { [] }
    package func onlyGainsDistrictTypes(over published: RecordParts) -> Bool { false }
    package func withPlace(of published: Self) -> Self { self }
}

/// What names a record besides its key, without what spellings differ in; hashes hold within this
/// process.
package struct RecordLikeness: Hashable {
    let name: Int
    /// nil where there is none.
    let address: Int?
}
