internal import RowFiles
internal import Timekeeping

/// Reads a table with a fix a row.
struct TableTracks {
    private(set) var collector: TrackCollector
    private let text: DelimitedText
    private let columns: Columns

    /// Where what stands.
    private struct Columns {
        let latitude: Int
        let longitude: Int
        let time: Int?
        /// Where the day stands in a column of its own, and the time of day in ``time``.
        let day: Int?
        let accuracy: Int?
        let altitude: Int?
        let speed: Int?
        let heading: Int?
        let track: Int?
    }

    private static let latitudes = ["lat", "latitude", "y", "lat_deg", "latitude_deg"]
    private static let longitudes = [
        "lon", "lng", "long", "longitude", "x", "lon_deg", "longitude_deg",
    ]
    private static let times = [
        "at", "time", "timestamp", "datetime", "date_time", "utc", "time_utc", "recorded_at",
        "created_at", "t", "tst", "timestamp_ms", "time_ms", "unix", "epoch",
    ]

    /// - Throws: ``TrackError`` where the file cannot be read, or has no columns for places.
    init(_ collector: TrackCollector, path: String) throws(TrackError) {
        self.collector = collector
        let name = collector.name
        do {
            text = try DelimitedText(path: path)
            let first = try text.firstRecords().first?.cells ?? []
            let header = try text.findHeader { cells, _ in Self.columns(cells) }
            guard let header else {
                let names = first.map { $0.lowercased().withoutSpace }
                let what = Self.latitudes.contains { names.contains($0) } ? "longitude" : "latitude"
                throw TrackError.missingColumn(name: name, what: what, columns: first)
            }
            guard header.time != nil else {
                throw TrackError.missingColumn(name: name, what: "time", columns: first)
            }
            columns = header
        } catch let error as TrackError {
            throw error
        } catch let error as RowFileError {
            throw .unreadable(error)
        } catch {
            throw .malformed(name: name, format: .csv, reason: "\(error)")
        }
    }

    private static func columns(_ cells: [String]) -> Columns? {
        let names = cells.map { $0.lowercased().withoutSpace.replacing(" ", with: "_") }
        func column(_ words: [String]) -> Int? {
            words.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        guard let latitude = column(latitudes), let longitude = column(longitudes) else {
            return nil
        }
        let time = column(times)
        let isTimeOfDay = time.map { names[$0] == "time" } ?? false
        return Columns(
            latitude: latitude,
            longitude: longitude,
            time: time,
            day: isTimeOfDay ? column(["date", "day"]) : nil,
            accuracy: column(["accuracy_m", "accuracy", "horizontal_accuracy", "acc"]),
            altitude: column(["altitude_m", "altitude", "ele", "elevation", "alt"]),
            speed: column(["speed_mps", "speed_m_s", "speed"]),
            heading: column(["heading_deg", "heading", "course", "bearing", "cog"]),
            track: column([
                "track_id", "track", "trip_id", "trip", "tid", "device_id", "device", "traj_id",
                "user",
            ])
        )
    }

    mutating func read() throws(TrackError) {
        while let record = try next() {
            func cell(_ column: Int?) -> String? {
                column.flatMap { $0 < record.cells.count ? record.cells[$0] : nil }
            }
            let line = TrackPlace.line(record.line)
            var draft = FixDraft()
            draft.latitude = try collector.number(cell(columns.latitude), "latitude", at: line)
            draft.longitude = try collector.number(cell(columns.longitude), "longitude", at: line)
            let time = cell(columns.time)?.withoutSpace
            if let day = cell(columns.day)?.withoutSpace, !day.isEmpty, let time {
                draft.at = try collector.time("\(day)T\(time)", at: line)
            } else {
                draft.at = try collector.time(time, at: line)
            }
            draft.accuracyMeters = try collector.number(
                cell(columns.accuracy),
                "accuracy",
                at: line
            )
            draft.altitudeMeters = try collector.number(
                cell(columns.altitude),
                "the height",
                at: line
            )
            draft.speedMetersPerSecond = try collector.number(
                cell(columns.speed),
                "speed",
                at: line
            )
            draft.headingDegrees = try collector.number(cell(columns.heading), "heading", at: line)
            try collector.add(draft, at: line, key: cell(columns.track)?.withoutSpace ?? "")
        }
    }

    private func next() throws(TrackError) -> DelimitedText.Record? {
        do throws(RowFileError) { return try text.next() } catch {
            throw .unreadable(error)
        }
    }
}
