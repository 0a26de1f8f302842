internal import Geodesy
package import Polling

extension DistrictValidity {
    /// The days in words: `from 2026-01-01 to 2029-12-31`.
    fileprivate var words: Finding {
        switch (from, to) {
        case (let from?, let to?):
            Finding(.inForceFromTo, ["from": .text("\(from)"), "to": .text("\(to)")])
        case (let from?, nil): Finding(.inForceFrom, ["from": .text("\(from)")])
        case (nil, let to?): Finding(.inForceTo, ["to": .text("\(to)")])
        case (nil, nil): Finding(.alwaysInForce)
        }
    }
}

extension District: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { name }

    /// The middle of what the boundary spans stands for its place.
    package var parts: RecordParts {
        var rest = self
        rest.name = ""
        return RecordParts(
            name: name.hashValue,
            address: 0,
            hours: 0,
            accessibility: 0,
            districts: 0,
            other: rest.hashValue,
            place: area.boundingBox?.midpoint
        )
    }

    package static var guards: ImportGuards { .districts }

    package func differences(from old: District) -> [Finding] {
        var differences: [Finding] = []
        if old.name != name { differences.append(Difference.renamed("\"\(old.name)\"")) }
        if old.reference != reference {
            differences.append(Difference.was(.wasValue, old.reference.shortText))
        }
        if old.validity != validity {
            differences.append(
                Finding(
                    .inForce,
                    ["days": .finding(validity.words), "before": .finding(old.validity.words)]
                )
            )
        }
        if old.area != area {
            let meters = old.parts.place.flatMap { before in
                parts.place.flatMap { RecordParts.move(from: before, to: $0) }
            }
            differences.append(
                meters.map { Finding(.boundaryMoved, ["distance_m": .length($0)]) }
                    ?? Finding(.boundaryChanged)
            )
        }
        return differences
    }
}
