internal import CCairo
internal import Foundation

/// A surface to draw on, in pixels from the upper left corner. Not to be shared between threads.
final class Canvas {
    /// Invariant: both made in `init`, used by this object alone and destroyed once, in `deinit`.
    private let surface: OpaquePointer
    private let context: OpaquePointer

    let width: Double
    let height: Double

    init(width: Int, height: Int, background: Color) throws(PictureError) {
        guard
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32,
                Int32(width),
                Int32(height)
            ),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let context = cairo_create(surface)
        else { throw .tooLarge(width: width, height: height) }
        self.surface = surface
        self.context = context
        self.width = Double(width)
        self.height = Double(height)
        set(background)
        cairo_paint(context)
        shapeLines()
    }

    /// Pages of a PDF file that is being written, in points of 1/72 inch.
    init(pdf path: String, width: Double, height: Double) throws(PictureError) {
        guard let surface = cairo_pdf_surface_create(path, width, height) else {
            throw .unwritable(path: path, reason: "there is no memory for it")
        }
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw .unwritable(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
        self.surface = surface
        self.context = context
        (self.width, self.height) = (width, height)
        shapeLines()
    }

    private func shapeLines() {
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    private func set(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    /// Draws lines, closed where they bound an area.
    func path(
        _ rings: [[Pixel]],
        closed: Bool,
        fill: Color? = nil,
        stroke: Color? = nil,
        lineWidth: Double = 1
    ) {
        cairo_new_path(context)
        for ring in rings {
            guard let first = ring.first else { continue }
            cairo_move_to(context, first.x, first.y)
            for pixel in ring.dropFirst() { cairo_line_to(context, pixel.x, pixel.y) }
            if closed { cairo_close_path(context) }
        }
        if let fill {
            set(fill)
            cairo_fill_preserve(context)
        }
        if let stroke {
            set(stroke)
            cairo_set_line_width(context, lineWidth)
            cairo_stroke_preserve(context)
        }
        cairo_new_path(context)
    }

    func rectangle(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        fill: Color? = nil,
        stroke: Color? = nil
    ) {
        path(
            [
                [
                    .init(x: x, y: y), .init(x: x + width, y: y),
                    .init(x: x + width, y: y + height),
                    .init(x: x, y: y + height),
                ]
            ],
            closed: true,
            fill: fill,
            stroke: stroke
        )
    }

    func dot(at pixel: Pixel, radius: Double, fill: Color, stroke: Color?) {
        cairo_new_path(context)
        cairo_arc(context, pixel.x, pixel.y, radius, 0, 2 * .pi)
        set(fill)
        cairo_fill_preserve(context)
        if let stroke {
            set(stroke)
            cairo_set_line_width(context, 1)
            cairo_stroke_preserve(context)
        }
        cairo_new_path(context)
    }

    /// Draws within a rectangle alone.
    func clipped(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        _ body: () throws -> Void
    ) rethrows {
        cairo_save(context)
        cairo_rectangle(context, x, y, width, height)
        cairo_clip(context)
        defer { cairo_restore(context) }
        try body()
    }

    /// Writes a text whose base line begins at a pixel.
    func text(_ text: String, x: Double, y: Double, size: Double, bold: Bool = false, color: Color)
    {
        select(size: size, bold: bold)
        set(color)
        cairo_move_to(context, x, y)
        cairo_show_text(context, text)
        cairo_new_path(context)
    }

    func textWidth(_ text: String, size: Double, bold: Bool = false) -> Double {
        select(size: size, bold: bold)
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    private func select(size: Double, bold: Bool) {
        cairo_select_font_face(
            context,
            "DejaVu Sans",
            CAIRO_FONT_SLANT_NORMAL,
            bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
        )
        cairo_set_font_size(context, size)
    }

    /// Ends a page and begins the next.
    func endPage() { cairo_show_page(context) }

    /// Ends the file; nothing is drawn from then on.
    func endPages(of path: String) throws(PictureError) {
        cairo_surface_finish(surface)
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .unwritable(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
    }

    /// Writes the picture beside a file and takes its place when it is whole.
    func writePNG(to path: String) throws(PictureError) {
        cairo_surface_flush(surface)
        let partial = path + ".partial"
        let status = cairo_surface_write_to_png(surface, partial)
        guard status == CAIRO_STATUS_SUCCESS else {
            unlink(partial)
            throw .unwritable(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
        guard rename(partial, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(partial)
            throw .unwritable(path: path, reason: reason)
        }
    }
}

/// A place on a picture.
struct Pixel {
    var x: Double
    var y: Double
}

/// Why a picture could not be made.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More pixels than there is room for.
    case tooLarge(width: Int, height: Int)
    /// A file that cannot be written.
    case unwritable(path: String, reason: String)
    /// A map without extent.
    case noExtent
    /// A map of more than half of the Earth.
    case tooWide

    /// What went wrong.
    public var description: String {
        switch self {
        case .tooLarge(let width, let height):
            "a picture of \(width) x \(height) pixels is too large"
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .noExtent: "there is nothing to draw a map of"
        case .tooWide: "these areas go around the Earth; a map shows half of it at most"
        }
    }
}
