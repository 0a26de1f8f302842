internal import Accounts
internal import AccountsModule
internal import Mobility
internal import Roads
internal import Timekeeping
internal import Trajectories

extension TravelDesk {
    /// How old what is told apart may be without a look at it, in milliseconds.
    private static let lookBackMilliseconds: Int64 = 2 * 3_600_000

    /// What fixes tell of a trip that goes on, of fences and of trips that nobody told.
    func look(at account: AccountID) async throws {
        try await settle(account)
        let after = try await measureLate(account)
        try await fixes.compact(
            account,
            settled: after.settledRow,
            isWaiting: after.log.settings.tracksItself
        )
        guard let trip = after.log.ongoing else {
            return try await watchFences(after, account)
        }
        let (seen, last, row) = try await seen(of: trip, account)
        if let last,
            NightAlert.isDue(
                for: trip,
                at: last.place,
                now: last.at,
                settings: after.log.settings
            )
        {
            try await tellNight(of: trip, account)
        }
        hub.tell(trip, meters: seen?.meters ?? 0, upTo: row, of: account)
        try await watchFences(after, account)
    }

    /// Warns of the night. It counts as told once a notice waits for its owner, or somebody listens.
    private func tellNight(of trip: Trip, _ account: AccountID) async throws {
        let waits = try await notices.tellNight(of: trip, to: account)
        guard waits || hub.isHeard(account) else { return }
        _ = try await travels.change(account) { traveller in
            traveller.log.noteNight(of: trip.id)
        }
    }

    // MARK: Trips that are told

    /// The way of a trip between its ends, by the fixes.
    ///
    /// - Returns: nil for the way where there are no fixes; the last fix; and the last row of fixes of the account.
    func seen(of trip: Trip, _ account: AccountID, to end: Timestamp? = nil) async throws -> (
        way: SeenWay?, last: Fix?, row: Int64
    ) {
        let kept = try await fixes.fixes(of: account, from: trip.startedAt, withImports: false)
        let end = end ?? trip.endedAt
        return (
            Self.way(kept, from: trip.startedAt, to: end),
            kept.carried(from: trip.startedAt, to: end).last,
            kept.lastRow
        )
    }

    /// The way between two moments, by the fixes of the device that went farthest; nil without fixes.
    private static func way(_ kept: KeptFixes, from: Timestamp, to: Timestamp?) -> SeenWay? {
        let tracks = kept.tracks.map { track in
            track.filter { fix in fix.at >= from && (to.map { fix.at <= $0 } ?? true) }
        }.filter { !$0.isEmpty }
        guard !tracks.isEmpty else { return nil }
        let carried = tracks.count > 1 ? [CarriedFixes.fixes(of: tracks)] : []
        let ways = (carried + tracks).map { Segmenter().way(of: $0) }
        guard let way = ways.max(by: { $0.meters < $1.meters }) else { return nil }
        return SeenWay(
            meters: way.meters,
            line: TravelLine.simplified(way.line, meters: 5),
            fixes: tracks.reduce(0) { $0 + $1.count }
        )
    }

    /// Measures trips anew whose fixes came after they had ended.
    @discardableResult
    func measureLate(_ account: AccountID) async throws -> Traveller {
        let traveller = try await travels.traveller(account)
        let measured = traveller.log.trips.values.filter(\.isMeasured)
        guard let earliest = measured.map(\.startedAt).min() else { return traveller }
        let kept = try await fixes.fixes(of: account, from: earliest, withImports: false)
        let moments = kept.tracks.joined().map(\.at)
        var late: [(id: String, way: SeenWay)] = []
        for trip in measured {
            guard let end = trip.endedAt else { continue }
            let count = moments.count { trip.startedAt <= $0 && $0 <= end }
            guard count > trip.fixes ?? 0,
                let way = Self.way(kept, from: trip.startedAt, to: end)
            else { continue }
            late.append((trip.id, way))
        }
        guard !late.isEmpty else { return traveller }
        let found = late
        return try await travels.change(account) { traveller in
            let context = self.context(traveller)
            for (id, way) in found { _ = try traveller.log.measure(id, by: way, in: context) }
        }.1
    }

    /// Ends a trip whose owner forgot to end it.
    ///
    /// - Returns: nil where it goes on.
    private func endForgotten(
        _ trip: Trip,
        _ settings: TravelSettings,
        _ account: AccountID
    ) async throws -> Traveller? {
        let kept = try await fixes.fixes(of: account, from: trip.startedAt, withImports: false)
        let carried = kept.carried
        guard let last = carried.last, let told = try? Segmenter().itinerary(of: carried) else {
            return nil
        }
        let isOver = Self.isOver(last, clock.now)
        let rules = told.rules
        let leastStay = settings.tracksItself ? Self.leastStaySeconds(rules) : rules.gapSeconds
        let (ended, traveller) = try await travels.change(account) { traveller in
            try traveller.log.endForgotten(
                told,
                leastStaySeconds: leastStay,
                isOver: isOver,
                in: self.context(traveller)
            ) { from, to in Self.way(kept, from: from, to: to) }
        }
        return ended == nil ? nil : traveller
    }

    /// What is shorter is a look at a place on the way rather than a stay.
    private static func leastStaySeconds(_ rules: SegmentingRules) -> Double {
        0.6 * rules.staySeconds
    }

    // MARK: Trips that are found

