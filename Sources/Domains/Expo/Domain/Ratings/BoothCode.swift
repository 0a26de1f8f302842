package import Cryptography
package import Timekeeping

/// The codes that stand at a fair's booths and prove that a visitor was there.
///
/// Each booth has a key of its own, made of the fair's. The code on paper stays the same; the code on a screen is
/// another every five minutes, so that a photograph of it is worth little. Source: RFC 6238, with letters in
/// place of digits.
package struct BoothCodes: Sendable {
    private let fairKey: AuthenticationKey

    /// The codes of a fair.
    package init(fairKey: AuthenticationKey) { self.fairKey = fairKey }

    /// How long a code on a screen holds.
    package static let stepMilliseconds: Int64 = 5 * 60_000
    /// How many letters and digits a code has.
    package static let length = 6
    /// Without those that look like others (I, L, O, U and the digits 0 and 1): 30 signs.
    private static let alphabet = Array("ABCDEFGHJKMNPQRSTVWXYZ23456789")

    /// Which codes a fair takes.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Those on paper and those on screens.
        case any
        /// Those on screens alone.
        case rotating
    }

    /// What the code of a place is made of in place of a booth's label, which is shorter.
    package static func subject(of place: FairPlace) -> String { "activity \(place.id)" }

    /// The code on paper of a booth.
    package func printed(_ booth: String) -> String { code(booth, "printed") }

    /// The code on a screen at a moment, and until when it holds.
    package func rotating(_ booth: String, at moment: Timestamp) -> (code: String, until: Timestamp)
    {
        let step = Self.step(of: moment)
        let (end, overflow) = (step + 1).multipliedReportingOverflow(by: Self.stepMilliseconds)
        return (
            code(booth, "\(step)"),
            overflow ? moment : Timestamp(millisecondsSince1970: end)
        )
    }

    /// Whether a code is a booth's: that on paper, where these are taken, or that on the screen in the step of
    /// the moment, the one before or the one behind.
    ///
    /// - Parameter text: As a visitor writes it: case, spaces and hyphens do not matter.
    package func isValid(
        _ text: String,
        of booth: String,
        at moment: Timestamp,
        rule: Rule
    ) -> Bool {
        let given = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        let step = Self.step(of: moment)
        var codes = [step - 1, step, step + 1].map { code(booth, "\($0)") }
        if rule == .any { codes.append(printed(booth)) }
        return codes.contains(given)
    }

    private static func step(of moment: Timestamp) -> Int64 {
        let (quotient, rest) = moment.millisecondsSince1970
            .quotientAndRemainder(dividingBy: stepMilliseconds)
        return rest < 0 ? quotient - 1 : quotient
    }

    private func code(_ booth: String, _ step: String) -> String {
        let boothKey = AuthenticationKey(
            bytes: fairKey.code(for: Array("booth \(Booth.folded(booth))".utf8))
        )
        let digest = boothKey.code(for: Array(step.utf8))
        // 64 bits into 30^6 codes: none is likelier than another by more than 10^-10.
        var number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var text = ""
        for _ in 0..<Self.length {
            let (rest, index) = number.quotientAndRemainder(dividingBy: UInt64(Self.alphabet.count))
            text.append(Self.alphabet[Int(index)])
            number = rest
        }
        return text
    }
}
