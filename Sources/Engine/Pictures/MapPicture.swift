public import Analysis
public import Geodesy

/// A map as a picture: areas, lines and points on an equal-area map, with a title, a legend and a
/// scale bar.
public struct MapPicture: Sendable {
    /// What is drawn, one upon the other.
    public enum Layer: Sendable {
        /// Areas, each filled in its own colour or not at all.
        case areas([(area: Area, fill: Color?)], stroke: Color?, width: Double)
        /// Rings of places that bound cells, filled.
        case cells([(corners: [Coordinate], fill: Color)])
        /// Lines.
        case lines([[Coordinate]], stroke: Color, width: Double)
        /// Dots.
        case dots([Coordinate], radius: Double, fill: Color, stroke: Color?)
        /// Crosses.
        case crosses([Coordinate], size: Double, stroke: Color)
    }

    /// A line of the legend.
    public struct Entry: Sendable, Hashable {
        /// What the little box is filled with; nil for a mere text.
        public let color: Color?
        /// What it stands for.
        public let text: String

        /// An entry with both members.
        public init(_ color: Color?, _ text: String) {
            self.color = color
            self.text = text
        }
    }

    /// What the map shows, in a line.
    public var title: String
    /// More of it, in smaller letters.
    public var subtitle: String
    /// What is drawn, from the bottom up.
    public var layers: [Layer]
    /// The legend, from the top down.
    public var legend: [Entry]
    /// What part of the Earth is shown.
    public var box: BoundingBox

    /// A map of a part of the Earth.
    public init(
        of box: BoundingBox,
        title: String,
        subtitle: String = "",
        layers: [Layer],
        legend: [Entry]
    ) {
        self.box = box
        self.title = title
        self.subtitle = subtitle
        self.layers = layers
        self.legend = legend
    }

    /// Draws the map and writes it as a PNG file.
    ///
    /// - Parameters:
    ///   - path: Replaced when the new file is whole.
    ///   - width: Of the map in pixels, without the legend; the height follows.
    /// - Throws: ``PictureError``.
    public func writePNG(to path: String, width: Int = 1000) throws(PictureError) {
        guard let map = try? EqualAreaMap(center: box.middle) else { throw .noExtent }
        let frame = try Frame(box: box, map: map, width: Double(width))
        let canvas = try Canvas(
            width: Int((frame.width + Self.legendWidth + 3 * Self.margin).rounded(.up)),
            height: Int((frame.height + Self.headHeight + 2 * Self.margin).rounded(.up)),
            background: Color(0xFFFFFF)
        )
        let (left, top) = (Self.margin, Self.margin + Self.headHeight)
        canvas.clipped(x: left, y: top, width: frame.width, height: frame.height) {
            canvas.rectangle(
                x: left,
                y: top,
                width: frame.width,
                height: frame.height,
                fill: Color(0xF4F6F8)
            )
            for layer in layers { draw(layer, canvas, frame) { place(on: frame, $0, left, top) } }
        }
        canvas.rectangle(
            x: left,
            y: top,
            width: frame.width,
            height: frame.height,
            stroke: Color(0x888888)
        )
        drawTexts(canvas)
        drawLegend(canvas, x: left + frame.width + Self.margin, y: top)
        drawScaleBar(
            canvas,
            x: left + frame.width + Self.margin,
            y: top + frame.height - 8,
            metersPerPixel: frame.metersPerPixel
        )
        try canvas.writePNG(to: path)
    }

    private static let margin = 16.0
    private static let headHeight = 52.0
    private static let legendWidth = 220.0
    private static let ink = Color(0x222222)

    /// Where the map's metres lie on the picture.
    private struct Frame {
        let map: EqualAreaMap
        let west: Double
        let north: Double
        let metersPerPixel: Double
        let width: Double
        let height: Double

        init(box: BoundingBox, map: EqualAreaMap, width: Double) throws(PictureError) {
            var points: [EqualAreaMap.Point] = []
            for step in 0...16 {
                let share = Double(step) / 16
                let latitude = box.south + share * (box.north - box.south)
                let longitude = box.west + share * box.widthDegrees
                for (latitude, longitude) in [
                    (latitude, box.west), (latitude, box.west + box.widthDegrees),
                    (box.south, longitude), (box.north, longitude),
                ] {
                    let wrapped = longitude > 180 ? longitude - 360 : longitude
                    guard let place = try? Coordinate(latitude: latitude, longitude: wrapped),
                        let point = map.point(place)
                    else { continue }
                    points.append(point)
                }
            }
            let xs = points.map(\.x)
            let ys = points.map(\.y)
            guard let west = xs.min(), let east = xs.max(), let south = ys.min(),
                let north = ys.max()
            else { throw .noExtent }
            // A single place is shown with a kilometre about it.
            let breadth = max(east - west, north - south, 1000)
            let padding = 0.02 * breadth
            let across = max(east - west, 0.25 * breadth) + 2 * padding
            let up = max(north - south, 0.25 * breadth) + 2 * padding
            self.map = map
            self.west = (west + east) / 2 - across / 2
            self.north = (south + north) / 2 + up / 2
            // Neither side longer than the width that was asked for.
            metersPerPixel = max(across, up) / width
            self.width = across / metersPerPixel
            self.height = up / metersPerPixel
        }
    }

