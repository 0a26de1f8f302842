internal import Datasets
internal import Geodesy
internal import Radar
internal import Timekeeping

/// Makes a message of a row.
struct MessageRowReader {
    let plan: MessagePlan
    let dataset: DatasetName
    private let placeReader: PlaceReader

    init(plan: MessagePlan, dataset: DatasetName) {
        self.plan = plan
        self.dataset = dataset
        placeReader = PlaceReader(plan: plan.place, columns: plan.columns)
    }

    /// The message of a row.
    ///
    /// - Parameter usesLocalTime: Set when a time of the row names no zone.
    /// - Throws: ``RowRefusal`` when the row is no message.
    func message(
        _ row: borrowing Row,
        keyColumn: Int?,
        usesLocalTime: inout Bool
    ) throws(RowRefusal) -> ImportedMessage {
        if let fault = row.fault { throw RowRefusal(fault) }
        let text = try readText(row)
        guard case .place(let coordinate) = try placeReader.read(row) else {
            throw RowRefusal(
                RowFault(
                    cause: .missingCoordinate,
                    reason: Finding(.messageWithoutPlace)
                )
            )
        }
        let posted = try readPosted(row, &usesLocalTime)
        let expires = try readExpiry(row, posted: posted, &usesLocalTime)
        let category = try readCategory(row)
        let radius = try readRadius(row)
        var attributes: [String: String] = [:]
        for attribute in plan.attributes {
            if let value = row.text(attribute.column) { attributes[attribute.name] = value }
        }
        let key =
            keyColumn.flatMap { row.text($0) }
            ?? TextNormal.digest([
                Array(text.utf8), Array(posted.rfc3339.utf8),
                Array("\(coordinate.latitude),\(coordinate.longitude)".utf8),
            ])
        return ImportedMessage(
            origin: Message.Origin(dataset: dataset, key: key, attributes: attributes),
            text: text,
            category: category,
            // Where Radar tells it, so that every way of asking answers from one place.
            coordinate: coordinate.published,
            visibleRadius: radius,
            postedAt: posted,
            expiresAt: expires
        )
    }

    private func readText(_ row: borrowing Row) throws(RowRefusal) -> String {
        guard let text = row.text(plan.text) else {
            throw refusal(.blankText, plan.text, nil, Finding(.blankMessage))
        }
        guard text.count <= MessagePlan.textLimit else {
            throw refusal(
                .longText,
                plan.text,
                text,
                Finding(
                    .longMessage,
                    [
                        "characters": .number(text.count),
                        "limit": .number(MessagePlan.textLimit),
                    ]
                )
            )
        }
        return text
    }

    private func readPosted(
        _ row: borrowing Row,
        _ usesLocalTime: inout Bool
    ) throws(RowRefusal) -> Timestamp {
        if let column = plan.posted, !row.cell(column).isPlaceholder, let text = row.text(column) {
            return try time(text, column, &usesLocalTime)
        }
        if let posted = plan.defaults.posted { return posted }
        throw refusal(.blankTime, plan.posted ?? plan.text, nil, Finding(.blankPostingTime))
    }

    private func readExpiry(
        _ row: borrowing Row,
        posted: Timestamp,
        _ usesLocalTime: inout Bool
    ) throws(RowRefusal) -> Timestamp {
        for column in plan.expires where !row.cell(column).isPlaceholder {
            guard let text = row.text(column) else { continue }
            let expires = try time(text, column, &usesLocalTime)
            guard expires > posted else {
                throw refusal(
                    .expiresBeforePosted,
                    column,
                    text,
                    Finding(
                        .endsBeforePosted,
                        ["ends": .text(expires.rfc3339), "posted": .text(posted.rfc3339)]
                    )
                )
            }
            return expires
        }
        var seconds = plan.defaults.timeToLiveSeconds
        if let column = plan.timeToLive, let text = row.text(column) {
            guard let number = Int64(text), 1...MessagePlan.maximumTimeToLive ~= number else {
                throw refusal(
                    .badNumber,
                    column,
                    text,
                    Finding(
                        .badTimeToLive,
                        ["limit": .number(Int64(MessagePlan.maximumTimeToLive))]
                    )
                )
            }
            seconds = number
        } else if !plan.expires.isEmpty, plan.defaults.given[Field.timeToLive.name] == nil {
            let names = plan.expires.map { plan.columns[$0] }.joined(separator: " and ")
            throw refusal(
                .blankTime,
                plan.expires[0],
                nil,
                Finding(
                    .blankEnds,
                    ["columns": .text(names), "count": .number(plan.expires.count)]
                )
            )
        }
        guard let expires = posted.adding(milliseconds: seconds * 1_000) else {
            throw refusal(.badTime, plan.posted ?? plan.text, posted.rfc3339, Finding(.tooLate))
        }
        return expires
    }

    private func readCategory(_ row: borrowing Row) throws(RowRefusal) -> Category {
        guard let column = plan.category, let text = row.text(column) else {
            return plan.defaults.category
        }
        let word = text.lowercased()
        guard MessagePlan.categories.contains(word) else {
            throw refusal(
                .badCategory,
                column,
                text,
                Finding(.unknownCategory, ["categories": .texts(Array(MessagePlan.categories))])
            )
        }
        return Category(rawValue: word)
    }

    private func readRadius(_ row: borrowing Row) throws(RowRefusal) -> Distance {
        var meters = plan.defaults.visibleRadiusMeters
        if let column = plan.visibleRadius, let text = row.text(column) {
            guard let number = NumberText.double(row.cell(column)),
                MessagePlan.visibleRadii.contains(number), !NumberText.mayHaveThousands(text)
            else {
                throw refusal(.badNumber, column, text, Finding(.badRadius))
            }
            meters = number
        }
        do { return try .meters(meters) } catch {
            throw refusal(
                .badNumber,
                plan.visibleRadius ?? plan.text,
                "\(meters)",
                Finding(error)
            )
        }
    }

    private func time(
        _ text: String,
        _ column: Int,
        _ usesLocalTime: inout Bool
    ) throws(RowRefusal) -> Timestamp {
        guard let (moment, hasZone) = TimeText.parse(text) else {
            throw refusal(
                .badTime,
                column,
                text,
                Finding(.unreadTime)
            )
        }
        if !hasZone { usesLocalTime = true }
        return moment
    }

    private func refusal(
        _ cause: RowFault.Cause,
        _ column: Int,
        _ value: String?,
        _ reason: Finding
    ) -> RowRefusal {
        RowRefusal(
            RowFault(cause: cause, column: plan.columns[column], value: value, reason: reason)
        )
    }
}
