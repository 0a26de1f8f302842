package import Ground

extension GroundFeature: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { name ?? detail ?? "\(groundClass.rawValue) \(key)" }

    package func differences(from old: GroundFeature) -> [Finding] {
        var differences: [Finding] = []
        if old.name != name {
            differences.append(
                old.name.map { Difference.renamed("\"\($0)\"") } ?? Finding(.hadNoName)
            )
        }
        if old.groundClass != groundClass {
            differences.append(Difference.was(.wasValue, old.groundClass.rawValue))
        }
        if old.detail != detail {
            let before = old.detail.map { Finding.Value.text($0) }
            differences.append(
                Finding(.wasValue, ["before": before ?? .finding(Finding(.ofNoKnownKind))])
            )
        }
        if old.shape != shape { differences.append(Finding(.drawnDifferently)) }
        return differences
    }
}
