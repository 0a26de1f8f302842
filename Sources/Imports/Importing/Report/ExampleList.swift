/// Published records that an import changes, with some of them as examples: what reports say of them.
struct ExampleList {
    /// How many there are.
    let count: Int
    /// Some of them, as reports list them.
    let list: Finding.Value

    /// - Parameter examples: One for each record.
    init<Examples: Collection<String>>(_ examples: Examples) {
        count = examples.count
        list = Finding.examples(examples)
    }

    /// That more of the published records are changed so than may be without consent; nil where they are not.
    ///
    /// - Parameters:
    ///   - allowed: How many may.
    ///   - published: How many are published.
    ///   - noun: What one of them is called, such as `published candidate`.
    ///   - fate: What would become of them, such as `stand in another contest than before`.
    ///   - advice: What to look at, as a sentence without its point.
    func consent(
        _ limit: GuardFinding.Limit,
        allowed: Int,
        of published: Int,
        _ noun: String,
        would fate: String,
        advice: String
    ) -> GuardFinding? {
        guard count > allowed else { return nil }
        return GuardFinding(
            limit: limit,
            count: count,
            allowed: allowed,
            published: published,
            text:
                "\(grouped(count)) of the \(counted(published, noun)) would \(fate): \(list.text). \(advice)",
            values: ["examples": list]
        )
    }

    /// That there are some, in a sentence that has their number and their names; nil where there are none.
    ///
    /// - Parameter noun: What the sentence calls the number, such as `candidates`.
    func finding(_ wording: BallotWording, _ noun: String) -> Finding? {
        guard count > 0 else { return nil }
        return Finding(wording, [noun: .count(count), "names": list])
    }

    /// The same as a warning.
    func warning(_ wording: BallotWording, _ noun: String) -> ImportNote? {
        finding(wording, noun).map { ImportNote(.warning, $0) }
    }

    /// How many published records may be changed without consent: some of a hundred, and a few of few, but no
    /// more than half of them.
    static func allowance(percent: Int, few: Int = 3, of published: Int) -> Int {
        max(published * percent / 100, min(few, published / 2))
    }
}
