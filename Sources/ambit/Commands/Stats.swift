import Analysis
import ArgumentParser
import DomainModules

/// `ambit stats`: a layer in numbers.
struct Stats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Describes a layer: counts, extent, and how far its points lie from one another.",
        discussion: """
            For each point the distance to the nearest other one is measured; of districts, and of \
            the areas of a file, the size of each on the ellipsoid. In a pipe, or with --format, \
            there is a row for each number: statistic and value.

            EXAMPLES
              ambit stats stations
              ambit stats messages --visible-at 2016-07-15T12:00:00Z
              ambit stats districts --type precinct
              ambit stats libraries.csv --where 'city=Washington' --format json
            """
    )

    @OptionGroup var layer: LayerOptions
    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws { try layer.requireDistrictsForDay() }

    func run() async throws {
        try output.requireOwnFile(reading: [(nil, layer.file)], database.file)
        let timings = Timings()
        let noun = try Layer(parsing: layer.layer).noun
        let statistics = try await layer.withSource(database, timings) { source in
            if let areas = try await LayerPlaces.areas(of: source, where: conditions) {
                return LayerStatistics(ofAreas: try sound(areas), noun: source.noun)
            }
            let places = try await LayerPlaces.all(
                of: source,
                in: nil,
                where: conditions,
                timings
            )
            return await LayerStatistics(ofPoints: places, noun: noun)
        }
        if output.isForPeople {
            print(statistics.text)
            return
        }
        let writer = try output.openWriter(columns: ["statistic", "value"])
        for (name, value) in statistics.numbers {
            try writer.write(Row(values: [.text(name), value], geometry: nil, id: .missing))
        }
        try await writer.finish()
    }

    /// The areas of a file as they can be measured; districts were mended when they were imported.
    private func sound(_ areas: [Area]) throws -> [Area] {
        guard case .file(let path) = try Layer(parsing: layer.layer) else { return areas }
        let sound = SoundAreas()
        var mended = 0
        let better = areas.map { area in
            let verdict = sound.judge(area)
            if verdict.fault != nil { mended += 1 }
            return verdict.area ?? area
        }
        if mended > 0 {
            StandardError.print(
                "\(path): measured after mending \(counted(mended, "areas")) whose rings cross "
                    + "themselves or each other."
            )
        }
        return better
    }
}
