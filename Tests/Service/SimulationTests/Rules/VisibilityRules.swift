import Geodesy
import Radar

/// What a server shows at a moment: what was posted through it, or was on disk when it loaded, until it
/// expires, is removed or hidden, within reach, and nothing else.
///
/// What the other server does is heard of later; ``QuietRules`` sees to that.
enum VisibilityRules {
    /// What was done to one message.
    private struct Deeds {
        var posts: [Operation] = []
        /// What ends or may end it, for good.
        var removals: [Operation] = []
        var hides: [Operation] = []
        var reports: [Operation] = []
        var restores: [Operation] = []
    }

    static func check(_ history: History) {
        let messages = history.messages
        let deeds = self.deeds(history.operations, messages)
        let inOrder = messages.values.sorted { $0.id < $1.id }
        for listing in history.listings {
            let origin = GeodesicOrigin(listing.center)
            for message in inOrder {
                let id = message.id
                let isShown = listing.messages[id] != nil
                guard isShown || message.expiry > listing.point.moment else { continue }
                let deeds = deeds[id] ?? Deeds()
                let distance = origin.distance(to: message.coordinate).meters
                let reach = min(listing.radius.meters, message.visibleRadius.meters)
                let wrong: String?
                if isShown {
                    wrong =
                        distance > reach + 0.01
                        ? "out of reach" : whyHidden(message, deeds, listing)
                } else {
                    let mustBeShown = distance < reach - 0.01 && mustShow(deeds, listing)
                    wrong = mustBeShown ? "left out" : nil
                }
                guard let wrong else { continue }
                history.complain(
                    .visibility,
                    "server \(listing.server) at \(listing.point.order) "
                        + "(\(listing.point.moment) ms): message \(id) is \(wrong)"
                )
            }
        }
    }

    private static func deeds(
        _ operations: [Operation],
        _ messages: [Message.ID: Message]
    ) -> [Message.ID: Deeds] {
        var ids: [String: Message.ID] = [:]
        for message in messages.values { ids[message.text] = message.id }
        var deeds: [Message.ID: Deeds] = [:]
        var authors: [Device.ID: Set<Message.ID>] = [:]
        for operation in operations {
            switch operation.action {
            case .post(let text):
                guard let id = ids[text] else { continue }
                deeds[id, default: Deeds()].posts.append(operation)
                authors[operation.device, default: []].insert(id)
            case .remove(let id):
                if operation.outcome == .done || operation.isUncertain {
                    deeds[id, default: Deeds()].removals.append(operation)
                }
            case .hide(let id): deeds[id, default: Deeds()].hides.append(operation)
            case .report(let id): deeds[id, default: Deeds()].reports.append(operation)
            case .restore(let id): deeds[id, default: Deeds()].restores.append(operation)
            default: break
            }
        }
        // All that a device has posted, some of which may come to light after it was erased.
        for operation in operations where operation.action == .forget {
            for id in authors[operation.device] ?? [] {
                deeds[id, default: Deeds()].removals.append(operation)
            }
        }
        return deeds
    }

    /// Whether a server knew that something was done.
    private static func knows(_ listing: Listing, _ operation: Operation) -> Bool {
        guard let end = operation.end, !operation.isUncertain else { return false }
        return operation.server == listing.server
            ? end.order < listing.point.order : end.order < listing.loadStart
    }

    private static func mustShow(_ deeds: Deeds, _ listing: Listing) -> Bool {
        func isBegun(_ operation: Operation) -> Bool {
            operation.start.order < listing.point.order
        }
        let isPosted = deeds.posts.contains { operation in
            if case .posted = operation.outcome { return knows(listing, operation) }
            return false
        }
        guard isPosted, !deeds.removals.contains(where: isBegun) else { return false }
        let hides = (deeds.hides + deeds.reports).filter(isBegun)
        guard !hides.isEmpty else { return true }
        // Shown again after all of that, and nothing has come between.
        return deeds.restores.contains { restore in
            restore.outcome == .state(.live) && knows(listing, restore)
                && hides.allSatisfy { hide in
                    hide.end.map { $0.order < restore.start.order && !hide.isUncertain } ?? false
                        && knows(listing, hide)
                }
        }
    }

    /// Whether it was the erasure of its device that has removed a message: not one whose post was under
    /// way, nor one that was removed through the other server and of which this one has not heard yet.
    private static func hasErased(
        _ erasure: Operation,
        _ deeds: Deeds,
        _ listing: Listing
    ) -> Bool {
        let wasPosted = deeds.posts.contains {
            $0.end.map { $0.order < erasure.start.order } ?? false
        }
        let wasRemoved = deeds.removals.contains { other in
            other.number != erasure.number && !knows(listing, other)
                && other.start.order < erasure.end?.order ?? .max
        }
        return wasPosted && !wasRemoved
    }

    /// Why a message that is shown must not be; nil when it may.
    private static func whyHidden(
        _ message: Message,
        _ deeds: Deeds,
        _ listing: Listing
    ) -> String? {
        if message.expiry <= listing.point.moment { return "expired" }
        if !deeds.posts.contains(where: { $0.start.order < listing.point.order }) {
            return "not posted yet"
        }
        let isRemoved = deeds.removals.contains { operation in
            operation.outcome == .done && knows(listing, operation)
                && (operation.action != .forget || hasErased(operation, deeds, listing))
        }
        if isRemoved { return "removed" }
        let isHidden = deeds.hides.contains { hide in
            guard hide.outcome == .state(.hiddenByModerator), knows(listing, hide) else {
                return false
            }
            return deeds.restores.allSatisfy { restore in
                restore.end.map { !restore.isUncertain && $0.order < hide.start.order } ?? false
                    || restore.start.order > listing.point.order
            }
        }
        return isHidden ? "hidden" : nil
    }
}
