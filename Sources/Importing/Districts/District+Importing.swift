internal import Geodesy
internal import Polling

extension DistrictValidity {
    /// The days in words: `from 2026-01-01 to 2029-12-31`.
    fileprivate var words: String {
        let ends = [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap { $0 }
        return ends.isEmpty ? "always" : ends.joined(separator: " ")
    }
}

extension District: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { name }

    /// The middle of what the boundary spans stands for its place.
    var parts: RecordParts {
        RecordParts(
            name: 0,
            address: 0,
            hours: 0,
            accessibility: 0,
            districts: 0,
            other: hashValue,
            place: area.boundingBox?.midpoint
        )
    }

    static var guards: ImportGuards { .districts }

    func differences(from old: District) -> [String] {
        var differences: [String] = []
        if old.name != name { differences.append("renamed from \"\(old.name)\"") }
        if old.reference != reference {
            differences.append("was \(old.reference.shortText)")
        }
        if old.validity != validity {
            differences.append("in force \(validity.words), was \(old.validity.words)")
        }
        if old.area != area {
            let meters = old.parts.place.flatMap { before in
                parts.place.flatMap { RecordParts.move(from: before, to: $0) }
            }
            differences.append(
                "boundary changed" + (meters.map { ", its middle by \(lengthText($0))" } ?? "")
            )
        }
        return differences
    }
}
