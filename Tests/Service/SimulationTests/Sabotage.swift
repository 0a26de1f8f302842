/// A rule that is broken on purpose, to see that the checks find it.
enum Sabotage: String, CaseIterable, Sendable {
    /// A stream leaves out an event.
    case dropEvent
    /// A stream tells an event twice.
    case doubleEvent
    /// One of the servers shows messages for a while after they have expired.
    case showExpired
    /// A post that was acknowledged is gone after its process has ended.
    case losePost
    /// A removal is acknowledged and not made.
    case keepRemoved
    /// A server is not told what the other one has changed.
    case hearNothing
    /// A later page is counted from the start of what there is now.
    case countPages
    /// The key of a post is not looked at.
    case postTwice

    /// The rules of which one must find it.
    var finders: Set<Rule> {
        switch self {
        case .dropEvent: [.streams]
        case .doubleEvent: [.streams]
        case .showExpired: [.visibility]
        case .losePost: [.objects, .visibility]
        case .keepRemoved: [.objects, .visibility, .quiet]
        case .hearNothing: [.quiet]
        case .countPages: [.pages]
        case .postTwice: [.posts]
        }
    }
}
