import Importing

/// One line on a terminal that tells how far an import has come.
struct ProgressLine {
    let isShown: Bool

    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        let percent =
            progress.bytesTotal > 0 ? " \(progress.bytesRead * 100 / progress.bytesTotal) %" : ""
        let pass = progress.pass > 1 ? " again" : ""
        write("\r\u{1B}[K\(progress.phase.rawValue)\(pass)\(percent), \(progress.rows) rows")
    }

    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { StandardError.write(text) }
}
