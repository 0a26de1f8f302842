import Datasets
import Testing

@Suite struct DatasetErrorTests {
    @Test("every error says what is wrong and how to mend it")
    func texts() throws {
        let name = try DatasetName("dc")
        let stations = DatasetKind(rawValue: "stations")
        let messages = DatasetKind(rawValue: "messages")
        let texts: [(DatasetError, String)] = [
            (
                .invalidName("D C"),
                "dataset name is \"D C\"; a name is 1 to 64 small letters, digits, - and _, and "
                    + "begins with a letter or a digit"
            ),
            (
                .unknownDataset(name),
                "no dataset is called \"dc\"; `ambit datasets list` shows those that exist"
            ),
            (
                .unknownVersion(name, number: 4, existing: [3, 2, 1]),
                "dataset \"dc\" has no version 4; it has 3, 2, 1"
            ),
            (
                .wrongKind(name, expected: stations, found: messages),
                "dataset \"dc\" holds messages, not stations; choose another name"
            ),
            (
                .notVersioned(name, kind: messages),
                "dataset \"dc\" holds messages, which keep no earlier version to return to"
            ),
            (
                .publishedMeanwhile(name),
                "another import of \"dc\" was published while this one ran; nothing was changed, "
                    + "run it again"
            ),
        ]
        for (error, text) in texts { #expect(error.description == text) }
    }
}
