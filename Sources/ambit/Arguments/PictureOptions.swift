import Analysis
import ArgumentParser
import Pictures

/// The options of every command that draws a map.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Also draw a map with a legend and a scale bar.", valueName: "file"),
        completion: .file(extensions: ["png"])
    )
    var png: String?

    @Option(
        help: ArgumentHelp(
            "Draw the areas and lines of a GeoJSON file on the map, such as districts and roads; may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var over: [String] = []

    @Option(
        name: .customLong("png-width"),
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
    }

    private func shapes() throws -> [Shape] {
        try over.flatMap { try Region.shapes(of: $0, option: "--over") }
    }

    /// What lies under the data: areas.
    func underlays() throws -> [MapPicture.Layer] {
        let areas = try shapes().compactMap(\.area)
        guard !areas.isEmpty else { return [] }
        return [
            .areas(areas.map { (area: $0, fill: Color(0xFFFFFF)) }, stroke: nil, width: 0)
        ]
    }

    /// What lies over the data: the outlines of areas, and lines.
    func overlays() throws -> [MapPicture.Layer] {
        let shapes = try shapes()
        let areas = shapes.compactMap(\.area)
        let lines = shapes.flatMap(\.lines)
        var layers: [MapPicture.Layer] = []
        if !lines.isEmpty {
            layers.append(.lines(lines, stroke: Color(0x555555, alpha: 0.45), width: 0.7))
        }
        if !areas.isEmpty {
            layers.append(
                .areas(areas.map { (area: $0, fill: nil) }, stroke: Color(0x333333), width: 1.2)
            )
        }
        return layers
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
