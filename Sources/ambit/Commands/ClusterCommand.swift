import ArgumentParser
import PostgresCore
import Radar
import RadarPostgres

/// `ambit cluster`: the PostgreSQL database that many nodes share.
struct ClusterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Makes, shows, checks and divides the PostgreSQL database that many nodes share.",
        discussion: """
            Any number of nodes that run `ambit serve --cluster ADDRESS` show the same messages, and \
            a device may ask any of them. See the article Running many nodes.

            A password stands in the file that PGPASSFILE names (~/.pgpass) or in a service file, \
            never in the address.

            EXAMPLES
              ambit cluster init postgresql://ambit@db1,db2/ambit
              ambit cluster status postgresql://ambit@db1,db2/ambit
              ambit cluster check 'postgresql:///ambit?service=ambit'
            """,
        subcommands: [
            Prepare.self, Status.self, Check.self, Shards.self, Split.self, Move.self,
            Relocate.self, Spread.self, Restored.self,
        ]
    )

    /// The database that a subcommand is about.
    struct Place: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                "The database, such as postgresql://ambit@db1,db2/ambit (default: $AMBIT_CLUSTER).",
                valueName: "address"
            )
        )
        var address: String?

        func postgresAddress() throws -> PostgresAddress {
            var options = ClusterOptions()
            options.cluster = address
            guard let found = try options.address() else {
                throw ValidationError(
                    "no database is named; give its address, such as postgresql://ambit@db1,db2/ambit, "
                        + "or set AMBIT_CLUSTER"
                )
            }
            return found
        }
    }

    /// `ambit cluster init`.
    struct Prepare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract:
                "Makes the tables, or brings older ones up to date; harmless where they are there.",
            discussion: """
                The database must be there, on PostgreSQL 15 or newer, and the user be allowed to make \
                a schema in it. Nothing outside of the schema ambit is touched.

                EXAMPLE
                  ambit cluster init postgresql://ambit@db1,db2/ambit
                """
        )

        @OptionGroup var place: Place

        func run() async throws {
            let address = try place.postgresAddress()
            switch try Cluster.prepare(address) {
            case nil: StandardError.print("Made the tables in \(address).")
            case Cluster.schemaVersion?:
                StandardError.print("The tables in \(address) are up to date.")
            case let version?:
                StandardError.print(
                    "Brought the tables in \(address) from schema \(version) to "
                        + "\(Cluster.schemaVersion)."
                )
            }
        }
    }

    /// `ambit cluster status`.
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Shows the server, what stands in it, and its standbys.",
            discussion: """
                Where no standby is sync or quorum, what is acknowledged stands on one disk alone: a \
                line says so.

                EXAMPLE
                  ambit cluster status postgresql://ambit@db1,db2/ambit
                """
        )

        @OptionGroup var place: Place

        func run() async throws {
            let status = try Cluster.status(try place.postgresAddress())
            print("server       PostgreSQL \(status.serverVersion), timeline \(status.timeline)")
            print("schema       \(status.schemaVersion)")
            print("changes      \(status.head), the last \(status.keptChanges) kept")
            print("messages     \(status.messages), \(status.liveMessages) of them live")
            print("devices      \(status.devices)")
            for standby in status.standbys {
                print(
                    "standby      \(standby.name): \(standby.state), \(standby.synchrony), "
                        + "\(standby.lagBytes) bytes behind"
                )
            }
            guard status.standbys.contains(where: { ["sync", "quorum"].contains($0.synchrony) })
            else {
                print(
                    "standby      none is synchronous: what is acknowledged stands on one disk alone"
                )
                return
            }
        }
    }

    /// `ambit cluster check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Checks that the tables agree with each other.",
            discussion: """
                Where the ground is divided, each shard's copies of the others' messages are compared \
                with what reaches its ground, too. Ends with exit code 1 where anything is wrong. Nodes may \
                go on meanwhile.

                EXAMPLE
                  ambit cluster check postgresql://ambit@db1,db2/ambit
                """
        )

        @OptionGroup var place: Place

        func run() async throws {
            let address = try place.postgresAddress()
            let checks = try Cluster.check(address)
            for (subject, problem) in checks {
                print(problem.map { "problem  \(subject): \($0)" } ?? "ok       \(subject)")
            }
            let (problems, isDivided) = try await place.withShards {
                (try await $0.check(), $0.map.isDivided)
            }
            for problem in problems { print("problem  shards: \(problem)") }
            if problems.isEmpty, isDivided { print("ok       copies between shards") }
            guard problems.isEmpty else {
                StandardError.print(
                    "error: the shards differ from what the map says, see above; run their nodes for a "
                        + "moment, or 'ambit cluster move' again, and check again"
                )
                throw ExitCode.failure
            }
            guard checks.allSatisfy({ $0.problem == nil }) else {
                StandardError.print(
                    "error: \(address) is damaged, see above; restore a backup of it"
                )
                throw ExitCode.failure
            }
            StandardError.print("\(address) is whole.")
        }
    }
}
