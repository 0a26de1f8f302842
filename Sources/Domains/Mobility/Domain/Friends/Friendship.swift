package import Timekeeping

/// That two people see each other's score, once both agree.
package struct Friendship: Sendable, Hashable {
    /// How it stands as one of the two sees it.
    package enum Standing: String, Sendable, Hashable {
        /// They asked, and wait.
        case asked
        /// They are asked.
        case asking
        /// Both agree.
        case friends
    }

    package let id: String
    /// Who asked.
    package let asker: Int64
    /// Who was asked; nil where nobody has the name: the asker is not told.
    package let asked: Int64?
    package var isAgreed: Bool
    package let since: Timestamp

    /// A friendship with all its members.
    package init(id: String, asker: Int64, asked: Int64?, isAgreed: Bool, since: Timestamp) {
        (self.id, self.asker, self.asked) = (id, asker, asked)
        (self.isAgreed, self.since) = (isAgreed, since)
    }

    /// How it stands for one of the two; nil for anybody else.
    package func standing(for account: Int64) -> Standing? {
        guard account == asker || account == asked else { return nil }
        if isAgreed { return .friends }
        return account == asker ? .asked : .asking
    }

    /// The other of the two, for one of them.
    package func other(than account: Int64) -> Int64? {
        account == asker ? asked : account == asked ? asker : nil
    }

    /// How many friends and questions one may have.
    package static let limit = 500
}
