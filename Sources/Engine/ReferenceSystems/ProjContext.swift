internal import CProj
internal import Geodesy

/// A PROJ context: its register and its errors.
///
/// PROJ keeps state in a context, which may be used by one thread at a time; each owner has its own,
/// and this class is not `Sendable`. The network is off: the same numbers on every machine that has
/// the same grids.
final class ProjContext {
    let pointer: OpaquePointer

    init() throws(ReferenceSystemError) {
        guard let pointer = proj_context_create() else {
            throw .registerMissing("PROJ cannot be started")
        }
        self.pointer = pointer
        proj_context_set_enable_network(pointer, 0)
        // Errors are answered by what is thrown; PROJ shall not write to standard error.
        proj_log_level(pointer, PJ_LOG_NONE)
        guard proj_context_get_database_path(pointer) != nil else {
            proj_context_destroy(pointer)
            throw .registerMissing("PROJ's register (proj.db) is not installed")
        }
    }

    deinit { proj_context_destroy(pointer) }

    /// The system with a number.
    func referenceSystem(code: Int) throws(ReferenceSystemError) -> CoordinateReferenceSystem {
        guard
            let system = proj_create_from_database(
                pointer,
                "EPSG",
                String(code),
                PJ_CATEGORY_CRS,
                0,
                nil
            )
        else { throw .unknown(code) }
        defer { proj_destroy(system) }
        return try describe(system, code: code)
    }

    /// The only system of a name.
    func referenceSystem(named name: String) throws(ReferenceSystemError)
        -> CoordinateReferenceSystem
    {
        let types = [PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_PROJECTED_CRS]
        guard
            let list = types.withUnsafeBufferPointer({ types in
                proj_create_from_name(
                    pointer,
                    "EPSG",
                    name,
                    types.baseAddress,
                    types.count,
                    0,
                    2,
                    nil
                )
            })
        else { throw .unreadable(name) }
        defer { proj_list_destroy(list) }
        guard proj_list_get_count(list) == 1, let system = proj_list_get(pointer, list, 0) else {
            throw .unreadable(name)
        }
        defer { proj_destroy(system) }
        guard let code = proj_get_id_code(system, 0).flatMap({ Int(String(cString: $0)) }) else {
            throw .unreadable(name)
        }
        return try CoordinateReferenceSystem(code: code)
    }

    /// The system that a text describes, or the register's that means the same.
    func referenceSystem(
        wellKnownText text: String
    ) throws(ReferenceSystemError) -> CoordinateReferenceSystem {
        var faults: PROJ_STRING_LIST?
        let parsed = proj_create_from_wkt(pointer, text, nil, nil, &faults)
        proj_string_list_destroy(faults)
        guard var system = parsed else {
            throw .unreadable(String(text.prefix(80)))
        }
        defer { proj_destroy(system) }
        // A system with heights, or one with a way to WGS84 attached: the horizontal system in it.
        let type = proj_get_type(system)
        let inner =
            type == PJ_TYPE_COMPOUND_CRS
            ? proj_crs_get_sub_crs(pointer, system, 0)
            : type == PJ_TYPE_BOUND_CRS ? proj_get_source_crs(pointer, system) : nil
        if let inner {
            proj_destroy(system)
            system = inner
        }
        if let code = registered(system) { return try CoordinateReferenceSystem(code: code) }
        return try describe(system, code: 0, definition: text)
    }

    /// The number of the register's system that means the same as another.
    private func registered(_ system: OpaquePointer) -> Int? {
        var confidences: UnsafeMutablePointer<Int32>?
        guard let list = proj_identify(pointer, system, "EPSG", nil, &confidences) else {
            return nil
        }
        defer {
            proj_list_destroy(list)
            proj_int_list_destroy(confidences)
        }
        // From 70 of 100 on, systems are equivalent and only their names may differ.
        let equivalent: Int32 = 70
        guard proj_list_get_count(list) > 0, let confidences, confidences[0] >= equivalent,
            let best = proj_list_get(pointer, list, 0)
        else { return nil }
        defer { proj_destroy(best) }
        return proj_get_id_code(best, 0).flatMap { Int(String(cString: $0)) }
    }

    private func describe(
        _ system: OpaquePointer,
        code: Int,
        definition: String? = nil
    ) throws(ReferenceSystemError) -> CoordinateReferenceSystem {
        let name = proj_get_name(system).map { String(cString: $0) } ?? ""
        let type = proj_get_type(system)
        let isGeographic =
            type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS
        guard isGeographic || type == PJ_TYPE_PROJECTED_CRS else {
            throw .unusable(code, name: name)
        }
        var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
        var areaName: UnsafePointer<CChar>?
        let hasArea = proj_get_area_of_use(
            pointer,
            system,
            &west,
            &south,
            &east,
            &north,
            &areaName
        )
        // PROJ writes -1000 where the register does not say.
        let area =
            hasArea != 0
            ? try? BoundingBox(west: west, south: south, east: east, north: north) : nil
        return CoordinateReferenceSystem(
            code: code,
            definition: definition,
            name: name,
            isGeographic: isGeographic,
            unit: unit(of: system),
            areaOfUse: area,
            areaName: areaName.map { String(cString: $0) } ?? ""
        )
    }

    private func unit(of system: OpaquePointer) -> String {
        guard let axes = proj_crs_get_coordinate_system(pointer, system) else { return "" }
        defer { proj_destroy(axes) }
        var unit: UnsafePointer<CChar>?
        guard proj_cs_get_axis_info(pointer, axes, 0, nil, nil, nil, nil, &unit, nil, nil) != 0
        else { return "" }
        return unit.map { String(cString: $0) } ?? ""
    }

    /// Whether the first axis of a system points north or south, and not east or west.
    func isNorthingFirst(_ definition: String) -> Bool {
        guard let system = proj_create(pointer, definition) else { return false }
        defer { proj_destroy(system) }
        guard let axes = proj_crs_get_coordinate_system(pointer, system) else { return false }
        defer { proj_destroy(axes) }
        var name: UnsafePointer<CChar>?
        var direction: UnsafePointer<CChar>?
        guard
            proj_cs_get_axis_info(pointer, axes, 0, &name, nil, &direction, nil, nil, nil, nil) != 0
        else { return false }
        // Axes of polar systems all point to one side; their names tell them apart.
        let words = [direction, name].map { $0.map { String(cString: $0).lowercased() } ?? "" }
        return words[1].contains("northing") || words[1].contains("latitude")
            || (words[0] == "north" && !words[1].contains("easting"))
    }

    /// The numbers of map grids whose name begins with a text.
    func projectedCodes(namedWith prefix: String) -> [Int] {
        guard let parameters = proj_get_crs_list_parameters_create() else { return [] }
        defer { proj_get_crs_list_parameters_destroy(parameters) }
        parameters.pointee.allow_deprecated = 0
        var count: Int32 = 0
        let list = withUnsafePointer(to: PJ_TYPE_PROJECTED_CRS) { type in
            parameters.pointee.types = type
            parameters.pointee.typesCount = 1
            return proj_get_crs_info_list_from_database(pointer, "EPSG", parameters, &count)
        }
        guard let list else { return [] }
        defer { proj_crs_info_list_destroy(list) }
        var codes: [Int] = []
        for index in 0..<Int(count) {
            guard let info = list[index]?.pointee, let name = info.name, let code = info.code,
                String(cString: name).hasPrefix(prefix), let number = Int(String(cString: code))
            else { continue }
            codes.append(number)
        }
        return codes.sorted()
    }
}
