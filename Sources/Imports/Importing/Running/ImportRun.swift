internal import Datasets
internal import ExternalSort
internal import Geodesy
internal import RowFiles
internal import Timekeeping

/// One import, from the file to the report; the same for every kind of record.
struct ImportRun<Reader: RecordReader> {
    let kind: DatasetKind
    let store: any DatasetStore<Reader.Record>
    let clock: any WallClock
    let options: ImportOptions
    let input: ImportInput
    /// Makes the reader; the options are those that were given, with what a profile adds to them.
    let makeReader:
        @Sendable (
            FileSample, ImportOptions, _ open: @escaping () throws(ImportError) -> any RowSource
        ) throws(ImportError) -> Reader
    /// What the kind reads besides tables.
    var formats: [KindFormat] = []
    /// What may be kept in memory of what grows with the records.
    var memory = ImportMemory.standard
    /// Told the published records that stay beside those of the file.
    var noteKept: @Sendable ([Reader.Record]) -> Void = { _ in }
    /// Told of each pass's beginning with nil, and of its records.
    var observe: @Sendable ([Reader.Record]?) -> Void = { _ in }

    /// Reads what is published that tells what cells mean, once all rows were seen and before any is read.
    var learn: (@Sendable () async throws -> Void)?
    /// Reads what is published that tells where rows should lie.
    var evidence: (@Sendable (PlaceClues) async throws -> PlaceEvidence)?
    /// Reads what is published around the places that a box holds.
    var surroundings: (@Sendable (BoundingBox) async throws -> Surroundings)?

    /// Finds what else, besides the limits of the kind, is published with `--force` alone. Asked once
    /// all records have been read, where anything would change.
    var consents: (@Sendable () async throws -> [GuardFinding])?

    /// Runs the import.
    ///
    /// Whatever fails, what is published stays as it was: a version that was begun is discarded.
    func run(progress: (@Sendable (ImportProgress) -> Void)?) async throws -> ImportReport {
        let worker = ImportWorker<Reader> { progress?($0) }
        let opening = try await worker.open(
            input,
            kind: kind,
            options: options,
            formats: formats,
            makeReader: makeReader
        )
        // Begun before anything is compared: should another import be published meanwhile, what
        // was compared and guarded would no longer hold, and the store refuses to publish.
        let build =
            options.mode == .publish
            ? try await store.beginVersion(of: options.dataset) : nil
        do {
            var comparison = try await surveyed(opening, by: worker)
            // A first import needs no look at what would change before it is built.
            let isFirst = !comparison.hasPublished
            try await worker.restart(build != nil && isFirst ? .publishing : .checking)
            let known = isFirst ? Identities() : comparison.identities
            var (findings, changes, lostPlaces, samples) = try await compared(
                &comparison,
                by: worker,
                into: isFirst ? build : nil,
                known
            )
            let isAdded = options.keepsOthers && Reader.Record.isMadeOfRows
            if comparison.recognizedCount > 0, isAdded || lostPlaces > 0 {
                // Which station a row is added to, or keeps its published place with, was not known
                // when it was compared.
                let identities = comparison.identities
                comparison = try await readPublished(keys: comparison.keys)
                try await worker.restart(.checking)
                (findings, changes, _, samples) = try await compared(
                    &comparison,
                    by: worker,
                    into: nil,
                    identities
                )
            }
            if options.keepsOthers { changes.keepRemoved() }
            var report = makeReport(opening, findings, changes)
            try refuseUseless(findings, report)
            // What takes another dataset's place has that to change.
            let isIdle = changes.isEmpty && options.replaces == nil
            report.forceNeeded = isIdle ? [] : findings.consents
            report.forceNeeded += guardFindings(comparison, changes)
            let columns = columnFindings(comparison, report)
            report.forceNeeded += columns.consents
            report.notes.insert(contentsOf: columns.notes, at: 0)
            if !isIdle, let consents { report.forceNeeded += try await consents() }
            report.samples = samples
            report.notes.insert(contentsOf: comparison.notes, at: 0)
            if options.keepsOthers {
                report.addition = try await addition(of: findings, to: comparison, changes)
            }
            guard let build else { return report }
            if isIdle || !report.forceNeeded.isEmpty && !options.isForced {
                try await build.discard()
                report.outcome = isIdle ? .nothingToChange : .refused
                return report
            }
            if !isFirst {
                try await worker.restart(.publishing)
                try await forEachBatch(of: worker, into: build, comparison.identities) { _ in }
                if options.keepsOthers || comparison.keepsRefused {
                    try await keepOthers(of: comparison, in: build)
                }
            }
            guard try input.stamp() == opening.stamp else {
                throw ImportError.file(.changedWhileRead(name: input.name))
            }
            // What tells rows apart is large, and the indexes that are built now are too.
            await worker.close()
            let version = try await publish(build, opening.inspection, report.rows, changes)
            report.outcome = .published
            report.version = version.number
            return report
        } catch {
            // The first failure is what counts; a build that cannot be discarded now is dropped
            // when the store is opened next. A task of its own, for this one may be cancelled.
            try? await Task { try await build?.discard() }.value
            if error is CancellationError { throw ImportError.cancelled }
            if error is ScratchError { throw ImportError.putAside(error) }
            throw error
        }
    }

