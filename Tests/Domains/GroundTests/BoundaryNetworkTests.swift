import Geodesy
import Testing

@testable import Ground

@Suite struct BoundaryNetworkTests {
    /// A grid of precincts one degree wide in wards three degrees wide; all corners of the wards are
    /// corners of precincts, as in files that were cut from one another.
    private func grid() throws -> [GroundDistrict] {
        var districts: [GroundDistrict] = []
        for x in 0..<6 {
            for y in 0..<3 {
                districts.append(
                    GroundDistrict(type: "precinct", area: try square(Double(x), Double(y), 1))
                )
            }
        }
        for ward in 0..<2 {
            let west = Double(ward) * 3
            let south = try (0...3).map { try place(0, west + Double($0)) }
            let east = try (1...3).map { try place(Double($0), west + 3) }
            let north = try (0..<3).reversed().map { try place(3, west + Double($0)) }
            let westward = try (0..<3).reversed().map { try place(Double($0), west) }
            districts.append(
                GroundDistrict(
                    type: "ward",
                    area: MultiPolygon([try Polygon(exterior: south + east + north + westward)])
                )
            )
        }
        return districts
    }

    private func edgeCount(_ network: BoundaryNetwork, types: UInt64) -> Int {
        network.arcs.filter { $0.types & types != 0 }.reduce(0) { $0 + $1.outline.points.count - 1 }
    }

    @Test("each stretch of boundary is there once, however many districts it bounds")
    func once() throws {
        let network = BoundaryNetwork(try grid())
        #expect(network.types.map(\.name) == ["ward", "precinct"])
        // The wards' outlines are 2 rows of 6 edges and 3 columns of 3; of the precincts' grid, 6 by
        // 3, the 2 rows and 4 columns within the wards are left.
        #expect(edgeCount(network, types: 0b01) == 2 * 6 + 3 * 3)
        #expect(edgeCount(network, types: 0b10) == 2 * 6 + 4 * 3)
        // Whoever looks along an arc comes to its end where more than two meet.
        #expect(network.arcs.filter { $0.types == 0b01 }.count == 3)
        #expect(network.name(of: 0b11) == "ward")
        #expect(network.name(of: 0b10) == "precinct")
    }

    @Test("corners that files write a little differently are one")
    func rounding() throws {
        let network = BoundaryNetwork([
            GroundDistrict(type: "ward", area: try square(0, 0, 1)),
            GroundDistrict(type: "ward", area: try square(1.000_000_1, 0.000_000_1, 1)),
        ])
        // Two squares with a common side: 7 edges.
        #expect(edgeCount(network, types: 0b01) == 7)
        #expect(network.arcs.count == 3)
    }

    @Test("a district that touches no other is one closed arc")
    func alone() throws {
        let network = BoundaryNetwork([GroundDistrict(type: "county", area: try square(0, 0, 1))])
        #expect(network.arcs.count == 1)
        #expect(network.arcs[0].outline.points.count == 5)
        #expect(network.arcs[0].outline.points.first == network.arcs[0].outline.points.last)
    }

    @Test("small districts are drawn when they can be told apart, and large ones always")
    func shown() throws {
        let network = BoundaryNetwork(try grid())
        // A degree is 0.7 pixels at zoom 0, 91 at zoom 7.
        #expect(network.shownTypes(atZoom: 0) == 0)
        #expect(network.shownTypes(atZoom: 6) == 0b01)
        #expect(network.shownTypes(atZoom: 7) == 0b11)
        #expect(BoundaryNetwork([]).shownTypes(atZoom: 9) == 0)
    }
}
