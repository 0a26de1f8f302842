extension ImportReport {
    /// Tells from where the election was taken, where published records look gone and no column names it: a
    /// file of another name is of another election.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    mutating func noteElectionOfNoColumn(_ list: Finding, _ options: ImportOptions) {
        let field = Field.election.name
        guard forceNeeded.contains(where: { $0.limit == .removed }),
            !options.constants.contains(where: { $0.field == field }),
            let election = constants.first(where: { $0.field == field })?.value
        else { return }
        notes.insert(
            ImportNote(
                .warning,
                Finding(
                    .electionOfNoColumn,
                    ["list": .finding(list), "election": .text("\"\(election)\"")]
                )
            ),
            at: 0
        )
    }
}
