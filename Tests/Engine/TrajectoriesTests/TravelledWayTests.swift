import Geodesy
import Testing
import Timekeeping

@testable import Trajectories

/// The way of a trip of which its owner says when it began and ended.
@Suite struct TravelledWayTests {
    private func check(_ day: MadeDay, _ meters: Double, within share: Double) {
        let way = Segmenter().way(of: day.fixes)
        #expect(abs(way.meters - meters) <= share * meters, "\(way.meters), not \(meters)")
    }

    @Test("Rounds of a block, a minute's walk and waits on the way count", arguments: [1.0, 5])
    func counts(every: Double) {
        var rounds = MadeDay(noise: 4, every: every)
        rounds.go(.walk, (0..<12).map { (bearing: Double($0 % 4) * 90, meters: 70) }, speed: 1.4)
        check(rounds, 840, within: 0.15)
        var minute = MadeDay(noise: 4, every: every)
        minute.go(.walk, [(20, 84)], speed: 1.4)
        check(minute, 84, within: 0.2)
        var waits = MadeDay(noise: 4, every: every)
        waits.stay(420)
        waits.go(.drive, [(20, 6_000)], speed: 10)
        waits.stay(900)
        waits.go(.drive, [(20, 6_000)], speed: 10)
        check(waits, 12_000, within: 0.03)
        var back = MadeDay(noise: 4, every: every)
        back.go(.bike, [(0, 2_000), (180, 2_000)], speed: 4.5)
        check(back, 4_000, within: 0.05)
    }

    @Test("A tunnel is bridged, and said to be unseen")
    func bridges() {
        var day = MadeDay(noise: 4, every: 5)
        day.go(.rail, [(20, 3_000)], speed: 10)
        day.isDark = true
        day.go(.rail, [(20, 24_000)], speed: 10)
        day.isDark = false
        day.go(.rail, [(20, 3_000)], speed: 10)
        check(day, 30_000, within: 0.02)
        let unseen = Segmenter().way(of: day.fixes).unseenSeconds
        #expect(abs(unseen - 2_400) < 30)
    }

    @Test(
        "A rest is no way, however noisy and however long",
        arguments: [3.0, 10, 25, 50],
        [5.0, 60, 300]
    )
    func rests(noise: Double, every: Double) {
        for duration in [180.0, 3_600, 43_200] {
            var day = MadeDay(noise: noise, every: every, seed: 5)
            day.stay(duration)
            let way = Segmenter().way(of: day.fixes)
            // Too short for a stay, it is known by its noise alone.
            let limit = duration < 300 ? 12 * noise : 4 * noise + 100
            #expect(way.meters < limit, "\(duration): \(way.meters)")
        }
    }

    @Test("Nothing, one fix and fixes where nobody gets are no way")
    func isNothing() {
        #expect(Segmenter().way(of: []).meters == 0)
        var day = MadeDay(noise: 1, every: 5)
        day.stay(5)
        #expect(Segmenter().way(of: day.fixes).meters == 0)
        day.stay(60)
        let far = MadeDay.moved(Coordinate(uncheckedLatitude: 48, longitude: 11), 0, 500_000)
        day.add(far)
        day.vanish(5)
        day.stay(60)
        #expect(Segmenter().way(of: day.fixes).meters < 20)
    }
}
