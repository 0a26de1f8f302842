import Access
import ArgumentParser
import DomainModules
import SpatiaLiteStore
import Timekeeping

/// `ambit token`: who may import and moderate over HTTP.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Makes, lists and revokes the tokens of staff.",
        discussion: """
            A token is sent as "Authorization: Bearer TOKEN". The role staff imports datasets over \
            HTTP, the role moderator decides on reported messages; neither may do the other's \
            work. Only a hash of each token is stored.
            """,
        subcommands: [Create.self, List.self, Revoke.self]
    )

    /// What may be given as a role: those that every Ambit has, and those of modules.
    struct Role: ExpressibleByArgument {
        let role: StaffRole

        static let all = [StaffRole.staff, .moderator] + Modules.all.roles

        init?(argument: String) {
            guard let role = Self.all.first(where: { $0.rawValue == argument }) else { return nil }
            self.role = role
        }

        static var allValueStrings: [String] { all.map(\.rawValue) }
    }

    private static let columns = ["id", "role", "label", "created_at", "revoked_at", "event"]

    private static func row(_ token: StaffToken) -> Row {
        Row(
            values: [
                .integer(token.id), .text(token.role.rawValue), .text(token.label),
                .text(token.createdAt.rfc3339), .text(token.revokedAt?.rfc3339 ?? ""),
                .text(token.event ?? ""),
            ],
            coordinate: nil,
            id: .text("\(token.id)")
        )
    }

    /// `ambit token create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Makes a token and prints it, this once.",
            discussion: """
                EXAMPLE
                  ambit token create --role moderator --label "Ann, night shift"
                  ambit token create --role expo.organizer --event denver-2027 --label "Bo"
                """
        )

        @Option(help: ArgumentHelp("What its holder may do: \(Create.choices)."))
        var role: Role

        /// `staff (imports) or moderator`, and the roles of modules.
        private static let choices =
            (["staff (imports)"] + Role.all.dropFirst().map(\.rawValue)).joined(separator: " or ")

        @Option(
            help: ArgumentHelp(
                "The event that the token is good for, which organizers need: its id, or its key in its file.",
                valueName: "id"
            )
        )
        var event: String?

        @Option(help: ArgumentHelp("Who will hold it.", valueName: "text"))
        var label: String

        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            let isOfEvents = Modules.all.eventRoles.contains(role.role)
            if isOfEvents, event == nil {
                throw ValidationError(
                    "a token of the role \(role.role) is good for one event; name it with --event"
                )
            }
            if !isOfEvents, event != nil {
                throw ValidationError(
                    "--event goes with the roles \(Modules.all.eventRoles.map(\.rawValue)); "
                        + "\(role.role) is bound to no event"
                )
            }
        }

        /// The id of the event, which stays its own when another one is published under the same key.
        private func eventID(in store: SpatiaLiteStore) async throws -> String? {
            guard let event else { return nil }
            if let named = try await Modules.all.event(named: event, in: store) { return named.id }
            throw ValidationError(
                "--event is \"\(event)\"; no event of that id is published, nor one alone of that key; "
                    + "`ambit import events` brings events in"
            )
        }

        func run() async throws {
            let (entry, token) = try await database.withStore(.readWrite) { store in
                try await StaffRegistry(store: store, clock: SystemWallClock())
                    .create(role: role.role, event: try await eventID(in: store), label: label)
            }
            StandardError.print("Token \(entry.id); it is shown this once and kept nowhere:")
            print(token)
        }
    }

    /// `ambit token list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the tokens, revoked ones too; never the tokens themselves.",
            discussion: """
                EXAMPLE
                  ambit token list --format csv
                """
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try output.requireOwnFile(database)
            let tokens = try await database.withStore(.readOnly) {
                try await StaffRegistry(store: $0, clock: SystemWallClock()).tokens()
            }
            let writer = output.makeWriter(columns: TokenCommand.columns)
            for token in tokens { writer.write(TokenCommand.row(token)) }
            writer.finish()
        }
    }

    /// `ambit token revoke`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Ends a token for good, also for a service that runs.",
            discussion: """
                EXAMPLE
                  ambit token revoke 3
                """
        )

        @Argument(help: "The token's id, as ambit token list shows it.")
        var id: Int64

        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let token = try await database.withStore(.readWrite) {
                try await StaffRegistry(store: $0, clock: SystemWallClock()).revoke(id)
            }
            StandardError.print("Token \(token.id) (\(token.label)) is revoked.")
        }
    }
}