    /// Tells fixes apart into trips that came since the last time, where their owner wants that.
    @discardableResult
    func settle(_ account: AccountID) async throws -> Traveller {
        var known = try await travels.traveller(account)
        // From when on fixes have to be looked at again.
        var begin: Timestamp?
        if let trip = known.log.ongoing, trip.source == .manual,
            let ended = try await endForgotten(trip, known.log.settings, account)
        {
            (known, begin) = (ended, trip.startedAt)
        }
        let open = known.log.ongoing.flatMap { $0.source == .auto ? $0 : nil }
        guard known.log.settings.tracksItself,
            try await accounts.hasConsent(account, .autoTrack)
        else { return open == nil ? known : try await endUnseen(account) }
        let last = try await fixes.lastRow(of: account)
        guard last > known.settledRow || open != nil || begin != nil else { return known }
        let kept = try await fixes.fixes(
            of: account,
            newerThan: known.settledRow,
            withImports: false
        )
        let window = Self.window(kept, known.log, from: begin ?? open?.startedAt)
        guard let end = window.last else {
            return open == nil ? known : try await endUnseen(account)
        }
        let isOver = Self.isOver(end, clock.now)
        if last == known.settledRow, begin == nil, !isOver { return known }
        return try await take(window, of: kept, isOver: isOver, account)
    }

    /// Ends a trip that was found of which no fixes will tell any more.
    private func endUnseen(_ account: AccountID) async throws -> Traveller {
        try await travels.change(account) { traveller in
            try traveller.log.endUnseen(in: self.context(traveller))
        }.1
    }

    /// Takes over what fixes tell.
    private func take(
        _ window: [Fix],
        of kept: KeptFixes,
        isOver: Bool,
        _ account: AccountID
    ) async throws -> Traveller {
        let (itinerary, roads) = try Self.alongRoads(window, by: ways.matcher(for: .drive))
        let moments = kept.moments
        return try await travels.change(account) { traveller in
            guard let first = window.first, let end = window.last else { return }
            if let itinerary {
                var context = FindingContext(rule: self.rule(traveller.log.settings))
                (context.isOver, context.alongRoads) = (isOver, roads)
                context.moments = moments
                try traveller.log.take(
                    itinerary,
                    from: first.at,
                    to: end.at.adding(milliseconds: 1) ?? end.at,
                    in: context,
                    freshID: FreshID.make
                )
            }
            traveller.log.settledTo = max(traveller.log.settledTo ?? end.at, end.at)
            traveller.settledRow = max(traveller.settledRow, kept.lastRow)
            traveller.log.touchProfile()
        }.1
    }

    private typealias RoadLengths = [[(meters: Double?, fraction: Double)?]]

    /// What fixes tell, with modes weighed by the roads and lengths along them.
    private static func alongRoads(
        _ window: [Fix],
        by matcher: MapMatcher?
    ) throws -> (Itinerary?, RoadLengths) {
        var looks: [[RoadLook?]] = []
        let itinerary = try (try? Segmenter().itinerary(of: window))?.mappingLegs { number, leg in
            while looks.count <= number { looks.append([]) }
            let look = try matcher.flatMap { matcher in
                try RoadLook(of: leg, Array(window[leg.range]), by: matcher)
            }
            looks[number].append(look)
            return look.map { leg.weighed(by: $0.weights) } ?? leg
        }
        return (itinerary, looks.map { $0.map { look in look.map { ($0.meters, $0.fraction) } } })
    }

    private static func isOver(_ last: Fix, _ now: Timestamp) -> Bool {
        now.milliseconds(since: last.at) > Int64(SegmentingRules().gapSeconds * 1000)
    }

    /// The fixes to look at: from the stay on that was the last one well before what is new.
    ///
    /// - Parameter begin: What is as new, though its fixes are known; nil for nothing.
    private static func window(
        _ kept: KeptFixes,
        _ log: TravelLog,
        from begin: Timestamp?
    ) -> [Fix] {
        let new = [kept.earliestNew, begin].compactMap(\.self).min()
        let first =
            new ?? kept.tracks.compactMap(\.last?.at).max() ?? Timestamp(millisecondsSince1970: 0)
        let stay = log.stays.last { stay in
            stay.kind == .stay && stay.importNumber == nil
                && first.milliseconds(since: stay.from) >= lookBackMilliseconds
        }
        guard let stay else { return kept.carried }
        return kept.carried(from: stay.from)
    }

    // MARK: Fences

    private func watchFences(_ traveller: Traveller, _ account: AccountID) async throws {
        guard !traveller.fences.isEmpty else { return }
        let seen = traveller.fences.values.compactMap(\.state.seenAt).min()
        // From well before, so that the device that is carried is known.
        let begin = seen?.adding(milliseconds: -Self.lookBackMilliseconds)
        let kept = try await fixes.fixes(of: account, from: begin, withImports: false)
        let fresh = kept.carried.filter { fix in seen.map { fix.at >= $0 } ?? true }
        guard !fresh.isEmpty else { return }
        // Notices wait before a passage counts as seen: what is cut short between is told again, and once.
        var draft = traveller
        for (fence, passage, at) in draft.passFences(fresh) {
            _ = try await notices.tell(passage, of: fence, at: at, to: account)
        }
        let (passages, _) = try await travels.change(account) { traveller in
            traveller.passFences(fresh)
        }
        hub.tell(passages, of: account)
    }
}

extension Traveller {
    /// Takes the next fixes: what fences tell of them.
    fileprivate mutating func passFences(
        _ fixes: [Fix]
    ) -> [(Geofence, FenceState.Passage, Timestamp)] {
        var passages: [(Geofence, FenceState.Passage, Timestamp)] = []
        for id in fences.keys.sorted() {
            guard var watched = fences[id] else { continue }
            for fix in fixes {
                if let passage = watched.state.take(fix, of: watched.fence) {
                    passages.append((watched.fence, passage, fix.at))
                }
            }
            guard watched != fences[id] else { continue }
            fences[id] = watched
            log.touchProfile()
        }
        return passages
    }
}
