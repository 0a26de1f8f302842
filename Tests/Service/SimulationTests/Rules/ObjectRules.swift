import Radar

/// Whether all that was asked of and done to each message has an order, within the times at which it
/// was asked and answered, in which it could have been done one after the other.
///
/// Source: J. M. Wing, C. Gong, "Testing and verifying concurrent objects" (1993); states that were met
/// before are not looked at again, after G. Lowe, "Testing for linearizability" (2017).
enum ObjectRules {
    static func check(_ history: History) {
        let operations = history.operations
        var author: [String: Device.ID] = [:]
        for operation in operations {
            if case .post(let text) = operation.action { author[text] = operation.device }
        }
        for message in history.messages.values.sorted(by: { $0.id < $1.id }) {
            guard let author = author[message.text] else { continue }
            let facts = MessageModel.Facts(author: author, expiry: message.expiry)
            let touching = self.operations(operations, touching: message)
            // So many are never reached; a bit stands for each.
            guard touching.count < UInt128.bitWidth else { continue }
            guard !hasOrder(touching, facts) else { continue }
            history.complain(
                .objects,
                "message \(message.id), by device \(author.rawValue), expires at "
                    + "\(message.expiry): no order explains "
                    + touching.map { line(of: $0) }.joined(separator: "; ")
            )
        }
    }

    private static func line(of operation: Operation) -> String {
        "#\(operation.number) \(operation.start.order)-\(operation.end?.order ?? 0) "
            + "device \(operation.device.rawValue) \(operation.action) \(operation.outcome)"
    }

    private static func operations(
        _ all: [Operation],
        touching message: Message
    ) -> [Operation] {
        let own = all.filter { operation in
            switch operation.action {
            case .post(let text):
                if case .posted(let id) = operation.outcome { return id == message.id }
                return text == message.text && operation.outcome == .lost
            case .remove(let id), .hide(let id), .restore(let id), .report(let id),
                .bookmark(let id), .unbookmark(let id), .read(let id), .sent(let id),
                .queued(let id), .look(let id):
                return id == message.id
            case .forget: return true
            }
        }
        let devices = Set(own.filter { $0.action != .forget }.map(\.device))
        return own.filter { operation in
            if operation.action == .forget { return devices.contains(operation.device) }
            // What came to nothing, and what only asked.
            switch (operation.action, operation.outcome) {
            case (.post, _): return true
            case (_, .unknownDevice): return false
            case (.read, .lost), (.read, .failed): return false
            default: return true
            }
        }
    }

    private struct Node: Hashable {
        let done: UInt128
        let model: MessageModel
    }

    private static func hasOrder(_ operations: [Operation], _ facts: MessageModel.Facts) -> Bool {
        let mustBeDone = operations.indices.reduce(UInt128(0)) { mask, index in
            operations[index].isUncertain ? mask : mask | 1 << UInt128(index)
        }
        var seen: Set<Node> = []
        var stack = [Node(done: 0, model: MessageModel())]
        while let node = stack.popLast() {
            if node.done & mustBeDone == mustBeDone { return true }
            // Nothing that began after this can have come before what is not done yet.
            let bound =
                operations.indices.lazy
                .filter { mustBeDone >> UInt128($0) & 1 == 1 && node.done >> UInt128($0) & 1 == 0 }
                .map { operations[$0].end?.order ?? .max }.min() ?? .max
            for index in operations.indices where node.done >> UInt128(index) & 1 == 0 {
                let operation = operations[index]
                guard operation.start.order < bound else { continue }
                for model in node.model.after(operation, facts) {
                    let next = Node(done: node.done | 1 << UInt128(index), model: model)
                    if seen.insert(next).inserted { stack.append(next) }
                }
            }
        }
        return false
    }
}
