import ArgumentParser
import OpenStandards
import PostgresCore
import Radar
import RadarPostgres

/// Which part of a shard's ground goes to another.
struct PortionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The share of the messages that are live now whose ground goes (default: 0.5).",
            valueName: "0-1"
        )
    )
    var share: Double?

    @Option(
        help: ArgumentHelp(
            "Instead, the ground itself: positions on the curve, as 'ambit cluster shards' shows them, such "
                + "as 800000000000-c00000000000.",
            valueName: "first-end"
        )
    )
    var cells: String?

    func portion() throws -> ShardMove.Portion {
        guard let cells else {
            let share = share ?? 0.5
            guard share > 0, share < 1 else {
                throw ValidationError(
                    "--share is \(share); it is more than 0 and less than 1, such as 0.5"
                )
            }
            return .share(share)
        }
        guard share == nil else {
            throw ValidationError("--share and --cells do not go together; give one of them")
        }
        let ends = cells.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = UInt64(ends[0], radix: 16),
            let end = UInt64(ends[1], radix: 16), first < end
        else {
            throw ValidationError(
                "--cells is \"\(cells)\"; it is the first position and the first behind the last, "
                    + "hexadecimal, such as 800000000000-c00000000000"
            )
        }
        return .cells([first..<end])
    }
}

extension ClusterCommand {
    /// `ambit cluster shards`.
    struct Shards: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "shards",
            abstract: "Shows how the ground is divided among shards, and how much each has.",
            discussion: """
                A shard is a database of its own, with nodes of its own. The map that holds is that of the \
                shard with the lowest number.

                EXAMPLE
                  ambit cluster shards postgresql://ambit@db1,db2/ambit
                """
        )

        @OptionGroup var place: Place

        func run() async throws {
            let (map, loads) = try await place.withShards { ($0.map, try await $0.loads()) }
            print("map         epoch \(map.isDivided ? map.epoch : 0)")
            for (shard, load) in zip(map.shards, loads) {
                print(
                    "shard \(shard.number)     \(load.own) live messages, and \(load.copies) of other shards "
                        + "that reach its ground; \(shard.database), nodes at "
                        + (shard.url ?? "no address that anybody has said")
                )
            }
            for territory in map.territories {
                print(
                    "\(territory.cellsText)  shard \(territory.shard)"
                        + (territory.successor.map { ", on its way to shard \($0)" } ?? "")
                )
            }
        }
    }

    /// `ambit cluster split`.
    struct Split: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "split",
            abstract:
                "Makes a second database a shard, and lets it answer for a part of the ground.",
            discussion: """
                The new database must be there and empty. What reaches the ground that goes is copied \
                first, while nodes go on; then the map changes, and whoever asks the old nodes for that \
                ground is told where to ask. Start the new shard's nodes with 'ambit serve --cluster NEW' \
                right after; one that ran there before ends, and says so. What is interrupted is gone on with \
                by the same command.

                EXAMPLE
                  ambit cluster split postgresql://ambit@db1/ambit --into postgresql://ambit@db3/ambit \
                --own-url https://west.example.org --url https://east.example.org
                """
        )

        @OptionGroup var place: Place
        @OptionGroup var portion: PortionOptions

        @Option(help: ArgumentHelp("The new shard's database.", valueName: "address"))
        var into: String

        @Option(help: ArgumentHelp("Where clients reach the new shard's nodes.", valueName: "url"))
        var url: String?

        @Option(
            help: ArgumentHelp(
                "Where clients reach the nodes of the shard that gives.",
                valueName: "url"
            )
        )
        var ownURL: String?

        func validate() throws {
            _ = try ClusterCommand.nodeAddress(url, "--url")
            _ = try ClusterCommand.nodeAddress(ownURL, "--own-url")
        }

        func run() async throws {
            let portion = try portion.portion()
            let into = try PostgresAddress(into)
            let shard = try await place.withShards(isResumed: true) { move in
                try await move.split(
                    portion,
                    into: into,
                    url: try ClusterCommand.nodeAddress(url, "--url"),
                    ownURL: try ClusterCommand.nodeAddress(ownURL, "--own-url")
                )
            }
            StandardError.print(
                "Shard \(shard) answers for its ground; 'ambit cluster shards' shows the map."
            )
        }
    }

    /// `ambit cluster move`.
    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Lets another shard answer for a part of a shard's ground.",
            discussion: """
                Nodes go on meanwhile. What is interrupted is gone on with by the same command: the cells \
                that go are said at the beginning, and given as --cells the command can be repeated at any \
                time. With --share it goes on only while 'ambit cluster shards' shows ground on its way, and \
                gives more else.

                EXAMPLE
                  ambit cluster move postgresql://ambit@db1/ambit --to 1 --share 0.25
                """
        )

        @OptionGroup var place: Place
        @OptionGroup var portion: PortionOptions

        @Option(
            help: ArgumentHelp(
                "The number of the shard that takes the ground, as 'ambit cluster shards' shows it.",
                valueName: "number"
            )
        )
        var to: Int

        func run() async throws {
            guard let shard = ShardNumber(rawValue: to) else {
                throw ValidationError(
                    "--to is \(to); it is the number of a shard, 0 to \(ShardNumber.count - 1)"
                )
            }
            let portion = try portion.portion()
            try await place.withShards(isResumed: true) { try await $0.move(portion, to: shard) }
            StandardError.print(
                "Shard \(shard) answers for the ground; 'ambit cluster shards' shows the map."
            )
        }
    }

    /// `ambit cluster relocate`.
    struct Relocate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "relocate",
            abstract: "Says in the map where shards' databases, or a shard's nodes, are now.",
            discussion: """
                A database says itself which shard it is. End the nodes of the shards that move, copy their \
                databases, and give the new addresses of all that have moved at once; the nodes of all \
                shards hear of it within a moment. Where the old database can be reached it takes nothing \
                any more, and one that has taken something since it was copied, or cannot be asked, is not \
                given up without --force. Given again it finishes what was interrupted.

                EXAMPLES
                  ambit cluster relocate postgresql://ambit@db7/ambit
                  ambit cluster relocate postgresql://ambit@db3/ambit --url https://east.example.org
                """
        )

        @Argument(
            help: ArgumentHelp(
                "Where each shard's database is now, such as postgresql://ambit@db7,db8/ambit.",
                valueName: "address"
            )
        )
        var addresses: [String]

        @Option(
            help: ArgumentHelp("Where clients reach the shard's nodes now.", valueName: "url")
        )
        var url: String?

        @Flag(help: "Give up what the old database has and the new one lacks.")
        var force = false

        func validate() throws {
            _ = try ClusterCommand.nodeAddress(url, "--url")
            guard url == nil || addresses.count == 1 else {
                throw ValidationError(
                    "--url is of one shard's nodes, and \(addresses.count) databases are named; name one"
                )
            }
        }

        func run() async throws {
            let epoch = try await ShardMove.relocate(
                try addresses.map { try PostgresAddress($0) },
                url: try ClusterCommand.nodeAddress(url, "--url"),
                isForced: force
            ) { _ in }
            StandardError.print(
                "The map of epoch \(epoch) says so; 'ambit cluster shards' shows it."
            )
        }
    }

    /// `ambit cluster spread`.
    struct Spread: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "spread",
            abstract:
                "Writes the newest map into every shard, and copies anew what reaches over borders.",
            discussion: """
                For what 'ambit cluster check' finds wrong between shards: one that has an older map, or lacks \
                copies. Of two maps of one epoch that of the shard that is named holds from then on. Nodes \
                may go on meanwhile.

                EXAMPLE
                  ambit cluster spread postgresql://ambit@db1,db2/ambit
                """
        )

        @OptionGroup var place: Place

        func run() async throws {
            let epoch = try await place.withShards { try await $0.spread() }
            StandardError.print(
                "Every shard has the map of epoch \(epoch), and what reaches its ground."
            )
        }
    }

    /// `ambit cluster restored`.
    struct Restored: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restored",
            abstract: "Makes a database that was restored to an earlier moment one that goes on.",
            discussion: """
                Once, after its servers were restored and before its nodes start again: it gives no number \
                again that it has given since that moment, whoever follows it reads everything anew, and a \
                shard gets the map that holds and what reaches its ground.

                EXAMPLE
                  ambit cluster restored postgresql://ambit@db1,db2/ambit
                """
        )

        @OptionGroup var place: Place

        func run() async throws {
            let address = try place.postgresAddress()
            let epoch = try await ShardMove.bringForward(
                address,
                telling: ClusterCommand.Place.tell
            )
            StandardError.print(
                epoch.map { "\(address) goes on, with the map of epoch \($0); start its nodes." }
                    ?? "\(address) goes on; start its nodes."
            )
        }
    }
}

