package import Geodesy
internal import TextSearch

/// Which exhibitors are asked for; nil for what does not matter.
package struct ExhibitorFilter: Sendable {
    /// The id of the fair.
    package var fair: String?
    /// What was typed into the search.
    package var text: String?
    /// The tier.
    package var tier: Standing.Tier?
    /// A topic, as it is written but for its case.
    package var topic: String?
    /// Whether the visitor has rated it; see ``visitedIDs``.
    package var visited: Bool?
    /// The exhibitors that the visitor has rated.
    package var visitedIDs: Set<String> = []

    /// Every exhibitor.
    package init() {}

    fileprivate func takes(_ stand: FairSnapshot.Stand) -> Bool {
        if let fair, stand.fair != fair { return false }
        if let tier, stand.exhibitor.standing.tier != tier { return false }
        if let topic {
            let folded = topic.lowercased()
            guard stand.exhibitor.topics.contains(where: { $0.lowercased() == folded }) else {
                return false
            }
        }
        return visited.map { visitedIDs.contains(stand.exhibitor.id) == $0 } ?? true
    }
}

extension FairSnapshot {
    /// How exhibitors are ordered.
    package enum Order: String, Sendable, CaseIterable {
        /// The highest tier first, then as the fair orders them, then by name.
        case tier
        /// By name, without case and accents.
        case name
        /// The nearest first; those without a place are left out.
        case nearest
        /// Those that the visitor has not rated first, then as ``tier``.
        case unvisited
        /// The best first: by the lower end of the interval in which the average lies.
        case rating
    }

    /// An exhibitor that was asked for.
    package struct Found: Sendable {
        /// The exhibitor.
        package let stand: Stand
        /// How far it is from the place that was given; nil where none was, or it has none.
        package let distance: Distance?
        /// Where it stands in the list.
        package let position: Position
    }

    /// Where an exhibitor or a place stands in a list.
    package struct Position: Sendable, Hashable {
        /// By what it is ordered, the smallest first.
        package let ranks: [Double]
        /// By what those of the same ranks are.
        package let name: String
        /// By what those of the same name are.
        package let id: String

        /// A position with all its members.
        package init(ranks: [Double], name: String, id: String) {
            (self.ranks, self.name, self.id) = (ranks, name, id)
        }

        /// Whether it stands before another of the same list.
        package func precedes(_ other: Position) -> Bool {
            for (own, its) in zip(ranks, other.ranks) where own != its { return own < its }
            if name != other.name { return name.utf8.lexicographicallyPrecedes(other.name.utf8) }
            return id.utf8.lexicographicallyPrecedes(other.id.utf8)
        }
    }

    /// The exhibitors that a filter takes, in an order. Those that fit what was typed better come first.
    ///
    /// - Parameters:
    ///   - center: Where distances are measured from; required for ``Order/nearest``.
    ///   - lowerBound: The lower end of an exhibitor's average, for ``Order/rating``.
    ///   - position: The end of the page before; nil for the first page.
    ///   - limit: The most exhibitors.
    /// - Complexity: O(n) for n exhibitors of the fair, and O(m log m) for the m found.
    package func list(
        _ filter: ExhibitorFilter,
        around center: Coordinate? = nil,
        order: Order = .tier,
        lowerBound: (String) -> Double? = { _ in nil },
        after position: Position? = nil,
        limit: Int
    ) -> [Found] {
        var found: [Found] = []
        func add(_ stand: Stand, fit: Double?) {
            guard filter.takes(stand) else { return }
            var distance: Distance?
            if let center, let place = stand.place {
                distance = Geodesic.distance(from: center, to: place)
            }
            let standing = stand.exhibitor.standing
            let tier = [-Double(standing.level), Double(stand.exhibitor.order ?? .max)]
            var ranks: [Double]
            switch order {
            case .tier: ranks = tier
            case .name: ranks = []
            case .nearest:
                guard let distance else { return }
                ranks = [distance.meters]
            case .unvisited:
                ranks = [filter.visitedIDs.contains(stand.exhibitor.id) ? 1 : 0] + tier
            case .rating: ranks = [-(lowerBound(stand.exhibitor.id) ?? 0)]
            }
            // Fits that differ by less than a person can tell are the same, and tiers decide.
            if let fit { ranks.insert(-(fit * 20).rounded(), at: 0) }
            let own = Position(ranks: ranks, name: stand.sortName, id: stand.exhibitor.id)
            if let position, !position.precedes(own) { return }
            found.append(Found(stand: stand, distance: distance, position: own))
        }
        if let text = filter.text {
            for hit in index.find(text, event: filter.fair, limit: .max) {
                if let stand = stand(hit.document.id) { add(stand, fit: hit.score) }
            }
        } else if let fair = filter.fair {
            for number in fairs[fair]?.stands ?? [] { add(stands[number], fit: nil) }
        } else {
            for stand in stands { add(stand, fit: nil) }
        }
        found.sort { $0.position.precedes($1.position) }
        return Array(found.prefix(limit))
    }
}
