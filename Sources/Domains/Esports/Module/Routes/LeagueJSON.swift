internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import Esports
internal import GeoJSON
internal import Geodesy
internal import Timekeeping

extension JSONWriter {
    /// An amount with its currency, and as people read it.
    mutating func money(_ name: String, _ money: Money?) {
        guard let money else { return member(name, nil as String?) }
        member(
            name,
            object: { json in
                json.member("amount_minor", money.amountMinor)
                json.member("currency", money.currency.code)
                json.member("text", "\(money.plain) \(money.currency)")
            }
        )
    }

    /// Where a picture is: at this service by its hash, or at others.
    mutating func picture(_ image: String?) {
        member("image", image.map { LeagueFields.isHash($0) ? "/v1/media/\($0)" : $0 })
    }

    mutating func texts(_ name: String, _ texts: [String]) {
        member(name, array: { list in for text in texts { list.string(text) } })
    }

    /// Names and ids of games.
    mutating func games(_ games: [Game]) {
        member(
            "games",
            array: { list in
                for game in games {
                    list.object { json in
                        json.member("id", game.id)
                        json.member("name", game.name)
                    }
                }
            }
        )
    }

    mutating func handles(_ handles: [Handle]) {
        member(
            "accounts",
            array: { list in
                for handle in handles {
                    list.object { json in
                        json.member("network", handle.network)
                        json.member("handle", handle.handle)
                        json.member("url", handle.url)
                    }
                }
            }
        )
    }

    /// A tournament as a feature: as Agenda tells it, with what else is known.
    mutating func tournament(
        _ tournament: Tournament,
        distance: Distance? = nil,
        in snapshot: LeagueSnapshot,
        at moment: Timestamp
    ) {
        event(tournament.event, at: moment, distance: distance) { json in
            json.tournamentMembers(tournament, in: snapshot)
        }
    }

    /// What is known of a tournament beside what Agenda tells.
    mutating func tournamentMembers(_ tournament: Tournament, in snapshot: LeagueSnapshot) {
        games(snapshot.games(ofTournament: tournament.id))
        member("format", tournament.format?.rawValue)
        member("tier", tournament.tier?.rawValue)
        money("prize", tournament.prize)
        member("prize_as_written", tournament.prizeAsWritten)
        member("region", tournament.region)
        member("place_as_written", tournament.placeText)
        if let meters = tournament.accuracyMeters { member("accuracy_m", meters) }
        member("league", tournament.league)
        member("registration_url", tournament.registrationURL)
        texts("streams", tournament.streams)
        handles(tournament.accounts)
        picture(tournament.image)
    }

    /// A game as a feature without a place.
    mutating func game(_ number: Int, in snapshot: LeagueSnapshot, at moment: Timestamp) {
        let game = snapshot.book.games[number]
        feature(id: .text(game.id), geometry: nil) { json in
            json.member("dataset", game.dataset?.text)
            json.member("key", game.key)
            json.member("name", game.name)
            json.texts("aliases", game.aliases)
            json.picture(game.image)
            json.member("publisher", game.publisher)
            json.handles(game.accounts)
            let counts = snapshot.counts(ofGame: number, at: moment)
            json.member(
                "counts",
                object: { json in
                    json.member("tournaments", counts.tournaments)
                    json.member("upcoming", counts.upcoming)
                    json.member("matches", counts.matches)
                    json.member("products", counts.products)
                }
            )
        }
    }

    /// A match as a feature without a place.
    ///
    /// - Parameter hidesResults: Whether what it came to is left out.
    mutating func match(_ number: Int, in snapshot: LeagueSnapshot, hidesResults: Bool) {
        let match = snapshot.matches[number]
        feature(id: .text(match.id), geometry: nil) { json in
            json.member("dataset", match.dataset.text)
            json.member("title", hidesResults ? match.titleWithoutResult : match.title)
            let tournament = snapshot.tournament(ofMatchAt: number)
            json.member("event", tournament?.id)
            json.member("event_title", tournament?.event.title)
            json.games(snapshot.games(ofMatchAt: number))
            json.member("league", match.league)
            json.member("stage", match.stage)
            json.member(
                "sides",
                array: { list in
                    for side in match.sides {
                        list.object { json in
                            let team = side.team.flatMap { snapshot.team($0) }
                            json.member("team", team?.name ?? side.team)
                            json.member("team_id", team?.id)
                            json.member("score", hidesResults ? nil : side.score)
                        }
                    }
                }
            )
            json.member("best_of", match.bestOf)
            json.span(match.span)
            json.member("scheduled_at", match.span.startsAt.rfc3339)
            json.member("original_scheduled_at", match.movedFrom?.rfc3339)
            json.member("moved_from", match.movedFrom?.rfc3339)
            json.member("status", match.status.rawValue)
            json.texts("streams", match.streams)
        }
    }

    /// A product as a feature without a place.
    mutating func product(
        _ product: Product,
        reason: LinkReason?,
        in snapshot: LeagueSnapshot,
        at moment: Timestamp
    ) {
        feature(id: .text(product.id), geometry: nil) { json in
            json.productDetails(product, in: snapshot, at: moment)
            guard let reason else { return }
            json.member(
                "reason",
                object: { json in
                    json.member("code", reason.code)
                    json.member("words", reason.words)
                }
            )
        }
    }

    /// What is known of a product.
    mutating func productDetails(
        _ product: Product,
        in snapshot: LeagueSnapshot,
        at moment: Timestamp
    ) {
        member("dataset", product.dataset.text)
        member("source", product.source)
        member("title", product.title)
        member("description", product.about)
        money("price", product.price)
        money("converted_from", product.convertedFrom)
        member("condition", "new")
        texts("buying_options", ["FIXED_PRICE"])
        texts("categories", product.categories)
        member("image", product.images.first)
        texts("images", product.images)
        member("web_url", product.webURL)
        member("ships_from", product.shipsFrom)
        let fetched = snapshot.fetchedAt(product)
        member("fetched_at", fetched.rfc3339)
        let age = max(0, moment.millisecondsSince1970 - fetched.millisecondsSince1970) / 1000
        member("age_s", age)
        // After a day a price is told as one of before.
        member("stale", age > 86_400)
        member("expires_at", product.expiresAt?.rfc3339)
        member("sold", !product.isOffered(at: moment))
        member(
            "links",
            array: { list in
                guard let url = product.webURL else { return }
                list.object { json in
                    json.member("rel", "shop")
                    json.member("href", url)
                }
            }
        )
    }

    /// A post as a feature without a place.
    mutating func post(_ post: Post) {
        feature(id: .text(post.id), geometry: nil) { json in
            json.member("dataset", post.dataset.text)
            json.member("account", post.account)
            json.member("text", post.text)
            json.member("posted_at", post.postedAt.rfc3339)
            json.member("url", post.url)
            json.member("media", post.media)
        }
    }
}
