internal import RowFiles

extension FileInspection {
    /// What to look at about a file's bytes: its encoding, and characters that were lost in it.
    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        if let line = firstForeignLine {
            let encoding = Finding.Value.text(self.encoding.rawValue)
            notes.append(
                ImportNote(
                    .warning,
                    Finding(.readAsOtherEncoding, ["encoding": encoding]),
                    lines: [line]
                )
            )
        }
        func add(_ wording: FileWording, _ name: String, _ count: Int) {
            guard count > 0 else { return }
            notes.append(
                ImportNote(.warning, Finding(wording, [name: .count(count)]))
            )
        }
        add(
            undoesDoubleEncoding ? .doublyEncodedMended : .doublyEncoded,
            "characters",
            doublyEncodedCount
        )
        add(.replacementCharacters, "characters", replacementCount)
        add(.nulBytes, "count", nulCount)
        return notes
    }
}
