internal import Foundation
internal import Mobility
internal import Timekeeping

/// A fence, and whether its owner is in it.
struct WatchedFence: Sendable, Hashable {
    var fence: Geofence
    var state = FenceState()
}

/// All that is kept of one person's travels, but for the fixes.
struct Traveller: Sendable {
    var log = TravelLog()
    /// By their ids.
    var fences: [String: WatchedFence] = [:]
    /// The last row of fixes that was told apart into trips.
    var settledRow: Int64 = 0
    /// How often what is kept was changed; 0 where nothing is.
    var revision: Int64 = 0
    /// Names and masses of units as the person calls them, by their ids.
    var units: [String: ScoreUnit] = [:]

    /// As it was kept.
    ///
    /// - Returns: nil where a box holds what no version has written.
    init?(profile: [UInt8]?, trips: [[UInt8]], standard: [ScoreUnit]) {
        let decoder = JSONDecoder()
        var record = ProfileRecord()
        if let profile {
            guard let read = try? decoder.decode(ProfileRecord.self, from: Data(profile)) else {
                return nil
            }
            record = read
        }
        var made: [Trip] = []
        for bytes in trips {
            guard let read = try? decoder.decode(TripRecord.self, from: Data(bytes)),
                let trip = read.trip
            else { return nil }
            made.append(trip)
        }
        let ends = record.silenced.map { Timestamp(millisecondsSince1970: $0) }
        log = TravelLog(
            trips: made,
            vehicles: record.vehicles.compactMap(\.vehicle),
            settings: record.settings?.settings ?? TravelSettings(),
            silenced: stride(from: 0, to: ends.count - 1, by: 2).filter { ends[$0] <= ends[$0 + 1] }
                .map { ends[$0]...ends[$0 + 1] },
            stays: record.stays.compactMap(\.stay),
            settledTo: record.settledTo.map { Timestamp(millisecondsSince1970: $0) }
        )
        fences = Dictionary(
            record.fences.compactMap(\.fence).map { ($0.fence.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        settledRow = record.settledRow ?? 0
        units = Dictionary(standard.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for change in record.units ?? [] {
            if let name = change.name { units[change.id]?.name = name }
            if let grams = change.grams {
                units[change.id] = units[change.id]?.weighing(grams)
            }
        }
    }

    /// Nobody's travels yet.
    init(standard: [ScoreUnit]) {
        units = Dictionary(standard.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What goes into the box of the profile.
    func profileBytes(standard: [ScoreUnit]) throws -> [UInt8] {
        var record = ProfileRecord()
        record.vehicles = log.vehicles.values.sorted { $0.id < $1.id }
            .map { ProfileRecord.VehicleRecord($0) }
        record.settings = ProfileRecord.SettingsRecord(log.settings)
        record.silenced = log.silenced.flatMap {
            [$0.lowerBound.millisecondsSince1970, $0.upperBound.millisecondsSince1970]
        }
        record.stays = log.stays.map { ProfileRecord.StayRecord($0) }
        record.fences = fences.values.sorted { $0.fence.id < $1.fence.id }
            .map { ProfileRecord.FenceRecord($0) }
        record.settledTo = log.settledTo?.millisecondsSince1970
        record.settledRow = settledRow
        record.units = standard.compactMap { unit in
            guard let own = units[unit.id], own != unit else { return nil }
            return ProfileRecord.UnitRecord(
                id: unit.id,
                name: own.name == unit.name ? nil : own.name,
                grams: own.grams == unit.grams ? nil : own.grams
            )
        }
        return Array(try JSONEncoder().encode(record))
    }
}
