import ArgumentParser
import Foundation
import Synchronization

/// A regular expression that is sought anywhere in a text, in any case.
struct Pattern: Sendable {
    /// What looks at a text in a time that grows with its length alone; nil where the expression has what it does
    /// not know.
    private let linear: LinearPattern?
    /// Made once each, as that takes longer than to look at a text; one for each thread that may
    /// look at the same time. A `Regex` may hold closures and is lent to one at a time.
    private let expressions: [Expression]
    /// A pattern without any special character is sought as it is, which is much faster.
    private let isPlain: Bool
    private let folded: String

    init(_ text: String) throws {
        do {
            let first = try Expression(text)
            linear = LinearPattern(text)
            expressions =
                try [first]
                + (linear == nil ? 1..<Self.threadCount : 1..<1).map { _ in
                    try Expression(text)
                }
        } catch {
            throw ValidationError("--where: \"\(text)\" is no regular expression: \(error)")
        }
        isPlain = !text.contains { "\\^$.|?*+()[]{}".contains($0) }
        folded = text.lowercased()
    }

    func matches(_ value: String) -> Bool {
        if isPlain {
            return Self.asciiContains(value, folded) ?? value.lowercased().contains(folded)
        }
        if let linear { return linear.isFound(in: value) }
        for expression in expressions {
            if let isFound = expression.isFoundIfFree(in: value) { return isFound }
        }
        return expressions[0].isFound(in: value)
    }

    /// Whether a text has another in it, in any case; nil where either goes beyond ASCII.
    private static func asciiContains(_ text: String, _ folded: String) -> Bool? {
        let sought = Array(folded.utf8)
        guard sought.allSatisfy({ $0 < 0x80 }) else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            guard bytes.count >= sought.count else { return false }
            return (0...(bytes.count - sought.count)).contains { start in
                sought.indices.allSatisfy { index in
                    let byte = bytes[start + index]
                    return (65...90 ~= byte ? byte | 0x20 : byte) == sought[index]
                }
            }
        } ?? nil
    }

    private static let threadCount = 8

    private final class Expression: Sendable {
        private let text: String
        private let regex: Mutex<Regex<AnyRegexOutput>>

        init(_ text: String) throws {
            self.text = text
            regex = Mutex(try Regex(text).ignoresCase())
        }

        func isFound(in value: String) -> Bool {
            regex.withLock { regex in
                PatternWatch.shared.watching(text) { value.contains(regex) }
            }
        }

        /// nil where somebody else uses it.
        func isFoundIfFree(in value: String) -> Bool? {
            regex.withLockIfAvailable { regex in
                PatternWatch.shared.watching(text) { value.contains(regex) }
            }
        }
    }
}

/// Ends the process with a sentence where an expression goes on and on over one value: how long it takes may double
/// with each character, and nothing else can stop it.
private final class PatternWatch: Sendable {
    static let shared = PatternWatch()

    private struct State {
        var isWatching = false
        var count = 0
        var begun: [Int: (text: String, at: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())
    /// A value takes microseconds.
    private static let longest = Duration.seconds(10)

    func watching<Result>(_ text: String, _ look: () -> Result) -> Result {
        let (number, isFirst) = state.withLock { state in
            state.count += 1
            state.begun[state.count] = (text, .now)
            defer { state.isWatching = true }
            return (state.count, !state.isWatching)
        }
        if isFirst { Thread.detachNewThread { self.watch() } }
        defer { state.withLock { $0.begun[number] = nil } }
        return look()
    }

    private func watch() {
        while true {
            Thread.sleep(forTimeInterval: 1)
            let now = ContinuousClock.now
            let late = state.withLock { state in
                state.begun.values.first { now - $0.at > Self.longest }
            }
            guard let late else { continue }
            UnfinishedFiles.unlinkAll()
            StandardError.print(
                "error: \"\(late.text)\" took more than 10 s over one value, and there is no telling when it would "
                    + "end; write it without repeats within repeats, or without \\b, (?=...), (?!...), \\p{...} and "
                    + "\\1, and no value takes long"
            )
            exit(1)
        }
    }
}
