internal import Polling

/// What the cells of a column are, as far as their words tell.
extension ColumnSample {
    /// Whether a header names a place and not what it is called, `Location`, and most cells are addresses:
    /// then the column says where the place is.
    var isPlaceOfAddresses: Bool {
        !["name", "nom", "bezeichnung"].contains(where: key.text.contains) && looksLikeAddresses
    }

    /// Whether most cells are a house and its street: `12 High Street`, `Hauptstr. 12, Köln`.
    var looksLikeAddresses: Bool {
        let addresses = firstValues.count(where: Self.isAddress)
        return addresses > 0 && addresses * 10 >= firstValues.count * 7
    }

    /// The first cell that is one.
    var firstAddress: String? { firstValues.first(where: Self.isAddress) }

    /// Whether most cells have a digit and are no longer than codes are.
    var looksLikeCodes: Bool {
        let codes = firstValues.count { $0.count <= 8 && $0.contains(where: \.isNumber) }
        return codes * 10 >= firstValues.count * 9
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let line = text.split(whereSeparator: { ",;\n".contains($0) }).first else {
            return false
        }
        let words = line.split(separator: " ").map(String.init)
        guard words.count > 1 else { return false }
        if isHouse(words[0]) {
            return words.dropFirst(2).contains { word in
                AddressWords.streetTypes.contains(word.lowercased().filter(\.isLetter))
            }
        }
        guard let house = words.last, isHouse(house) else { return false }
        return HouseNumberSide.side(ofStreet: words.dropLast().joined(separator: " ")) == .behind
    }

    /// Whether a word is a house's number, and not `1st`.
    private static func isHouse(_ word: String) -> Bool {
        guard word.first?.isNumber == true else { return false }
        return HouseNumber(parsing: word).map { !["st", "nd", "rd", "th"].contains($0.suffix) }
            ?? word.allSatisfy { $0.isNumber || "-/".contains($0) }
    }
}
