internal import Geodesy

/// The messages of a page with their texts, copied out of the board: what is made of them keeps
/// neither posts nor other readers waiting.
struct CopiedPage {
    /// A message whose text stands elsewhere.
    private struct Entry {
        let view: MessageView
        let distance: Distance
        /// Where its text ends; it begins where that of the entry before ends.
        let textEnd: Int
    }

    private var entries: [Entry] = []
    /// All texts, one behind the other: one allocation for a whole page.
    private var texts: [UInt8] = []

    init(capacity: Int) {
        entries.reserveCapacity(capacity)
        // As long as texts mostly are.
        texts.reserveCapacity(capacity * 64)
    }

    mutating func add(_ view: MessageView, _ distance: Distance) {
        texts.append(contentsOf: view.textUTF8)
        // Not the board's own text: who keeps that makes a writer copy all that stands beside it.
        entries.append(
            Entry(view: view.saying([]), distance: distance, textEnd: texts.count)
        )
    }

    func forEach(_ body: (MessageView, Distance) -> Void) {
        var start = 0
        for entry in entries {
            body(entry.view.saying(texts[start..<entry.textEnd]), entry.distance)
            start = entry.textEnd
        }
    }
}
