import Testing

@testable import Ground

@Suite struct OutlineTests {
    /// Douglas and Peucker's algorithm as they wrote it, for one tolerance.
    private func simplified(_ line: [PlanePoint], _ tolerance: Float) -> [PlanePoint] {
        guard line.count > 2 else { return line }
        var farthest = (index: 0, distance: -1.0)
        for index in 1..<line.count - 1 {
            let distance = line[index].distance(fromLine: line[0], line[line.count - 1])
            if distance > farthest.distance { farthest = (index, distance) }
        }
        guard Float(farthest.distance) >= tolerance else { return [line[0], line[line.count - 1]] }
        return simplified(Array(line[...farthest.index]), tolerance).dropLast()
            + simplified(Array(line[farthest.index...]), tolerance)
    }

    @Test("any tolerance gives what Douglas and Peucker give", arguments: 0..<20 as Range<UInt64>)
    func agreesWithRecursion(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let line = random.wander(Int.random(in: 2...200, using: &random))
        let outline = Outline(line, isRing: false)
        for tolerance in [0.0001, 0.001, 0.003, 0.01, 0.03, 1] {
            #expect(outline.points(tolerance: tolerance) == simplified(line, Float(tolerance)))
        }
        #expect(outline.points(tolerance: 0) == line)
    }

    @Test("nothing strays from what is drawn by more than the tolerance", arguments: [0.002, 0.02])
    func stray(tolerance: Double) {
        var random = SeededRandom(seed: 7)
        let line = random.wander(500)
        let drawn = Outline(line, isRing: false).points(tolerance: tolerance)
        for point in line {
            let nearest =
                zip(drawn, drawn.dropFirst())
                .map { point.distance(fromLine: $0, $1) }.min() ?? .infinity
            #expect(nearest <= tolerance * 1.000_001)
        }
        #expect(drawn.count < line.count)
    }

    @Test("a ring stays closed, and a square stays a square")
    func rings() throws {
        let outline = Outline(try ring(10, 40, 1), isRing: true)
        let drawn = outline.points(tolerance: 0.0001)
        #expect(drawn.count == 5)
        #expect(drawn.first == drawn.last)
        #expect(abs(outline.area - outline.box.width * outline.box.height) < 1e-15)
        #expect(Outline(try ring(10, 40, 1)).area == 0)
    }
}
