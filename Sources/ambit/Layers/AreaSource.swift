import Analysis
import ArgumentParser
import Datasets
import FeatureFiles
import Foundation
import GeoJSON
import Geodesy
import Importing
import Polling
import RowFiles
import SpatiaLiteStore
import SpatialIndex
import Synchronization

/// Rows that are areas, held in memory by id: the published districts, or the polygons of a file.
struct AreaSource: LayerSource {
    let noun: String
    let columns: [String]
    let kinds: [SpatialTable.Kind?]
    /// By id, so that ties by number are ties by id.
    private let table: [Row]
    let index: AreaIndex

    /// How many areas there are.
    var count: Int { table.count }

    let isLoadable = false

    /// - Parameter told: What columns hold, by their names, where the file tells that.
    private init(
        noun: String,
        columns: [String],
        told: [String: SpatialTable.Kind] = [:],
        _ unordered: [(row: Row, area: Area)]
    ) {
        let ordered = unordered.sorted { Value.precedes($0.row.id, $1.row.id) }
        self.noun = noun
        self.columns = columns
        let table = ordered.map(\.row)
        self.table = table
        kinds = columns.enumerated().map { index, name in
            let values = table.lazy.map { $0.values[index] }
            let isDegrees = name == "lat" || name == "lon"
            guard let told = isDegrees ? .real : told[name] else { return .of(values) }
            return .of(values, told: told)
        }
        index = AreaIndex(ordered.map(\.area))
    }

    func extraNames() async throws -> [String] { [] }

    func rowLimit() async throws -> Int? { nil }

    func nearest(to place: Coordinate, count: Int, within bound: Distance?) async throws
        -> [Found]
    {
        found(index.nearest(to: place, count: count, within: bound))
    }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found] {
        found(index.within(radius, of: place))
    }

    func points() async throws -> PointSet { insidePoints { _ in true } }

    func points(in boxes: [BoundingBox]) async throws -> PointSet {
        insidePoints { place in boxes.contains { $0.contains(place) } }
    }

    private func insidePoints(where isWanted: (Coordinate) -> Bool) -> PointSet {
        let wanted = table.indices.compactMap { index in
            table[index].geometry?.placeInside.flatMap { isWanted($0) ? (index, $0) : nil }
        }
        var set = PointSet()
        set.append(table: 0, rows: wanted.map { Int64($0.0) }, places: wanted.map(\.1))
        return set
    }

    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?] {
        indices.map { table[Int(set.rows[$0])] }
    }

    func area(ofRow row: Int64) -> (measured: MeasuredArea, outline: MultiPolygon)? {
        guard case .area(let outline)? = table[Int(row)].geometry else { return nil }
        return (index[Int(row)], outline)
    }

    func answer(_ question: Question, from area: MeasuredArea) -> [Found]? {
        switch question {
        case .within(let radius): found(index.within(radius, of: area))
        case .nearest(let count, let bound):
            found(index.nearest(to: area, count: count, within: bound))
        }
    }

    func matches(in region: Region) async throws -> [Found]? {
        switch region {
        case .box(let box): return found(await index.intersecting(GridArea(box)))
        case .polygon(let area): return found(await index.covered(by: GridArea(area)))
        case .reach(let area, _): return found(await index.intersecting(GridArea(area)))
        case .corridor(let route, let width):
            guard route.lengthMeters <= AreaCorridor.longestMeters else {
                throw AnalysisError.longLine(
                    kilometers: route.lengthMeters / 1000,
                    most: AreaCorridor.longestMeters / 1000
                )
            }
            return found(await index.along(AreaCorridor(route), within: width))
        }
    }

    /// What is written of the areas.
    func columnSet(_ properties: [Property]) -> ColumnSet {
        var cells = CellTable(columnCount: properties.count)
        for row in table {
            for property in properties {
                cells.bytes.append(contentsOf: property.value(in: row).text.utf8)
                cells.endCell()
            }
        }
        cells.seal()
        var set = ColumnSet(
            points: PointSet(),
            cells: cells,
            columns: properties.indices.map(CellColumn.text)
        ) { row, _ in table[row].id }
        if table.first?.number != nil { set.number = { table[$0].number ?? Int64($0) } }
        return set
    }

    /// The areas that answer a question by their numbers: nearest first; ties by id.
    func collect(_ question: Question, at place: Coordinate, into found: inout [Neighbor<UInt32>]) {
        let areas =
            switch question {
            case .within(let radius): index.within(radius, of: place)
            case .nearest(let count, let bound):
                index.nearest(to: place, count: count, within: bound)
            }
        for area in areas {
            let number = UInt32(truncatingIfNeeded: area.index)
            found.append(Neighbor(id: number, distance: area.distance))
        }
    }

    private func found(_ indices: [Int]) -> [Found] {
        indices.map { Found(row: table[$0], distance: nil) }
    }

    private func found(_ neighbors: [AreaIndex.Neighbor]) -> [Found] {
        neighbors.map { Found(row: table[$0.index], distance: $0.distance) }
    }
}

