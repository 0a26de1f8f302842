internal import CProj
public import Geodesy

/// A coordinate reference system: what a pair of numbers means on the Earth. Most are of the EPSG
/// register; a file may also describe one of its own.
///
/// Ambit computes in WGS84 alone; a reference system says how a file's numbers are read, and
/// ``CoordinateTransform`` does it.
public struct CoordinateReferenceSystem: Sendable, Hashable {
    /// The system's number in the EPSG register, such as 27700; 0 for one that is not in it.
    public let code: Int
    /// What PROJ makes the system of: `EPSG:27700`, or the file's own description.
    let definition: String
    /// The register's name, such as `OSGB36 / British National Grid`.
    public let name: String
    /// Whether its coordinates are latitudes and longitudes, not the metres or feet of a map grid.
    public let isGeographic: Bool
    /// The register's word for the unit of its coordinates: `metre`, `US survey foot`, `degree`.
    public let unit: String
    /// Where the system is meant to be used; nil where the register does not say.
    public let areaOfUse: BoundingBox?
    /// The register's words for the area of use; empty where it does not say.
    public let areaName: String

    /// Latitude and longitude on WGS84 in degrees, Ambit's own (EPSG:4326).
    public static let wgs84 = CoordinateReferenceSystem(
        code: 4326,
        name: "WGS 84",
        isGeographic: true,
        unit: "degree",
        areaOfUse: .world,
        areaName: "World."
    )

    /// The system as it is written in options: `EPSG:27700`; the name of one that is not in the
    /// register.
    public var identifier: String { code == 0 ? name : "EPSG:\(code)" }

    /// Whether coordinates are Ambit's own and need no transformation.
    public var isWGS84: Bool { code == Self.wgs84.code }

    /// Systems are the same when their definitions are.
    public static func == (left: Self, right: Self) -> Bool { left.definition == right.definition }
    /// Hashes the definition.
    public func hash(into hasher: inout Hasher) { hasher.combine(definition) }

    /// The system that a text names.
    ///
    /// - Parameter text: `EPSG:27700`, `27700`, `urn:ogc:def:crs:EPSG::27700`,
    ///   `http://www.opengis.net/def/crs/EPSG/0/27700` or `CRS84`; in any case.
    /// - Throws: ``ReferenceSystemError/unreadable(_:)`` or what ``init(code:)`` throws.
    public init(parsing text: String) throws(ReferenceSystemError) {
        let word = text.uppercased()
        if word.hasSuffix("CRS84") {
            self = .wgs84
            return
        }
        let parts = word.split { $0 == ":" || $0 == "/" }
        let isNamed = parts.count == 1 || parts.dropLast().contains { $0.hasSuffix("EPSG") }
        guard let last = parts.last, isNamed, last.allSatisfy(\.isASCII), let code = Int(last),
            code > 0
        else { throw .unreadable(text) }
        try self.init(code: code)
    }

    /// The system with a number of the EPSG register.
    ///
    /// - Throws: ``ReferenceSystemError/unknown(_:)`` when the register has none with that
    ///   number, ``ReferenceSystemError/unusable(_:name:)`` when it is none in which
    ///   a pair of numbers is a place, as a height or a geocentric system.
    public init(code: Int) throws(ReferenceSystemError) {
        if code == Self.wgs84.code {
            self = .wgs84
            return
        }
        let register = try ProjContext()
        self = try register.referenceSystem(code: code)
    }

    /// The system that a text in the Well-Known Text format describes, as the `.prj` part of a
    /// shapefile does (ISO 19162, or the older forms of the OGC and of ESRI).
    ///
    /// It is that of the EPSG register where the register has one that means the same; of a system
    /// with heights, its horizontal part.
    ///
    /// - Throws: ``ReferenceSystemError/unreadable(_:)`` when the text describes none,
    ///   ``ReferenceSystemError/unusable(_:name:)`` when it describes none in which a pair of
    ///   numbers is a place.
    ///
    /// PROJ reads the text in C. Of a stranger's text it gets what ``WellKnownText`` lets through, and
    /// that only after ``ForeignSystems`` has had it tried, where the process has a way to.
    ///
    /// - Complexity: O(size of the register), some milliseconds.
    public init(wellKnownText text: String) throws(ReferenceSystemError) {
        let description = try WellKnownText(text).text
        try ForeignSystems.check(description)
        self = try ProjContext().referenceSystem(wellKnownText: description)
    }

    /// The system that the register has under a name, in its words: `ETRS89 / UTM zone 32N`; in any case.
    ///
    /// - Throws: ``ReferenceSystemError/unreadable(_:)`` when it has none of that name, or several.
    public init(named name: String) throws(ReferenceSystemError) {
        self = try ProjContext().referenceSystem(named: name)
    }

    init(
        code: Int,
        definition: String? = nil,
        name: String,
        isGeographic: Bool,
        unit: String,
        areaOfUse: BoundingBox?,
        areaName: String
    ) {
        self.code = code
        self.definition = definition ?? "EPSG:\(code)"
        self.name = name
        self.isGeographic = isGeographic
        self.unit = unit
        self.areaOfUse = areaOfUse
        self.areaName = areaName
    }
}

extension CoordinateReferenceSystem: CustomStringConvertible {
    /// Number and name: `EPSG:27700 (OSGB36 / British National Grid)`; the name alone without one.
    public var description: String { code == 0 ? name : "\(identifier) (\(name))" }
}

extension CoordinateReferenceSystem {
    /// Whether the register puts the northing, or the latitude, first.
    ///
    /// - Throws: ``ReferenceSystemError`` when PROJ or its register is not there.
    public func isNorthingFirst() throws(ReferenceSystemError) -> Bool {
        try ProjContext().isNorthingFirst(definition)
    }

    /// The map grids of the register whose name begins with a text, by number: `NAD83 / Arizona`
    /// gives the state planes of Arizona, in metres and in feet. Systems that the register has
    /// withdrawn are left out.
    ///
    /// - Throws: ``ReferenceSystemError`` when PROJ or its register is not there.
    /// - Complexity: O(size of the register), some 20 ms.
    public static func projected(
        namedWith prefix: String
    ) throws(ReferenceSystemError) -> [CoordinateReferenceSystem] {
        let register = try ProjContext()
        var systems: [CoordinateReferenceSystem] = []
        for code in register.projectedCodes(namedWith: prefix) {
            systems.append(try register.referenceSystem(code: code))
        }
        return systems
    }
}
