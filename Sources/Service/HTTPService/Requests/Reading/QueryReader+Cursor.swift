extension QueryReader {
    /// Where a page begins, of `cursor`; nil for the first page, or where it is wrong and noted as such.
    ///
    /// - Parameter position: Reads a cursor that the list was answered with; nil for any other text.
    package mutating func cursor<Position>(
        _ position: (_ cursor: String) -> Position?
    ) -> Position? {
        guard let text = text("cursor") else { return nil }
        let read = position(text)
        if read == nil {
            note(
                "cursor",
                .unknownCursor,
                "is none that came with a list; take it from the link \"next\""
            )
        }
        return read
    }
}
