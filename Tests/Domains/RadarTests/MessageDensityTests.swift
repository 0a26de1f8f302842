import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

@Suite struct MessageDensityTests {
    private let store = MemoryRadarStore()
    private let clock = ManualWallClock(electionMorning)

    private func person(_ number: Int) -> Device.ID { Device.ID(rawValue: Int64(number)) }

    private func counts(_ board: MessageBoard) -> [MessageDensity.Square: Int] {
        Dictionary(uniqueKeysWithValues: board.density().squares.map { ($0.square, $0.count) })
    }

    @Test("people are told from five on, each once, and in fives")
    func leastPeople() async throws {
        let board = MessageBoard(store: store, clock: clock)
        try await board.load()
        let here = try place(42.11, -101.48)
        let square = MessageDensity.Square(of: here)
        // Many messages of four people are nobody's business.
        for number in 0..<12 {
            _ = try await board.post(.sample("\(number)", at: here), by: person(1 + number % 4))
        }
        #expect(counts(board).isEmpty)
        _ = try await board.post(.sample("one more", at: here), by: person(5))
        #expect(counts(board) == [square: 5])
        // Whoever posts much moves nothing.
        for number in 0..<9 {
            _ = try await board.post(.sample("much \(number)", at: here), by: person(5))
        }
        #expect(counts(board) == [square: 5])
        for number in 6...9 {
            _ = try await board.post(.sample("hello", at: here), by: person(number))
            #expect(counts(board) == [square: 5])
        }
        _ = try await board.post(.sample("the tenth", at: here), by: person(10))
        #expect(counts(board) == [square: 10])
        // The next square has one of them more, and says nothing.
        _ = try await board.post(.sample("beside", at: place(42.16, -101.48)), by: person(1))
        #expect(counts(board) == [square: 10])
        clock.set(electionMorning + 60_000)
        #expect(counts(board).isEmpty)
    }

    @Test("what a list has is counted beside people, and tells nothing of them")
    func lists() async throws {
        let board = MessageBoard(store: store, clock: clock)
        let here = try place(-33.9, 18.4)
        let dataset = try DatasetName("alerts")
        store.publish(
            try (0..<7).map { try .sample("\($0)", in: dataset, at: here) },
            in: dataset
        )
        try await board.load()
        let square = MessageDensity.Square(of: here)
        #expect(counts(board) == [square: 5])
        // With four people it is eleven, of which nothing is told.
        for number in 0..<8 {
            _ = try await board.post(.sample("\(number)", at: here), by: person(1 + number % 4))
            #expect(counts(board) == [square: 5])
        }
        _ = try await board.post(.sample("the fifth", at: here), by: person(5))
        #expect(counts(board) == [square: 10])
    }

    @Test("squares have what lies in them by brute force, at the poles and the antimeridian too")
    func bruteForce() async throws {
        let board = MessageBoard(store: store, clock: clock)
        try await board.load()
        var numbers = SeededRandom(seed: 11)
        let middles = [
            (42.11, -101.48), (90.0, 17.0), (-90.0, 180.0), (0.0, 180.0), (0.0, -180.0),
            (0.01, -179.98),
        ]
        var posts: [(place: Coordinate, author: Int)] = []
        for number in 0..<3000 {
            let (latitude, longitude) = middles[number % middles.count]
            let spread = number % 3 == 0 ? 0 : 0.1
            let north = latitude + Double.random(in: -spread...spread, using: &numbers)
            let east = longitude + Double.random(in: -spread...spread, using: &numbers)
            let there = try place(
                min(max(north, -90), 90),
                east > 180 ? east - 360 : east < -180 ? east + 360 : east
            )
            _ = try await board.post(.sample("\(number)", at: there), by: person(1 + number % 50))
            posts.append((there.published, number % 50))
        }
        let told = board.density().squares
        #expect(told.count > 20)
        #expect(told.map(\.square) == told.map(\.square).sorted())
        let isLast = { (square: MessageDensity.Square) in square.row == 3599 }
        for (square, count) in told {
            let box = square.box
            let inside = posts.filter { place, _ in
                let longitude = place.longitude == 180 ? -180 : place.longitude
                return place.latitude >= box.south && longitude >= box.west
                    && (place.latitude < box.north || isLast(square)) && longitude < box.east
            }
            let people = Set(inside.map(\.author)).count
            #expect(people >= 5 && count == people - people % 5, "\(square)")
        }
        #expect(told.contains { $0.count > 5 })
    }
}
