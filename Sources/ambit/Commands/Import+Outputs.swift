import ArgumentParser
import Datasets
import DomainModules
import Foundation
import Geodesy
import Importing
import Polling
import SpatiaLiteStore

/// What an import writes down beside what it publishes: the report, refused rows, repairs, a profile.
extension Import {
    /// Looks before anything is changed whether what was found can be written down.
    func checkOutputs() throws {
        let outputs = [
            ("--save-profile", saveProfile), ("--rejects", rejects),
            ("--save-repairs", saveRepairs), ("--report", report == "-" ? nil : report),
        ]
        var inputs: [(option: String?, path: String?)] = files.map { (nil, $0) }
        inputs.append(("--accept", accept == Self.earlier ? nil : accept))
        if let profile, !ImportProfile.shippedNames.contains(profile) {
            inputs.append(("--profile", profile))
        }
        var taken = OutputFiles(reading: inputs, database)
        for (option, path) in outputs { try taken.add(path, option: option) }
    }

    private func save(_ bytes: [UInt8], to path: String?, option: String) throws {
        let output = try OutputStream.open(path, option: option)
        try output.write(bytes)
        try output.finish()
    }

    /// Writes what was asked for into files, and tells the rest.
    func write(_ outcome: any ImportOutcome) throws {
        try save(outcome)
        tell(outcome)
    }

    /// Writes what was asked for into files.
    func save(_ outcome: any ImportOutcome) throws {
        if let saveProfile, let report = outcome.reports.first {
            let name = URL(fileURLWithPath: saveProfile).deletingPathExtension().lastPathComponent
            try save(
                Array(report.profile(named: name).text.utf8),
                to: saveProfile,
                option: "--save-profile"
            )
        }
        if let rejects {
            for report in outcome.reports {
                try save(report.rejects(), to: rejects, option: "--rejects")
            }
        }
        if let saveRepairs,
            let report = outcome.reports.first(where: { $0.kind == DatasetKind.stations.rawValue })
                ?? outcome.reports.first
        {
            let decisions = report.repairs.decisions
            try save(
                decisions.json(file: report.source.file, dataset: report.dataset) + [0x0A],
                to: saveRepairs,
                option: "--save-repairs"
            )
        }
        if let path = self.report {
            let bytes = try outcome.json() + [UInt8(ascii: "\n")]
            try save(bytes, to: path == "-" ? nil : path, option: "--report")
        }
    }

    private func tell(_ outcome: any ImportOutcome) {
        if quiet {
            for note in (outcome as? FeedReport)?.notes ?? [] where note.level == .warning {
                StandardError.print("warning: \(note.text)")
            }
            for report in outcome.reports {
                for warning in report.warnings { StandardError.print("warning: \(warning)") }
                if check {
                    let introduction = "publishing would be refused without --force"
                    for finding in report.forceNeeded {
                        StandardError.print("warning: \(introduction): \(finding.text)")
                    }
                }
                StandardError.print(report.summary)
            }
        } else if self.report != "-" {
            print(outcome.text(width: 100))
        }
    }
}

extension ImportReport {
    /// The outcome on one line.
    fileprivate var summary: String {
        let fate =
            switch outcome {
            case .published: "published as version \(version ?? 0)"
            case .nothingToChange: "nothing to change"
            case .checked:
                "checked, nothing was changed"
                    + (forceNeeded.isEmpty ? "" : "; to publish it will need --force")
            case .refused: "refused, nothing was changed"
            }
        return "\(dataset): \(counted(rows.read, ofKind: "rows")), "
            + "\(counted(publishedRecords, ofKind: kind)), "
            + "\(rows.rejected) rejected; \(fate)"
    }
}
