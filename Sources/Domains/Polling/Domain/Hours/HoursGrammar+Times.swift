/// The times of a rule.
extension HoursGrammar {
    /// Takes `08:00-12:00,13:00-18:00`, `9 am - 5 pm`, `22:00-02:00` from the front.
    ///
    /// - Returns: No times where none stand there; nil where one of them is not understood.
    mutating func takeTimes() -> [HoursRule.Times]? {
        var times: [HoursRule.Times] = []
        while true {
            let found =
                attempt { grammar in
                    if !times.isEmpty { guard grammar.takeComma() else { return nil } }
                    return grammar.takeStretch(behind: times.last)
                } as HoursRule.Times?
            guard let found else { break }
            times.append(found)
        }
        // An end that is open, or a rhythm.
        return isUnclear || rest.hasPrefix("+") || rest.hasPrefix("/") ? nil : times
    }

    private mutating func takeComma() -> Bool {
        take(",") || ["and", "und"].contains { takeWord($0) } || take("&")
    }

    /// - Parameter last: The stretch before it: what would begin earlier by its writing is of the afternoon.
    private mutating func takeStretch(behind last: HoursRule.Times?) -> HoursRule.Times? {
        guard let from = takeWrittenTime(isEnd: false), takeJoint(),
            let until = takeWrittenTime(isEnd: true), from.minutes < 1440,
            from.minutes != until.minutes, !rest.hasPrefix("+"), !rest.hasPrefix("/"),
            WrittenTime.isClear(from: from, to: until)
        else { return nil }
        if let last, from.minutes < last.opens, !from.hasHalf, !from.isOf24Hours {
            isUnclear = true
            return nil
        }
        let isNight = until.minutes < from.minutes
        return HoursRule.Times(
            opens: from.minutes,
            closes: until.minutes + (isNight ? 1440 : 0)
        )
    }

    private mutating func takeWrittenTime(isEnd: Bool) -> WrittenTime? {
        let start = rest
        guard let minutes = takeTime(isEnd: isEnd) else { return nil }
        return WrittenTime(minutes: minutes, writtenAs: start[..<rest.startIndex].trimmingBlanks)
    }

    /// Takes `08:00`, `8:30 pm`, `8 am`, `noon`, `26:00` from the front: minutes since midnight.
    ///
    /// A number alone is of the morning or of the evening.
    private mutating func takeTime(isEnd: Bool) -> Int? {
        if takeWord("noon") { return 720 }
        if takeWord("midnight") { return isEnd ? 1440 : 0 }
        guard let hour = takeNumber(digits: 1...2) else { return nil }
        var minute: Int?
        if rest.first == ":" {
            rest = rest.dropFirst()
            minute = takeNumber(digits: 2...2)
            guard let minute, minute < 60 else { return nil }
        }
        rest = rest.trimmingBlanks
        for (words, shift) in [(["am", "a.m."], 0), (["pm", "p.m."], 12)] {
            guard words.contains(where: { takeWord($0) }) else { continue }
            guard 1...12 ~= hour else { return nil }
            return (hour % 12 + shift) * 60 + (minute ?? 0)
        }
        guard let minute, hour < 48 || hour == 48 && minute == 0 else { return nil }
        return hour * 60 + minute
    }
}
