internal import CProj
public import Geodesy

/// Turns coordinates of a reference system into places on WGS84, by PROJ.
///
/// PROJ keeps state while it computes, so a transform is used by one thread at a time; it is not
/// `Sendable`, and whoever needs one makes one (some milliseconds).
public final class CoordinateTransform {
    /// The system that coordinates are read in.
    public let system: CoordinateReferenceSystem
    private let context: ProjContext
    private let operation: OpaquePointer?

    /// - Throws: ``ReferenceSystemError/unusable(_:name:)`` when PROJ knows no way from the
    ///   system to WGS84.
    public init(from system: CoordinateReferenceSystem) throws(ReferenceSystemError) {
        self.system = system
        context = try ProjContext()
        if system.isWGS84 {
            operation = nil
            return
        }
        guard
            let raw = proj_create_crs_to_crs(
                context.pointer,
                system.definition,
                CoordinateReferenceSystem.wgs84.definition,
                nil
            )
        else { throw .unusable(system.code, name: system.name) }
        defer { proj_destroy(raw) }
        // Easting before northing and longitude before latitude, whatever the register's order.
        guard let normal = proj_normalize_for_visualization(context.pointer, raw) else {
            throw .unusable(system.code, name: system.name)
        }
        operation = normal
    }

    deinit { if let operation { proj_destroy(operation) } }

    /// The place that a pair of coordinates names.
    ///
    /// - Parameters:
    ///   - x: Easting in the system's unit; longitude in degrees for a geographic system.
    ///   - y: Northing, or latitude in degrees.
    /// - Returns: nil when the system has no such place.
    /// - Complexity: O(1), about a microsecond.
    /// Accuracy: that of ``accuracyMeters``; the arithmetic itself is exact to micrometres.
    public func place(x: Double, y: Double) -> Coordinate? {
        guard let operation else {
            return try? Coordinate(computedLatitude: y, longitude: x)
        }
        guard x.isFinite, y.isFinite else { return nil }
        proj_errno_reset(operation)
        var point = PJ_COORD()
        point.xy = PJ_XY(x: x, y: y)
        let result = proj_trans(operation, PJ_FWD, point).lp
        // PROJ answers infinity where it has no answer.
        guard result.lam.isFinite, result.phi.isFinite else { return nil }
        return try? Coordinate(computedLatitude: result.phi, longitude: result.lam)
    }

    /// The pair of coordinates that names a place.
    ///
    /// - Returns: Easting and northing in the system's unit, or longitude and latitude in degrees; nil when
    ///   the system has none for the place.
    /// - Complexity: O(1), about a microsecond.
    public func coordinates(of place: Coordinate) -> (x: Double, y: Double)? {
        guard let operation else { return (place.longitude, place.latitude) }
        proj_errno_reset(operation)
        var point = PJ_COORD()
        point.lp = PJ_LP(lam: place.longitude, phi: place.latitude)
        let result = proj_trans(operation, PJ_INV, point).xy
        return result.x.isFinite && result.y.isFinite ? (result.x, result.y) : nil
    }

    /// Whether the place that a pair of coordinates names leads back to them, within a kilometre.
    ///
    /// The arithmetic of most map grids goes on beyond the area that the register draws for them; where
    /// it does not, places may come out anywhere, and the way back ends elsewhere.
    ///
    /// - Complexity: O(1), some microseconds.
    public func isReversible(x: Double, y: Double) -> Bool {
        guard let place = place(x: x, y: y) else { return false }
        guard let operation else { return true }
        var point = PJ_COORD()
        point.lp = PJ_LP(lam: place.longitude, phi: place.latitude)
        proj_errno_reset(operation)
        let back = proj_trans(operation, PJ_INV, point).xy
        let tolerance = system.isGeographic ? Self.reversalDegrees : Self.reversalUnits
        return (back.x - x).magnitude <= tolerance && (back.y - y).magnitude <= tolerance
    }

    /// A kilometre, about, in degrees of latitude.
    private static let reversalDegrees = 0.01
    /// A kilometre in metres; in feet it is a third of one.
    private static let reversalUnits = 1_000.0

    /// How far places may be off because the datums are only known to be so much alike, in metres,
    /// as the register states it for the last place that was asked for; nil where it does not
    /// say.
    public var accuracyMeters: Double? {
        guard let operation else { return 0 }
        guard let used = proj_trans_get_last_used_operation(operation) else { return nil }
        defer { proj_destroy(used) }
        let accuracy = proj_coordoperation_get_accuracy(context.pointer, used)
        return accuracy >= 0 ? accuracy : nil
    }
}
