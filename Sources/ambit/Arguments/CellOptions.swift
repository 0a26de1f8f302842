import Analysis
import ArgumentParser
import Geodesy

/// Which cells are counted in.
struct CellOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How wide a square or a hexagon is: 500m, 2km, 1mi.",
            valueName: "distance"
        )
    )
    var cell: String?

    @Option(
        help: """
            What a cell looks like; hexagons are as wide as their flat sides lie apart, and h3 takes \
            the cells of H3.
            """
    )
    var shape = CellShape.square

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The resolution of H3's cells, from 0 (4,000,000 km2 each) to 15 (1 m2).",
            valueName: "0-15"
        )
    )
    var resolution: Int?

    func validate() throws { _ = try size() }

    /// What the options ask for.
    private enum Size {
        case width(CellGrid)
        case resolution(Int)
    }

    private func size() throws -> Size {
        let range = H3Grid.resolutions
        switch shape {
        case .square: return .width(try grid(.square))
        case .hexagon: return .width(try grid(.hexagon))
        case .h3:
            guard cell == nil else {
                throw ValidationError(
                    "--cell does not go with --shape h3, whose cells have sizes of their own: "
                        + "--resolution chooses one, from \(range.lowerBound) to \(range.upperBound)"
                )
            }
            guard let resolution else {
                throw ValidationError(
                    "--shape h3 takes --resolution, from \(range.lowerBound) to \(range.upperBound)"
                )
            }
            guard range.contains(resolution) else {
                throw ValidationError(
                    "--resolution is \(resolution); it is from \(range.lowerBound) to \(range.upperBound)"
                )
            }
            return .resolution(resolution)
        }
    }

    private func grid(_ form: CellGrid.Shape) throws -> CellGrid {
        guard resolution == nil else {
            throw ValidationError(
                "--resolution goes with --shape h3; --cell says how wide a \(form.rawValue) is"
            )
        }
        guard let cell else {
            throw ValidationError(
                "--cell is missing: how wide a \(form.rawValue) is, such as 500m, 2km or 1mi"
            )
        }
        let width = try Distance.parse(cell, option: "--cell")
        do { return try CellGrid(form, width: width) } catch {
            throw ValidationError("--cell: \(error)")
        }
    }

    /// The cells.
    ///
    /// - Throws: ``AnalysisError/noH3`` where H3's library is not installed.
    func system() throws -> CellSystem {
        switch try size() {
        case .width(let grid): .equalArea(grid)
        case .resolution(let resolution): .h3(try H3Grid(resolution: resolution))
        }
    }

    /// The cells in words, for the title of a map: `squares of 500m`.
    var words: String {
        switch shape {
        case .square: "squares of \(cell ?? "")"
        case .hexagon: "hexagons of \(cell ?? "")"
        case .h3: "cells of H3, resolution \(resolution ?? 0)"
        }
    }
}

/// What a cell looks like, as it is written on the command line.
enum CellShape: String, CaseIterable, ExpressibleByArgument {
    case square, hexagon, h3
}
