extension StringProtocol {
    /// The words of a text in small letters: what stands between characters that are no letters and no
    /// digits.
    ///
    /// Nearly all texts of a file are ASCII, of which each byte is a character and need not be looked up: a
    /// list of results asks for the words of a million of them.
    ///
    /// - Complexity: O(n) for a text of n bytes.
    package var smallWords: [String] {
        let text = lowercased()
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        return text.utf8.split { !(0x61...0x7A ~= $0) && !(0x30...0x39 ~= $0) }
            .map { String(Substring($0)) }
    }
}
