import ArgumentParser
import Foundation
import Geodesy

/// Lists the rows of a region: by id, or along a line nearest to it first.
struct RegionRun: Sendable {
    let source: any LayerSource
    let region: Region
    let plan: RowPlan
    let timings: Timings

    private static let batchSize = 2_000

    func run(countsOnly: Bool, explains: Bool, output: OutputOptions) async throws {
        let set = try await timings.measure("search the R-tree") {
            try await region.candidates(in: source)
        }
        let hits = await timings.measure("apply the exact rule") { await self.hits(in: set) }
        var rows: [Row] = []
        var count = 0
        let columns = countsOnly ? ["count"] : plan.projection.columns
        let writer = countsOnly ? nil : try output.openWriter(columns: columns)
        for start in stride(from: 0, to: hits.count, by: Self.batchSize) {
            let batch = hits[start..<min(start + Self.batchSize, hits.count)]
            if countsOnly, plan.filter.isEmpty {
                count += batch.count
                continue
            }
            let fetched = try await timings.measure("fetch the rows") {
                try await source.rows(of: set, batch.map(\.index))
            }
            let kept = zip(batch, fetched).compactMap { hit, row -> Row? in
                guard let row, plan.filter.keeps(row) else { return nil }
                return Found(row: row, distance: hit.distance).finished
            }
            count += kept.count
            if plan.sorting == nil {
                try timings.measure("write") { try writer?.write(plan.finish(kept)) }
            } else {
                rows += kept
            }
        }
        if countsOnly {
            try await output.writeCount(count)
        } else if let writer {
            if plan.sorting != nil { try writer.write(plan.finish(rows)) }
            try await writer.finish()
        }
        if explains {
            StandardError.print(
                """
                \(grouped(set.count)) candidates, \(grouped(count)) rows.
                \(timings.text)
                """
            )
        }
    }

    private struct Hit: Sendable {
        let index: Int
        let distance: Distance?
    }

    /// Which candidates lie in the region, in the order of the list.
    private func hits(in set: PointSet) async -> [Hit] {
        let size = 4_096
        var hits = await withTaskGroup(of: [Hit].self) { group in
            for start in stride(from: 0, to: set.count, by: size) {
                group.addTask {
                    (start..<min(start + size, set.count)).compactMap { index in
                        let range = set.ranges.isEmpty ? nil : set.ranges[index]
                        guard let distance = region.holds(set.places[index], range: range) else {
                            return nil
                        }
                        return Hit(index: index, distance: distance)
                    }
                }
            }
            var hits: [Hit] = []
            for await some in group { hits += some }
            return hits
        }
        hits.sort { left, right in
            let (one, other) = (left.distance ?? .zero, right.distance ?? .zero)
            if one != other { return one < other }
            guard !set.ids.isEmpty else { return left.index < right.index }
            return set.ids[left.index].utf8.lexicographicallyPrecedes(set.ids[right.index].utf8)
        }
        return hits
    }
}

extension OutputOptions {
    /// Writes a number alone for people and shells, as a row where a format was asked for.
    func writeCount(_ count: Int) async throws {
        guard !isFormatOpen else {
            print(count)
            return
        }
        let writer = try openWriter(columns: ["count"])
        try writer.write(
            Row(values: [.integer(Int64(count))], geometry: nil, id: .missing)
        )
        try await writer.finish()
    }
}
