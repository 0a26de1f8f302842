import Synchronization

/// How long the parts of a command took, for `--explain`.
final class Timings: Sendable {
    private struct Part {
        let name: String
        var duration = Duration.zero
        var note: String?
    }

    private let parts = Mutex<[Part]>([])
    private let start = ContinuousClock.now

    /// A part that is under way.
    struct Running {
        let timings: Timings
        let name: String
        let start = ContinuousClock.now

        func end() { timings.add(ContinuousClock.now - start, to: name) }
    }

    func begin(_ name: String) -> Running { Running(timings: self, name: name) }

    func measure<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        let running = begin(name)
        defer { running.end() }
        return try body()
    }

    func measure<Result>(_ name: String, _ body: () async throws -> Result) async rethrows
        -> Result
    {
        let running = begin(name)
        defer { running.end() }
        return try await body()
    }

    /// Adds to a part; parts keep the order in which they were first met.
    func add(_ duration: Duration, to name: String) {
        parts.withLock { parts in
            if let index = parts.firstIndex(where: { $0.name == name }) {
                parts[index].duration += duration
            } else {
                parts.append(Part(name: name, duration: duration))
            }
        }
    }

    /// Says something of a part, such as how many it dealt with.
    func note(_ text: String, of name: String) {
        parts.withLock { parts in
            if let index = parts.firstIndex(where: { $0.name == name }) { parts[index].note = text }
        }
    }

    /// A line for each part and one for the whole.
    var text: String {
        let whole = Part(name: "in all", duration: ContinuousClock.now - start)
        return parts.withLock { parts in
            (parts + [whole]).map { part in
                let name = part.name.padding(to: 24)
                let time = part.duration.millisecondsText.leftPadding(to: 12)
                return "  \(name)\(time) ms" + (part.note.map { "  \($0)" } ?? "")
            }.joined(separator: "\n")
        }
    }
}

extension Duration {
    /// Milliseconds with one digit after the point.
    var millisecondsText: String {
        let (seconds, attoseconds) = components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(grouped(Int(tenths / 10))).\(tenths % 10)"
    }
}

extension String {
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    func leftPadding(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
