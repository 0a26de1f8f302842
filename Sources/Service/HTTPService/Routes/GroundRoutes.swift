internal import Cryptography
internal import GeoJSON
internal import Geodesy
internal import Ground
internal import HTTPTypes
internal import Hummingbird
internal import Polling
internal import Roads

/// What the page draws its map on: Ambit's own ground, or another map's tiles.
struct GroundRoutes: Sendable {
    let ground: GroundDirectory
    let ways: WayFinder
    /// Where the map opens; nil where they are not served.
    let stations: StationDirectory?
    let tiles: MapTiles?

    var routes: [Route] {
        [
            .get("/v1/map") { request, _ in try settings(request) },
            .get("/v1/ground") { request, _ in try sheet(request) },
        ]
    }

    /// Counts up when the same data are drawn otherwise, so that nobody keeps old drawings.
    private static let drawingVersion = 1

    /// How wide and high a box may be, in pixels of its zoom level.
    static let largestBoxPixels = 4096.0

    // MARK: The map

    private func settings(_ request: Request) throws -> Response {
        try request.checkNoQuery()
        let revision = Self.revision(try loaded())
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.name("tiles")
            if let tiles {
                json.object { json in
                    json.member("url", tiles.template)
                    json.member("attribution", tiles.attribution)
                }
            } else {
                json.null()
            }
            json.member("ground_revision", revision)
            json.name("opens_at")
            if let box = stations?.heartland {
                json.array { edges in
                    for edge in [box.west, box.south, box.east, box.north] { edges.number(edge) }
                }
            } else {
                json.null()
            }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    // MARK: The ground

    private func sheet(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let box = query.box()
        let zoom = query.zoom(WebMercator.zooms)
        let asked = query.text("revision")
        if zoom == nil { query.require("zoom", "give a whole number from 0 to 22") }
        if let box, let zoom { query.checkSize(of: box, zoom: zoom) }
        let (shown, level) = try query.checked(box, zoom)
        let snapshot = try loaded()
        let revision = Self.revision(snapshot)
        // Weak: gzip makes other bytes of the same drawing.
        let tag = "W/\"\(revision)\""
        let headers: HTTPFields = [
            .eTag: tag,
            // Who names the revision asks for what never changes; anybody else asks again.
            .cacheControl: asked == revision
                ? "public, max-age=31536000, immutable" : "public, no-cache",
        ]
        if request.headers[.ifNoneMatch].map({ EntityTag.matches($0, tag) }) == true {
            return Response(status: .notModified, headers: headers)
        }
        var list = SheetWriter(zoom: level)
        for part in shown.unwrapped {
            let window = SheetWindow(PlaneBox(part), zoom: level)
            var sheet = snapshot.map.sheet(in: window)
            sheet.lay(ways.map.sheet(of: window.searchedBox, zoom: level), in: window)
            sheet.joinLines()
            list.add(sheet)
        }
        return Response(type: .geoJSON, bytes: list.takeBytes(), headers: headers)
    }

    private static func revision(_ snapshot: GroundDirectory.Snapshot) -> String {
        SHA256.hash("\(drawingVersion)|\(snapshot.revision)").prefix(8).hexadecimal
    }

    private func loaded() throws(Problem) -> GroundDirectory.Snapshot {
        guard ways.isLoaded, let snapshot = ground.current else { throw .notReady }
        return snapshot
    }
}

extension GroundSheet {
    /// Lays roads over water and parks, and below boundaries.
    fileprivate mutating func lay(_ roads: RoadMap.Sheet, in window: SheetWindow) {
        let laid = roads.strokes.compactMap { stroke -> Piece? in
            let name = stroke.road.kind.isNamed(atZoom: window.zoom) ? stroke.road.title : nil
            let (parts, anchors) = window.drawn(
                line: stroke.line.map { PlanePoint($0) },
                letters: name?.count ?? 0
            )
            guard !parts.isEmpty || !anchors.isEmpty else { return nil }
            return Piece(
                drawClass: stroke.road.kind.rawValue,
                name: anchors.isEmpty ? nil : name,
                form: .lines(parts),
                anchors: anchors
            )
        }
        let boundaries = pieces.firstIndex { $0.drawClass == Self.boundary } ?? pieces.endIndex
        pieces.insert(contentsOf: laid, at: boundaries)
    }
}

extension RoadKind {
    /// Whether roads of the kind have their names along them at a zoom level.
    fileprivate func isNamed(atZoom zoom: Int) -> Bool {
        switch self {
        case .motorway, .trunk, .primary: zoom >= 14
        case .secondary, .tertiary: zoom >= 15
        case .ramp, .service, .track, .cycleway, .path, .steps, .ferry: zoom >= 18
        case .street, .livingStreet, .pedestrian: zoom >= 16
        }
    }
}

extension QueryReader {
    /// Refuses what no map shows at once.
    fileprivate mutating func checkSize(of box: BoundingBox, zoom: Int) {
        // A tile's edge, written with some digits, may lie a little beyond the map's.
        let end = WebMercator.northernmostLatitude + 1e-6
        guard box.south >= -end, box.north <= end else {
            note(
                "bbox",
                .notABox,
                "reaches from latitude \(box.south) to \(box.north); a web map ends at 85.051129 "
                    + "degrees north and south",
                .value(text("bbox") ?? "")
            )
            return
        }
        let pixel = WebMercator.pixel(atZoom: zoom)
        let parts = box.unwrapped.map { PlaneBox($0) }
        let width = parts.reduce(0) { $0 + $1.width } / pixel
        let height = (parts.first?.height ?? 0) / pixel
        if max(width, height) > GroundRoutes.largestBoxPixels {
            note(
                "bbox",
                .beyondLimit,
                "is \(Int(width.rounded(.up))) by \(Int(height.rounded(.up))) pixels at zoom "
                    + "\(zoom); at most \(Int(GroundRoutes.largestBoxPixels)) by "
                    + "\(Int(GroundRoutes.largestBoxPixels)) are drawn at once"
            )
        }
    }
}
