extension Comparison {
    /// What is told of records that differ, and needs no consent.
    var notes: [ImportNote] {
        var notes = swaps.notes(published: publishedCount)
        if counts.stalePlaces > 0 {
            let stale = Finding(.stalePlaces, ["stations": .count(counts.stalePlaces)])
            notes.append(ImportNote(.warning, stale))
        }
        if let coarser = coarserPlaces.note(published: publishedCount) { notes.append(coarser) }
        return notes + fragments.notes
    }
}
