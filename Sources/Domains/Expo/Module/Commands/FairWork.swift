internal import Accounts
internal import AccountsModule
internal import ArgumentParser
internal import DomainModules
internal import Expo
internal import GeoJSON
internal import Pictures
internal import SpatiaLiteStore
internal import Standings
internal import Timekeeping

/// What `ambit fair` makes for one fair.
struct FairWork {
    let fair: FairSnapshot.Fair
    let snapshot: FairSnapshot
    let store: SpatiaLiteStore
    let site: ModuleSite

    /// Who looks at contacts, where no token does: the machine's own command.
    static let ownHand: Int64 = 0

    private var ratings: RatingStore { RatingStore(store: store) }

    func leaderboard(limit: Int, as format: FairCommand.Format) async throws -> [UInt8] {
        let places = try await Standings(store: store).board(
            of: RatingStore.scope(of: fair.id),
            for: .organizer,
            limit: limit
        )
        let names = try await AccountStore(on: site).shownNames(of: places.map(\.account))
        switch format {
        case .csv:
            var table = CSVText(["rank", "name", "points", "reached_at", "account"])
            for place in places {
                table.row([
                    "\(place.rank)", names[place.account], "\(place.points)",
                    place.reachedAt.rfc3339, place.account.text,
                ])
            }
            return table.bytes
        case .json:
            return Self.json { list in
                for place in places {
                    list.object { json in
                        json.member("rank", place.rank)
                        json.member("name", names[place.account])
                        json.member("points", place.points)
                        json.member("reached_at", place.reachedAt.rfc3339)
                        json.member("account", place.account.text)
                    }
                }
            }
        }
    }

    func statistics() async throws -> [UInt8] {
        let board = TallyBoard()
        board.update(try await ratings.tallies())
        let statistics = try await FairStatistics(
            fair,
            in: snapshot,
            ratings: ratings,
            board: board
        )
        return statistics.json() + [UInt8(ascii: "\n")]
    }

    func export(as format: FairCommand.Format) async throws -> [UInt8] {
        let export = try await AttendeeExport(
            fair,
            settings: try await FairStore(store: store).settings(of: fair.id),
            ratings: ratings,
            people: AccountStore(on: site),
            staff: Self.ownHand,
            at: site.clock.now
        )
        return format == .csv ? export.csv() : export.json() + [UInt8(ascii: "\n")]
    }

    func codes() async throws -> CodeSheet {
        let (settings, codes) = try await FairStore(store: store).fair(fair.id)
        return CodeSheet(fair, in: snapshot, codes: codes, rule: settings.rule)
    }

    // MARK: Draws

    func begin(_ plan: DrawStore.Plan) async throws -> [UInt8] {
        let entry = try await DrawStore(store: store).commit(plan, at: site.clock.now)
        return Array(
            """
            draw \(entry.id): \(entry.prize)
            commitment (SHA-256 of the seed): \(entry.commitment)
            Tell it to everybody now; then: ambit fair draw --event \(fair.id) --run \(entry.id)

            """.utf8
        )
    }

    func run(draw id: Int64) async throws -> [UInt8] {
        let draws = DrawStore(store: store)
        guard let entry = try await draws.entry(id), entry.fair == fair.id else {
            throw ValidationError("this fair has no draw \(id)")
        }
        do {
            let drawn = try await draws.run(
                id,
                among: AccountStore(on: site),
                at: site.clock.now
            )
            guard let result = drawn.result else { return [] }
            var lines = ["draw \(drawn.id): \(drawn.prize)", "seed: \(result.seed)"]
            lines.append("commitment (SHA-256 of the seed): \(drawn.commitment)")
            lines.append("entrants: \(result.outcome.entrants.count)")
            lines.append("entrants' hash: \(result.outcome.entrantsHash)")
            lines += result.outcome.winners.map { "winner: \($0)" }
            lines += result.outcome.reserves.map { "reserve: \($0)" }
            return Array((lines.joined(separator: "\n") + "\n").utf8)
        } catch let fault as DrawStore.Fault {
            switch fault {
            case .unknown: throw ValidationError("this fair has no draw \(id)")
            case .drawnBefore: throw ValidationError("draw \(id) was drawn before; begin another")
            case .tooFewEntrants(let count, let winners):
                throw ValidationError(
                    "only \(count) visitors may win, and \(winners) are to be drawn; nothing was drawn"
                )
            }
        }
    }

    static func json(_ values: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.array(values)
        return json.takeBytes() + [UInt8(ascii: "\n")]
    }
}

extension CodeSheet {
    func bytes(as format: FairCommand.Format) -> [UInt8] {
        switch format {
        case .csv:
            var table = CSVText(["booth", "name", "code", "exhibitor", "place"])
            for entry in entries {
                table.row([
                    entry.booth, entry.name, entry.code, entry.exhibitor, entry.place,
                ])
            }
            return table.bytes
        case .json:
            return FairWork.json { list in
                for entry in entries {
                    list.object { json in
                        json.member("booth", entry.booth)
                        json.member("name", entry.name)
                        json.member("code", entry.code)
                        json.member("exhibitor", entry.exhibitor)
                        json.member("place", entry.place)
                    }
                }
            }
        }
    }

    /// The codes on paper.
    var pages: CodePages {
        CodePages(
            entries.map { CodePages.Sign(name: $0.name, booth: $0.booth, code: $0.code) },
            words: CodePages.Words(
                instruction: "Rated us? Type this code for more points",
                listTitle: "Walk along and try each code",
                listHint:
                    "At each booth: does the sign show this name, and does its code give points for it?"
            )
        )
    }
}
