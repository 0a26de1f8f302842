import Foundation
import Testing

@testable import Expo

@Suite struct DrawTests {
    private static let python = "/usr/bin/python3"

    /// The recipe of the article, in another language.
    private static let recipe = """
        import hashlib, json, sys
        seed, winners, reserves, tickets = json.load(sys.stdin)
        sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
        entrants = sorted(set(tickets))
        entrants_hash = sha("".join(ticket + "\\n" for ticket in entrants))
        order = sorted(entrants, key=lambda ticket: sha(f"{seed}:{entrants_hash}:{ticket}"))
        print(json.dumps([sha(seed), entrants_hash, order[:winners],
                          order[winners:winners + reserves]]))
        """

    @Test(
        "anybody recomputes the winners",
        .enabled(if: FileManager.default.isExecutableFile(atPath: python), "no python3"),
        arguments: [1, 7, 500]
    )
    func recomputed(count: Int) throws {
        let draw = Draw()
        let maker = TicketMaker(key: Array(repeating: 7, count: 32))
        let tickets = (1...Int64(count)).map { maker.ticket(of: $0 * 977) }
        let outcome = draw.outcome(of: tickets + tickets.prefix(1), winners: 1, reserves: 3)

        let process = Process()
        process.executableURL = URL(filePath: Self.python)
        process.arguments = ["-c", Self.recipe]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let asked: [Any] = [draw.seed, 1, 3, tickets]
        try input.fileHandleForWriting.write(
            contentsOf: JSONSerialization.data(withJSONObject: asked)
        )
        try input.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let found = try #require(JSONSerialization.jsonObject(with: answer) as? [Any])
        #expect(found[0] as? String == draw.commitment)
        #expect(found[1] as? String == outcome.entrantsHash)
        #expect(found[2] as? [String] == outcome.winners)
        #expect(found[3] as? [String] == outcome.reserves)
        #expect(outcome.entrants.count == count)
        #expect(outcome.winners.count == 1 && outcome.reserves.count == min(3, count - 1))
    }

    @Test("another seed and other entrants draw otherwise, and seeds are 64 digits")
    func isFair() {
        let tickets = (1...100).map { "ticket \($0)" }
        let firsts = Set(
            (0..<40).map { _ in
                Draw().outcome(of: tickets, winners: 1, reserves: 0).winners[0]
            }
        )
        #expect(firsts.count > 10)
        let draw = Draw()
        #expect(draw.seed.count == 64 && draw.commitment.count == 64)
        let whole = draw.outcome(of: tickets, winners: 100, reserves: 0)
        #expect(Set(whole.winners) == Set(tickets))
        #expect(
            draw.outcome(of: Array(tickets.dropLast()), winners: 100, reserves: 0).winners
                != whole.winners.filter { $0 != "ticket 100" }
        )
    }

    @Test("tickets tell nobody whose they are, and each account's is its own")
    func tickets() {
        let (one, other) = (
            TicketMaker(key: Array(repeating: 1, count: 32)),
            TicketMaker(key: Array(repeating: 2, count: 32))
        )
        #expect(one.ticket(of: 5) == one.ticket(of: 5))
        #expect(one.ticket(of: 5) != one.ticket(of: 6))
        #expect(one.ticket(of: 5) != other.ticket(of: 5))
        #expect(one.ticket(of: 5).count == 20)
    }
}
