import Importing

@testable import HTTPService

extension ImportDesk {
    /// A desk of kinds that take what those of the domains take.
    init(named names: [String], limitBytes: Int64 = 1 << 30, run: @escaping Run) {
        self.init(kinds: names.map(Self.kind), limitBytes: limitBytes, run: run)
    }

    /// All kinds that the description has.
    static let all = ImportDesk(
        named: [
            "stations", "districts", "addresses", "postcodes", "elections", "contests", "measures",
            "precincts", "feed", "roads", "ground", "messages",
        ]
    ) { _, _, _, _ in throw SecretError() }

    private static func kind(_ name: String) -> Kind {
        var kind = Kind(name)
        kind.fields = ImportFields.names(of: name)
        kind.types = ["districts": ["ward"], "ground": ["water"]][name]
        kind.replacesOthers = name == "districts"
        kind.hasRepairs = ["stations", "feed"].contains(name)
        kind.repairedSuffix = name == "feed" ? "-stations" : nil
        return kind
    }
}
