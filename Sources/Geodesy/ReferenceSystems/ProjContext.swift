internal import CProj

/// A PROJ context: its register and its errors.
///
/// PROJ keeps state in a context, which may be used by one thread at a time; each owner has its own,
/// and this class is not `Sendable`. The network is off: the same numbers on every machine that has
/// the same grids.
final class ProjContext {
    let pointer: OpaquePointer

    init() throws(GeodesyError) {
        guard let pointer = proj_context_create() else {
            throw .referenceSystemsMissing("PROJ cannot be started")
        }
        self.pointer = pointer
        proj_context_set_enable_network(pointer, 0)
        // Errors are answered by what is thrown; PROJ shall not write to standard error.
        proj_log_level(pointer, PJ_LOG_NONE)
        guard proj_context_get_database_path(pointer) != nil else {
            proj_context_destroy(pointer)
            throw .referenceSystemsMissing("PROJ's register (proj.db) is not installed")
        }
    }

    deinit { proj_context_destroy(pointer) }

    /// The system with a number.
    func referenceSystem(code: Int) throws(GeodesyError) -> CoordinateReferenceSystem {
        guard
            let system = proj_create_from_database(
                pointer,
                "EPSG",
                String(code),
                PJ_CATEGORY_CRS,
                0,
                nil
            )
        else { throw .unknownReferenceSystem(code) }
        defer { proj_destroy(system) }
        let name = proj_get_name(system).map { String(cString: $0) } ?? ""
        let type = proj_get_type(system)
        let isGeographic =
            type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS
        guard isGeographic || type == PJ_TYPE_PROJECTED_CRS else {
            throw .unusableReferenceSystem(code, name: name)
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
