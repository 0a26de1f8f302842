import FeatureCollections
import Foundation
import Geodesy
import Testing

@testable import VectorTiles

@Suite struct TileMakerTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    private func tile(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileAddress {
        try #require(TileAddress(zoom: zoom, column: column, row: row))
    }

    /// Where a place lies in the square, of side 1, by the formula of EPSG:3857.
    private func square(_ place: Coordinate) -> (x: Double, y: Double) {
        let radians = place.latitude * .pi / 180
        return (place.longitude / 360 + 0.5, 0.5 - asinh(tan(radians)) / (2 * .pi))
    }

    private func isInTile(_ point: GridPoint) -> Bool {
        0..<4096 ~= point.x && 0..<4096 ~= point.y
    }

    @Test(
        "each point is in the tile that brute force finds, within a unit",
        arguments: [0, 3, 9, 18]
    )
    func points(zoom: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(zoom))
        let places = try (0..<600).map { number in
            try place(
                .random(in: number % 4 == 0 ? 50...50.01 : -84...84, using: &numbers),
                number % 7 == 0
                    ? 180
                    : .random(in: number % 4 == 0 ? 7...7.01 : -180...180, using: &numbers)
            )
        }
        let content = ShapeList(places.map(FeatureShape.point))
        let maker = TileMaker(content.collection())
        for (number, place) in places.enumerated() {
            let (x, y) = square(place)
            let side = Double(1 << zoom)
            let column = Int(x * side) % (1 << zoom)
            let read = try ReadTile(maker.tile(try tile(zoom, column, Int(y * side))))
            #expect(read.name == "things" && read.version == 2 && read.extent == 4096)
            let feature = try #require(read.features.first { $0.id == UInt64(number) })
            #expect(feature.type == 1)
            #expect(feature.properties["name"] == .text("no. \(number)"))
            #expect(feature.properties["id"] == .text("f\(number)"))
            #expect(
                feature.properties["size"] == (number % 3 == 0 ? nil : .integer(Int64(-number)))
            )
            let points = feature.parts.flatMap(\.self).filter(isInTile)
            #expect(points.count == 1)
            let expected = (
                (x * side - (x * side).rounded(.down)) * 4096,
                (y * side - (y * side).rounded(.down)) * 4096
            )
            #expect(abs(Double(points[0].x) - expected.0) <= 1)
            #expect(abs(Double(points[0].y) - expected.1) <= 1)
        }
    }

    @Test("of many points each is counted once in the tiles of a zoom level", arguments: 0...3)
    func clusters(zoom: Int) throws {
        var numbers = SeededNumbers(seed: 5)
        var places = try (0..<4000).map { _ in
            try place(
                .random(in: -85...85, using: &numbers),
                .random(in: -180...180, using: &numbers)
            )
        }
        places += try (0..<3000).map { number in try place(12.5, number % 2 == 0 ? 180 : -180) }
        let content = ShapeList(places.map(FeatureShape.point))
        let maker = TileMaker(content.collection())
        var sum = 0
        for column in 0..<1 << zoom {
            for row in 0..<1 << zoom {
                let read = try ReadTile(maker.tile(try tile(zoom, column, row)))
                for feature in read.features {
                    let isInside = feature.parts.flatMap(\.self).contains(where: isInTile)
                    if isInside { sum += feature.count }
                    if feature.count > 1 {
                        #expect(feature.id == nil && feature.properties.count == 1)
                    }
                }
                #expect(read.features.count <= 66 * 66)
                let ids = read.features.compactMap(\.id)
                #expect(Set(ids).count == ids.count)
            }
        }
        #expect(sum == places.count)
    }

    @Test("what is too small for the grid is a point, and of much of it all is counted")
    func small() throws {
        func box(_ west: Double, _ south: Double, _ size: Double) throws -> FeatureShape {
            .area(
                MultiPolygon([
                    try Polygon(exterior: [
                        place(south, west), place(south, west + size),
                        place(south + size, west + size), place(south + size, west),
                    ])
                ])
            )
        }
        let thin = FeatureShape.lines([[try place(10, 10), try place(10.00001, 10.00001)]])
        let few = ShapeList([try box(5, 5, 1e-5), thin, try box(-20, -20, 15)])
        let read = try ReadTile(TileMaker(few.collection()).tile(try tile(0, 0, 0)))
        #expect(read.features.map(\.type) == [1, 1, 3])
        var numbers = SeededNumbers(seed: 8)
        let many = ShapeList(
            try (0..<20_000).map { number in
                try box(
                    .random(in: -170...170, using: &numbers),
                    .random(in: -80...80, using: &numbers),
                    number % 3 == 0 ? 3 : 1e-3
                )
            }
        )
        let tile = try ReadTile(TileMaker(many.collection()).tile(try tile(0, 0, 0)))
        let sum = tile.features.reduce(0) { sum, feature in
            feature.type == 1 && !feature.parts.flatMap(\.self).contains(where: isInTile)
                ? sum : sum + feature.count
        }
        #expect(sum == 20_000)
        #expect(tile.features.count { $0.type == 3 } > 6000)
    }

    @Test(
        "areas of any course are valid in every tile, and nothing of them is lost",
        arguments: 0..<40
    )
    func areas(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let count = Int.random(in: 3...120, using: &numbers)
        let isFine = seed % 2 == 0
        func star(_ radius: Double, _ depth: Double) throws -> [Coordinate] {
            try (0..<count).map { index in
                let angle = 2 * .pi * Double(index) / Double(count)
                let length = radius * (1 - depth * .random(in: 0...1, using: &numbers))
                return try place(47 + length * sin(angle), 8 + length * cos(angle))
            }
        }
        let radius = isFine ? 2 : 0.003
        let polygon = try Polygon(
            exterior: try star(radius, 0.5),
            holes: [try star(radius * 0.5, 0.9)]
        )
        let content = ShapeList([.area(MultiPolygon([polygon]))])
        let maker = TileMaker(content.collection())
        for zoom in [3, 6, 9, 13] {
            let (x, y) = square(try place(47, 8))
            let side = Double(1 << zoom)
            for column in -1...1 {
                let address = try tile(zoom, Int(x * side) + column, Int(y * side))
                let read = try ReadTile(maker.tile(address))
                for feature in read.features where feature.type == 3 {
                    #expect(feature.polygons.fault == nil)
                    let points = feature.parts.flatMap(\.self)
                    #expect(points.allSatisfy { -64...4160 ~= $0.x && -64...4160 ~= $0.y })
                }
            }
            let whole = try ReadTile(maker.tile(try tile(zoom, Int(x * side), Int(y * side))))
            // At the middle is the hole.
            #expect(!whole.features.isEmpty || zoom > 6)
        }
    }

    @Test("an area on the antimeridian has no seam, and its tiles have strips on the other side")
    func antimeridian() throws {
        func part(_ west: Double, _ east: Double) throws -> Polygon {
            try Polygon(exterior: [
                place(-20, west), place(-20, east), place(-10, east), place(-10, west),
            ])
        }
        let content = ShapeList([
            .area(MultiPolygon([try part(170, 180), try part(-180, -170)])),
            .line([try place(5, 179), try place(8, -179)]), .point(try place(-15, -180)),
        ])
        let maker = TileMaker(content.collection())
        for column in [0, 15] {
            let read = try ReadTile(maker.tile(try tile(4, column, 8)))
            #expect(read.features.map(\.type) == [3, 1])
            let area = read.features[0].polygons
            #expect(area.count == 1 && area[0].count == 1 && area[0][0].count == 4)
            let xs = area[0][0].map(\.x)
            #expect(column == 0 ? xs.min() == -64 : xs.max() == 4160)
        }
        let above = try ReadTile(maker.tile(try tile(4, 15, 7)))
        #expect(above.features.map(\.type) == [2])
        #expect(above.features[0].parts.count == 2)
        let whole = try ReadTile(maker.tile(try tile(0, 0, 0)))
        let points = whole.features[2].parts.flatMap(\.self)
        #expect(Set(points.map(\.x)) == [0, 4096])
    }

    @Test("what lies beyond the square is in no tile, and is counted")
    func poles() throws {
        func cap(_ south: Double) throws -> FeatureShape {
            .area(
                MultiPolygon([
                    try Polygon(exterior: [
                        place(south, -180), place(south, 180), place(90, 180), place(90, -180),
                    ])
                ])
            )
        }
        let content = ShapeList([
            .point(try place(90, 0)), .point(try place(-85.06, 3)), .point(try place(85.05, 3)),
            try cap(86), try cap(60), nil,
        ])
        let collection = content.collection()
        #expect(collection.countBeyondTiles == 3)
        let maker = TileMaker(collection)
        let read = try ReadTile(maker.tile(try tile(0, 0, 0)))
        // A point below the square's end is in the strip around it.
        #expect(read.features.compactMap(\.id) == [1, 2, 4])
        #expect(read.features.last?.polygons.fault == nil)
        let ys = read.features.last?.parts.flatMap(\.self).map(\.y) ?? []
        #expect(ys.min() == -64)
    }

    @Test("the edges of an area are straight in longitude and latitude, as everywhere in Ambit")
    func bends() throws {
        let line = [try place(10, 0), try place(80, 90)]
        let maker = TileMaker(ShapeList([.lines([line])]).collection())
        let read = try ReadTile(maker.tile(try tile(0, 0, 0)))
        let points = try #require(read.features.first?.parts.first)
        for step in 0...100 {
            let share = Double(step) / 100
            let (x, y) = square(try place(10 + 70 * share, 90 * share))
            let nearest = zip(points, points.dropFirst()).map { start, end in
                distance((x * 4096, y * 4096), start, end)
            }.min()
            #expect(try #require(nearest) < 2)
        }
    }

    private func distance(
        _ point: (Double, Double),
        _ start: GridPoint,
        _ end: GridPoint
    ) -> Double {
        let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
        let (px, py) = (point.0 - Double(start.x), point.1 - Double(start.y))
        let share = min(1, max(0, (px * dx + py * dy) / (dx * dx + dy * dy)))
        return hypot(px - share * dx, py - share * dy)
    }

    @Test("tiles are numbered along the curve of archives")
    func numbers() throws {
        // By PMTiles, version 3, section 4.1, and by PyPI's pmtiles 3.8.1.
        for (zoom, column, row, number) in [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
            (12, 3423, 1763, 19_078_479), (18, 1, 1, 22_906_492_247),
        ] {
            #expect(try tile(zoom, column, row).number == UInt64(number))
        }
        #expect(TileAddress(zoom: 19, column: 0, row: 0) == nil)
        #expect(TileAddress(zoom: 1, column: 2, row: 0) == nil)
        #expect(TileAddress(zoom: 1, column: 0, row: -1) == nil)
    }
}

extension ReadTile.Feature {
    /// Of each polygon its outer ring and its holes.
    var polygons: [[[GridPoint]]] {
        var polygons: [[[GridPoint]]] = []
        for ring in parts {
            if ring.doubledArea > 0 {
                polygons.append([ring])
            } else {
                polygons[polygons.count - 1].append(ring)
            }
        }
        return polygons
    }
}
