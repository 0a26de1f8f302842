package import Accounts
internal import Cryptography

/// Seals and opens what is an account's own, under its data key.
///
/// Where the key was taken away, nothing opens what was sealed under it: neither in the database nor in any copy.
package struct Sealer: Sendable {
    /// Whose key it is.
    package let account: AccountID
    private let key: SealingKey

    init(account: AccountID, key bytes: [UInt8]) {
        self.account = account
        key = SealingKey(from: AuthenticationKey(bytes: bytes), for: "vault")
    }

    /// The bytes in a box, 28 bytes longer (AES-256-GCM).
    ///
    /// - Parameter context: What the box is, such as `accounts.profile`: ``SealedColumn/context`` of the column
    ///   that it stands in.
    package func seal(_ bytes: [UInt8], in context: String) -> [UInt8] {
        key.seal(bytes, in: context)
    }

    /// The bytes in a box; nil when it was sealed for somebody else or something else, or was changed.
    package func open(_ box: [UInt8], in context: String) -> [UInt8]? {
        key.open(box, in: context)
    }
}

/// A column of sealed bytes, so that `ambit check` can prove that all of them open.
package struct SealedColumn: Sendable, Hashable {
    /// The table.
    package let table: String
    /// The column that has the account's id.
    package let account: String
    /// The column that has the box; nothing is sealed where it is null.
    package let box: String
    /// What its boxes are sealed as; no other column has the same.
    package let context: String

    /// A column with all its members.
    package init(table: String, account: String = "account", box: String, context: String) {
        self.table = table
        self.account = account
        self.box = box
        self.context = context
    }
}
