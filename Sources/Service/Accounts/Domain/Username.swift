package import Wording

/// A name that somebody signs in with: no other name looks like it.
package struct Username: Sendable, Hashable {
    /// How many characters one has.
    package static let length = 3...24
    /// The rule in words.
    package static let rule =
        "3 to 24 letters, digits, points, hyphens and underscores, of which the first is a letter or a digit"

    /// Why a text is no name.
    package enum Fault: Error, Hashable, Sendable {
        case wrongLength
        case wrongCharacter(String)
        case wrongStart
        case mixedScripts
        case refusedWord
    }

    /// As it was written, composed.
    package let text: String
    /// What it looks like: two names with one skeleton cannot both be.
    package let skeleton: String

    /// Reads a name.
    ///
    /// - Parameter refused: Words that no name holds.
    /// - Throws: ``Fault``.
    package init(_ written: String, refusing refused: WordFilter = .none) throws(Fault) {
        guard Self.length.contains(written.count), written.unicodeScalars.count <= 72 else {
            throw .wrongLength
        }
        for scalar in written.unicodeScalars {
            let isMark = [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
            guard
                scalar.properties.isAlphabetic || isMark || Self.isDigit(scalar)
                    || ".-_".unicodeScalars.contains(scalar)
            else { throw .wrongCharacter(String(scalar)) }
        }
        guard let first = written.first, first.isLetter || first.isNumber else {
            throw .wrongStart
        }
        guard !Script.areMixed(in: LookAlikes.folding(written)) else { throw .mixedScripts }
        // Points and hyphens hide no word: `a.b` is looked at as `ab` too.
        let joined = written.filter { !".-_".contains($0) }
        guard !refused.refuses(written), !refused.refuses(joined) else { throw .refusedWord }
        text = written
        skeleton = LookAlikes.skeleton(of: written)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }
}

/// Scripts that are not mixed within one name, as far as they have letters that look alike.
private enum Script {
    case latin, greek, cyrillic, armenian, hebrew, arabic, other

    init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar.value {
            case 0x41...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF: .latin
            case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
            case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
            case 0x530...0x58F: .armenian
            case 0x590...0x5FF: .hebrew
            case 0x600...0x77F: .arabic
            default: .other
            }
    }

    static func areMixed(in text: String) -> Bool {
        let scripts = text.unicodeScalars.filter { $0.properties.isAlphabetic }.map(Script.init)
        return Set(scripts).subtracting([.other]).count > 1
    }
}
