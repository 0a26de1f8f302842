import Datasets
import Geodesy
import Testing
import Timekeeping
import Trajectories

@testable import Roads

@Suite struct MapMatcherTests {
    /// The keys of the roads of each part, each once in a row.
    private func keys(_ match: TrackMatch, _ network: RoadNetwork) -> [[String]] {
        match.parts.map { part in
            part.arcs.map { network.roads[$0.road].key }
                .reduce(into: []) { keys, key in if keys.last != key { keys.append(key) } }
        }
    }

    private func block(first: Passage = .both, rules: [TurnRule] = []) -> Town {
        var town = Town()
        town.lay("First", [(0, 0), (4, 0)], driving: first, key: "first", rules: rules)
        town.lay("Second", [(0, 2), (4, 2)], key: "second")
        town.lay("A", [(0, 0), (0, 2)], key: "a")
        town.lay("B", [(4, 0), (4, 2)], key: "b")
        town.lay("B South", [(4, 0), (4, -2)], key: "b-south")
        return town
    }

    @Test(
        "a drive round a block is matched whole, and all fixes lie on it",
        arguments: [1, 5, 20.0]
    )
    func block(every: Double) throws {
        let network = RoadNetwork(block().roads)
        var drive = Drive()
        drive.go([(0.5, 0), (4, 0), (4, 2), (1, 2)], every: every)
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(keys(match, network) == [["first", "b", "second"]])
        #expect(match.breaks.isEmpty)
        #expect(match.fractionMatched == 1)
        #expect(match.confidence > 0.75)
        let last = try #require(drive.fixes.last)
        #expect(match.fixes.count == drive.fixes.count)
        for case .matched(let position) in match.fixes { #expect(position.distance.meters < 0.1) }
        let seconds = Double(last.at.millisecondsSince1970) / 1000
        // Ten metres a second, but for corners that are cut between fixes.
        #expect(abs(match.meters - seconds * 10) < 10 * every)
    }

    @Test("a one-way street is not driven against, and walked either way")
    func oneWay() throws {
        let network = RoadNetwork(block(first: .along).roads)
        var drive = Drive()
        drive.go([(3.5, 0), (0.5, 0)], speed: 2)
        let driven = try MapMatcher(network, mode: .drive).match(drive.fixes)
        for arc in driven.parts.flatMap(\.arcs) where network.roads[arc.road].key == "first" {
            #expect(arc.first < arc.last)
        }
        let walked = try MapMatcher(network, mode: .walk).match(drive.fixes)
        let arcs = walked.parts.flatMap(\.arcs)
        #expect(arcs.map { network.roads[$0.road].key } == ["first"])
        #expect(arcs.allSatisfy { $0.first > $0.last })
    }

    @Test("a turn that is forbidden is not taken")
    func turnRule() throws {
        let rule = TurnRule(place: Town.place(4, 0), roadKey: "b", isMandatory: false)
        var drive = Drive()
        drive.go([(1, 0), (4, 0), (4, 1.8)], every: 5)
        func pairs(_ town: Town) throws -> [[String]] {
            let network = RoadNetwork(town.roads)
            let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
            return match.parts.flatMap { part in
                zip(part.arcs, part.arcs.dropFirst())
                    .map { [network.roads[$0.0.road].key, network.roads[$0.1.road].key] }
            }
        }
        #expect(try pairs(block()).contains(["first", "b"]))
        #expect(try !pairs(block(rules: [rule])).contains(["first", "b"]))
    }

    @Test("who turns round in a street is on both its sides, and no farther than they went")
    func turningRound() throws {
        let network = RoadNetwork(block().roads)
        var drive = Drive()
        drive.go([(0.5, 0), (2.5, 0), (0.5, 0)])
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        let arcs = try #require(match.parts.first).arcs
        #expect(arcs.map { $0.first < $0.last } == [true, false])
        #expect(abs(match.meters - 400) < 25)
    }

    @Test("a road in hairpins is gone once, whose arms lie side by side", arguments: 0..<8)
    func hairpins(seed: UInt64) throws {
        var town = Town()
        let bends: [(Double, Double)] = [
            (0, 0), (4, 0), (4, 0.12), (0.5, 0.15), (0.5, 0.27), (4, 0.3), (4, 0.42), (0.5, 0.45),
            (0.5, 0.6), (6, 0.6),
        ]
        town.lay("Pass", bends, key: "pass")
        town.lay("Top", [(6, 0.6), (8, 0.6)], key: "top")
        let network = RoadNetwork(town.roads)
        var random = SeededRandom(seed: seed)
        var drive = Drive()
        drive.go(bends + [(7, 0.6)], every: 2, noise: 4, random: &random)
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(keys(match, network) == [["pass", "top"]])
        let meters = zip(bends, bends.dropFirst()).reduce(100.0) { sum, pair in
            let (east, north) = (pair.1.0 - pair.0.0, pair.1.1 - pair.0.1)
            return sum + 100 * (east * east + north * north).squareRoot()
        }
        #expect(abs(match.meters - meters) < 60)
    }

    @Test("of two streets side by side the one that leads on is taken", arguments: 0..<8)
    func parallel(seed: UInt64) throws {
        var town = Town()
        town.lay("Main", [(0, 0), (10, 0)], key: "main")
        town.lay("Side", [(0, 0.2), (10, 0.2)], key: "side")
        town.lay("End", [(10, 0), (10, -3)], key: "end")
        let network = RoadNetwork(town.roads)
        var random = SeededRandom(seed: seed)
        var drive = Drive()
        drive.go([(0.5, 0.08), (10, 0.08), (10, -2)], every: 5, noise: 4, random: &random)
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(keys(match, network) == [["main", "end"]])
    }

    @Test("the antimeridian is a place like others")
    func antimeridian() throws {
        func place(_ east: Double, _ north: Double) throws -> Coordinate {
            let longitude = 180 + east / 111_320
            return try Coordinate(
                latitude: north / 110_574,
                longitude: longitude > 180 ? longitude - 360 : longitude
            )
        }
        let name = try DatasetName("islands")
        let network = RoadNetwork([
            Road(
                dataset: name,
                key: "across",
                kind: .street,
                line: [try place(-500, 0), try place(500, 0)]
            ),
            Road(
                dataset: name,
                key: "on",
                kind: .street,
                line: [try place(500, 0), try place(500, 400)]
            ),
        ])
        var fixes: [Fix] = []
        for step in 0..<80 {
            let meters = Double(step) * 10
            let at = Timestamp(millisecondsSince1970: Int64(step) * 1000)
            fixes.append(
                Fix(
                    at: at,
                    place: try meters < 900 - 0 && meters <= 500
                        ? place(meters - 0, 0) : place(500, meters - 500)
                )
            )
        }
        fixes =
            try (0..<40).map {
                Fix(
                    at: Timestamp(millisecondsSince1970: Int64($0) * 1000 - 40_000),
                    place: try place(Double($0) * 10 - 400, 0)
                )
            } + fixes
        let match = try MapMatcher(network, mode: .drive).match(fixes)
        #expect(keys(match, network) == [["across", "on"]])
        #expect(match.fractionMatched == 1)
        #expect(abs(match.meters - 1190) < 5)
    }

    @Test("what lies off all roads, and what is far from the last fix, is a break that is said")
    func breaks() throws {
        var town = Town()
        town.lay("West", [(0, 0), (10, 0)], key: "west")
        town.lay("East", [(100, 0), (110, 0)], key: "east")
        town.lay("Between", [(10, 0), (100, 0)], key: "between")
        let network = RoadNetwork(town.roads)
        var drive = Drive()
        drive.go([(1, 0), (5, 0)])
        drive.go([(5, 4), (7, 4)])
        drive.go([(8, 0), (9, 0)])
        drive.wait(600)
        drive.go([(101, 0), (105, 0)])
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(match.breaks.map(\.reason) == [.offRoad, .gap])
        #expect(keys(match, network) == [["west"], ["west"], ["east"]])
        #expect(match.fixes[45] == .unmatched(.offRoad))
        #expect(abs(match.fractionMatched - 90.0 / 110) < 0.03)
    }

    @Test("where no road leads on, the way has a break")
    func noWay() throws {
        var town = Town()
        town.lay("West", [(0, 0), (5, 0)], key: "west")
        town.lay("East", [(5.3, 0), (10, 0)], key: "east")
        let network = RoadNetwork(town.roads)
        var drive = Drive()
        drive.go([(1, 0), (9, 0)])
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(match.breaks.map(\.reason) == [.noWay])
        #expect(keys(match, network) == [["west"], ["east"]])
    }

    @Test("a fix that nobody gets to is dropped and said to be, and one moment counts once")
    func outliers() throws {
        let network = RoadNetwork(block().roads)
        var drive = Drive()
        drive.go([(0.5, 0), (2, 0)])
        let wild = drive.fixes.count
        drive.add(1.5, 2)
        drive.fixes[wild].at =
            drive.fixes[wild - 1].at.adding(milliseconds: 500) ?? drive.fixes[0].at
        let twin = drive.fixes.count
        drive.add(2, 0)
        drive.add(2.05, 0)
        drive.wait(1)
        drive.go([(2.1, 0), (3.5, 0)])
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(keys(match, network) == [["first"]])
        #expect(match.fixes[wild] == .unmatched(.outlier))
        for index in [twin, twin + 1] {
            guard case .matched = match.fixes[index] else {
                Issue.record("fix \(index) is on the way")
                continue
            }
        }
    }

    @Test("fixes that hardly know where they are do not count")
    func inaccurate() throws {
        let network = RoadNetwork(block().roads)
        var drive = Drive()
        drive.go([(0.5, 0), (3.5, 0)])
        drive.fixes[10].accuracyMeters = 1500
        drive.fixes[10].place = Town.place(2, 2)
        let match = try MapMatcher(network, mode: .drive).match(drive.fixes)
        #expect(match.fixes[10] == .unmatched(.inaccurate))
        #expect(keys(match, network) == [["first"]])
    }

    @Test("a heading tells of two directions the right one")
    func heading() throws {
        var town = Town()
        town.lay("Out", [(0, 0), (10, 0)], driving: .along, key: "out")
        town.lay("Back", [(0, 0.1), (10, 0.1)], driving: .against, key: "back")
        let network = RoadNetwork(town.roads)
        for (heading, key) in [(90.0, "out"), (270.0, "back")] {
            let fixes = (0..<3).map { index in
                Fix(
                    at: Timestamp(millisecondsSince1970: Int64(index) * 1000),
                    place: Town.place(5, 0.05),
                    speedMetersPerSecond: 5,
                    headingDegrees: heading
                )
            }
            let match = try MapMatcher(network, mode: .drive).match(fixes)
            #expect(keys(match, network) == [[key]])
        }
    }

    @Test("fixes in disorder are refused by their number")
    func disorder() throws {
        let network = RoadNetwork(block().roads)
        var drive = Drive()
        drive.go([(0.5, 0), (2, 0)])
        drive.fixes.swapAt(3, 4)
        #expect(throws: MatchError.disorder(fix: 4)) {
            try MapMatcher(network, mode: .drive).match(drive.fixes)
        }
    }

