import Geodesy
import Testing

@testable import Ground

@Suite struct GroundMapTests {
    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws
        -> BoundingBox
    {
        try BoundingBox(west: west, south: south, east: east, north: north)
    }

    @Test("parks lie below water, water below lines, and boundaries above all")
    func order() throws {
        let map = GroundMap(
            [
                try feature("river", .lines([[place(0, 0), place(1, 1)]])),
                try feature("lake", .area(square(0.2, 0.2, 0.3))),
                try feature("wood", .area(square(0.1, 0.1, 0.8)), .park),
            ],
            districts: [GroundDistrict(type: "county", area: try square(0, 0, 1))]
        )
        let sheet = map.sheet(of: try box(0, 0, 1, 1), zoom: 8)
        #expect(sheet.pieces.map(\.drawClass) == ["park", "water", "water", "boundary"])
        #expect(sheet.pieces[3].detail == "county")
        #expect(sheet.isComplete)
    }

    @Test("what is drawn lies in the box or a few pixels beyond, and what is outside is not there")
    func clipped() throws {
        let map = GroundMap([
            try feature("sea", .area(square(-10, -10, 20))),
            try feature("far", .area(square(20, 20, 1))),
            try feature("line", .lines([[place(-10, 0.5), place(10, 0.5)]])),
        ])
        let sheet = map.sheet(of: try box(0, 0, 1, 1), zoom: 9)
        #expect(sheet.pieces.count == 2)
        let pixel = WebMercator.pixel(atZoom: 9)
        let room = PlaneBox(try box(0, 0, 1, 1)).grown(
            by: (GroundSheet.marginPixels + 0.01) * pixel
        )
        for piece in sheet.pieces {
            switch piece.form {
            case .areas(let polygons):
                #expect(polygons.count == 1)
                for point in polygons[0][0] { #expect(room.contains(point)) }
                // The sea is everywhere: its part is the box itself.
                #expect(polygons[0][0].count == 5)
            case .lines(let lines): for point in lines.joined() { #expect(room.contains(point)) }
            }
        }
    }

    @Test("small things are dropped when the map is too small for them, holes too")
    func small() throws {
        // A pixel at zoom 10 is 0.00137 degrees wide.
        let pond = try feature("pond", .area(square(0.5, 0.5, 0.002)))
        let lake = try feature(
            "lake",
            .area(
                MultiPolygon([
                    try Polygon(exterior: ring(0, 0, 0.4), holes: [ring(0.1, 0.1, 0.001)])
                ])
            )
        )
        let map = GroundMap([pond, lake])
        let whole = try box(0, 0, 1, 1)
        let far = map.sheet(of: whole, zoom: 10).pieces
        #expect(far.count == 1)
        guard case .areas(let polygons) = far[0].form else { return #expect(Bool(false)) }
        #expect(polygons[0].count == 1)
        let near = map.sheet(of: try box(0, 0, 0.6, 0.6), zoom: 14).pieces
        #expect(near.count == 2)
        guard case .areas(let both) = near[0].form else { return #expect(Bool(false)) }
        #expect(both[0].count == 2)
    }

    @Test("zooming in adds detail, and never more than the file has")
    func detail() throws {
        var random = SeededRandom(seed: 3)
        let line = random.wander(400).map {
            Coordinate(
                uncheckedLatitude: WebMercator.latitude($0.y),
                longitude: WebMercator.longitude($0.x)
            )
        }
        let map = GroundMap([try feature("river", .lines([line]))])
        var before = 0
        for zoom in [2, 4, 6, 8] {
            let sheet = map.sheet(of: try box(-60, -60, 60, 60), zoom: zoom)
            let count = sheet.pieces.map(\.form.pointCount).reduce(0, +)
            #expect(count >= before)
            #expect(count <= line.count)
            before = count
        }
        #expect(before > 300)
    }

    @Test("a sheet is bounded: the smallest things go first, and it says so")
    func bounded() throws {
        var features: [GroundFeature] = []
        for number in 0..<700 {
            // Saw teeth a hundred pixels high, a hundred and one places each, of different widths.
            let width = 0.5 + Double(number) / 1000
            let line = try (0...100).map {
                try place($0.isMultiple(of: 2) ? 0 : 1, Double($0) / 100 * width)
            }
            features.append(try feature("\(number)", .lines([line])))
        }
        let map = GroundMap(features)
        let sheet = map.sheet(of: try box(0, 0, 2, 1), zoom: 11)
        #expect(!sheet.isComplete)
        let count = sheet.pieces.map(\.form.pointCount).reduce(0, +)
        #expect(count <= GroundSheet.pointLimit)
        #expect(count > GroundSheet.pointLimit - 200)
        // The widest one is there.
        guard case .lines(let lines) = sheet.pieces[0].form else { return #expect(Bool(false)) }
        let width = PlaneBox(holding: lines.joined()).width
        #expect(abs(width - 1.199 / 360) < 1e-9)
    }

    @Test("an area's name stands in it, where it fits, and once in each box that it reaches into")
    func names() throws {
        // An L whose middle of the box lies outside of it.
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.2), (0.2, 0.2), (0.2, 1.0), (0.0, 1.0)]
        let area = MultiPolygon([
            try Polygon(exterior: corners.map { try place($0.1, $0.0) })
        ])
        let map = GroundMap([try feature("l", .area(area), name: "Elbow Lake")])
        let piece = try #require(map.sheet(of: try box(0, 0, 1, 1), zoom: 9).pieces.first)
        let anchor = try #require(piece.anchors.first)
        let middle = try place(
            WebMercator.latitude(anchor.point.y),
            WebMercator.longitude(anchor.point.x)
        )
        #expect(area.contains(middle))
        #expect(piece.anchors.count == 1)
        // At zoom 5 the lake is 23 pixels wide: too little for ten letters.
        let small = try #require(map.sheet(of: try box(0, 0, 1, 1), zoom: 5).pieces.first)
        #expect(small.anchors.isEmpty)
        #expect(small.name == "Elbow Lake")
    }

    @Test("a box without anything, and a map without anything, give an empty sheet")
    func empty() throws {
        let map = GroundMap([try feature("lake", .area(square(0, 0, 1)))])
        #expect(map.sheet(of: try box(50, 50, 51, 51), zoom: 12).pieces.isEmpty)
        #expect(GroundMap([]).sheet(of: .world, zoom: 0).pieces.isEmpty)
    }
}

@Suite struct GroundSheetTests {
    @Test("lines without names are joined by class and detail, where the first of them lay")
    func joining() {
        func line(_ x: Double) -> GroundSheet.Form {
            .lines([[PlanePoint(x: x, y: 0), PlanePoint(x: x, y: 1)]])
        }
        func piece(_ drawClass: String, _ x: Double, named: Bool = false) -> GroundSheet.Piece {
            let anchor = NameAnchor(point: PlanePoint(x: x, y: 0.5), angle: 0)
            return GroundSheet.Piece(
                drawClass: drawClass,
                name: "Main St",
                form: line(x),
                anchors: named ? [anchor] : []
            )
        }
        var sheet = GroundSheet(pieces: [
            piece("path", 1), piece("street", 2), piece("path", 3), piece("street", 4, named: true),
            piece("street", 5),
        ])
        sheet.joinLines()
        #expect(sheet.pieces.map(\.drawClass) == ["path", "street", "street"])
        #expect(sheet.pieces.map(\.form.pointCount) == [4, 4, 2])
        #expect(sheet.pieces.map(\.name) == [nil, nil, "Main St"])
    }
}
