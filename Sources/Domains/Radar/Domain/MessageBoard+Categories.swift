internal import Geodesy

extension MessageBoard {
    /// What is wrong with the categories that a reader asks for: those that can neither be posted
    /// nor are in use by imported messages.
    public func violations(inCategories categories: Set<Category>) -> [Violation] {
        let anywhere = Coordinate(uncheckedLatitude: 0, longitude: 0)
        return live.read { live in
            limits.violations(
                in: MessageQuery(center: anywhere, radius: .zero, categories: categories)
            ) { live.table.categories.existingNumber(of: $0) != nil }
        }
    }
}