    @Test("no fixes, one fix, and fixes where no road is make no way", arguments: [0, 1, 5])
    func nothing(count: Int) throws {
        let network = RoadNetwork(block().roads)
        let fixes = (0..<count).map {
            Fix(
                at: Timestamp(millisecondsSince1970: Int64($0) * 1000),
                place: count == 1 ? Town.place(1, 0) : Town.place(50 + Double($0), 50)
            )
        }
        let match = try MapMatcher(network, mode: .drive).match(fixes)
        #expect(match.parts.isEmpty)
        #expect(match.fractionMatched == 0)
        #expect(match.fixes.count == count)
    }

    @Test(
        "live, all is settled once, in order, with the places of the whole track",
        arguments: [3, 15]
    )
    func live(lag: Int) throws {
        let network = RoadNetwork(block().roads)
        var random = SeededRandom(seed: 5)
        var drive = Drive()
        drive.go([(0.5, 0), (4, 0), (4, 2), (1, 2)], noise: 3, random: &random)
        let matcher = MapMatcher(network, mode: .drive)
        var live = LiveMatcher(matcher, lag: lag)
        var settled: [LiveMatcher.Settled] = []
        for fix in drive.fixes { settled += try live.feed(fix) }
        #expect(!settled.isEmpty)
        settled += live.end()
        #expect(settled.map(\.fix) == settled.map(\.fix).sorted())
        #expect(Set(settled.map(\.fix)).count == settled.count)
        #expect(settled.map(\.beginsPart) == [true] + settled.dropFirst().map { _ in false })
        let roads = settled.compactMap { $0.road.map { network.roads[$0].key } }
            .reduce(into: [String]()) { keys, key in if keys.last != key { keys.append(key) } }
        #expect(roads == ["first", "b", "second"])
    }

    @Test("live, a fix that may be anywhere is passed over, and says what waits")
    func liveAccuracy() throws {
        var random = SeededRandom(seed: 5)
        var drive = Drive()
        drive.go([(0.5, 0), (4, 0)], every: 3, noise: 3, random: &random)
        var live = LiveMatcher(MapMatcher(RoadNetwork(block().roads), mode: .drive), lag: 2)
        #expect(live.waiting == nil)
        var settled: [LiveMatcher.Settled] = []
        for (index, fix) in drive.fixes.enumerated() {
            var fix = fix
            if index == 0 { fix.accuracyMeters = 500 }
            settled += try live.feed(fix)
            if let last = settled.last, let waiting = live.waiting { #expect(waiting > last.fix) }
        }
        settled += live.end()
        #expect(settled.first?.fix == 1)
        #expect(live.waiting == nil)
        #expect(live.effort > 0)
    }
}
