extension DistrictKey {
    /// How the districts of two codes of one type lie to each other, as far as the codes tell.
    package enum Kinship: Sendable, Hashable {
        /// The other is the whole of which the first may be a part: `3` is that of `3A`.
        case whole
        /// The other may be a part of the first.
        case part
        /// The other is written in another way: `3-A` beside `3A`.
        case spelling
    }

    /// The code as the codes of districts that were split are made, the whole first: `3A`, `3-A` and
    /// `3.A` are `3`, `a`, and `3-1` and `3.1` are `3`, `1`. A code that is made in no such way is whole.
    ///
    /// A part is what stands behind the last point or dash, or one letter behind a digit; what stands in
    /// front of it has a digit.
    ///
    /// - Complexity: O(n) for n characters.
    package var parts: [String] {
        var (rest, parts) = (Substring(code), [String]())
        while let (whole, part) = Self.lastPart(of: rest) {
            parts.append(String(part))
            rest = whole
        }
        return [String(rest)] + parts.reversed()
    }

    private static func lastPart(of code: Substring) -> (whole: Substring, part: Substring)? {
        var (whole, part): (Substring, Substring)
        if let cut = code.lastIndex(where: { $0 == " " || $0 == "." }),
            code[..<cut].contains(where: \.isNumber)
        {
            (whole, part) = (code[..<cut], code[code.index(after: cut)...])
        } else {
            (whole, part) = (code.dropLast(), code.suffix(1))
            guard part.first?.isLetter == true, whole.last?.isNumber == true else { return nil }
        }
        guard !part.isEmpty, whole.contains(where: \.isNumber) else { return nil }
        return (whole, part)
    }
}

/// Districts by the parts of their codes, so that those are found which may be of one ground: the whole
/// of a district that was split, and its parts.
package struct DistrictKin: Sendable {
    private struct Path: Hashable {
        let type: String
        let parts: ArraySlice<String>
    }

    private var whole: [Path: [DistrictKey]] = [:]
    /// Those that have more parts than these.
    private var longer: [Path: [DistrictKey]] = [:]

    /// - Parameter keys: The districts that are found.
    /// - Complexity: O(n) for n districts.
    package init(_ keys: some Sequence<DistrictKey>) {
        for key in keys {
            let parts = key.parts
            whole[Path(type: key.type, parts: parts[...]), default: []].append(key)
            for count in 1..<parts.count {
                longer[Path(type: key.type, parts: parts[..<count]), default: []].append(key)
            }
        }
    }

    /// The districts of which another, of the same type, may be the whole, a part or the same in another
    /// spelling; without the other itself.
    ///
    /// - Returns: With what the other is to each, by code.
    /// - Complexity: O(k log k) for k of them.
    package func kin(of other: DistrictKey) -> [(key: DistrictKey, other: DistrictKey.Kinship)] {
        let parts = other.parts
        func path(_ count: Int) -> Path { Path(type: other.type, parts: parts[..<count]) }
        let shorter = (1..<parts.count).flatMap { whole[path($0)] ?? [] }
        let found =
            (longer[path(parts.count)] ?? []).map { ($0, DistrictKey.Kinship.whole) }
            + shorter.map { ($0, .part) }
            + (whole[path(parts.count)] ?? []).filter { $0 != other }.map { ($0, .spelling) }
        return found.sorted { $0.0.code < $1.0.code }
    }
}
