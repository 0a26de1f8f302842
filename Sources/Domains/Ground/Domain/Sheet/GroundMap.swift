package import Geodesy
internal import SpatialIndex

/// The ground of one reading, which never changes: found by box, with as much detail as a zoom
/// level shows.
public final class GroundMap: Sendable {
    /// Something that is drawn in one piece.
    private struct Item: Sendable {
        enum Content: Sendable {
            case area(polygons: [[Outline]], middle: AreaMiddle?)
            case line(Outline)
            case boundary(Outline, types: UInt64)
        }

        /// Of a feature; none for a boundary.
        let feature: Int?
        let content: Content
        let box: PlaneBox
    }

    /// The features, by id.
    package let features: [GroundFeature]
    private let items: [Item]
    private let boxes: BoxTree
    private let boundaries: BoundaryNetwork

    /// How many features there are.
    public var featureCount: Int { features.count }

    /// A map of some features and the boundaries of districts.
    ///
    /// - Complexity: O(n log n) typical for n places.
    public init(_ unordered: [GroundFeature], districts: [GroundDistrict] = []) {
        let features = unordered.sorted { $0.id < $1.id }
        self.features = features
        boundaries = BoundaryNetwork(districts)
        var items: [Item] = []
        for (index, feature) in features.enumerated() {
            switch feature.shape {
            case .area(let area):
                let polygons = area.polygons.map { polygon in
                    ([polygon.exterior] + polygon.holes).map { Outline($0, isRing: true) }
                }
                guard let box = area.boundingBox else { continue }
                items.append(
                    Item(
                        feature: index,
                        content: .area(
                            polygons: polygons,
                            middle: feature.name == nil ? nil : AreaMiddle(polygons)
                        ),
                        box: PlaneBox(box)
                    )
                )
            case .lines(let lines):
                for line in lines where line.count > 1 {
                    let outline = Outline(line)
                    items.append(Item(feature: index, content: .line(outline), box: outline.box))
                }
            }
        }
        for arc in boundaries.arcs {
            items.append(
                Item(
                    feature: nil,
                    content: .boundary(arc.outline, types: arc.types),
                    box: arc.outline.box
                )
            )
        }
        self.items = items
        boxes = BoxTree(items.map { BoundingBox($0.box) })
    }

    /// What to draw in a box.
    ///
    /// - Parameters:
    ///   - box: `west <= east`.
    ///   - zoom: ``WebMercator/zooms``.
    /// - Complexity: O(log n + m) for the m places of what lies in the box.
    package func sheet(of box: BoundingBox, zoom: Int) -> GroundSheet {
        sheet(in: SheetWindow(PlaneBox(box), zoom: zoom))
    }

    /// What to draw in a window.
    package func sheet(in window: SheetWindow) -> GroundSheet {
        let types = boundaries.shownTypes(atZoom: window.zoom)
        var found: [Int] = []
        boxes.forEach(touching: window.searchedBox) { item in
            if isShown(items[item], window, types) { found.append(item) }
        }
        // The largest first, until there is too much of all.
        found.sort { (items[$1].box.extent, $0) < (items[$0].box.extent, $1) }
        var layers: [[GroundSheet.Piece]] = [[], [], [], []]
        var left = GroundSheet.pointLimit
        var isComplete = true
        for item in found {
            guard let (layer, piece) = piece(items[item], window, types) else { continue }
            left -= piece.form.pointCount
            guard left >= 0 else {
                isComplete = false
                break
            }
            layers[layer].append(piece)
        }
        return GroundSheet(pieces: Array(layers.joined()), isComplete: isComplete)
    }

    /// Whether a thing is large enough to be seen.
    private func isShown(_ item: Item, _ window: SheetWindow, _ types: UInt64) -> Bool {
        if case .boundary(_, let bounded) = item.content { return bounded & types != 0 }
        return item.box.extent >= Self.leastExtentPixels * window.pixel
    }

    /// What is smaller than this is not drawn, in pixels.
    private static let leastExtentPixels = 2.5
    /// Rings that enclose less are not drawn, in square pixels.
    private static let leastAreaPixels = 4.0

    /// A thing as it is drawn in a window, and the layer that it is drawn in: parks, then water,
    /// then lines of water, then boundaries.
    private func piece(
        _ item: Item,
        _ window: SheetWindow,
        _ types: UInt64
    ) -> (layer: Int, piece: GroundSheet.Piece)? {
        switch item.content {
        case .boundary(let outline, let bounded):
            let parts = window.box.parts(ofLine: outline.points(tolerance: window.tolerance))
            guard !parts.isEmpty else { return nil }
            return (
                3,
                GroundSheet.Piece(
                    drawClass: GroundSheet.boundary,
                    detail: boundaries.name(of: bounded & types),
                    name: nil,
                    form: .lines(parts)
                )
            )
        case .line(let outline):
            guard let index = item.feature else { return nil }
            let feature = features[index]
            let (parts, anchors) = window.drawn(
                line: outline.points(tolerance: window.tolerance),
                letters: window.zoom >= Self.lineNameZoom ? feature.name?.count ?? 0 : 0
            )
            guard !parts.isEmpty || !anchors.isEmpty else { return nil }
            return (2, piece(feature, .lines(parts), anchors))
        case .area(let polygons, let middle):
            guard let index = item.feature else { return nil }
            let feature = features[index]
            let clipped = polygons.compactMap { rings -> [[PlanePoint]]? in
                // Without its outer ring a polygon's holes are nothing.
                guard let outer = rings.first.map({ part(of: $0, window) }), !outer.isEmpty
                else { return nil }
                return [outer]
                    + rings.dropFirst().map { part(of: $0, window) }.filter { !$0.isEmpty }
            }
            var anchors: [NameAnchor] = []
            if let middle, let name = feature.name, window.nameBox.contains(middle.point),
                Double(name.count) * LineNames.letterPixels * window.pixel <= middle.width * 1.15
            {
                anchors = [NameAnchor(point: middle.point, angle: 0)]
            }
            guard !clipped.isEmpty || !anchors.isEmpty else { return nil }
            return (
                feature.groundClass == .park ? 0 : 1, piece(feature, .areas(clipped), anchors)
            )
        }
    }

    /// From this zoom level on rivers have their names along them.
    private static let lineNameZoom = 13

    private func piece(
        _ feature: GroundFeature,
        _ form: GroundSheet.Form,
        _ anchors: [NameAnchor]
    ) -> GroundSheet.Piece {
        GroundSheet.Piece(
            drawClass: feature.groundClass.rawValue,
            detail: feature.detail,
            name: feature.name,
            form: form,
            anchors: anchors
        )
    }

    private func part(of ring: Outline, _ window: SheetWindow) -> [PlanePoint] {
        guard ring.area >= Self.leastAreaPixels * window.pixel * window.pixel else { return [] }
        let points = ring.points(tolerance: window.tolerance)
        guard points.count >= 4 else { return [] }
        return window.box.holds(ring.box) ? points : window.box.part(ofRing: points)
    }
}