extension ClusterCommand {
    /// Where clients reach nodes, of an option.
    fileprivate static func nodeAddress(_ text: String?, _ option: String) throws -> String? {
        do {
            return try text.map { try ServiceAddress(parsing: $0).text }
        } catch {
            throw ValidationError("\(option): \(error)")
        }
    }
}

extension ClusterCommand.Place {
    /// Does something with all shards, says on standard error how far it is, and ends all connections.
    ///
    /// - Parameter isResumed: Whether the same command goes on where it was, should a server go away.
    func withShards<Value>(
        isResumed: Bool = false,
        _ body: (ShardMove) async throws -> Value
    ) async throws -> Value {
        let shards = try await ShardMove(at: try postgresAddress(), telling: Self.tell)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(shards))
        } catch {
            if isResumed, (error as? PostgresError)?.isPassing == true {
                StandardError.print("Interrupted; the same command goes on from here.")
            }
            outcome = .failure(error)
        }
        await shards.close()
        return try outcome.get()
    }

    /// Says on standard error how far something with shards is.
    static func tell(_ step: ShardMove.Step) {
        switch step {
        case .drawn(let epoch): StandardError.print("The map of epoch \(epoch) holds.")
        case .beginning(let cells, let shard):
            let ground = cells.map { Territory(cells: $0, shard: shard).cellsText }
            StandardError.print(
                "Gives \(ground.joined(separator: ",")) to shard \(shard)."
            )
        case .goingOn(let shard):
            StandardError.print(
                "Ground is on its way to shard \(shard) already: going on with that."
            )
        case .gathering(let shard, let source, let read, let all):
            StandardError.print(
                "Shard \(shard) has looked at \(read) of the \(all) changes of shard \(source)."
            )
        }
    }
}
