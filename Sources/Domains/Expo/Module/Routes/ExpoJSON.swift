internal import Agenda
internal import Datasets
internal import Expo
internal import GeoJSON
internal import Geodesy
internal import Media
internal import Timekeeping

extension JSONWriter {
    /// An exhibitor as a feature.
    ///
    /// - Parameters:
    ///   - logo: The picture of its sign, where there is one.
    ///   - own: What the visitor gave, where they are known.
    mutating func exhibitor(
        _ stand: FairSnapshot.Stand,
        tally: RatingTally,
        logo: Medium?,
        distance: Distance?,
        own: RatingStore.Rating??
    ) {
        let exhibitor = stand.exhibitor
        feature(id: .text(exhibitor.id), geometry: stand.place.map(Geometry.point)) { json in
            json.member("dataset", exhibitor.dataset.text)
            json.member("event", stand.fair)
            json.member("name", exhibitor.name)
            json.member("summary", exhibitor.summary)
            json.member("tier", exhibitor.standing.tier.rawValue)
            json.member("tier_name", exhibitor.standing.name)
            json.member("level", exhibitor.standing.ownLevel)
            json.member("order", exhibitor.order)
            json.name("logo")
            if let logo { json.medium(logo) } else { json.null() }
            json.texts("links", exhibitor.links)
            json.texts("topics", exhibitor.topics)
            json.member("booth", exhibitor.booth)
            json.spot(stand.booth?.spot, level: stand.booth?.level)
            json.tally(tally)
            if let own {
                json.name("own_rating")
                if let own { json.rating(own) } else { json.null() }
            }
            if let distance { json.member("distance_m", distance) }
        }
    }

    /// The members of a spot on a plan.
    private mutating func spot(_ spot: PlanSpot?, level: String?) {
        name("plan_x")
        if let spot { number(spot.x) } else { null() }
        name("plan_y")
        if let spot { number(spot.y) } else { null() }
        member("floor", level)
    }

    /// What a visitor gave.
    mutating func rating(_ rating: RatingStore.Rating) {
        object { json in
            json.member("stars", rating.stars)
            json.member("rated_at", rating.ratedAt.rfc3339)
            json.member("proof", rating.proof.rawValue)
        }
    }

    /// What a visitor took part in.
    mutating func activity(_ activity: RatingStore.Activity) {
        object { json in
            json.member("place", activity.place)
            json.member("at", activity.at.rfc3339)
        }
    }

    /// How an exhibitor was rated, in sum; `null` below five ratings.
    mutating func tally(_ tally: RatingTally) {
        name("rating")
        guard let average = tally.average, let interval = tally.interval else { return null() }
        object { json in
            json.member("average", (average * 100).rounded() / 100)
            json.member("count", tally.count)
            json.member(
                "interval",
                array: { ends in
                    ends.number((interval.lowerBound * 100).rounded() / 100)
                    ends.number((interval.upperBound * 100).rounded() / 100)
                }
            )
        }
    }

    /// An array of texts.
    mutating func texts(_ name: String, _ texts: [String]) {
        member(name, array: { list in for text in texts { list.string(text) } })
    }

    /// A place as a feature.
    mutating func fairPlace(_ place: FairPlace, fair: String, distance: Distance?) {
        feature(id: .text(place.id), geometry: .point(place.place)) { json in
            json.member("dataset", place.dataset.text)
            json.member("event", fair)
            json.member("kind", place.kind.rawValue)
            json.member("name", place.name)
            json.member("hours", place.hours)
            json.member("offer", place.offer)
            json.member("floor", place.level)
            if let distance { json.member("distance_m", distance) }
        }
    }

    /// A plan as an object; its number is `null` where it is not kept.
    ///
    /// - Parameter more: Writes further members.
    mutating func siteMap(
        _ map: SiteMap,
        picture: Medium?,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        object { json in
            json.member("id", map.id == 0 ? nil : map.id)
            json.member("event", map.fair)
            json.member("floor", map.level)
            json.member("media", map.picture)
            json.member("href", "/v1/media/\(map.picture)")
            json.member("alt", map.alt ?? picture?.alt)
            json.member("width", map.width)
            json.member("height", map.height)
            json.member(
                "control_points",
                array: { list in
                    for point in map.points {
                        list.object { json in
                            json.member("x", point.spot.x)
                            json.member("y", point.spot.y)
                            json.member("lat", point.place.latitude)
                            json.member("lon", point.place.longitude)
                        }
                    }
                }
            )
            json.member("model", map.fit?.model.rawValue)
            json.name("residual_m")
            if let fit = map.fit { json.meters(fit.residual) } else { json.null() }
            json.name("largest_residual_m")
            if let fit = map.fit { json.meters(fit.largestResidual) } else { json.null() }
            json.corners(map.corners)
            more(&json)
        }
    }

    private mutating func corners(_ corners: [Coordinate]?) {
        name("corners")
        guard let corners else { return null() }
        array { list in
            for corner in corners {
                list.object { json in
                    json.member("lat", corner.latitude)
                    json.member("lon", corner.longitude)
                }
            }
        }
    }

    /// What a plan changes, as a member.
    mutating func planChange(_ change: PlanChange) {
        member(
            "change",
            object: { json in
                json.member("replaces", change.replaced?.id)
                json.member("moved", change.moved)
                json.name("largest_move_m")
                if let move = change.largestMove { json.meters(move) } else { json.null() }
                json.member("placed", change.placed)
                json.member("lost", change.lost)
            }
        )
    }

    /// A fair as an object.
    mutating func fair(
        _ fair: FairSnapshot.Fair,
        settings: FairSettings,
        at now: Timestamp
    ) {
        object { json in
            json.member("event", fair.id)
            json.member("title", fair.event?.title ?? fair.id)
            json.member("status", fair.event?.status.rawValue)
            json.member("phase", fair.window?.phase(at: now).rawValue)
            json.member("starts_at", fair.window?.opensAt.rfc3339)
            json.member("ends_at", fair.window?.closesAt.rfc3339)
            json.member("starts_local", fair.event?.span.starts.description)
            json.member("ends_local", fair.event?.span.ends.description)
            json.member("time_zone", fair.event?.span.zone)
            json.member("venue", fair.event?.venue.line)
            json.name("lat")
            if let place = fair.event?.venue.place {
                json.number(place.latitude)
            } else {
                json.null()
            }
            json.name("lon")
            if let place = fair.event?.venue.place {
                json.number(place.longitude)
            } else {
                json.null()
            }
            json.member("exhibitors", fair.stands.count)
            json.member("places", fair.places.count)
            json.member("site_maps", fair.maps.count)
            json.links(settings.links(of: fair))
            json.member("survey", fair.survey?.url ?? settings.survey)
            json.rule(settings.rule)
            json.member("codes", settings.codeRule.rawValue)
            json.member(
                "contact_days",
                settings.contactDays ?? FairSettings.longestContactDays
            )
        }
    }

    /// Where a fair is on networks, as a member.
    private mutating func links(_ links: [FairSettings.Link]) {
        member(
            "links",
            array: { list in
                for link in links {
                    list.object { json in
                        json.member("label", link.label)
                        json.member("url", link.url)
                    }
                }
            }
        )
    }

    /// What deeds earn, and the most of each, as members.
    private mutating func rule(_ rule: PointRule) {
        member(
            "points",
            object: { json in
                for deed in PointRule.Deed.allCases { json.member(deed.rawValue, rule[deed]) }
            }
        )
        member(
            "most_points",
            object: { json in
                for deed in PointRule.Deed.allCases { json.member(deed.rawValue, rule.most[deed]) }
            }
        )
    }
}
