import ArgumentParser
import FeatureFiles
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
        let found = try await find()
        var rows: [Row] = []
        var count = 0
        let columns = plan.projection.outputColumns(rows: source.foundKinds)
        let writer =
            countsOnly ? nil : try output.openWriter(columns: columns, shape: source.shape)
        for start in stride(from: 0, to: found.count, by: Self.batchSize) {
            let range = start..<min(start + Self.batchSize, found.count)
            if countsOnly, plan.filter.isEmpty {
                count += range.count
                continue
            }
            let fetched = try await timings.measure("fetch the rows") {
                try await fetch(range, of: found)
            }
            let kept = fetched.compactMap { plan.filter.keeps($0.row) ? $0.finished : nil }
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
                \(counted(found.candidateCount, "candidates")), \(counted(count, "rows")).
                \(timings.text)
                """
            )
        }
    }

    /// What lies in the region, in the order of the list.
    private enum Findings {
        /// Points, whose rows are still to be fetched.
        case points(PointSet, [Hit])
        case areas([Found])

        var count: Int {
            switch self {
            case .points(_, let hits): hits.count
            case .areas(let found): found.count
            }
        }

        var candidateCount: Int {
            switch self {
            case .points(let set, _): set.count
            case .areas(let found): found.count
            }
        }
    }

    private func find() async throws -> Findings {
        if !source.isLoadable {
            let areas = try await timings.measure("compare the areas") {
                try await source.matches(in: region)
            }
            if let areas { return .areas(areas) }
        }
        let set = try await timings.measure("search the R-tree") {
            try await region.candidates(in: source)
        }
        return .points(
            set,
            await timings.measure("apply the exact rule") { await self.hits(in: set) }
        )
    }

    private func fetch(_ range: Range<Int>, of findings: Findings) async throws -> [Found] {
        switch findings {
        case .areas(let found): return Array(found[range])
        case .points(let set, let hits):
            let rows = try await source.rows(of: set, hits[range].map(\.index))
            return zip(hits[range], rows).compactMap { hit, row in
                row.map { Found(row: $0, distance: hit.distance) }
            }
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
        let writer = try openWriter(columns: [OutputColumn("count", .integer)])
        try writer.write(
            Row(values: [.integer(Int64(count))], geometry: nil, id: .missing)
        )
        try await writer.finish()
    }
}
