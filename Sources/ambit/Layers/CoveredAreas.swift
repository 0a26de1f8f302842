import Analysis
import ArgumentParser
import DomainModules
import Foundation
import Polling
import SpatiaLiteStore

/// The districts that `ambit coverage` measures.
enum CoveredAreas {
    /// A district, or a feature that was meant as one.
    struct Entry: Sendable {
        let name: String
        /// Nil where there is none to measure.
        let area: Area?
        /// What was wrong with it.
        let fault: String?

        /// What is to be said of it; nil for nothing.
        var note: String? {
            guard area != nil else { return unmeasured(fault ?? "it has no polygon") }
            return fault.map {
                "district \"\(name)\" is no valid polygon (\($0)) and was mended before it was measured."
            }
        }

        /// Why it was not measured, in words.
        func unmeasured(_ reason: String) -> String {
            "district \"\(name)\" was not measured: \(reason)"
        }
    }

    /// Those of a file in its order, none left out, or those of a type that are in force on a day, by
    /// id.
    static func read(
        _ districts: String,
        _ database: ReadingOptions,
        on day: CalendarDate
    ) async throws -> [Entry] {
        let isFile = districts.contains("/") || districts.contains(".")
        guard !isFile, !FileManager.default.fileExists(atPath: districts) else {
            return try read(file: districts)
        }
        let all = try await database.withStore { try await AreaSource.districts(in: $0) }
        let type = DistrictKey.canonicalType(districts)
        let areas = all.filter { DistrictKey.canonicalType($0.reference.type) == type }
        guard areas.isEmpty else {
            return AreaSource.inForce(areas, on: day).sorted { $0.id < $1.id }.map {
                Entry(name: $0.name, area: Area($0.area), fault: nil)
            }
        }
        let types = Set(all.map(\.reference.type)).sorted()
        throw ValidationError(
            "--districts is \"\(districts)\"; there is no such file, and the database has "
                + (types.isEmpty
                    ? "no districts" : "districts of type \(types.joined(separator: ", "))")
        )
    }

    private static func read(file path: String) throws -> [Entry] {
        let shapes = try Region.shapes(of: path, option: "--districts")
        guard shapes.contains(where: { $0.area != nil }) else {
            throw RegionError(
                option: "--districts",
                path: path,
                reason: "\(AnalysisError.noShape(wanted: "polygon"))"
            )
        }
        let sound = SoundAreas()
        return shapes.enumerated().map { index, shape in
            let name = shape.name ?? "\(index + 1)"
            guard let area = shape.area else { return Entry(name: name, area: nil, fault: nil) }
            let verdict = sound.judge(area)
            return Entry(name: name, area: verdict.area, fault: verdict.fault)
        }
    }
}