    /// Makes a pass over the file that compares all its records.
    ///
    /// - Returns: Also how many records have a place that is surely wrong, and no published one to keep, and
    ///   of a check the first records.
    private func compared(
        _ comparison: inout Comparison<Reader.Record>,
        by worker: ImportWorker<Reader>,
        into build: (any DatasetBuild<Reader.Record>)?,
        _ identities: Identities
    ) async throws -> (Findings, Changes, lostPlaces: Int, samples: [RecordSample]) {
        var keptPlaces = 0
        var withheldPlaces = 0
        var fullColumns: [String: Int] = [:]
        var samples: [RecordSample] = []
        try await forEachBatch(of: worker, into: build, identities) {
            try comparison.add($0.records, writings: $0.writings, withheld: $0.withheld)
            keptPlaces += $0.keptPlaces
            withheldPlaces += $0.withheld.count
            fullColumns.merge($0.fullColumns, uniquingKeysWith: +)
            if options.mode == .check, samples.count < RecordSample.limit {
                let more = $0.records.prefix(RecordSample.limit - samples.count)
                samples += more.map { RecordSample($0) }
            }
        }
        guard var findings = await worker.findings() else {
            throw ImportError.file(.empty(name: input.name))
        }
        // What takes long there gives up where the import was stopped.
        try checkCancellation()
        findings.keepPlaces(keptPlaces)
        findings.note(fullColumns: fullColumns)
        let changes = try await comparison.finish(
            findings.refusals,
            rejectedRows: findings.rejectedRows
        )
        return (findings, changes, withheldPlaces - keptPlaces, samples)
    }

    /// Publishes a version, from here on whole: whoever cancels now comes too late.
    private func publish(
        _ build: any DatasetBuild<Reader.Record>,
        _ inspection: FileInspection,
        _ rows: ImportReport.Rows,
        _ changes: Changes
    ) async throws -> DatasetVersion {
        try checkCancellation()
        let source = ImportSource(
            fileName: input.name,
            sha256: inspection.sha256,
            byteCount: inspection.byteCount,
            importedBy: options.writtenImporter
        )
        let (counts, replaced, moment) = (changes.counts, options.replaces, clock.now)
        // A task of its own is not cancelled with this one.
        return try await Task {
            try await build.publish(
                source: source,
                rows: rows.counts,
                changes: counts,
                replacing: replaced,
                at: moment
            )
        }.value
    }

    /// From this length on a file is surveyed before what is published is read, in bytes: both at once
    /// would take too much memory.
    private static var largeFile: Int64 { 64 << 20 }

    /// Surveys the file and reads what is published.
    private func surveyed(
        _ opening: ImportWorker<Reader>.Opening,
        by worker: ImportWorker<Reader>
    ) async throws -> Comparison<Reader.Record> {
        var comparison: Comparison<Reader.Record>
        if opening.stamp.byteCount < Self.largeFile {
            async let published = readPublished()
            try await worker.survey()
            comparison = try await published
        } else {
            try await worker.survey()
            comparison = try await readPublished()
        }
        try await learn?()
        if let evidence, let clues = await worker.clues() {
            await worker.learn(try await evidence(clues))
        }
        if let surroundings, let extent = await worker.extent() {
            await worker.learn(try await surroundings(extent))
        }
        comparison.keys = try await worker.settle()
        return comparison
    }

    /// Reads what is published.
    private func readPublished(
        keys: RecordKeys = .ids
    ) async throws -> Comparison<Reader.Record> {
        var comparison = try await Comparison(
            store,
            options.dataset,
            memoryBytes: memory.comparisonBytes
        )
        comparison.keys = keys
        return comparison
    }

    /// Adds what is published and not in the file, or only in a row that was refused, a page at a time.
    private func keepOthers(
        of comparison: Comparison<Reader.Record>,
        in build: any DatasetBuild<Reader.Record>
    ) async throws {
        try await forEachOther(of: comparison, refusedAlone: !options.keepsOthers) {
            try await build.append($0, origins: $1)
        }
    }

    private static var pageSize: Int { 4_000 }

