/// Letters that became question marks, as where a file was saved in a code page that has none of them.
enum DamagedLetters {
    /// What a text may be that lost letters, to be held against the published one; nil for a text without
    /// a sign that stands for lost letters.
    static func suspect(_ text: String) -> Int? {
        text.unicodeScalars.contains { $0 == "?" || $0 == "\u{FFFD}" }
            ? blurred(text).hashValue : nil
    }

    /// Whether a suspect is what is published with question marks in place of letters beyond ASCII.
    ///
    /// - Parameter suspect: See ``suspect(_:)``.
    /// - Complexity: O(n) for the length of the text.
    static func isDamaged(_ suspect: Int, from published: String) -> Bool {
        let isBeyond = published.unicodeScalars.contains { !$0.isASCII && $0 != "\u{FFFD}" }
        return isBeyond && blurred(published).hashValue == suspect
    }

    /// A text with one question mark for each run of letters beyond ASCII and of question marks.
    static func blurred(_ text: String) -> String {
        var blurred = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let kept = scalar.isASCII ? scalar : "?"
            if kept == "?", blurred.last == "?" { continue }
            blurred.append(kept)
        }
        return String(blurred)
    }
}
