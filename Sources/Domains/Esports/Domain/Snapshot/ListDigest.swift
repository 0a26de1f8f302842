internal import Timekeeping

/// Tells lists of products apart by what decides their order and what is left out of them: a list with the same
/// digest goes on where another ended, in this process or in the next.
///
/// Source: FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923).
struct ListDigest: Sendable, Hashable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    private mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte: byte) }
        // No UTF-8 has it: texts do not run into each other.
        add(byte: 0xFF)
    }

    private mutating func add(_ number: Int64) {
        let bits = UInt64(bitPattern: number)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            add(byte: UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    /// The digest of a product in all lists.
    init(of product: Product) {
        add(product.id)
        add(product.price.amountMinor)
        add(product.price.currency.code)
        for category in product.categories { add(category) }
        add(product.expiresAt?.millisecondsSince1970 ?? .max)
    }

    /// The digest of a list.
    ///
    /// - Parameter products: The digests of all products, by their numbers.
    /// - Complexity: O(n).
    init(of list: [ListedProduct], _ products: [ListDigest]) {
        for listed in list {
            add(Int64(bitPattern: products[listed.number].value))
            add(Int64(clamping: listed.rank.sourceRank))
            add(Int64(listed.rank.fit))
        }
    }
}

extension LeagueSnapshot {
    /// What tells the list of a scope from that of another time.
    package func digest(of scope: ProductScope) -> UInt64 {
        switch scope {
        case .all: digestOfAll.value
        case .game(let number): digestOfGame[number].value
        case .event(let text):
            (number(ofTournament: text).flatMap { digestOfTournament[$0] }
                ?? ListDigest(of: [], [])).value
        }
    }
}
