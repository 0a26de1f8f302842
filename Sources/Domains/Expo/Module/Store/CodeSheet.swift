internal import Expo

/// The codes on paper of a fair, one an exhibitor, in the order in which somebody walks past them, and one an
/// activity that earns points.
struct CodeSheet: Sendable {
    /// An exhibitor's code, or an activity's.
    struct Entry: Sendable, Hashable {
        /// The exhibitor's id; nil for an activity.
        let exhibitor: String?
        /// The activity's id; nil for an exhibitor.
        let place: String?
        let name: String
        let booth: String?
        let code: String
        /// What the code is made of: the booth's label, or the exhibitor's id where it has none.
        let subject: String
    }

    let entries: [Entry]

    init(
        _ fair: FairSnapshot.Fair,
        in snapshot: FairSnapshot,
        codes: BoothCodes,
        rule: PointRule
    ) {
        let activities = fair.places.filter { $0.kind == .activity && rule[.activity] > 0 }
            .sorted { $0.name < $1.name }
            .map { place in
                let subject = BoothCodes.subject(of: place)
                return Entry(
                    exhibitor: nil,
                    place: place.id,
                    name: place.name,
                    booth: nil,
                    code: codes.printed(subject),
                    subject: subject
                )
            }
        entries = Self.stands(fair, in: snapshot, codes: codes) + activities
    }

    private static func stands(
        _ fair: FairSnapshot.Fair,
        in snapshot: FairSnapshot,
        codes: BoothCodes
    ) -> [Entry] {
        fair.stands.map { snapshot.stands[$0] }
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
                    place: nil,
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
