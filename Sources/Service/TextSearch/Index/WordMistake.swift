/// Whether one mistake in typing makes the beginning of one word of another.
///
/// A mistake is a letter too many, a letter too few, another letter, or two neighbours that changed places.
/// Unlike a distance between whole words it leaves open how the word goes on.
enum WordMistake {
    /// The shortest word in which a mistake is forgiven, in letters: of shorter ones it makes too many others.
    static let leastLetters = 4

    /// Whether a word begins with a text in which one mistake was made, or none.
    ///
    /// The mistake may always be taken to be at the first letter that differs.
    ///
    /// - Complexity: O(n) for n letters of the text.
    static func begins(_ word: [Unicode.Scalar], with typed: [Unicode.Scalar]) -> Bool {
        var same = 0
        while same < typed.count, same < word.count, typed[same] == word[same] { same += 1 }
        if same == typed.count { return true }
        let (ours, theirs) = (typed[same...], word[same...])
        // One too many, one too few, another.
        if theirs.starts(with: ours.dropFirst()) { return true }
        guard let letter = theirs.first else { return false }
        if theirs.dropFirst().starts(with: ours) { return true }
        if theirs.dropFirst().starts(with: ours.dropFirst()) { return true }
        guard ours.count > 1, theirs.count > 1 else { return false }
        return ours[same + 1] == letter && ours[same] == theirs[same + 1]
            && theirs.dropFirst(2).starts(with: ours.dropFirst(2))
    }
}
