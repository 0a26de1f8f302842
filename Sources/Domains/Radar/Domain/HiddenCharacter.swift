/// Characters that nobody sees, where they do nothing for those around them: with them a text carries what
/// its readers do not know of.
///
/// Joiners, variation selectors and tags stay where Unicode has a use for them: in emoji, in scripts whose
/// letters join, in ideographs, and between words of scripts that write no space.
///
/// Source: Unicode Standard, section 5.21 (default ignorable code points), 23.2 (joiners), 23.4 (variation
/// selectors) and 23.9 (tags); Unicode Technical Standard #51 for emoji.
enum HiddenCharacter {
    /// The first of a text; nil for none.
    ///
    /// - Complexity: O(n).
    static func first(in text: some StringProtocol) -> Unicode.Scalar? {
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if isIgnorable(scalar) {
                guard index > 0 else { return scalar }
                if isTag(scalar) {
                    guard let end = endOfFlag(at: index, in: scalars) else { return scalar }
                    index = end
                    continue
                }
                guard isOfUse(scalar, after: scalars[index - 1]) else { return scalar }
            }
            index += 1
        }
        return nil
    }

    /// Whether nothing is shown for a character.
    private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xAD: false
        // Marks of annotations, which programs take out of what they show.
        case 0xFFF9...0xFFFB: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
        0xE0000...0xE007F ~= scalar.value
    }

    /// Whether a character that nobody sees does something for the one before it.
    private static func isOfUse(_ scalar: Unicode.Scalar, after other: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Joiners: between emoji, the first of which may be one by a selector, and in scripts.
        case 0x200C, 0x200D:
            !other.isASCII && (!isIgnorable(other) || other.value == 0xFE0F)
        // Selectors: of an emoji or of text, such as in the keycap 1️⃣, and of some letters and signs.
        case 0xFE00...0xFE0F:
            other.isASCII
                ? "0123456789#*".unicodeScalars.contains(other)
                : !isIgnorable(other) && !other.properties.isWhitespace
        case 0xE0100...0xE01EF: other.properties.isIdeographic
        case 0x180B...0x180F: 0x1820...0x18AA ~= other.value
        // A space of no width: after words of Thai, Lao, Tibetan, Myanmar and Khmer.
        case 0x200B:
            0x0E00...0x0FFF ~= other.value || 0x1000...0x109F ~= other.value
                || 0x1780...0x17FF ~= other.value && !isIgnorable(other)
        default: false
        }
    }

    /// Where the tags end that make a flag of a part of a country, England, Scotland or Wales, of the black
    /// flag before them; nil where they make none.
    private static func endOfFlag(at start: Int, in scalars: [Unicode.Scalar]) -> Int? {
        guard scalars[start - 1].value == 0x1F3F4 else { return nil }
        for region in ["gbeng", "gbsct", "gbwls"] {
            let tags = region.unicodeScalars.map { 0xE0000 + $0.value } + [0xE007F]
            let end = start + tags.count
            if end <= scalars.count, scalars[start..<end].map(\.value) == tags { return end }
        }
        return nil
    }
}
