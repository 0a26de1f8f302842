package import Geodesy

/// What a map shows of the ground in a box: for drawing, not for measuring.
package struct GroundSheet: Sendable {
    /// One thing to draw.
    package struct Piece: Sendable {
        /// `water`, `park`, `boundary`, or the kind of a road.
        package let drawClass: String
        /// More closely what it is: what the file calls it, or a district's type.
        package let detail: String?
        package let name: String?
        package fileprivate(set) var form: Form
        /// Where to write the name; none where it does not fit.
        package let anchors: [NameAnchor]

        package init(
            drawClass: String,
            detail: String? = nil,
            name: String?,
            form: Form,
            anchors: [NameAnchor] = []
        ) {
            self.drawClass = drawClass
            self.detail = detail
            self.name = name
            self.form = form
            self.anchors = anchors
        }
    }

    /// How a piece is drawn.
    package enum Form: Sendable {
        /// Polygons; of each the outer ring first, all closed.
        case areas([[[PlanePoint]]])
        case lines([[PlanePoint]])

        package var pointCount: Int {
            switch self {
            case .areas(let polygons): polygons.joined().reduce(0) { $0 + $1.count }
            case .lines(let lines): lines.reduce(0) { $0 + $1.count }
            }
        }
    }

    /// In the order in which they are to be drawn.
    package var pieces: [Piece]
    /// Whether everything is there that is large enough to be seen; else small things are left out.
    package var isComplete: Bool

    package init(pieces: [Piece] = [], isComplete: Bool = true) {
        self.pieces = pieces
        self.isComplete = isComplete
    }

    /// Lines of one class and detail that follow each other, as one: without names there is nothing
    /// to tell them apart by, and a thousand streets are shorter as one feature.
    package mutating func joinLines() {
        var joined: [Piece] = []
        var open: [String: Int] = [:]
        for piece in pieces {
            guard case .lines(let lines) = piece.form, piece.anchors.isEmpty else {
                joined.append(piece)
                continue
            }
            let key = "\(piece.drawClass) \(piece.detail ?? "")"
            if let index = open[key], case .lines(let before) = joined[index].form {
                joined[index].form = .lines(before + lines)
            } else {
                open[key] = joined.count
                joined.append(
                    Piece(
                        drawClass: piece.drawClass,
                        detail: piece.detail,
                        name: nil,
                        form: piece.form
                    )
                )
            }
        }
        pieces = joined
    }

    /// The class of boundaries, which lie above everything.
    package static let boundary = "boundary"

    /// How many points a sheet holds at most: some 1 MB of GeoJSON.
    package static let pointLimit = 60_000

    /// How far beyond the box things are drawn, in pixels, so that a stroke along its edge does not
    /// end there.
    package static let marginPixels = 12.0

    /// How far outside the box the middle of a name may lie, in pixels: it may reach into the box,
    /// or keep another name from its place that does.
    package static let nameMarginPixels = 256.0

    /// What is left out of a line may be so far off, in pixels.
    package static let tolerancePixels = 0.4
}

/// The window that a sheet is made for.
package struct SheetWindow: Sendable {
    package let zoom: Int
    /// What is drawn.
    package let box: PlaneBox
    /// What has to be looked at, for names.
    package var searchedBox: BoundingBox { BoundingBox(nameBox) }
    /// Where names are written.
    package let nameBox: PlaneBox
    package let pixel: Double

    /// - Parameter box: `west <= east`.
    package init(_ box: PlaneBox, zoom: Int) {
        self.zoom = zoom
        pixel = WebMercator.pixel(atZoom: zoom)
        self.box = box.grown(by: GroundSheet.marginPixels * pixel)
        nameBox = box.grown(by: GroundSheet.nameMarginPixels * pixel)
    }

    package var tolerance: Double { GroundSheet.tolerancePixels * pixel }

    /// A line as it is drawn here, in parts, and where its name goes.
    ///
    /// - Parameter letters: How long the name is; 0 where none is to be written.
    package func drawn(
        line: [PlanePoint],
        letters: Int
    ) -> (parts: [[PlanePoint]], anchors: [NameAnchor]) {
        let anchors =
            letters == 0
            ? []
            : LineNames.anchors(along: line, letters: letters, zoom: zoom)
                .filter { nameBox.contains($0.point) }
        return (box.parts(ofLine: line), anchors)
    }
}
