extension ColumnWatch {
    /// What is told, and what takes consent.
    ///
    /// - Parameters:
    ///   - published: How many records are.
    ///   - headings: What the file calls the fields.
    ///   - told: The parts of which another guard tells.
    ///   - watched: The parts of which another guard sees values that stand at other records.
    /// - Complexity: O(n) for n cells.
    func findings(
        published: Int,
        headings: [ColumnUse],
        told: Set<SwappedParts.Part>,
        watched: [SwappedParts.Part]
    ) -> (notes: [ImportNote], consents: [GuardFinding]) {
        var (notes, consents): ([ImportNote], [GuardFinding]) = ([], [])
        for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
            for (columns, mishap) in Self.mishaps(in: table, told: told, watched: watched) {
                let headings = columns.map { Self.heading($0, headings) }
                let examples = Finding.examples(mishap.rows.compactMap { names[name]?[$0] })
                let finding = mishap.finding(headings, examples)
                guard mishap.isRefused else {
                    notes.append(ImportNote(.warning, finding))
                    continue
                }
                var values = finding.values
                values["sort"] = .text(finding.code)
                consents.append(
                    GuardFinding(
                        limit: .wrongColumn,
                        count: mishap.rows.count,
                        allowed: mishap.sort.allowed,
                        published: published,
                        text: finding.text,
                        values: values
                    )
                )
            }
        }
        return (notes, consents)
    }

    /// What happened to the columns of a table, each with the names of its fields.
    private static func mishaps(
        in table: Table,
        told: Set<SwappedParts.Part>,
        watched: [SwappedParts.Part]
    ) -> [(columns: [String], mishap: ColumnMishap)] {
        let sequences = table.columns.map { $0.sequence(rowCount: table.rowCount) }
        let areRecords = areRecords(sequences)
        let columns = table.columns.map(\.field)
        func isTold(_ column: Int) -> Bool { columns[column].part.map(told.contains) ?? false }
        let pairs = SwappedColumns.all(of: sequences).filter { pair in
            [pair.first, pair.second].allSatisfy {
                columns[$0].checks.contains(.order) && !isTold($0)
            }
        }
        let paired = Set(pairs.flatMap { [$0.first, $0.second] })
        var mishaps = pairs.map { pair in
            let isDoubtful = columns[pair.first].checks.contains(.doubtful)
            let mishap = ColumnMishap(.swapped, pair.rows, isDoubtful: isDoubtful)
            return (columns: [columns[pair.first].name, columns[pair.second].name], mishap)
        }
        for (index, column) in table.columns.enumerated() where !isTold(index) {
            var checks = column.field.checks
            if areRecords || column.field.part.map(watched.contains) ?? false {
                checks.remove(.order)
            }
            if !column.damaged.isEmpty {
                let mishap = ColumnMishap(.letters, column.damaged.sorted())
                mishaps.append(([column.field.name], mishap))
            } else if !paired.contains(index), var mishap = sequences[index].mishap(checks) {
                if checks.contains(.doubtful) { mishap.isRefused = false }
                mishaps.append(([column.field.name], mishap))
            }
        }
        return mishaps
    }

    /// Whether whole records stand under other keys, as where these number the rows: all columns that differ
    /// from record to record have the values of other records.
    private static func areRecords(_ sequences: [ColumnSequence]) -> Bool {
        let varied = sequences.filter(\.isVaried)
        return varied.count > 2 && varied.allSatisfy { $0.order != nil }
    }

    /// What the file calls a field; its name where no column alone has it.
    private static func heading(_ field: String, _ headings: [ColumnUse]) -> String {
        let uses = headings.filter { $0.field == field || $0.field == "district.\(field)" }
        return uses.count == 1 ? uses[0].column : field
    }
}

extension ColumnMishap {
    /// What takes consent from so many rows on.
    fileprivate init(_ sort: Sort, _ rows: [Int], isDoubtful: Bool = false) {
        self.init(sort: sort, rows: rows, isRefused: !isDoubtful && rows.count > sort.allowed)
    }

    fileprivate func finding(_ headings: [String], _ examples: Finding.Value) -> Finding {
        let (column, rows) = (Finding.Value.text(headings[0]), Finding.Value.count(self.rows.count))
        let wording: MishapWording
        switch sort {
        case .letters: wording = .lettersDamaged
        case .slipped: wording = .columnSlipped
        case .exchanged: wording = .columnExchanged
        case .series: wording = .columnSeries
        case .filled: wording = .columnFilled
        case .lost: wording = .columnLost
        case .swapped:
            return Finding(
                .columnsSwapped,
                [
                    "column": column, "other": .text(headings[1]), "rows": rows,
                    "examples": examples,
                ]
            )
        }
        return Finding(wording, ["column": column, "rows": rows, "examples": examples])
    }
}