    private func forEachOther(
        of comparison: Comparison<Reader.Record>,
        refusedAlone: Bool = false,
        _ visit: ([Reader.Record], [RecordOrigin]) async throws -> Void
    ) async throws {
        var position: Int64? = 0
        while let from = position {
            let page = try await store.publishedPage(
                in: options.dataset,
                from: from,
                limit: Self.pageSize
            )
            position = page.next
            var others: (records: [Reader.Record], origins: [RecordOrigin]) = ([], [])
            for (record, origin) in zip(page.records, page.origins)
            where try refusedAlone
                ? comparison.isRefused(key: origin.key ?? record.importKey)
                : comparison.isLeft(key: origin.key ?? record.importKey)
            {
                others.records.append(record)
                others.origins.append(origin)
            }
            if !others.records.isEmpty { try await visit(others.records, others.origins) }
        }
    }

    /// What the dataset will have when the file's records are added to it.
    private func addition(
        of findings: Findings,
        to comparison: Comparison<Reader.Record>,
        _ changes: Changes
    ) async throws -> Addition {
        var addition = Addition(
            records: changes.counts.added + changes.counts.changed + changes.counts.unchanged,
            kept: 0,
            withoutPlace: findings.withoutPlace
        )
        guard comparison.hasPublished else { return addition }
        try await forEachOther(of: comparison) { records, _ in
            addition.kept += records.count
            addition.withoutPlace += records.count { $0.parts.place == nil }
            noteKept(records)
        }
        return addition
    }

    private func guardFindings(
        _ comparison: Comparison<Reader.Record>,
        _ changes: Changes
    ) -> [GuardFinding] {
        guard comparison.hasPublished else { return [] }
        let swaps = comparison.swaps.findings(
            published: comparison.publishedCount,
            kind: kind.rawValue
        )
        // That they are names of one another says more than that they are others.
        let hasSwappedNames = swaps.contains { $0.limit == .swappedNames }
        let limits = Reader.Record.guards.findings(
            changes,
            comparison.counts,
            published: comparison.publishedCount,
            kind: kind.rawValue,
            keeps: options.keepsOthers ? (Reader.Record.isMadeOfRows ? .rows : .records) : .nothing
        )
        return limits.filter { !(hasSwappedNames && $0.limit == .renamed) } + swaps
    }

    /// Refuses a file of which nothing can be used: publishing it would empty the dataset.
    private func refuseUseless(
        _ findings: Findings,
        _ report: ImportReport
    ) throws(ImportError) {
        guard findings.rows.accepted == 0 else { return }
        // A check tells what would mend the rows.
        let isMendable = findings.repairs.proposed.contains { $0.text != nil }
        if options.mode == .check, isMendable { return }
        let causes = findings.causes.map { cause in
            let first = findings.rejectedRows.first { $0.cause == cause.cause }
            let example =
                first.map { first in
                    ", first in line \(first.line): \(first.fault)\(first.reason)"
                        + (first.fault.isEmpty || first.finding.code != BallotWording.noDay.rawValue
                            ? ""
                            : "; if the column has no days, leave it out with --map "
                                + "\"\(first.column ?? "")\"=ignore")
                } ?? ""
            return CauseOfRefusals(
                cause: cause.cause,
                text: "\(cause.title) (\(counted(cause.rows, "row"))\(example))"
            )
        }
        if findings.rows.read == 0 { throw .noRows(name: input.name) }
        var report = report
        report.outcome = .refused
        options.whenAllIsRefused(report)
        throw .everythingRejected(rows: findings.rows.read, causes: causes)
    }

    private func makeReport(
        _ opening: ImportWorker<Reader>.Opening,
        _ findings: Findings,
        _ changes: Changes
    ) -> ImportReport {
        let notes = (opening.notes + findings.notes + opening.inspection.notes)
            .map(\.withoutIdleLines)
        var report = ImportReport(
            kind: kind.rawValue,
            dataset: options.dataset.text,
            outcome: .checked,
            version: nil,
            source: .init(
                file: input.name,
                sha256: opening.inspection.sha256,
                bytes: opening.inspection.byteCount
            ),
            format: opening.format,
            rows: findings.rows,
            withoutPlace: findings.withoutPlace,
            columns: findings.columns,
            constants: findings.constants,
            causes: findings.causes,
            rejectedRows: findings.rejectedRows,
            notes: notes.filter { $0.level == .warning } + notes.filter { $0.level == .note },
            changes: changes,
            coordinates: findings.coordinates,
            repairs: findings.repairs,
            duplicates: findings.duplicates
        )
        let captured = (options.profile?.captures ?? []).flatMap { capture in
            capture.fields.map(capture.columnName)
        }
        report.unnamedRefusals = max(0, findings.rows.rejected - findings.refusals.count)
        report.rejectColumns = findings.rejectColumns.filter { !captured.contains($0) }
        return report
    }
}
