import FeatureFiles
import GeoJSON
import Geodesy
import Importing
import SpatialFiles

/// Places in GeoJSON points, or in JSON objects with a latitude and a longitude: as a collection, an
/// array, or one a line.
final class JSONPlaceSource: PlaceSource {
    let columns: [String]
    /// As the file tells them, or the first objects show them.
    let kinds: [SpatialTable.Kind?]

    private var items: JSONItems
    private let name: String
    private let indexes: [String: Int]
    /// What was read to learn the columns.
    private var waiting: [Item] = []
    private var delivered = 0
    private static let lookahead = 1000
    /// Members of later objects that have no column, and whether that was told.
    private var late: [String] = []
    private var isTold = false
    /// Which of `lat` and `lon` said something else than the geometry, which is what they are here.
    private var replaced: Set<String> = []
    /// Programs write degrees with fewer digits than geometries: a metre is no other place.
    private static let sameDegrees = 1e-5

    private enum Item {
        case row(line: Int, members: [JSONValue.Member], id: Value, place: Coordinate)
        case failed(any Error)
    }

    /// The columns are the members of the first objects: of a thousand in a file, of those that are
    /// there at once in a pipe.
    init(_ bytes: ByteSource) throws {
        name = bytes.name
        items = try JSONItems(bytes)
        var columns: [String] = []
        var indexes: [String: Int] = [:]
        func add(_ name: String) {
            guard indexes[name] == nil else { return }
            indexes[name] = columns.count
            columns.append(name)
        }
        while waiting.count < Self.lookahead,
            waiting.isEmpty || bytes.totalByteCount != nil || !items.isWaiting
        {
            let object: (line: Int, value: JSONValue)?
            do { object = try items.next() } catch {
                waiting.append(.failed(error))
                break
            }
            guard let (line, value) = object else { break }
            // An object without a place is a row that cannot be used; those behind it have columns.
            do {
                let item = try Self.item(value, number: items.count, line: line, name: name)
                waiting.append(item)
                if case .row(_, let members, let id, _) = item {
                    if id != .missing { add("id") }
                    for member in members { add(member.name) }
                }
            } catch { waiting.append(.failed(error)) }
        }
        guard !waiting.isEmpty else { throw PlaceFileError.empty(name: name) }
        add("lat")
        add("lon")
        self.columns = columns
        self.indexes = indexes
        let told = Dictionary(
            (bytes.layer?.columns ?? []).map { ($0.name, SpatialTable.Kind($0.kind)) }
        ) { first, _ in first }
        var kinds: [SpatialTable.Kind?] = columns.map { told[$0] }
        for case .row(_, let members, let id, _) in waiting {
            for (name, value) in members.map({ ($0.name, Value($0.value)) }) + [("id", id)] {
                guard let index = indexes[name], told[name] == nil,
                    let kind = SpatialTable.Kind(value)
                else { continue }
                kinds[index] = kinds[index]?.joined(with: kind) ?? kind
            }
        }
        for name in ["lat", "lon"] { if let index = indexes[name] { kinds[index] = .real } }
        self.kinds = kinds
    }

    func next() throws -> PlaceRow? {
        let item: Item
        if delivered < waiting.count {
            item = waiting[delivered]
            delivered += 1
            if delivered == waiting.count {
                waiting = []
                delivered = 0
            }
        } else {
            guard let (line, value) = try items.next() else {
                tell()
                return nil
            }
            item = try Self.item(value, number: items.count, line: line, name: name)
        }
        switch item {
        case .failed(let error): throw error
        case .row(_, let members, let id, let place):
            var values = [Value](repeating: .missing, count: columns.count)
            if let index = indexes["id"] { values[index] = id }
            for member in members {
                // A member that the first objects don't have has no column.
                if let index = indexes[member.name] {
                    values[index] = Value(member.value)
                } else if !late.contains(member.name), late.count < Self.lookahead {
                    late.append(member.name)
                }
            }
            for (column, degrees) in [("lat", place.latitude), ("lon", place.longitude)] {
                guard let index = indexes[column] else { continue }
                if values[index] != .missing,
                    (values[index].plainNumber ?? .infinity).distance(to: degrees).magnitude
                        > Self.sameDegrees
                {
                    replaced.insert(column)
                }
                values[index] = .number(degrees)
            }
            return PlaceRow(coordinate: place, values: values, id: id)
        }
    }

    /// Says what is not as the file has it, once all of it was read.
    private func tell() {
        guard !isTold else { return }
        isTold = true
        if !replaced.isEmpty {
            StandardError.print(
                "\(name): \(replaced.sorted().quoted) of some features differ from their geometries, and are those of "
                    + "the geometries here"
            )
        }
        guard !late.isEmpty else { return }
        StandardError.print(
            "\(name): \(late.quoted) \(late.count == 1 ? "has" : "have") no column, for none of the first objects "
                + "has \(late.count == 1 ? "it" : "them")"
        )
    }

    private static func item(
        _ value: JSONValue,
        number: Int,
        line: Int,
        name: String
    ) throws -> Item {
        func bad(_ reason: String) -> PlaceFileError {
            .badRow(name: name, line: line, reason: reason)
        }
        guard case .object(let members) = value else {
            throw bad("it is \(value.kind), not an object")
        }
        func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
        func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
            do { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
                throw bad("\(error)")
            }
        }
        guard member("type") == .string("Feature") else {
            let latitudes = members.filter {
                PlaceSources.latitudeNames.contains($0.name.lowercased())
            }
            let longitudes = members.filter {
                PlaceSources.longitudeNames.contains($0.name.lowercased())
            }
            guard latitudes.count == 1, longitudes.count == 1,
                let latitude = Value(latitudes[0].value).number,
                let longitude = Value(longitudes[0].value).number
            else { throw bad("there is neither a GeoJSON point nor a lat and a lon in it") }
            return .row(
                line: line,
                members: members,
                id: member("id").map { Value($0) } ?? .missing,
                place: try place(latitude, longitude)
            )
        }
        guard case .object(let geometry)? = member("geometry"),
            geometry.contains(where: { $0.name == "type" && $0.value == .string("Point") }),
            case .array(let position)? = geometry.first(where: { $0.name == "coordinates" })?.value,
            position.count >= 2, case .number(let longitude) = position[0],
            case .number(let latitude) = position[1]
        else { throw bad("feature \(number): its geometry is no point") }
        var properties: [JSONValue.Member] = []
        if case .object(let found)? = member("properties") { properties = found }
        return .row(
            line: line,
            members: properties,
            id: member("id").map { Value($0) } ?? .missing,
            place: try place(latitude, longitude)
        )
    }
}

extension Value {
    /// A member of a JSON file; arrays and objects as their text.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .missing
        case .boolean(let flag): self = .boolean(flag)
        case .string(let text): self = .text(text)
        case .number(let number):
            // Whole numbers are exact in a double below 2^53.
            self =
                number == number.rounded() && number.magnitude < 0x1p53
                ? .integer(Int64(number)) : .number(number)
        case .longInteger(let digits):
            self = Int64(digits).map(Value.integer) ?? .text(digits)
        case .array, .object:
            var writer = JSONWriter()
            writer.value(json)
            self = .text(String(decoding: writer.takeBytes(), as: UTF8.self))
        }
    }
}
