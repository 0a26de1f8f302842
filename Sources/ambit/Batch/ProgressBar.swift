import Foundation
import Timekeeping

/// A bar on a terminal that tells how far a command has come.
struct ProgressBar {
    private let isShown: Bool
    private let noun: String
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var hasDrawn = false

    init(isShown: Bool, noun: String) {
        self.isShown = isShown
        self.noun = noun
    }

    /// - Parameter share: 0 to 1; nil where nobody knows how much there is.
    mutating func show(_ count: Int, share: Double?) {
        let now = ContinuousClock.now
        guard isShown, now - last > .milliseconds(100) else { return }
        last = now
        hasDrawn = true
        let seconds = (now - start).seconds
        let rate = seconds > 0 ? Int(Double(count) / seconds) : 0
        var text = "\(grouped(count)) \(noun), \(grouped(rate))/s"
        if let share {
            let width = 24
            let filled = Int(Double(width) * min(1, share))
            let bar = String(repeating: "#", count: filled).padding(to: width)
            let left = share > 0.01 ? Int((seconds / share - seconds).rounded(.up)) : nil
            text = "[\(bar)] \(Int(share * 100)) %, " + text
            if let left { text += ", \(left) s left" }
        }
        StandardError.write("\r\u{1B}[K\(text)")
    }

    /// Takes the bar away, so that messages stand alone.
    mutating func clear() {
        if hasDrawn { StandardError.write("\r\u{1B}[K") }
        hasDrawn = false
    }
}
