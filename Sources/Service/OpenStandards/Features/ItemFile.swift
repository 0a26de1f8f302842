internal import FeatureCollections
internal import FeatureFiles
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The files of other programs that a page of a list is given as, besides its forms for people and for GeoJSON.
enum ItemFile: String, Sendable, CaseIterable {
    case fgb
    case parquet

    var type: String {
        switch self {
        case .fgb: Link.flatGeobuf
        case .parquet: Link.parquet
        }
    }

    /// What `f` or, without it, `Accept` asks for; nil for another form.
    static func wanted(_ query: inout QueryReader, _ request: Request) -> ItemFile? {
        guard query.has("f") else {
            let accepted = (request.headers[.accept] ?? "").split(separator: ",").first ?? ""
            let type = accepted.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
            return allCases.first { $0.type == type }
        }
        return query.text("f").flatMap(ItemFile.init)
    }
}

extension ItemPage {
    /// Refuses a system that the files do not tell of.
    ///
    /// - Throws: ``Problem`` of status 400.
    func checkSystem(for file: ItemFile) throws(Problem) {
        guard query.system.uri != OfferedSystem.crs84.uri else { return }
        throw .invalid([
            ParameterError(
                parameter: "crs",
                fault: .notTogether,
                message: "is \(query.system.uri), and f=\(file.rawValue) has places in "
                    + "\(OfferedSystem.crs84.uri) alone",
                values: .other("f")
            )
        ])
    }

    /// The page as a file. The next page, which the file has no room for, is told by the field `Link`.
    ///
    /// - Complexity: O(features of the page), all of which are in memory.
    func written(as file: ItemFile, _ links: Links) -> Response {
        var table = SpatialTable(
            name: collection.id,
            columns: [.init(name: "id", kind: .text)]
                + collection.fields.map { .init(name: $0.name, kind: $0.kind.column) }
        )
        table.rows = selection.page.map { number in
            let feature = collection.content.feature(number)
            return SpatialTable.Row(
                geometry: feature.shape.map(SpatialTable.Geometry.init),
                values: [.text(feature.id)] + feature.values.map(SpatialTable.Value.init)
            )
        }
        var bytes: [UInt8] = []
        switch file {
        case .fgb: table.writeFlatGeobuf { bytes += $0 }
        case .parquet: table.writeGeoParquet { bytes += $0 }
        }
        var headers = query.system.contentField
        headers[.contentType] = file.type
        headers[.contentDisposition] = "attachment; filename=\"\(collection.id).\(file.rawValue)\""
        if let name = HTTPField.Name("OGC-NumberMatched") { headers[name] = "\(selection.matched)" }
        if let name = HTTPField.Name("OGC-NumberReturned") {
            headers[name] = "\(selection.page.count)"
        }
        if let next = selection.next, let name = HTTPField.Name("Link") {
            let address =
                address + "?"
                + parameters.replacingCursor(with: "\(collection.revisionTag).\(next)")
                + (parameters.has("f") ? "" : "&f=\(file.rawValue)")
            headers[name] = "<\(address)>; rel=\"next\"; type=\"\(file.type)\""
        }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}

extension FeatureField.Kind {
    fileprivate var column: SpatialTable.Kind {
        switch self {
        case .text, .day: .text
        case .integer: .integer
        case .boolean: .boolean
        case .number: .real
        }
    }
}

extension SpatialTable.Value {
    fileprivate init(_ value: FieldValue) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .integer(let number): .integer(number)
            case .number(let number): .real(number)
            case .boolean(let flag): .boolean(flag)
            case .null: .null
            }
    }
}

extension SpatialTable.Geometry {
    fileprivate init(_ shape: FeatureShape) {
        self =
            switch shape {
            case .point(let place): .point(place)
            case .lines(let lines): .lines(lines)
            case .area(let area): .area(area)
            }
    }
}
