import Geodesy
import SpatialIndex

// The tutorial of SpatialIndex as a program: stations of Washington, and what is near the White House.
let home = try Coordinate(latitude: 38.8977, longitude: -77.0365)

var stations = try QuadTree([
    IndexedPoint(
        id: "Union Station",
        coordinate: try Coordinate(latitude: 38.8977, longitude: -77.0063)
    ),
    IndexedPoint(
        id: "Metro Center",
        coordinate: try Coordinate(latitude: 38.8983, longitude: -77.0281)
    ),
    IndexedPoint(
        id: "Dupont Circle",
        coordinate: try Coordinate(latitude: 38.9096, longitude: -77.0434)
    ),
])
try stations.insert("Foggy Bottom", at: Coordinate(latitude: 38.9006, longitude: -77.0501))
// A bus that stops nearby, seen from at most 500 m away.
try stations.insert(
    "Bus 42",
    at: Coordinate(latitude: 38.8990, longitude: -77.0400),
    reach: .upTo(.meters(500))
)

func show(_ title: String, _ neighbors: some Sequence<Neighbor<String>>) {
    print("\(title):")
    for neighbor in neighbors {
        print("  \(neighbor.id) \(Int(neighbor.distance.meters.rounded())) m")
    }
}

show("within 1.5 km", stations.neighbors(within: try .kilometers(1.5), of: home))
show("nearest 2", stations.nearest(2, to: home))
show(
    "first that is no bus",
    stations.nearestFirst(from: home).filter { $0.id != "Bus 42" }.prefix(1)
)
let west = try BoundingBox(west: -77.06, south: 38.88, east: -77.035, north: 38.92)
print("in the west: \(stations.ids(in: west).joined(separator: ", "))")

do {
    try stations.insert("Metro Center", at: home)
} catch {
    print("refused: \(error)")
}
try stations.move("Bus 42", to: Coordinate(latitude: 38.9100, longitude: -77.0400))
show("after the bus has gone", stations.nearest(1, to: home))

let way = Geodesic.inverse(from: home, to: try Coordinate(latitude: 51.5034, longitude: -0.1276))
print("to Downing Street: \(Int(way.distance.meters.rounded())) m")
let start = way.initialBearing.normalized.degrees
print("leaving at \((start * 1000).rounded() / 1000) degrees")
