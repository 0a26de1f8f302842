internal import Expo

/// The codes on paper of a fair, one an exhibitor, in the order in which somebody walks past them.
struct CodeSheet: Sendable {
    /// An exhibitor's code.
    struct Entry: Sendable, Hashable {
        let exhibitor: String
        let name: String
        let booth: String?
        let code: String
        /// What the code is made of: the booth's label, or the exhibitor's id where it has none.
        let subject: String
    }

    let entries: [Entry]

    init(_ fair: FairSnapshot.Fair, in snapshot: FairSnapshot, codes: BoothCodes) {
        entries = fair.stands.map { snapshot.stands[$0] }
            .sorted { left, right in
                let (own, its) = (left.exhibitor.booth, right.exhibitor.booth)
                if own != its {
                    guard let own else { return false }
                    guard let its else { return true }
                    return own.compare(numbersIn: its)
                }
                return left.sortName < right.sortName
            }
            .map { stand in
                let subject = stand.exhibitor.booth ?? stand.exhibitor.id
                return Entry(
                    exhibitor: stand.exhibitor.id,
                    name: stand.exhibitor.name,
                    booth: stand.exhibitor.booth,
                    code: codes.printed(subject),
                    subject: subject
                )
            }
    }
}

extension String {
    /// Whether it stands before another, where numbers are numbers: B 2 before B 12.
    fileprivate func compare(numbersIn other: String) -> Bool {
        func key(_ text: String) -> [(String, Int)] {
            var parts: [(String, Int)] = []
            var (letters, digits) = ("", "")
            for character in text.uppercased() where character.isLetter || character.isNumber {
                if character.isNumber {
                    digits.append(character)
                } else {
                    if !digits.isEmpty {
                        parts.append((letters, Int(digits) ?? .max))
                        (letters, digits) = ("", "")
                    }
                    letters.append(character)
                }
            }
            return parts + [(letters, Int(digits) ?? -1)]
        }
        return key(self).lexicographicallyPrecedes(key(other)) { $0 < $1 }
    }
}
