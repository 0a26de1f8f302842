import ArgumentParser
import GeoJSON
import Geodesy
import HTTPService
import Polling

/// Where many voters vote: read, answered on all cores and written at the same time, in the order of
/// the input, one row a voter.
struct VoteRun: Sendable {
    let guide: VoterGuide
    let opening: OpeningContext
    let accuracy: Distance?
    let election: String?
    let scope: VoterScope
    let languages: [String]

    func run(_ feed: PlaceFeed, output: OutputOptions) async throws {
        Interruption.install { feed.stop() }
        var events = feed.events.makeAsyncIterator()
        guard case .opened(let columns, let byteCount, _)? = try await events.next() else { return }
        let writer = try output.openWriter(columns: columns.map { "at_" + $0 } + VoteRow.columns)
        let encoder = writer.encoder
        let sink = OrderedSink(
            writer,
            feed: feed,
            byteCount: byteCount,
            progress: ProgressBar(
                isShown: StandardError.isTerminal && !output.isOnTerminal,
                noun: "voters"
            )
        )
        var failure: (any Error)?
        var skipped = 0
        try await withThrowingDiscardingTaskGroup { group in
            var number = 0
            do {
                while !Interruption.isRequested, let event = try await events.next() {
                    guard case .chunk(let places, let bytesRead) = event else {
                        if case .ended(let count) = event { skipped = count }
                        continue
                    }
                    let chunk = number
                    number += 1
                    group.addTask {
                        // Whoever waits for more of the input must hear of a failure.
                        var isDone = false
                        defer { if !isDone { feed.stop() } }
                        try await sink.deliver(
                            .init(
                                portion: portion(places, columns, encoder),
                                placeCount: places.count,
                                bytesRead: bytesRead
                            ),
                            as: chunk
                        )
                        isDone = true
                    }
                }
            } catch {
                // What was asked before is answered first.
                failure = error
            }
        }
        if let failure {
            try await sink.abandon()
            throw failure
        }
        let done = try await sink.finish()
        if skipped > 0 {
            StandardError.print(leftOut(skipped, "rows", without: "a place"))
        }
        if Interruption.isRequested {
            StandardError.print("Stopped after \(grouped(done.places)) voters.")
            throw ExitCode(Interruption.exitCode)
        }
    }

    /// The answers to some voters: whole in JSON, else a row each.
    private func portion(
        _ places: [PlaceRow],
        _ columns: [String],
        _ encoder: (any RowEncoder)?
    ) -> Portion {
        let answers = places.map { place in
            guide.answer(
                at: VoterLocation(
                    coordinate: place.coordinate,
                    source: .point,
                    accuracy: accuracy
                ),
                election: election,
                scope: scope
            )
        }
        guard let encoder, encoder is JSONLinesEncoder || encoder is JSONArrayEncoder else {
            let rows = zip(places, answers).map { place, answer in
                var row = VoteRow.row(answer)
                row.values = place.values + row.values
                return row
            }
            return Portion(rows, with: encoder)
        }
        var bytes: [UInt8] = []
        for (index, (place, answer)) in zip(places, answers).enumerated() {
            if index > 0 { bytes.append(contentsOf: encoder.separator) }
            var json = JSONWriter(capacity: 16 * 1024)
            json.object { json in
                json.member(
                    "at",
                    object: { json in
                        for (column, value) in zip(columns, place.values) {
                            json.member(column, value)
                        }
                    }
                )
                answer.writeMembers(to: &json, languages: languages, opening: opening)
            }
            bytes.append(contentsOf: json.takeBytes())
            if encoder is JSONLinesEncoder { bytes.append(UInt8(ascii: "\n")) }
        }
        return .bytes(bytes, count: places.count)
    }
}
