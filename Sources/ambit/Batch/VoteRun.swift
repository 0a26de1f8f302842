import GeoJSON
import Geodesy
import HTTPService
import Polling

/// Where many voters vote, one row a voter.
struct VoteRun: Sendable {
    let guide: VoterGuide
    let opening: OpeningContext
    let accuracy: Distance?
    let election: String?
    let scope: VoterScope
    let languages: [String]

    /// Voters at places.
    func run(_ feed: PlaceFeed, output: OutputOptions) async throws {
        try await run(feed, output, lacking: "a place", values: \.values) { place in
            .success(
                guide.answer(
                    at: VoterLocation(
                        coordinate: place.coordinate,
                        source: .point,
                        accuracy: accuracy
                    ),
                    election: election,
                    scope: scope
                )
            )
        }
    }

    /// Voters at addresses, or of postcodes.
    func run(
        _ feed: RowFeed<TextRow>,
        of kind: VoterText,
        output: OutputOptions
    ) async throws {
        try await run(feed, output, lacking: kind.phrase, values: \.values) { row in
            let answer =
                switch kind {
                case .postcode:
                    guide.answer(postcode: row.text, election: election, scope: scope)
                case .address: guide.answer(address: row.text, election: election, scope: scope)
                }
            guard let answer else { return .failure(.unknown(kind, row.text)) }
            return .success(answer)
        }
    }

    private func run<Item: Sendable>(
        _ feed: RowFeed<Item>,
        _ output: OutputOptions,
        lacking: String,
        values: @escaping @Sendable (Item) -> [Value],
        ask: @escaping @Sendable (Item) -> Result<VoterAnswer, VoteError>
    ) async throws {
        var names: [String] = []
        let pipeline = Pipeline(feed: feed, output: output, noun: "voters", lacking: lacking)
        try await pipeline.run { columns, _ in
            names = columns.map(\.name)
            return columns.map { $0.prefixed("at_") } + VoteRow.columns.map { OutputColumn($0) }
        } prepare: { piece, encoder in
            let (columns, items) = (names, piece.items)
            return { _ in
                Answered(
                    portion: portion(items.map { (values($0), ask($0)) }, columns, encoder),
                    placeCount: items.count
                )
            }
        }
    }

    /// The answers to some voters: whole in JSON, else a row each.
    private func portion(
        _ answers: [(values: [Value], answer: Result<VoterAnswer, VoteError>)],
        _ columns: [String],
        _ encoder: (any RowEncoder)?
    ) -> Portion {
        guard let encoder, encoder is JSONLinesEncoder || encoder is JSONArrayEncoder else {
            let rows = answers.map { values, answer in
                var row =
                    switch answer {
                    case .success(let answer): VoteRow.row(answer)
                    case .failure(let error): VoteRow.row(error)
                    }
                row.values = values + row.values
                return row
            }
            return Portion(rows, with: encoder)
        }
        var bytes: [UInt8] = []
        for (index, (values, answer)) in answers.enumerated() {
            if index > 0 { bytes.append(contentsOf: encoder.separator) }
            var json = JSONWriter(capacity: 16 * 1024)
            json.object { json in
                json.member(
                    "at",
                    object: { json in
                        for (column, value) in zip(columns, values) { json.member(column, value) }
                    }
                )
                switch answer {
                case .success(let answer):
                    answer.writeMembers(to: &json, languages: languages, opening: opening)
                case .failure(let error): error.writeMembers(to: &json)
                }
            }
            bytes.append(contentsOf: json.takeBytes())
            if encoder is JSONLinesEncoder { bytes.append(UInt8(ascii: "\n")) }
        }
        return .bytes(bytes, count: answers.count)
    }
}

extension VoteError {
    /// What stands in place of an answer.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.name("assignment")
        json.null()
        json.member(
            "warnings",
            array: { list in
                list.object { json in
                    json.member("code", code)
                    json.member("wording", code)
                    json.member("values", object: { _ in })
                    json.member("message", description)
                }
            }
        )
    }
}
