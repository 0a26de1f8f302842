extension ImportReport {
    /// Stations that may be one, for the report on a terminal.
    func addDuplicates(_ page: inout TextPage) {
        guard !duplicates.isEmpty else { return }
        page.blank()
        page.add(
            "Likely duplicates (within 30 m, with names that are alike): "
                + counted(duplicates.count, "pair")
        )
        for pair in duplicates.prefix(10) {
            page.add(
                "\(pair.first.id) \"\(pair.first.name)\" and \(pair.second.id) "
                    + "\"\(pair.second.name)\", \(lengthText(pair.distanceM)) apart",
                indent: 2
            )
        }
        if duplicates.count > 10 {
            page.add("... and \(grouped(duplicates.count - 10)) more", indent: 2)
        }
    }
}
