public import CAmbit

// What ambit.h declares, where each function is described.

/// Runs a call, and tells C how it went.
private func answer(
    _ failure: UnsafeMutablePointer<ambit_failure>?,
    _ call: () throws(Refusal) -> Void
) -> Int32 {
    do throws(Refusal) {
        try call()
        return Int32(AMBIT_OK.rawValue)
    } catch {
        failure?.pointee = error.failure
        return Int32(error.code.rawValue)
    }
}

private func tree(_ pointer: OpaquePointer) -> PointTree {
    Unmanaged<PointTree>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// See `ambit.h`.
@_cdecl("ambit_tree_make")
public func ambitTreeMake(
    _ places: ambit_places,
    _ ids: UnsafePointer<Int64>?,
    _ reaches: UnsafePointer<Double>?,
    _ made: UnsafeMutablePointer<OpaquePointer?>,
    _ failure: UnsafeMutablePointer<ambit_failure>?
) -> Int32 {
    answer(failure) { () throws(Refusal) in
        let tree = try PointTree(Places(places), ids: ids, reaches: reaches)
        made.pointee = OpaquePointer(Unmanaged.passRetained(tree).toOpaque())
    }
}

/// See `ambit.h`.
@_cdecl("ambit_tree_free")
public func ambitTreeFree(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<PointTree>.fromOpaque(UnsafeRawPointer(pointer)).release()
}

/// See `ambit.h`.
@_cdecl("ambit_tree_columns")
public func ambitTreeColumns(_ pointer: OpaquePointer) -> ambit_columns { tree(pointer).columns }

/// See `ambit.h`.
@_cdecl("ambit_tree_within")
public func ambitTreeWithin(
    _ pointer: OpaquePointer,
    _ centers: ambit_places,
    _ radii: ambit_lengths,
    _ threads: Int32,
    _ matches: UnsafeMutablePointer<ambit_matches>,
    _ failure: UnsafeMutablePointer<ambit_failure>?
) -> Int32 {
    answer(failure) { () throws(Refusal) in
        let search = Search(points: tree(pointer), centers: Places(centers), threads: threads)
        matches.pointee = try search.within(Lengths(radii))
    }
}

/// See `ambit.h`.
@_cdecl("ambit_tree_nearest")
public func ambitTreeNearest(
    _ pointer: OpaquePointer,
    _ centers: ambit_places,
    _ k: Int64,
    _ withTies: Bool,
    _ limits: ambit_lengths,
    _ threads: Int32,
    _ matches: UnsafeMutablePointer<ambit_matches>,
    _ failure: UnsafeMutablePointer<ambit_failure>?
) -> Int32 {
    answer(failure) { () throws(Refusal) in
        let search = Search(points: tree(pointer), centers: Places(centers), threads: threads)
        matches.pointee = try search.nearest(
            Int(k),
            withTies: withTies,
            limits: Lengths(limits)
        )
    }
}

/// See `ambit.h`.
@_cdecl("ambit_distances")
public func ambitDistances(
    _ starts: ambit_places,
    _ ends: ambit_places,
    _ threads: Int32,
    _ meters: UnsafeMutablePointer<Double>,
    _ failure: UnsafeMutablePointer<ambit_failure>?
) -> Int32 {
    answer(failure) { () throws(Refusal) in
        try Distances(
            starts: Places(starts),
            ends: Places(ends, named: (AMBIT_OTHER_LATITUDE, AMBIT_OTHER_LONGITUDE)),
            threads: threads
        ).write(to: meters)
    }
}
