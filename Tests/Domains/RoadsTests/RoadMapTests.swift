import Geodesy
import Testing

@testable import Roads

@Suite struct RoadMapTests {
    private let town = {
        var town = Town()
        town.lay("M1", [(0, 0), (50, 0)], kind: .motorway)
        town.lay("Main Street", [(0, 1), (25, 1.001), (50, 1)], kind: .street)
        town.lay("Steps", [(1, 0), (1, 1)], kind: .steps)
        town.lay("Elsewhere", [(0, 100), (50, 100)], kind: .street)
        return town
    }()

    private var box: BoundingBox {
        get throws {
            let (southWest, northEast) = (Town.place(-1, -1), Town.place(60, 5))
            return try BoundingBox(
                west: southWest.longitude,
                south: southWest.latitude,
                east: northEast.longitude,
                north: northEast.latitude
            )
        }
    }

    @Test("a box has the roads that touch it, the small ones first")
    func inBox() throws {
        let sheet = RoadMap(town.roads).sheet(of: try box, zoom: nil)
        #expect(sheet.strokes.map(\.road.name) == ["Steps", "Main Street", "M1"])
        #expect(sheet.omitted.isEmpty)
        #expect(sheet.strokes[1].line.count == 3)
    }

    @Test(
        "zoomed out, small roads and small bends are left out",
        arguments: [
            (zoom: 15, names: ["Steps", "Main Street", "M1"], places: 2),
            (zoom: 13, names: ["Main Street", "M1"], places: 2),
            (zoom: 9, names: ["M1"], places: 0),
            (zoom: 22, names: ["Steps", "Main Street", "M1"], places: 3),
        ]
    )
    func zoomedOut(zoom: Int, names: [String], places: Int) throws {
        let sheet = RoadMap(town.roads).sheet(of: try box, zoom: zoom)
        #expect(sheet.strokes.map(\.road.name) == names)
        let street = sheet.strokes.first { $0.road.name == "Main Street" }
        #expect((street?.line.count ?? 0) == places)
        #expect(sheet.omitted.contains(.steps) == !names.contains("Steps"))
    }

    @Test("a map that would be too large leaves out the smallest kinds and says so")
    func tooLarge() throws {
        var town = Town()
        let zigzag = (0...100).map { (Double($0) * 0.01, Double($0 % 2) * 0.5) }
        for _ in 0..<4 { town.lay("Path", zigzag, kind: .path) }
        town.lay("M1", [(0, 0), (20, 0)], kind: .motorway)
        let sheet = RoadMap(town.roads).sheet(of: try box, zoom: nil, placeLimit: 300)
        #expect(sheet.strokes.map(\.road.name) == ["M1"])
        #expect(sheet.omitted == [.path])
    }

    @Test("a simplified line stays within its tolerance")
    func tolerance() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<10 {
            var places: [(Double, Double)] = [(0, 0)]
            for _ in 0..<60 {
                let last = places[places.count - 1]
                places.append(
                    (
                        last.0 + .random(in: -0.2...1, using: &random),
                        last.1 + .random(in: -0.6...0.6, using: &random)
                    )
                )
            }
            let line = places.map { Town.place($0.0, $0.1) }
            let weights = LineDetail.weights(line)
            for degrees in [0.00001, 0.0001, 0.001] {
                let kept = line.indices.filter { Double(weights[$0]) >= degrees }
                #expect(kept.first == 0 && kept.last == line.count - 1)
                for (start, end) in zip(kept, kept.dropFirst()) {
                    for index in start...end {
                        // Measured by the distance along two geodesics, not by the chord used.
                        let off = offset(line[index], line[start], line[end])
                        #expect(off <= degrees * 111_400)
                    }
                }
            }
        }
    }

    /// The distance of a place from the way between two others, found by halving.
    private func offset(_ place: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
        var (low, high) = (0.0, 1.0)
        func meters(_ share: Double) -> Double {
            Geodesic.distance(from: place, to: start.toward(end, share: share)).meters
        }
        for _ in 0..<80 {
            let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
            if meters(a) < meters(b) { high = b } else { low = a }
        }
        return meters((low + high) / 2)
    }
}

@Suite struct MapLinksTests {
    @Test("links carry both ends and the mode")
    func links() throws {
        let links = MapLinks(
            from: try Coordinate(latitude: 38.9072, longitude: -77.0369001),
            to: try Coordinate(latitude: -0.00001, longitude: 12),
            mode: .walk
        )
        #expect(
            links.googleMaps
                == "https://www.google.com/maps/dir/?api=1&origin=38.9072,-77.0369"
                + "&destination=-0.00001,12&travelmode=walking"
        )
        #expect(
            links.appleMaps
                == "https://maps.apple.com/?saddr=38.9072,-77.0369&daddr=-0.00001,12&dirflg=w"
        )
        #expect(
            links.openStreetMap
                == "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot"
                + "&route=38.9072,-77.0369%3B-0.00001,12"
        )
        #expect(links.geo == "geo:-0.00001,12")
        #expect(links.geoStart == "geo:38.9072,-77.0369")
    }
}
