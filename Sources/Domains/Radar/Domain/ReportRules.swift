internal import Synchronization
internal import Timekeeping

/// Whose reports count towards hiding a message, and how many messages they may hide.
///
/// Every report goes to the moderators' queue. To hide a message before a moderator has looked, reports
/// must come from devices that were not made for it, behind different addresses, and not in a wave: one
/// person with a machine could silence everybody otherwise.
public struct ReportRules: Sendable, Hashable {
    /// A device counts that was registered so long ago, in seconds; nil for any device.
    public var deviceAgeSeconds: Int64?
    /// A younger device counts, too, when a message of its own has stood so long, in seconds, and still
    /// stands or is kept by somebody: it has taken part. To wait for that takes a while, and a post that
    /// nobody minds.
    public var standingSeconds: Int64
    /// Whether only one report from one address counts.
    public var needsDifferentAddresses: Bool
    /// How many messages reports may hide within ``periodSeconds``; those after that wait in the queue
    /// and are seen meanwhile. Nil for any number.
    public var hidesInPeriod: Int?
    /// How long that period is, in seconds.
    public var periodSeconds: Int64

    /// A device of a day, or one that has taken part for an hour; different addresses; ten messages an
    /// hour.
    public static let standard = ReportRules()

    /// Every device counts, however many there are behind one address: where rate limits are off.
    public static let open = ReportRules(
        deviceAgeSeconds: nil,
        needsDifferentAddresses: false,
        hidesInPeriod: nil
    )

    /// The standard rules, but for those given.
    public init(
        deviceAgeSeconds: Int64? = 86_400,
        standingSeconds: Int64 = 3600,
        needsDifferentAddresses: Bool = true,
        hidesInPeriod: Int? = 10,
        periodSeconds: Int64 = 3600
    ) {
        self.deviceAgeSeconds = deviceAgeSeconds
        self.standingSeconds = standingSeconds
        self.needsDifferentAddresses = needsDifferentAddresses
        self.hidesInPeriod = hidesInPeriod
        self.periodSeconds = periodSeconds
    }
}

/// What a process remembers of reports, in memory alone: behind which addresses those that counted
/// stood, and when messages were hidden by them.
final class ReportWatch: Sendable {
    private struct State {
        /// Marks of addresses by message; those that were not touched lately are forgotten in the end.
        var young: [Message.ID: Set<UInt64>] = [:]
        var old: [Message.ID: Set<UInt64>] = [:]
        /// When messages were hidden within the last period, the earliest first.
        var hides: [Timestamp] = []
    }

    private let rules: ReportRules
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: Of how many messages addresses are remembered for sure.
    init(_ rules: ReportRules, capacity: Int = 20_000) {
        self.rules = rules
        self.capacity = capacity
    }

    /// Notes that a message is reported from behind an address.
    ///
    /// - Returns: Whether nobody has from there; true where that does not matter.
    func enter(_ mark: UInt64?, of id: Message.ID) -> Bool {
        guard rules.needsDifferentAddresses, let mark else { return true }
        return state.withLock { state in
            if state.young[id] == nil {
                if state.young.count >= capacity { (state.old, state.young) = (state.young, [:]) }
                state.young[id] = state.old[id] ?? []
            }
            return state.young[id, default: []].insert(mark).inserted
        }
    }

    /// Takes back that a message was reported from behind an address: the report did not count.
    func leave(_ mark: UInt64?, of id: Message.ID) {
        guard let mark else { return }
        state.withLock { state in
            state.young[id]?.remove(mark)
            state.old[id]?.remove(mark)
        }
    }

    /// Takes one of the messages that may be hidden now.
    ///
    /// - Returns: Whether there was one.
    func takeHide(at moment: Timestamp) -> Bool {
        guard let most = rules.hidesInPeriod else { return true }
        let (period, overflow) = rules.periodSeconds.multipliedReportingOverflow(by: 1000)
        return state.withLock { state in
            state.hides.removeAll { moment.milliseconds(since: $0) >= (overflow ? .max : period) }
            guard state.hides.count < most else { return false }
            state.hides.append(moment)
            return true
        }
    }

    /// Gives it back: nothing was hidden.
    func giveBackHide(at moment: Timestamp) {
        state.withLock { state in
            if let place = state.hides.lastIndex(of: moment) { state.hides.remove(at: place) }
        }
    }
}