extension AreaSource {
    /// The published districts that are in force on a day.
    ///
    /// How many are not is told.
    ///
    /// - Parameter types: Only these, as ``DistrictKey/canonicalType(_:)`` writes them; nil for all.
    /// - Throws: `ValidationError` for a type that no district has.
    init(
        districts store: SpatiaLiteStore,
        types: Set<String>?,
        on day: CalendarDate
    ) async throws {
        let all = try await Self.districts(in: store)
        let known = Set(all.map { DistrictKey.canonicalType($0.reference.type) })
        if let wrong = types?.subtracting(known).min() {
            guard !known.isEmpty else { throw ValidationError("--type: there are no districts") }
            throw LayerOptions.unknown("type", wrong, known: known, option: "--type")
        }
        let wanted = all.filter { district in
            types?.contains(DistrictKey.canonicalType(district.reference.type)) ?? true
        }
        let districts = Self.inForce(wanted, on: day)
        self.init(
            noun: "districts",
            columns: ["id", "type", "code", "name", "dataset", "lat", "lon"],
            districts.map { (row: Self.row($0), area: Area($0.area)) }
        )
    }

    /// All published districts.
    static func districts(in store: SpatiaLiteStore) async throws -> [District] {
        let read = Mutex<[District]>([])
        try await store.forEachDistrict { batch in read.withLock { $0 += batch } }
        return read.withLock { $0 }
    }

    /// Those of some districts that are in force on a day; how many are not is told.
    static func inForce(_ districts: [District], on day: CalendarDate) -> [District] {
        let inForce = districts.filter { $0.validity.contains(day) }
        let others = districts.count - inForce.count
        if others > 0 {
            StandardError.print(
                "\(counted(others, "districts")) left out, not in force on \(day); --on chooses "
                    + "the day"
            )
        }
        return inForce
    }

    private static func row(_ district: District) -> Row {
        let id = Value.text(district.id.rawValue)
        let inside = district.area.interiorPlace
        return Row(
            values: [
                id, .text(district.reference.type), .text(district.reference.code),
                .text(district.name), .text(district.dataset.text),
                inside.map { .number($0.latitude) } ?? .missing,
                inside.map { .number($0.longitude) } ?? .missing,
            ],
            geometry: .area(district.area),
            id: id
        )
    }
}

extension AreaSource {
    /// The polygons of a GeoJSON file; nil for a file that holds none.
    ///
    /// - Parameter skipsBadRows: Whether features without a polygon are left out.
    /// - Throws: ``RegionError`` for a file of polygons that cannot be read.
    init?(path: String, skipsBadRows: Bool) throws {
        guard try Self.looksLikeAreas(path) else { return nil }
        let shapes = try Region.shapes(of: path, option: "LAYER")
        var columns: [String] = []
        func add(_ name: String) { if !columns.contains(name) { columns.append(name) } }
        if shapes.contains(where: { $0.id != nil }) { add("id") }
        for shape in shapes { for member in shape.properties { add(Self.column(member.name)) } }
        add("lat")
        add("lon")
        let rows = try shapes.enumerated().compactMap { number, shape -> (row: Row, area: Area)? in
            guard let area = shape.area else {
                guard !skipsBadRows else { return nil }
                throw RegionError(
                    option: "LAYER",
                    path: path,
                    reason:
                        "feature \(number + 1) has no polygon; a layer is of points or of areas, "
                        + "and --skip-bad-rows leaves out what has none"
                )
            }
            return (row: Self.row(shape, area, number: number + 1, columns), area: area)
        }
        if rows.count < shapes.count {
            let skipped = shapes.count - rows.count
            StandardError.print("\(path): \(leftOut(skipped, "features", without: "a polygon"))")
        }
        // Where none has an id, all are known by their numbers.
        let hasIDs = rows.contains { $0.row.hasOwnID }
        self.init(
            noun: "areas",
            columns: columns,
            told: try SheetPath(path).columnKinds(Self.column),
            rows.map { row, area in
                var row = row
                if !hasIDs { row.hasOwnID = true }
                return (row: row, area: area)
            }
        )
    }

    /// Whether the beginning of a file speaks of polygons.
    private static func looksLikeAreas(_ path: String) throws -> Bool {
        let place = SheetPath(path)
        // A workbook is not read a second time.
        if SheetFile.isWorkbook(place.path) { return false }
        let bytes = try ByteSource(path: path)
        guard bytes.sheet == nil else { return false }
        let start = String(decoding: try bytes.peek(), as: UTF8.self)
        guard start.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else {
            return false
        }
        return start.contains("\"Polygon\"") || start.contains("\"MultiPolygon\"")
    }

    private static func column(_ name: String) -> String {
        name == "distance_m" ? "distance_m_before" : name
    }

    private static func row(
        _ shape: Shape,
        _ area: Area,
        number: Int,
        _ columns: [String]
    ) -> Row {
        let outline = area.multiPolygon
        let inside = outline.interiorPlace
        var values: [String: Value] = [:]
        for member in shape.properties { values[column(member.name)] = Value(member.value) }
        if let id = shape.id { values["id"] = .text(id) }
        values["lat"] = inside.map { .number($0.latitude) } ?? .missing
        values["lon"] = inside.map { .number($0.longitude) } ?? .missing
        let id = values["id"].flatMap { $0 == .missing || $0 == .text("") ? nil : $0 }
        var row = Row(
            values: columns.map { values[$0] ?? .missing },
            geometry: .area(outline),
            id: id ?? .integer(Int64(number)),
            number: Int64(number)
        )
        row.hasOwnID = id != nil
        return row
    }
}

extension Geometry {
    /// A place of it: the point, or one inside the area, on its edge where it has no inside.
    fileprivate var placeInside: Coordinate? {
        switch self {
        case .point(let place): place
        case .area(let area): area.interiorPlace ?? area.polygons.first?.exterior.first
        default: nil
        }
    }
}
