internal import Accounts
internal import GeoJSON
internal import HTTPService

/// Reads consents that are given or taken back.
enum ConsentReading {
    private static let most = 16

    /// - Parameter body: Its other members were read before.
    /// - Throws: ``Problem`` of status 400 with everything that is wrong.
    static func acts(
        in body: inout AccountReading,
        by giver: Consent.Giver
    ) throws(Problem) -> [AccountStore.ConsentAct] {
        let entries = body.array("consents")
        if entries == nil, !body.has("consents") {
            body.note(
                "consents",
                .missing,
                "is missing; it is a list of purpose, given, text_version"
            )
        }
        if let entries, entries.isEmpty || entries.count > most {
            body.note("consents", .wrongLength, "has \(entries.count) entries; it has 1 to \(most)")
        }
        try body.check()
        var acts: [AccountStore.ConsentAct] = []
        for entry in entries ?? [] {
            guard case .object(let members) = entry else {
                throw .invalid([
                    ParameterError(
                        parameter: "consents",
                        fault: .wrongType,
                        message: "has an entry that is \(entry.kind); each is an object"
                    )
                ])
            }
            acts.append(try act(JSONObjectReader(members), by: giver))
        }
        return acts
    }

    private static func act(
        _ reader: JSONObjectReader,
        by giver: Consent.Giver
    ) throws(Problem) -> AccountStore.ConsentAct {
        var reader = reader
        var errors: [ParameterError] = []
        func note(_ name: String, _ fault: ParameterFault, _ message: String) {
            errors.append(ParameterError(parameter: name, fault: fault, message: message))
        }
        let word = reader.string("purpose")
        let given = reader.boolean("given")
        let version = reader.string("text_version")
        let method = reader.string("method") ?? "page"
        let purpose = word.flatMap(ConsentPurpose.init(rawValue:))
        if purpose == nil {
            let choices = ConsentPurpose.allCases.map(\.rawValue).joined(separator: ", ")
            note(
                "purpose",
                word == nil ? .missing : .notOneOf,
                "is \(word.map { quoted($0) } ?? "missing"); it is one of \(choices)"
            )
        }
        if given == nil, !reader.has("given") {
            note("given", .missing, "is missing; true or false")
        }
        if version == nil, !reader.has("text_version") {
            note("text_version", .missing, "is missing; it says which text was shown")
        }
        for (name, text) in [("text_version", version ?? "-"), ("method", method)]
        where !isWord(text) {
            note(name, .wrongLength, "is no word of 1 to 40 visible ASCII characters")
        }
        let wrong = reader.errors()
        let named = Set(wrong.map(\.parameter))
        errors = wrong + errors.filter { !named.contains($0.parameter) }
        guard errors.isEmpty, let purpose, let given, let version else { throw .invalid(errors) }
        return AccountStore.ConsentAct(
            purpose: purpose,
            isGiven: given,
            textVersion: version,
            giver: giver,
            method: method
        )
    }

    private static func isWord(_ text: String) -> Bool {
        1...40 ~= text.utf8.count && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
