package import ArgumentParser
package import SpatiaLiteStore
internal import Timekeeping

/// The options of a command that reads the database and changes nothing in it.
package struct ReadingOptions: ParsableArguments {
    /// Which database.
    @OptionGroup package var file: DatabaseOptions

    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "Datasets as they were published at this moment (default: now).",
            discussion: """
                RFC 3339, such as 2026-11-03T07:00:00Z: the versions that the public saw then, after every \
                import, rollback and withdrawal up to it. A version whose records are not kept any more, and \
                a moment before the first import, are refused. Of messages, those that were visible then and \
                are still kept.
                """,
            valueName: "moment"
        )
    )
    package var asOf: String?

    /// The options as the parser fills them in.
    package init() {}

    /// The file that was named, by the option or by the environment.
    package var path: String { file.path }

    package func validate() throws { _ = try moment() }

    /// The moment that was named; nil for now.
    ///
    /// - Throws: `ValidationError` for what is no moment, or to come.
    private func moment() throws -> Timestamp? {
        guard let asOf else { return nil }
        guard let moment = Timestamp(rfc3339: asOf) else {
            throw ValidationError(
                "--as-of: time is \"\(asOf)\"; write it with its offset: 2026-11-03T07:00:00Z"
            )
        }
        guard moment <= SystemWallClock().now else {
            throw ValidationError(
                "--as-of is \"\(asOf)\", which is to come; what will be published then is not known"
            )
        }
        return moment
    }

    /// Opens the database for reading, does something with it and closes it.
    ///
    /// - Parameter schemas: The tables of the program's modules.
    package func withStore<Result>(
        schemas: [ModuleSchema],
        _ body: (SpatiaLiteStore) async throws -> Result
    ) async throws -> Result {
        let moment = try moment()
        return try await file.withStore(.readOnly, schemas: schemas, asOf: moment) { store in
            if let asOf, let moment, let first = try await store.firstPublication(), moment < first
            {
                throw ValidationError(
                    "--as-of is \"\(asOf)\", and nothing was published before \(first.rfc3339)"
                )
            }
            return try await body(store)
        }
    }
}
