/// MacRoman, and how a text in it is told from one in windows-1252.
enum MacRoman {
    /// The characters of the bytes 0x80...0xFF.
    ///
    /// Source: Apple, "Map (external version) from Mac OS Roman character set to Unicode 2.1" (ROMAN.TXT).
    static let upper: [Unicode.Scalar] = [
        "\u{00C4}", "\u{00C5}", "\u{00C7}", "\u{00C9}", "\u{00D1}", "\u{00D6}", "\u{00DC}",
        "\u{00E1}",
        "\u{00E0}", "\u{00E2}", "\u{00E4}", "\u{00E3}", "\u{00E5}", "\u{00E7}", "\u{00E9}",
        "\u{00E8}",
        "\u{00EA}", "\u{00EB}", "\u{00ED}", "\u{00EC}", "\u{00EE}", "\u{00EF}", "\u{00F1}",
        "\u{00F3}",
        "\u{00F2}", "\u{00F4}", "\u{00F6}", "\u{00F5}", "\u{00FA}", "\u{00F9}", "\u{00FB}",
        "\u{00FC}",
        "\u{2020}", "\u{00B0}", "\u{00A2}", "\u{00A3}", "\u{00A7}", "\u{2022}", "\u{00B6}",
        "\u{00DF}",
        "\u{00AE}", "\u{00A9}", "\u{2122}", "\u{00B4}", "\u{00A8}", "\u{2260}", "\u{00C6}",
        "\u{00D8}",
        "\u{221E}", "\u{00B1}", "\u{2264}", "\u{2265}", "\u{00A5}", "\u{00B5}", "\u{2202}",
        "\u{2211}",
        "\u{220F}", "\u{03C0}", "\u{222B}", "\u{00AA}", "\u{00BA}", "\u{03A9}", "\u{00E6}",
        "\u{00F8}",
        "\u{00BF}", "\u{00A1}", "\u{00AC}", "\u{221A}", "\u{0192}", "\u{2248}", "\u{2206}",
        "\u{00AB}",
        "\u{00BB}", "\u{2026}", "\u{00A0}", "\u{00C0}", "\u{00C3}", "\u{00D5}", "\u{0152}",
        "\u{0153}",
        "\u{2013}", "\u{2014}", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{00F7}",
        "\u{25CA}",
        "\u{00FF}", "\u{0178}", "\u{2044}", "\u{20AC}", "\u{2039}", "\u{203A}", "\u{FB01}",
        "\u{FB02}",
        "\u{2021}", "\u{00B7}", "\u{201A}", "\u{201E}", "\u{2030}", "\u{00C2}", "\u{00CA}",
        "\u{00C1}",
        "\u{00CB}", "\u{00C8}", "\u{00CD}", "\u{00CE}", "\u{00CF}", "\u{00CC}", "\u{00D3}",
        "\u{00D4}",
        "\u{F8FF}", "\u{00D2}", "\u{00DA}", "\u{00DB}", "\u{00D9}", "\u{0131}", "\u{02C6}",
        "\u{02DC}",
        "\u{00AF}", "\u{02D8}", "\u{02D9}", "\u{02DA}", "\u{00B8}", "\u{02DD}", "\u{02DB}",
        "\u{02C7}",
    ]

    /// Looks at the bytes of 0x80 and more of a text that is not UTF-8, each between its neighbours: in the
    /// wrong encoding letters become signs in the middle of words, or capitals behind small letters.
    ///
    /// `GARÇON` of MacRoman is `GAR‚ON` in windows-1252; `cafés` of windows-1252 is `cafÈs` in MacRoman.
    struct Detector {
        private var faults = (windows: 0, mac: 0)
        /// The last bytes, the latest last; the text begins behind a blank.
        private var last: (UInt8, UInt8, UInt8) = (0x20, 0x20, 0x20)

        /// Adds bytes of the text, in their order.
        mutating func add(_ chunk: some Sequence<UInt8>) {
            for byte in chunk {
                if last.2 >= 0x80 { judge(followedBy: byte) }
                last = (last.1, last.2, byte)
            }
        }

        /// The encoding in which fewer bytes are out of place; windows-1252 where nothing tells.
        mutating func finish() -> TextEncoding {
            if last.2 >= 0x80 { judge(followedBy: 0x20) }
            last = (0x20, 0x20, 0x20)
            return faults.windows > faults.mac ? .macRoman : .windows1252
        }

        private mutating func judge(followedBy next: UInt8) {
            func isOutOfPlace(_ scalar: (UInt8) -> Unicode.Scalar) -> Bool {
                func read(_ byte: UInt8) -> Unicode.Scalar {
                    byte < 0x80 ? Unicode.Scalar(byte) : scalar(byte)
                }
                return MacRoman.isOutOfPlace(
                    read(last.2),
                    behind: (read(last.0), read(last.1)),
                    before: read(next)
                )
            }
            if isOutOfPlace(TextEncoding.windows1252Scalar) { faults.windows += 1 }
            if isOutOfPlace({ MacRoman.upper[Int($0 - 0x80)] }) { faults.mac += 1 }
        }
    }

    /// Whether a character stands where no text of a western language has it.
    ///
    /// - Parameters:
    ///   - behind: The two characters in front of it.
    ///   - next: The one behind it.
    static func isOutOfPlace(
        _ scalar: Unicode.Scalar,
        behind: (Unicode.Scalar, Unicode.Scalar),
        before next: Unicode.Scalar
    ) -> Bool {
        let (previous, isInWord) = (
            behind.1, behind.1.properties.isAlphabetic && next.properties.isAlphabetic
        )
        let isBesideWord = previous.properties.isAlphabetic || next.properties.isAlphabetic
        switch scalar {
        // Catalan: col·legi.
        case "\u{00B7}": return false
        // French has it in front of few letters: cœur, œil, œdème, fœtus.
        case "\u{0153}": return !"uitdUITD".unicodeScalars.contains(next)
        // Within a word an apostrophe has a short ending behind it, or a short word in front: Mary's,
        // L'Isle, O'Brien, qu'il.
        case "\u{2019}":
            let isShortWord =
                !behind.0.properties.isAlphabetic
                || "uU".unicodeScalars.contains(previous)
                    && "qQ".unicodeScalars.contains(behind.0)
            return isInWord && !isShortWord
                && !"stdmrlvSTDMRLV".unicodeScalars.contains(next)
        case "\u{00AA}", "\u{00BA}": return isInWord
        default: break
        }
        if scalar.properties.isAlphabetic || rare.contains(scalar) {
            if rare.contains(scalar) { return true }
            if scalar.properties.isUppercase { return previous.properties.isLowercase }
            // A small letter among capitals, or one by itself that is no word.
            return previous.properties.isUppercase && next.properties.isUppercase
                || !isBesideWord && !words.contains(scalar)
        }
        return marks.contains(scalar) ? isInWord : isBesideWord || scalar.value < 0xA0
    }

    /// Letters that are words by themselves.
    private static let words = Set("àáèéóòùøåöæ".unicodeScalars)

    /// Letters and marks of either encoding that hardly any word of a western language has, and that the
    /// other has usual letters for.
    private static let rare = Set("\u{FB01}\u{FB02}ƒΩπıµˆ˜ˇšžŠŽŸ".unicodeScalars)

    /// What stands at the ends of words, or by itself.
    private static let marks = Set(
        "\u{201C}\u{201D}\u{201E}\u{201A}\u{2018}«»–—…\u{00A0}°€£§•¿¡™®©½¼²³".unicodeScalars
    )
}
