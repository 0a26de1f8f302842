/// A Huffman code: how many bits each symbol takes, and which.
struct PrefixCode: Sendable {
    /// The number of bits of each symbol; zero for a symbol that has no code.
    let lengths: [UInt8]
    /// The bits of each symbol, ready to be written: the first bit is the lowest.
    let bits: [UInt16]

    /// The code for symbols that are met as often as their weights say.
    ///
    /// - Parameters:
    ///   - weights: Two or more of them above zero.
    ///   - mostBits: No code is longer. Where the best one would be, weights are evened out until it is
    ///     not, which costs little.
    init(weights: [Int], mostBits: Int) {
        var weights = weights
        var lengths = Self.lengths(of: weights)
        while lengths.contains(where: { $0 > mostBits }) {
            weights = weights.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = Self.lengths(of: weights)
        }
        self.lengths = lengths
        bits = Self.bits(of: lengths)
    }

    /// A root of one of the trees that are joined: the lightest two become children of a new one.
    private struct Root {
        let weight: Int
        let node: Int
    }

    /// Source: D. A. Huffman, "A Method for the Construction of Minimum-Redundancy Codes", Proc. IRE 40
    /// (1952). Between equal weights the order of making decides, so that every run gives the same code.
    private static func lengths(of weights: [Int]) -> [UInt8] {
        var parents = [Int](repeating: -1, count: weights.count)
        var roots = weights.enumerated().filter { $0.element > 0 }
            .map { Root(weight: $0.element, node: $0.offset) }
            .sorted { ($0.weight, $0.node) > ($1.weight, $1.node) }
        while roots.count > 1 {
            let (first, second) = (roots.removeLast(), roots.removeLast())
            let node = Root(weight: first.weight + second.weight, node: parents.count)
            parents.append(-1)
            parents[first.node] = node.node
            parents[second.node] = node.node
            let place = roots.firstIndex { $0.weight <= node.weight } ?? roots.count
            roots.insert(node, at: place)
        }
        return weights.indices.map { symbol in
            var (length, node) = (UInt8(0), symbol)
            while parents[node] >= 0 { (length, node) = (length + 1, parents[node]) }
            return length
        }
    }

    /// The codes that follow from their lengths. Source: RFC 1951, section 3.2.2.
    private static func bits(of lengths: [UInt8]) -> [UInt16] {
        var next = [UInt16](repeating: 0, count: 16)
        var code: UInt16 = 0
        for length in 1...15 {
            next[length] = code
            code = (code + UInt16(lengths.count { Int($0) == length })) << 1
        }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[Int(length)] += 1 }
            return next[Int(length)].reversedBits(count: Int(length))
        }
    }
}

extension UInt16 {
    /// The lowest `count` bits in the opposite order.
    fileprivate func reversedBits(count: Int) -> UInt16 {
        (0..<count).reduce(0) { $0 << 1 | (self >> $1 & 1) }
    }
}
