internal import Accounts
internal import GeoJSON
internal import HTTPService
internal import Wording

/// Reads what people write of themselves, and keeps account of everything that is wrong with it.
struct AccountReading {
    private(set) var reader: JSONObjectReader
    private var noted: [ParameterError] = []
    private let refused: WordFilter

    init(_ bytes: [UInt8], refusing refused: WordFilter = .none) throws(Problem) {
        reader = try JSONObjectReader(parsing: bytes)
        self.refused = refused
    }

    func has(_ name: String) -> Bool { reader.has(name) }

    mutating func note(_ name: String, _ fault: ParameterFault, _ message: String) {
        noted.append(ParameterError(parameter: name, fault: fault, message: message))
    }

    mutating func text(_ name: String) -> String? { reader.string(name) }

    mutating func boolean(_ name: String) -> Bool? { reader.boolean(name) }

    mutating func isNull(_ name: String) -> Bool { reader.isNull(name) }

    mutating func array(_ name: String) -> [JSONValue]? { reader.array(name) }

    /// - Throws: ``Problem`` with everything that is wrong.
    mutating func check() throws(Problem) {
        let errors = reader.errors()
        let named = Set(errors.map(\.parameter))
        let all = errors + noted.filter { !named.contains($0.parameter) }
        guard all.isEmpty else { throw Problem.invalid(all) }
    }

    /// A member that has to be there.
    mutating func required(_ name: String, _ hint: String) -> String? {
        if let text = text(name) { return text }
        if !has(name) { note(name, .missing, "is missing; \(hint)") }
        return nil
    }

    /// How old somebody is: `age` in years, of which the band alone is kept, or `age_band`.
    ///
    /// - Parameter limit: Under which age somebody is a child. Of a band in which some are, all are.
    mutating func age(childrenUnder limit: Int64) -> (band: AgeBand, isChild: Bool)? {
        let isBoth = has("age") && has("age_band")
        let age = reader.wholeNumber("age")
        let word = reader.string("age_band")
        if isBoth { note("age", .notTogether, "is given with age_band; give one of them") }
        if let age {
            let range = AgeBand.possibleAges
            guard range.contains(age) else {
                note(
                    "age",
                    .outOfRange,
                    "is not in years; it lies between \(range.lowerBound) and \(range.upperBound)"
                )
                return nil
            }
            return (AgeBand(age: age), age < limit)
        }
        guard let word else { return nil }
        guard let band = AgeBand(rawValue: word) else {
            let choices = AgeBand.allCases.map(\.rawValue).joined(separator: ", ")
            note("age_band", .notOneOf, "is \(quoted(word)); it is one of \(choices)")
            return nil
        }
        return (band, band.mayBe(under: limit))
    }

    mutating func username(_ written: String) -> Username? {
        do throws(Username.Fault) {
            return try Username(written, refusing: refused)
        } catch {
            switch error {
            case .wrongLength:
                note("username", .wrongLength, "has another length; a name has \(Username.rule)")
            case .wrongCharacter(let character):
                note(
                    "username",
                    .hiddenCharacter,
                    "has \(quoted(character)); a name has \(Username.rule)"
                )
            case .wrongStart:
                note("username", .hiddenCharacter, "begins otherwise; a name has \(Username.rule)")
            case .mixedScripts:
                note("username", .hiddenCharacter, "mixes alphabets; write it in one")
            case .refusedWord:
                note("username", .refusedText, "has a word that no name here has; choose another")
            }
            return nil
        }
    }

    /// - Returns: The password, where it may be one.
    mutating func password(_ written: String, of name: String?) -> String? {
        do throws(PasswordRules.Fault) {
            try PasswordRules.check(written, of: name)
            return written
        } catch {
            let range = PasswordRules.length
            switch error {
            case .wrongLength:
                note(
                    "password",
                    .wrongLength,
                    "has another length; it has \(range.lowerBound) to \(range.upperBound) characters, of any "
                        + "kind"
                )
            case .common:
                note(
                    "password",
                    .commonPassword,
                    "is one that many people have, so that it is tried first; choose another"
                )
            case .isName:
                note("password", .commonPassword, "is the username; choose another")
            }
            return nil
        }
    }

    /// A name that is shown: 1 to 40 characters, all of which can be seen.
    mutating func displayName(_ written: String) -> String? {
        let isWritable = written.unicodeScalars.allSatisfy {
            ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned]
                .contains($0.properties.generalCategory)
        }
        guard 1...40 ~= written.count, written.utf8.count <= 320 else {
            note("display_name", .wrongLength, "has another length; it has 1 to 40 characters")
            return nil
        }
        guard isWritable, written.contains(where: { $0.isLetter || $0.isNumber }) else {
            note(
                "display_name",
                .hiddenCharacter,
                "has characters that nobody sees, or none that is a letter or a digit"
            )
            return nil
        }
        guard !refused.refuses(written) else {
            note("display_name", .refusedText, "has a word that no name here has; choose another")
            return nil
        }
        return written
    }

    mutating func email(_ written: String, _ name: String = "email") -> EmailAddress? {
        guard let address = EmailAddress(written) else {
            // Not repeated: problems get into logs of others.
            note(name, .notAnAddress, "is no address; write it like ana@example.org")
            return nil
        }
        return address
    }

    mutating func phone(_ written: String) -> PhoneNumber? {
        guard let number = PhoneNumber(written) else {
            note("phone", .notAnAddress, "is no number; write it like +1 713 555 0123")
            return nil
        }
        return number
    }
}
