internal import Foundation
internal import Timekeeping

/// A day and a minute by somebody's own clock.
struct LocalMoment: Sendable, Hashable {
    /// Days since 1970-01-01.
    let day: Int64
    /// Minutes after midnight.
    let minute: Int

    /// - Returns: nil for a zone that there is not.
    init?(_ moment: Timestamp, in zone: String) {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        let seconds = moment.millisecondsSince1970.flooredQuotient(by: 1000)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        let local = seconds + Int64(offset)
        day = local.flooredQuotient(by: 86_400)
        minute = Int(local - day * 86_400) / 60
    }
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension NoticeSettings {
    /// Whether it is quiet at a moment.
    func isQuiet(at moment: Timestamp) -> Bool {
        guard let quietFrom, let quietTo, quietFrom != quietTo,
            let local = LocalMoment(moment, in: timeZone)
        else { return false }
        return quietFrom < quietTo
            ? (quietFrom..<quietTo).contains(local.minute)
            : local.minute >= quietFrom || local.minute < quietTo
    }

    /// Of notices in the order of their ids, those that are told unasked: of each topic so many of a day.
    func told(of notices: [Notice]) -> [Notice] {
        var counts: [String: Int] = [:]
        return notices.filter { notice in
            let day = LocalMoment(notice.draft.from, in: timeZone)?.day ?? 0
            let key = "\(day) \(notice.draft.topic)"
            counts[key, default: 0] += 1
            return counts[key, default: 0] <= mostPerDay
        }
    }
}
