import Foundation
import Geodesy
import ReferenceSystems
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
        let error = #expect(throws: ReferenceSystemError.self) {
            try CoordinateReferenceSystem(parsing: text)
        }
        #expect(error == .unreadable(text))
        #expect(error?.description.contains("EPSG:27700") == true)
    }

    @Test("a number that is not in the register is refused, and so is a system of heights")
    func unknown() {
        #expect(throws: ReferenceSystemError.unknown(99_999)) {
            try CoordinateReferenceSystem(parsing: "EPSG:99999")
        }
        // 5703 is NAVD88 height, 4978 geocentric WGS84.
        for code in [5_703, 4_978] {
            let error = #expect(throws: ReferenceSystemError.self) {
                try CoordinateReferenceSystem(code: code)
            }
            guard case .unusable(code, _) = error else {
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

    @Test("a description as shapefiles have it is the register's system where that means the same")
    func describedAndRegistered() throws {
        let arizona = """
            PROJCS["NAD_1983_HARN_StatePlane_Arizona_Central_FIPS_0202_Feet_Intl",GEOGCS["GCS_North_\
            American_1983_HARN",DATUM["D_North_American_1983_HARN",SPHEROID["GRS_1980",6378137.0,\
            298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION\
            ["Transverse_Mercator"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",\
            0.0],PARAMETER["Central_Meridian",-111.9166666666667],PARAMETER["Scale_Factor",0.9999],\
            PARAMETER["Latitude_Of_Origin",31.0],UNIT["Foot",0.3048]]
            """
        let system = try CoordinateReferenceSystem(wellKnownText: arizona)
        #expect(system == (try CoordinateReferenceSystem(code: 2868)))
        #expect(system.identifier == "EPSG:2868")
    }

    @Test("a description that no register has is a system of its own")
    func describedAlone() throws {
        let local = """
            PROJCS["Town grid",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,\
            298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION\
            ["Transverse_Mercator"],PARAMETER["latitude_of_origin",38.9],PARAMETER["central_\
            meridian",-77.03],PARAMETER["scale_factor",1],PARAMETER["false_easting",1000],\
            PARAMETER["false_northing",2000],UNIT["metre",1]]
            """
        let system = try CoordinateReferenceSystem(wellKnownText: local)
        #expect(system.code == 0)
        #expect(system.description == "Town grid")
        let transform = try CoordinateTransform(from: system)
        let place = try #require(transform.place(x: 1000, y: 2000))
        #expect(abs(place.latitude - 38.9) < 1e-8)
        #expect(abs(place.longitude + 77.03) < 1e-8)
        #expect(system != (try CoordinateReferenceSystem(code: 32_618)))
    }

    @Test("a text that describes no system is refused", arguments: ["", "PROJCS[", "Lambert"])
    func notDescribed(text: String) {
        #expect(throws: ReferenceSystemError.self) {
            try CoordinateReferenceSystem(wellKnownText: text)
        }
    }
}
