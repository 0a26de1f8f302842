import Analysis
import Geodesy
import Testing

@Suite struct AreaTests {
    private static func area(_ coordinates: String, type: String = "Polygon") throws -> Area {
        let text = #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
        return try Shape.area(of: Shape.all(in: Array(text.utf8)))
    }

    @Test(
        "a polygon across the antimeridian is the same whether it jumps or goes on past 180",
        arguments: [
            "[[[179,-1],[-179,-1],[-179,1],[179,1],[179,-1]]]",
            "[[[179,-1],[181,-1],[181,1],[179,1],[179,-1]]]",
            "[[[-181,-1],[-179,-1],[-179,1],[-181,1],[-181,-1]]]",

        ]
    )
    func antimeridian(coordinates: String) throws {
        let area = try Self.area(coordinates)
        for longitude in [179.0, 179.5, 180, -180, -179.5, -179] {
            #expect(area.contains(try Coordinate(0.5, longitude)), "\(longitude)")
        }
        for longitude in [178.9, -178.9, 0] {
            #expect(!area.contains(try Coordinate(0.5, longitude)), "\(longitude)")
        }
        let box = try #require(area.boxes.first)
        #expect(box.crossesAntimeridian)
        #expect(box.west == 179 && box.east == -179)
    }

    @Test("a hole across the antimeridian is a hole")
    func hole() throws {
        let area = try Self.area(
            """
            [[[170,-10],[190,-10],[190,10],[170,10],[170,-10]],
             [[179,-1],[-179,-1],[-179,1],[179,1],[179,-1]]]
            """
        )
        #expect(area.contains(try Coordinate(5, -175)))
        #expect(!area.contains(try Coordinate(0, 180)))
        #expect(!area.contains(try Coordinate(0.5, -179.5)))
        #expect(area.contains(try Coordinate(0, 178)))
    }

    @Test("the whole world is not taken for a sliver at the antimeridian")
    func world() throws {
        let area = try Self.area("[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]")
        #expect(area.contains(try Coordinate(10, 10)))
        #expect(area.contains(try Coordinate(-89, -179)))
    }

    @Test("several polygons, one with a hole that holds an island")
    func multipolygon() throws {
        let area = try Self.area(
            """
            [[[[0,0],[10,0],[10,10],[0,10],[0,0]],[[2,2],[8,2],[8,8],[2,8],[2,2]]],
             [[[4,4],[6,4],[6,6],[4,6],[4,4]]]]
            """,
            type: "MultiPolygon"
        )
        #expect(area.contains(try Coordinate(1, 1)))
        #expect(!area.contains(try Coordinate(3, 3)))
        #expect(area.contains(try Coordinate(5, 5)))
        #expect(area.contains(try Coordinate(2, 2)), "a hole's edge is part of the polygon")
    }

    @Test(
        "what is no polygon is refused in words",
        arguments: [
            (#"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#, "it must have four"),
            (
                #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}"#,
                "a ring has 3 positions; it must have four"
            ),
            (#"{"type":"Polygon","coordinates":[[[0,0],[0,91],[1,1]]]}"#, "[0.0, 91.0]"),
            (#"{"type":"Polygon","coordinates":[0]}"#, "coordinates are arrays, found a number"),
            (#"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#, "there is no polygon in it"),
            (#"[1]"#, "it is an array"),
            (#"{"type":"#, "not JSON"),
            (
                #"{"type":"Polygon","coordinates":[[[0,80],[120,80],[-120,80],[0,80]]]}"#,
                "goes around a pole"
            ),
        ]
    )
    func refused(text: String, reason: String) throws {
        let error = try #require(throws: AnalysisError.self) {
            _ = try Shape.area(of: Shape.all(in: Array(text.utf8)))
        }
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test(
        "a ring that goes round a pole along a parallel and closes there is refused, not taken for nothing",
        arguments: [
            "[[[-180,80],[-90,80],[0,80],[90,80],[180,80],[-180,80]]]",
            "[[[0,80],[90,80],[180,80],[-180,80],[-90,80],[0,80]]]",
            "[[[180,-70],[90,-75],[0,-70],[-90,-72],[-180,-70],[180,-70]]]",
        ]
    )
    func roundThePole(coordinates: String) throws {
        let error = #expect(throws: AnalysisError.self) { _ = try Self.area(coordinates) }
        #expect(error.map { "\($0)" }?.contains("goes around a pole") == true)
    }

    @Test("a band around the Earth, and a cap that is closed along the pole, are areas")
    func bands() throws {
        let band = try Self.area(
            "[[[-180,50],[0,50],[180,50],[180,80],[-180,80],[-180,50]]]"
        )
        #expect(band.contains(try Coordinate(60, 100)))
        #expect(!band.contains(try Coordinate(85, 100)))
        let cap = try Self.area(
            "[[[-180,80],[0,80],[180,80],[180,90],[-180,90],[-180,80]]]"
        )
        #expect(cap.contains(try Coordinate(85, 100)))
        #expect(!cap.contains(try Coordinate(79, 100)))
    }

    @Test("polygons whose file says that they are in metres are refused, in degrees they are read")
    func namedSystems() throws {
        func shapes(_ system: String) throws -> [Shape] {
            let text =
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(system)"}},"#
                + #""features":[{"type":"Feature","properties":{},"geometry":"#
                + #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#
            return try Shape.all(in: Array(text.utf8))
        }
        for system in ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4269"] {
            #expect(try shapes(system).count == 1)
        }
        for system in ["urn:ogc:def:crs:EPSG::3857", "EPSG:25832"] {
            let error = #expect(throws: AnalysisError.self) { _ = try shapes(system) }
            #expect(error.map { "\($0)" }?.contains(system) == true)
        }
    }
}
