import Radar

/// A post is one message, however often it is sent under its key, and none when it failed.
enum PostRules {
    static func check(_ history: History) {
        var ids: [String: Set<Message.ID>] = [:]
        for message in history.messages.values { ids[message.text, default: []].insert(message.id) }
        var sends: [String: [Operation]] = [:]
        for operation in history.operations {
            guard case .post(let text) = operation.action else { continue }
            sends[text, default: []].append(operation)
            if case .posted(let id) = operation.outcome { ids[text, default: []].insert(id) }
        }
        for (text, ids) in ids.sorted(by: { $0.key < $1.key }) {
            if ids.count > 1 { history.complain(.posts, "\(text) is \(ids.sorted())") }
            guard let sends = sends[text] else {
                history.complain(.posts, "nobody sent \(text)")
                continue
            }
            let isNone = sends.allSatisfy { operation in
                switch operation.outcome {
                case .posted, .lost: false
                default: true
                }
            }
            if isNone { history.complain(.posts, "\(text) is there, and failed") }
        }
    }
}
