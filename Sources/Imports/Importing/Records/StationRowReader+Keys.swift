internal import Geodesy

/// What names the station of a row.
extension StationRowReader {
    /// The slug of a cell that may be a key; nil when it is blank or a dummy such as `0` or `n/a`, but for
    /// a column in which 0 is known to be a key.
    func keySlug(_ row: borrowing Row, column: Int) -> String? {
        switch row.keySort(column) {
        case .none: column == plan.zeroKeyColumn && row.isZero(column) ? row.text(column) : nil
        case .slug: row.text(column)
        case .other: row.text(column).flatMap(TextNormal.slug)
        }
    }

    /// A hash of the slug, which holds within this process.
    func keyHash(_ row: borrowing Row, column: Int) -> UInt64? {
        switch row.keySort(column) {
        case .none: return nil
        case .slug: return row.hash(column)
        case .other:
            guard let slug = row.text(column).flatMap(TextNormal.slug) else { return nil }
            var hasher = Hasher()
            hasher.combine(text: Array(slug.utf8).span)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
    }

    /// A place in hundred-thousandths of a degree, a metre: finer differences are formatting.
    static func spot(_ coordinate: Coordinate) -> [Int] {
        [coordinate.latitude, coordinate.longitude].map { Int(($0 * 100_000).rounded()) }
    }

    /// A key for a station that has none in its file: the same for the same name and address, and,
    /// where several stations share those, position.
    func hashedKey(_ row: borrowing Row, sharesName: Bool, coordinate: Coordinate?) -> String {
        var name: [UInt8] = []
        var address: [UInt8] = []
        appendNormalName(row, to: &name)
        appendNormalAddress(row, to: &address)
        guard sharesName else { return TextNormal.digest([name, address]) }
        let kind = plan.separatesBoxes && isBallotBox(row) ? [Self.box] : []
        guard let coordinate else {
            return TextNormal.digest(
                [name, address] + areaColumns.map { Array(row.cell($0)) } + kind
            )
        }
        let position = Self.spot(coordinate).map { String($0) }
        return TextNormal.digest(
            [name, address, Array(position.joined(separator: ",").utf8)] + kind
        )
    }
}
