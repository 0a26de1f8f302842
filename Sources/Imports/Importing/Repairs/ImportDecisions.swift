internal import Datasets
internal import Timekeeping

/// What is decided about repairs in one import: what is given with the file, and what earlier imports into the
/// dataset have decided.
struct ImportDecisions {
    private let memory: (any DecisionMemory)?
    private let remembered: RememberedRepairs?
    private let idleNote: ImportNote?

    /// Looks at the decisions that are given, and adds the earlier ones where these are to be repeated.
    ///
    /// - Parameter memory: What earlier imports decided; nil to remember nothing.
    /// - Throws: ``ImportError/unreadableRepairs(name:reason:)`` for decisions that were made for another
    ///   dataset, and what the memory throws.
    init(_ options: inout ImportOptions, _ memory: (any DecisionMemory)?) async throws {
        if let mismatch = options.decisions?.mismatch(with: options.dataset) { throw mismatch }
        idleNote = options.decisions?.idleNote
        self.memory = memory
        guard let memory else {
            remembered = nil
            return
        }
        let repairs = try await RememberedRepairs(of: options.dataset, from: memory)
        if options.repeatsDecisions, options.decisions == nil {
            options.decisions = repairs.decisions
        }
        remembered = repairs
    }

    /// Tells what was decided before, and remembers what is decided now, once it is published.
    func settle(
        _ report: inout ImportReport,
        _ options: ImportOptions,
        _ clock: any WallClock
    ) async {
        if let idleNote { report.notes.insert(idleNote, at: 0) }
        remembered?.tell(&report.repairs)
        // What the file no longer has needs no decision.
        if options.repeatsDecisions { report.repairs.stale = [] }
        await remember(&report, options, clock)
    }

    /// Whoever cancels now comes too late, and what is published is no failure because of it.
    private func remember(
        _ report: inout ImportReport,
        _ options: ImportOptions,
        _ clock: any WallClock
    ) async {
        guard let memory, options.mode == .publish,
            [.published, .nothingToChange].contains(report.outcome)
        else { return }
        let (repairs, version, moment) = (report.repairs, report.version, clock.now)
        do {
            try await Task {
                try await RememberedRepairs.keep(
                    repairs,
                    version: version,
                    of: options.dataset,
                    in: memory,
                    at: moment,
                    by: options.writtenImporter
                )
            }.value
        } catch {
            report.notes.insert(
                ImportNote(.warning, Finding(.decisionsForgotten)),
                at: 0
            )
        }
    }
}
