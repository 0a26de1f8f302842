import Analysis
import ArgumentParser
import DomainModules
import Geodesy
import Pictures
import Polling
import SpatiaLiteStore

/// The options of every command that draws a map.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Also draw a map with a legend and a scale bar.", valueName: "file"),
        completion: .file(extensions: ["png"])
    )
    var png: String?

    @Option(
        help: ArgumentHelp(
            "Draw the areas and lines of a GeoJSON file on the map, may be repeated (default: the districts and roads of the database, for its layers).",
            valueName: "file"
        ),
        completion: .file()
    )
    var over: [String] = []

    @Option(
        name: .customLong("png-width"),
        parsing: .unconditional,
        help: ArgumentHelp("How wide or high the map is at most, 200 to 8000.", valueName: "pixels")
    )
    var width = 1000

    func validate() throws {
        guard (200...8000).contains(width) else {
            throw ValidationError("--png-width is \(width); it lies between 200 and 8000")
        }
        if png == nil, !over.isEmpty {
            throw ValidationError("--over is for the map; add --png FILE")
        }
        if let png {
            // What cannot be written at all is said before anything is done, as of --output.
            guard (try? OutputPath(png, option: "--png"))?.isDevice != true else {
                throw ValidationError("--png \(png) is no file; a picture needs one")
            }
        }
    }

    /// The shapes of --over, read before any row is written; nil where it names none.
    ///
    /// - Throws: ``RegionError`` that names the file that cannot be used.
    func shapes() throws -> [Shape]? {
        over.isEmpty ? nil : try over.flatMap { try Region.shapes(of: $0, option: "--over") }
    }

    /// What the map is drawn over: the shapes of --over, else what the database has of the box.
    ///
    /// - Parameters:
    ///   - shapes: As ``shapes()`` gave them.
    ///   - layer: A file is drawn over nothing by itself: there need be no database.
    ///   - day: The districts that are in force on it.
    func backdrop(
        of shapes: [Shape]?,
        for layer: Layer,
        in box: BoundingBox,
        on day: CalendarDate,
        _ database: ReadingOptions
    ) async throws -> Backdrop {
        if let shapes { return Backdrop(shapes) }
        if case .file = layer { return Backdrop() }
        return try await database.withStore {
            try await Backdrop(of: $0, in: box, on: day)
        }
    }

    /// A legend's entries for the classes of a scale.
    func entries(of scale: ColorScale, _ text: (Double) -> String) -> [MapPicture.Entry] {
        scale.steps.enumerated().map { index, step in
            let next = scale.steps.dropFirst(index + 1).first
            let limits = next.map { "\(text(step.from)) to less than \(text($0.from))" }
            return .init(step.color, limits ?? "\(text(step.from)) and more")
        }
    }
}