    private func place(
        on frame: Frame,
        _ point: EqualAreaMap.Point,
        _ left: Double,
        _ top: Double
    ) -> Pixel {
        Pixel(
            x: left + (point.x - frame.west) / frame.metersPerPixel,
            y: top + (frame.north - point.y) / frame.metersPerPixel
        )
    }

    private func draw(
        _ layer: Layer,
        _ canvas: Canvas,
        _ frame: Frame,
        _ pixel: (EqualAreaMap.Point) -> Pixel
    ) {
        func pixels(_ places: [Coordinate]) -> [Pixel] {
            places.compactMap { frame.map.point($0).map(pixel) }
        }
        switch layer {
        case .areas(let areas, let stroke, let width):
            for (area, fill) in areas {
                // Edges are bent on the map.
                let rings = area.outlines.map { ring in
                    ring.inPieces(ofDegrees: 1).compactMap { position in
                        frame.map.point(
                            longitude: position.longitude,
                            latitude: position.latitude
                        ).map(pixel)
                    }
                }
                canvas.path(rings, closed: true, fill: fill, stroke: stroke, lineWidth: width)
            }
        case .cells(let cells):
            for (corners, fill) in cells {
                canvas.path(
                    [pixels(corners)],
                    closed: true,
                    fill: fill.opacity(0.75),
                    stroke: fill,
                    lineWidth: 0.5
                )
            }
        case .lines(let lines, let stroke, let width):
            canvas.path(lines.map(pixels), closed: false, stroke: stroke, lineWidth: width)
        case .dots(let places, let radius, let fill, let stroke):
            for pixel in pixels(places) {
                canvas.dot(at: pixel, radius: radius, fill: fill, stroke: stroke)
            }
        case .crosses(let places, let size, let stroke):
            for pixel in pixels(places) {
                canvas.path(
                    [
                        [
                            .init(x: pixel.x - size, y: pixel.y - size),
                            .init(x: pixel.x + size, y: pixel.y + size),
                        ],
                        [
                            .init(x: pixel.x - size, y: pixel.y + size),
                            .init(x: pixel.x + size, y: pixel.y - size),
                        ],
                    ],
                    closed: false,
                    stroke: stroke,
                    lineWidth: 2
                )
            }
        }
    }

    private func drawTexts(_ canvas: Canvas) {
        canvas.text(
            title,
            x: Self.margin,
            y: Self.margin + 20,
            size: 20,
            bold: true,
            color: Self.ink
        )
        canvas.text(subtitle, x: Self.margin, y: Self.margin + 40, size: 13, color: Self.ink)
    }

    private func drawLegend(_ canvas: Canvas, x: Double, y: Double) {
        for (index, entry) in legend.enumerated() {
            let line = y + 16 + Double(index) * 22
            if let color = entry.color {
                canvas.rectangle(
                    x: x,
                    y: line - 13,
                    width: 22,
                    height: 16,
                    fill: color,
                    stroke: Color(0x888888)
                )
            }
            canvas.text(
                entry.text,
                x: x + (entry.color == nil ? 0 : 30),
                y: line,
                size: 13,
                color: Self.ink
            )
        }
    }

    /// The scale in the middle of the map, where the projection is true.
    private func drawScaleBar(_ canvas: Canvas, x: Double, y: Double, metersPerPixel: Double) {
        let meters = Self.roundLength(atMost: 160 * metersPerPixel)
        let width = meters / metersPerPixel
        canvas.rectangle(x: x, y: y - 8, width: width / 2, height: 6, fill: Self.ink)
        canvas.rectangle(x: x, y: y - 8, width: width, height: 6, stroke: Self.ink)
        let text = meters >= 1000 ? "\(Self.plain(meters / 1000)) km" : "\(Self.plain(meters)) m"
        canvas.text(text, x: x, y: y - 14, size: 13, color: Self.ink)
    }

    /// The greatest of 1, 2, 5, 10, 20, ... that is not more.
    static func roundLength(atMost meters: Double) -> Double {
        var length = 1.0
        var digit = 0
        while length * (digit % 3 == 1 ? 2.5 : 2) <= meters {
            length *= digit % 3 == 1 ? 2.5 : 2
            digit += 1
        }
        return length
    }

    private static func plain(_ number: Double) -> String {
        let text = String(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
