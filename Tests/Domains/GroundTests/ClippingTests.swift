import Testing

@testable import Ground

@Suite struct ClippingTests {
    private let box = PlaneBox(holding: [
        PlanePoint(x: 0.48, y: 0.48), PlanePoint(x: 0.52, y: 0.52),
    ])

    private func length(_ line: [PlanePoint]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    @Test("what is left of a line is all that lies in the box", arguments: 0..<20 as Range<UInt64>)
    func lines(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let line = random.wander(300)
        let parts = box.parts(ofLine: line)
        let tolerant = box.grown(by: 1e-12)
        for point in parts.joined() { #expect(tolerant.contains(point)) }
        // Measured independently: by small steps along the line.
        var inside = 0.0
        for (start, end) in zip(line, line.dropFirst()) {
            let count = 400
            let step = start.distance(to: end) / Double(count)
            for number in 0..<count {
                let share = (Double(number) + 0.5) / Double(count)
                let point = PlanePoint(
                    x: start.x + share * (end.x - start.x),
                    y: start.y + share * (end.y - start.y)
                )
                if box.contains(point) { inside += step }
            }
        }
        let left = parts.map(length).reduce(0, +)
        // Where it crosses an edge of the box a step may count wrong: twice for each part.
        let longestStep = 0.0142 / 400
        #expect(abs(left - inside) < longestStep * Double(2 * parts.count + 2))
        for part in parts { #expect(part.count > 1) }
    }

    @Test("a line within the box is left as it is, one outside is gone")
    func wholeLines() {
        let inside = [PlanePoint(x: 0.49, y: 0.49), PlanePoint(x: 0.51, y: 0.5)]
        #expect(box.parts(ofLine: inside) == [inside])
        let outside = [PlanePoint(x: 0.4, y: 0.49), PlanePoint(x: 0.49, y: 0.4)]
        #expect(box.parts(ofLine: outside).isEmpty)
    }

    @Test("what is left of a ring has the area of what lies in the box")
    func rings() {
        // A comb whose three teeth, 0.005 wide, reach into the box from the west, 0.02 deep.
        var comb = [PlanePoint(x: 0.4, y: 0.4)]
        for tooth in 0..<3 {
            let y = 0.485 + 0.01 * Double(tooth)
            for (x, dy) in [(0.45, 0.0), (0.5, 0), (0.5, 0.005), (0.45, 0.005)] {
                comb.append(PlanePoint(x: x, y: y + dy))
            }
        }
        comb += [PlanePoint(x: 0.4, y: 0.6), PlanePoint(x: 0.4, y: 0.4)]
        let clipped = Outline(box.part(ofRing: comb), isRing: true)
        #expect(abs(clipped.area - 3 * 0.005 * 0.02) < 1e-12)
        #expect(clipped.points.first == clipped.points.last)
        #expect(clipped.points.allSatisfy { box.grown(by: 1e-12).contains($0) })

        let around = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map { PlanePoint(x: $0, y: $1) }
        #expect(abs(Outline(box.part(ofRing: around), isRing: true).area - 0.04 * 0.04) < 1e-12)
        let away = around.map { PlanePoint(x: $0.x / 10, y: $0.y / 10) }
        #expect(box.part(ofRing: away).isEmpty)
    }
}
