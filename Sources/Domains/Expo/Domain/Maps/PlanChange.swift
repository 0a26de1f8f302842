package import Geodesy

/// What another plan changes of where a fair's booths are. Booths whose file tells their place stay where they are.
package struct PlanChange: Sendable, Hashable {
    /// The plan in whose place it comes; nil where its floor has none.
    package fileprivate(set) var replaced: SiteMap?
    /// How many booths lie elsewhere.
    package fileprivate(set) var moved = 0
    /// How far the one that is moved most.
    package fileprivate(set) var largestMove: Distance?
    /// How many booths have a place that had none.
    package fileprivate(set) var placed = 0
    /// How many booths have no place any more.
    package fileprivate(set) var lost = 0

    /// Booths that are moved by less stay where they are, in metres: less than a stand's table.
    package static let sameMeters = 0.1
}

extension FairSnapshot.Fair {
    /// What a plan would change, were it shown in place of that of its floor.
    ///
    /// - Complexity: O(n) for n booths.
    package func change(to map: SiteMap) -> PlanChange {
        var change = PlanChange()
        change.replaced = maps.first { $0.level == map.level }
        var after = self
        after.maps = maps.filter { $0.level != map.level } + [map]
        for booth in booths.values where booth.place == nil {
            switch (place(of: booth), after.place(of: booth)) {
            case (let here?, let there?):
                let move = Geodesic.distance(from: here, to: there)
                guard move.meters > PlanChange.sameMeters else { continue }
                change.moved += 1
                if move.meters > change.largestMove?.meters ?? 0 { change.largestMove = move }
            case (nil, .some): change.placed += 1
            case (.some, nil): change.lost += 1
            case (nil, nil): break
            }
        }
        return change
    }
}
