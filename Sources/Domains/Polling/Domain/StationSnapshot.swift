package import Geodesy
internal import SpatialIndex
internal import Synchronization

/// The stations that are no polling places, by id.
struct StationSites: Sendable {
    /// They serve anybody of their county.
    let centers: [Station]
    /// They are open before the day, or take ballots, and nobody votes there on the day.
    let others: [Station]

    init(_ stations: [Station]) {
        var centers: [Station] = []
        var others: [Station] = []
        for station in stations {
            let kinds = station.kinds
            if kinds.contains(.voteCenter) {
                centers.append(station)
            } else if !Station.isOpenOnElectionDay(kinds) {
                others.append(station)
            }
        }
        self.centers = centers
        self.others = others
    }

    var isEmpty: Bool { centers.isEmpty && others.isEmpty }
}

/// The stations of one reading, which never change: found as ``StationDirectory`` finds them.
package final class StationSnapshot: Sendable {
    /// By id, so that a slot's number orders as the station's id does.
    package let all: [Station]
    /// The stations that have a place, under their slot in ``all``.
    private let index: NumberedQuadTree
    private let slotsByDistrict: [DistrictKey: [Int]]
    private let keys: StationKeys
    let sites: StationSites
    let heartland: BoundingBox?
    /// Made when it is first asked for: most questions are not by postcode.
    private let slotsByPostcode = Mutex<[String: [Int]]?>(nil)

    init(_ unordered: [Station]) {
        let stations = unordered.sorted { $0.id < $1.id }
        all = stations
        var slots: [DistrictKey: [Int]] = [:]
        for (slot, station) in stations.enumerated() {
            for key in Set(station.districts.map(DistrictKey.init)) {
                slots[key, default: []].append(slot)
            }
        }
        slotsByDistrict = slots
        var keys = StationKeys()
        for station in stations { keys.add(station) }
        self.keys = keys
        sites = StationSites(stations)
        heartland = BoundingBox.heartland(of: stations)
        index = NumberedQuadTree(
            stations.indices.lazy.compactMap { slot in
                stations[slot].coordinate.map {
                    IndexedPoint(id: UInt32(slot), coordinate: $0, reach: .unlimited)
                }
            }
        )
    }

    func nearest(
        to center: Coordinate,
        count: Int,
        within maxDistance: Distance? = nil,
        after cursor: StationCursor? = nil
    ) -> [FoundStation] {
        guard count > 0 else { return [] }
        guard let cursor else {
            return index.nearest(to: center, count: count, within: maxDistance).map(found)
        }
        // All that come before the cursor, and `count` more, are the nearest of that number.
        let before = index.within(cursor.distance, of: center)
            .count { !cursor.precedes(found($0)) }
        let asked = min(before + min(count, all.count), all.count)
        return index.nearest(to: center, count: asked, within: maxDistance)
            .map(found)
            .filter(cursor.precedes)
    }

    func within(_ radius: Distance, of center: Coordinate) -> [FoundStation] {
        index.within(radius, of: center)
            .sorted {
                $0.distance != $1.distance ? $0.distance < $1.distance : $0.id < $1.id
            }
            .map(found)
    }

    func stations(serving district: DistrictReference) -> [Station] {
        (slotsByDistrict[DistrictKey(district)] ?? []).map { all[$0] }
    }

    func stations(inPostcode postcode: String) -> [Station] {
        slotsByPostcode.withLock { slots in
            let known =
                slots
                ?? all.indices.reduce(into: [:]) { slots, slot in
                    if let code = all[slot].ownPostcode {
                        slots[code, default: []].append(slot)
                    }
                }
            slots = known
            return (known[postcode] ?? []).map { all[$0] }
        }
    }

    func stations(withKey key: String) -> [Station] {
        keys.slots(withKey: key).map { all[$0] }
    }

    /// The slots of the stations in a box, in no stated order.
    package func slots(in box: BoundingBox) -> [Int] { index.within(box).map(Int.init) }

    func station(_ id: Station.ID) -> Station? {
        slot(of: id).map { all[$0] }
    }

    /// The slot of the station with an id; nil where there is none.
    package func slot(of id: Station.ID) -> Int? {
        var range = all.startIndex..<all.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if all[middle].id < id {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound < all.endIndex, all[range.lowerBound].id == id else {
            return nil
        }
        return range.lowerBound
    }

    private func found(_ neighbor: Neighbor<UInt32>) -> FoundStation {
        FoundStation(station: all[Int(neighbor.id)], distance: neighbor.distance)
    }
}
