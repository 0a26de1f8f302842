import Foundation
import Geodesy
import Testing

@Suite struct CoordinateReferenceSystemTests {
    @Test(
        "a system is named in many ways",
        arguments: [
            "EPSG:27700", "epsg:27700", "27700", "urn:ogc:def:crs:EPSG::27700",
            "http://www.opengis.net/def/crs/EPSG/0/27700",
        ]
    )
    func names(text: String) throws {
        let system = try CoordinateReferenceSystem(parsing: text)
        #expect(system.code == 27_700)
        #expect(system.identifier == "EPSG:27700")
        #expect(system.name.hasSuffix("British National Grid"))
        #expect(system.unit == "metre")
        #expect(!system.isGeographic)
        #expect(
            system.areaOfUse?.contains(try Coordinate(latitude: 51.5, longitude: -0.12)) == true
        )
        #expect(system.areaOfUse?.contains(try Coordinate(latitude: 38.9, longitude: -77)) == false)
    }

    @Test("WGS84 goes by two names", arguments: ["EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84"])
    func wgs84(text: String) throws {
        #expect(try CoordinateReferenceSystem(parsing: text) == .wgs84)
    }

    @Test(
        "a text that names no system is refused with what to write",
        arguments: ["", "British National Grid", "ESRI:102100", "EPSG:", "EPSG:27700x", "EPSG:-1"]
    )
    func unreadable(text: String) {
        let error = #expect(throws: GeodesyError.self) {
            try CoordinateReferenceSystem(parsing: text)
        }
        #expect(error == .unreadableReferenceSystem(text))
        #expect(error?.description.contains("EPSG:27700") == true)
    }

    @Test("a number that is not in the register is refused, and so is a system of heights")
    func unknown() {
        #expect(throws: GeodesyError.unknownReferenceSystem(99_999)) {
            try CoordinateReferenceSystem(parsing: "EPSG:99999")
        }
        // 5703 is NAVD88 height, 4978 geocentric WGS84.
        for code in [5_703, 4_978] {
            let error = #expect(throws: GeodesyError.self) {
                try CoordinateReferenceSystem(code: code)
            }
            guard case .unusableReferenceSystem(code, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("the state planes of a state are found in metres and in feet")
    func statePlanes() throws {
        let planes = try CoordinateReferenceSystem.projected(namedWith: "NAD83 / Arizona")
        // EPSG 2222-2224 are in international feet, 26948-26950 in metres.
        #expect(planes.map(\.code) == [2222, 2223, 2224, 26_948, 26_949, 26_950])
        #expect(planes.map(\.unit).filter { $0 == "foot" }.count == 3)
        #expect(try CoordinateReferenceSystem.projected(namedWith: "NAD83 / Nowhere").isEmpty)
    }
}
