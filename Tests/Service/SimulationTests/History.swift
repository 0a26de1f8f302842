import Geodesy
import Radar
import Synchronization
import Timekeeping

/// What must hold.
enum Rule: String, Hashable, Sendable {
    /// What is asked of and done to one message has an order in which it could have been done alone.
    case objects
    /// What a server shows, and what not.
    case visibility
    /// A list that is read page by page is what there was at its first page, less what went since.
    case pages
    /// Every event once, or a gap.
    case streams
    /// When nothing happens any more, all show what the store holds.
    case quiet
    /// A post is one message, however often it is sent under its key, and none when it failed.
    case posts
    /// No call fails with an error that it does not name, and the simulation comes to rest.
    case errors
}

/// A place in the history: how many things were noted before it, and the simulation's time.
struct Point: Hashable, Sendable {
    let order: Int
    let moment: Int64
}

/// Something that a client asked a server to do, or to say.
struct Operation: Sendable {
    enum Action: Hashable, Sendable {
        case post(String)
        case remove(Message.ID)
        case forget
        case hide(Message.ID)
        case restore(Message.ID)
        case report(Message.ID)
        case bookmark(Message.ID)
        case unbookmark(Message.ID)
        /// To read a message that the device keeps.
        case read(Message.ID)
        /// Whether a message stands in its author's list.
        case sent(Message.ID)
        /// Whether a message waits for a moderator.
        case queued(Message.ID)
        /// What the store itself holds.
        case look(Message.ID)
    }

    enum Outcome: Hashable, Sendable {
        case posted(Message.ID)
        case done
        case notFound
        /// There is none, or it is another device's: which of them is not said.
        case notOwn
        case unknownDevice
        case state(MessageState)
        /// The store failed.
        case failed
        /// The process was gone before it answered.
        case lost
    }

    let number: Int
    let device: Device.ID
    /// The process that was asked.
    let server: Int
    let action: Action
    let start: Point
    var end: Point?
    var outcome = Outcome.lost

    /// Whether it may have been done or not.
    var isUncertain: Bool { outcome == .lost || outcome == .failed }
}

/// All that a server showed at one place at one moment.
struct Listing: Sendable {
    let server: Int
    let loadStart: Int
    let point: Point
    let center: Coordinate
    let radius: Distance
    let messages: [Message.ID: Message]
}

/// All that clients did and saw, in order.
final class History: Sendable {
    private struct State {
        var order = 0
        var operations: [Operation] = []
        var listings: [Listing] = []
        var messages: [Message.ID: Message] = [:]
        var lines: [String] = []
        var violations: [(rule: Rule, text: String)] = []
    }

    private let state = Mutex(State())
    private let simulator: Simulator

    init(simulator: Simulator) { self.simulator = simulator }

    var operations: [Operation] { state.withLock { $0.operations } }
    var listings: [Listing] { state.withLock { $0.listings } }
    /// Every message that anybody has seen.
    var messages: [Message.ID: Message] { state.withLock { $0.messages } }
    /// What happened, to be read and compared.
    var lines: [String] { state.withLock { $0.lines } }
    var violations: [(rule: Rule, text: String)] { state.withLock { $0.violations } }

    func point() -> Point {
        let now = simulator.now
        return state.withLock { state in
            state.order += 1
            return Point(order: state.order, moment: now)
        }
    }

    func note(_ line: @autoclosure () -> String) {
        let point = point()
        let line = "\(point.order) \(point.moment) ms: \(line())"
        state.withLock { $0.lines.append(line) }
    }

    func complain(_ rule: Rule, _ text: String) {
        let moment = simulator.now
        state.withLock { $0.violations.append((rule, "\(rule) at \(moment) ms: \(text)")) }
        note("VIOLATION of \(rule): \(text)")
    }

    /// Begins an operation.
    ///
    /// - Returns: Its number.
    func begin(_ action: Operation.Action, by device: Device.ID, on server: Int) -> Int {
        let start = point()
        return state.withLock { state in
            let number = state.operations.count
            state.operations.append(
                Operation(
                    number: number,
                    device: device,
                    server: server,
                    action: action,
                    start: start
                )
            )
            state.lines.append(
                "\(start.order) \(start.moment) ms: #\(number) server \(server), "
                    + "device \(device.rawValue): \(action)"
            )
            return number
        }
    }

    func end(_ number: Int, _ outcome: Operation.Outcome) {
        let end = point()
        state.withLock { state in
            state.operations[number].end = end
            state.operations[number].outcome = outcome
            state.lines.append("\(end.order) \(end.moment) ms: #\(number) \(outcome)")
        }
    }

    /// Something that was seen within an interval.
    func add(
        _ action: Operation.Action,
        by device: Device.ID,
        on server: Int,
        from start: Point,
        to end: Point,
        _ outcome: Operation.Outcome
    ) {
        state.withLock { state in
            state.operations.append(
                Operation(
                    number: state.operations.count,
                    device: device,
                    server: server,
                    action: action,
                    start: start,
                    end: end,
                    outcome: outcome
                )
            )
        }
    }

    func add(_ listing: Listing) {
        state.withLock { state in
            state.listings.append(listing)
            state.messages.merge(listing.messages) { old, _ in old }
        }
    }

    func see(_ message: Message) {
        let known = state.withLock { state in
            state.messages.updateValue(message, forKey: message.id)
        }
        if let known, !known.isSame(as: message) {
            complain(.visibility, "message \(message.id) was \(known) and is \(message)")
        }
    }
}

extension Message {
    /// Whether two say the same in the same place: who asks may not be told the author.
    func isSame(as other: Message) -> Bool {
        id == other.id && text == other.text && category == other.category
            && coordinate == other.coordinate && visibleRadius == other.visibleRadius
            && postedAt == other.postedAt && expiresAt == other.expiresAt
    }

    /// When it expires, in milliseconds of the simulation.
    var expiry: Int64 { expiresAt.millisecondsSince1970 - Simulator.start }
}
