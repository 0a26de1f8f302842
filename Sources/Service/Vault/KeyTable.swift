internal import Accounts
internal import Cryptography

/// What a key file says: each account's key, what accounts are found by, whose keys were taken away, and where
/// copies of the file lie.
///
/// A line says one thing, and later lines hold before earlier ones; each ends in a check of itself.
struct KeyTable: Sendable {
    /// What an account is found by: a keyed hash of a name of one kind.
    struct Tag: Sendable, Hashable {
        let kind: String
        let hash: String
    }

    /// The key of an account, and when it was made, in seconds since 1970.
    struct Key: Sendable {
        let bytes: [UInt8]
        let madeAtSeconds: Int64
    }

    /// A line that is none.
    struct Damage: Error, Hashable {
        let line: Int
    }

    /// Which vault the file is of.
    let vault: String
    private(set) var keys: [AccountID: Key] = [:]
    private(set) var gone: Set<AccountID> = []
    private(set) var copies: [String] = []
    private var owners: [Tag: AccountID] = [:]
    private var tags: [AccountID: [String: String]] = [:]

    /// An empty table.
    init(vault: String) { self.vault = vault }

    /// Whose a tag is; nil for nobody's.
    func owner(of tag: Tag) -> AccountID? { owners[tag] }

    /// The kinds of tags that an account has.
    func kinds(of account: AccountID) -> Set<String> { Set(tags[account, default: [:]].keys) }

    // MARK: Lines

    private static let title = "ambit-vault-keys"
    private static let version = "1"
    static let keyByteCount = 32

    /// Something that a line says.
    enum Entry: Sendable, Hashable {
        case key(AccountID, madeAtSeconds: Int64, [UInt8])
        case tag(AccountID, Tag)
        case untag(AccountID, kind: String)
        case gone(AccountID)
        case copy(String)

        fileprivate var words: [String] {
            switch self {
            case .key(let account, let seconds, let bytes):
                ["key", account.text, "\(seconds)", bytes.hexadecimal]
            case .tag(let account, let tag): ["tag", account.text, tag.kind, tag.hash]
            case .untag(let account, let kind): ["untag", account.text, kind]
            case .gone(let account): ["gone", account.text]
            case .copy(let path): ["copy", Base64URL.encode(Array(path.utf8))]
            }
        }

        fileprivate init?(_ words: [Substring]) {
            let account = words.count > 1 ? AccountID(text: words[1]) : nil
            switch (words.first, words.count) {
            case ("key", 4):
                guard let account, let seconds = Int64(words[2]), let bytes = Self.bytes(words[3]),
                    bytes.count == KeyTable.keyByteCount
                else { return nil }
                self = .key(account, madeAtSeconds: seconds, bytes)
            case ("tag", 4):
                guard let account else { return nil }
                self = .tag(account, Tag(kind: String(words[2]), hash: String(words[3])))
            case ("untag", 3):
                guard let account else { return nil }
                self = .untag(account, kind: String(words[2]))
            case ("gone", 2):
                guard let account else { return nil }
                self = .gone(account)
            case ("copy", 2):
                guard let path = Base64URL.decode(String(words[1])) else { return nil }
                self = .copy(String(decoding: path, as: UTF8.self))
            default: return nil
            }
        }

        /// A line with its end and its check; nil for none.
        init?(line: String) {
            guard let words = KeyTable.words(of: line.dropLast(line.hasSuffix("\n") ? 1 : 0)) else {
                return nil
            }
            self.init(words)
        }

        private static func bytes(_ hexadecimal: Substring) -> [UInt8]? {
            let digits = hexadecimal.utf8.compactMap {
                UInt8(String(Unicode.Scalar($0)), radix: 16)
            }
            guard digits.count == hexadecimal.utf8.count, digits.count.isMultiple(of: 2) else {
                return nil
            }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }

    /// What a line says by itself; nil for none.
    private static func words(of line: some StringProtocol) -> [Substring]? {
        let line = Substring(line)
        guard let space = line.lastIndex(of: " "),
            line[line.index(after: space)...] == check(line[..<space])
        else { return nil }
        return line[..<space].split(separator: " ", omittingEmptySubsequences: false)
    }

    private static func line(_ words: [String]) -> String {
        let text = words.joined(separator: " ")
        return "\(text) \(check(text))\n"
    }

    private static func check(_ text: some StringProtocol) -> String {
        SHA256.hash(text).prefix(4).hexadecimal
    }

    /// The lines of entries.
    static func lines(_ entries: [Entry]) -> [UInt8] {
        Array(entries.map { line($0.words) }.joined().utf8)
    }

    /// All that the table says, as short as can be.
    var entries: [Entry] {
        var entries: [Entry] = []
        for (account, key) in keys.sorted(by: { $0.key < $1.key }) {
            entries.append(.key(account, madeAtSeconds: key.madeAtSeconds, key.bytes))
            for (kind, hash) in tags[account, default: [:]].sorted(by: { $0.key < $1.key }) {
                entries.append(.tag(account, Tag(kind: kind, hash: hash)))
            }
        }
        return entries + gone.sorted().map(Entry.gone) + copies.map(Entry.copy)
    }

    /// The whole table as a file.
    var bytes: [UInt8] {
        Array(Self.line([Self.title, Self.version, vault]).utf8) + Self.lines(entries)
    }

    /// Reads a file. What stands behind the last end of a line was cut off by a crash before anybody was told
    /// of it, and counts for nothing.
    ///
    /// - Throws: ``Damage``.
    init(parsing bytes: [UInt8]) throws(Damage) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { throw Damage(line: 1) }
        let lines = String(decoding: bytes[..<end], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        var parsed: KeyTable?
        for (index, line) in lines.enumerated() where !line.isEmpty {
            guard let words = Self.words(of: line) else {
                // A line that a crash cut off, and that the next one ended.
                if index + 1 < lines.count, lines[index + 1].isEmpty { continue }
                throw Damage(line: index + 1)
            }
            if parsed == nil {
                guard words.count == 3, words[0] == Self.title, words[1] == Self.version else {
                    throw Damage(line: index + 1)
                }
                parsed = KeyTable(vault: String(words[2]))
            } else if let entry = Entry(words) {
                parsed?.apply(entry)
            } else {
                throw Damage(line: index + 1)
            }
        }
        guard let parsed else { throw Damage(line: 1) }
        self = parsed
    }

    /// Takes over what an entry says.
    mutating func apply(_ entry: Entry) {
        switch entry {
        case .key(let account, let seconds, let bytes):
            guard !gone.contains(account) else { return }
            keys[account] = Key(bytes: bytes, madeAtSeconds: seconds)
        case .tag(let account, let tag):
            guard !gone.contains(account) else { return }
            untag(account, tag.kind)
            owners[tag] = account
            tags[account, default: [:]][tag.kind] = tag.hash
        case .untag(let account, let kind): untag(account, kind)
        case .gone(let account):
            for kind in kinds(of: account) { untag(account, kind) }
            tags[account] = nil
            keys[account] = nil
            gone.insert(account)
        case .copy(let path): if !copies.contains(path) { copies.append(path) }
        }
    }

    /// Forgets a copy that is no more.
    mutating func forgetCopy(_ path: String) { copies.removeAll { $0 == path } }

    private mutating func untag(_ account: AccountID, _ kind: String) {
        guard let hash = tags[account]?.removeValue(forKey: kind) else { return }
        let tag = Tag(kind: kind, hash: hash)
        if owners[tag] == account { owners[tag] = nil }
    }
}
