internal import Datasets
package import GeoJSON
internal import Geodesy
package import Polling
internal import Timekeeping

extension VoterAnswer {
    /// The answer as JSON: what `GET /v1/vote` gives.
    ///
    /// - Parameters:
    ///   - languages: In which texts are wanted, the dearest first.
    ///   - opening: What tells whether stations are open.
    ///   - more: Where the answer with all vote centers is; nil where nothing has an address.
    package func write(
        to json: inout JSONWriter,
        languages: [String] = [],
        opening: OpeningContext,
        more: (() -> String)? = nil
    ) {
        json.object { writeMembers(to: &$0, languages: languages, opening: opening, more: more) }
    }

    /// The members of the object that ``write(to:languages:opening:more:)`` writes.
    package func writeMembers(
        to json: inout JSONWriter,
        languages: [String] = [],
        opening: OpeningContext,
        more: (() -> String)? = nil
    ) {
        json.name("location")
        if let location { location.write(to: &json) } else { json.null() }
        json.member(
            "matched_addresses",
            array: { list in for address in matchedAddresses { list.string(address) } }
        )
        json.member(
            "districts",
            array: { list in for district in districts { district.writeSummary(to: &list) } }
        )
        json.name("assignment")
        if let assignment { assignment.write(to: &json, opening, shown) } else { json.null() }
        json.member(
            "choices",
            array: { list in for choice in choices { choice.write(to: &list, opening, shown) } }
        )
        json.name("narrow")
        if let narrowing {
            narrowing.write(to: &json, isService: more != nil)
        } else {
            json.null()
        }
        writeNearby(to: &json, opening)
        writeVoteCenters(to: &json, opening, more: more)
        writeSites(earlyVoting, "early_voting", to: &json, opening.ending(with: shown))
        writeSites(dropOff, "drop_off", to: &json, opening.ending(with: shown))
        writeSites(otherElections, "other_elections", to: &json, opening)
        ballot.writeMembers(to: &json, languages: languages, opening: opening)
        json.member(
            "warnings",
            array: { list in for warning in warnings { warning.write(to: &list) } }
        )
        writeData(to: &json)
    }

    /// The nearest stations, whether or not one may vote there.
    private func writeNearby(to json: inout JSONWriter, _ opening: OpeningContext) {
        json.collection(
            "nearby",
            nearby.stations.map { ($0.station, $0.distance) },
            opening,
            shown
        ) { json in
            json.member("limit_m", nearby.limit)
            json.name("nearest_m")
            if let distance = nearby.nearestDistance {
                json.meters(distance)
            } else {
                json.null()
            }
        }
    }

    /// The nearest vote centers, and where all of them are told.
    private func writeVoteCenters(
        to json: inout JSONWriter,
        _ opening: OpeningContext,
        more: (() -> String)?
    ) {
        json.collection(
            "vote_centers",
            voteCenters.map { ($0.station, $0.distance) },
            opening,
            shown
        ) { json in
            json.member("numberMatched", voteCenterCount)
            json.member(
                "links",
                array: { list in
                    guard voteCenterCount > voteCenters.count, let more else { return }
                    list.object { json in
                        json.member("rel", "all")
                        json.member("href", more())
                    }
                }
            )
        }
    }

    /// The nearest sites of one purpose.
    private func writeSites(
        _ sites: SiteList,
        _ name: String,
        to json: inout JSONWriter,
        _ opening: OpeningContext
    ) {
        json.collection(
            name,
            sites.stations.map { ($0.station, $0.distance) },
            opening,
            shown
        ) { json in
            json.member("numberMatched", sites.count)
        }
    }

    /// What the answer was found in.
    private func writeData(to json: inout JSONWriter) {
        json.name("data")
        if let first = sources.first {
            json.object { json in
                first.writeSourceMembers(to: &json)
                json.member(
                    "sources",
                    array: { list in
                        for source in sources {
                            list.object { source.writeSourceMembers(to: &$0) }
                        }
                    }
                )
            }
        } else {
            json.null()
        }
    }
}

extension DatasetVersion {
    fileprivate func writeSourceMembers(to json: inout JSONWriter) {
        json.member("dataset", dataset.text)
        json.member("kind", kind.rawValue)
        json.member("version", number)
        json.member("imported_at", importedAt.rfc3339)
    }
}

extension VoterLocation {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("lat", coordinate.latitude)
            json.member("lon", coordinate.longitude)
            json.member("source", source.rawValue)
            json.name("accuracy_m")
            if let accuracy { json.meters(accuracy) } else { json.null() }
        }
    }
}

extension DistrictReference {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", type)
            json.member("code", code)
        }
    }
}

extension District {
    /// The district without its area.
    func writeSummary(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id.rawValue)
            writeMembers(to: &json)
        }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("type", reference.type)
        json.member("code", reference.code)
        json.member("name", name)
        json.member("dataset", dataset.text)
        if let from = validity.from { json.member("valid_from", from.description) }
        if let to = validity.to { json.member("valid_to", to.description) }
    }
}

extension Assignment {
    fileprivate func write(
        to json: inout JSONWriter,
        _ opening: OpeningContext,
        _ shown: ShownElections
    ) {
        json.object { json in
            json.member("method", method.rawValue)
            json.name("district")
            if let district { district.write(to: &json) } else { json.null() }
            json.name("station")
            station.write(to: &json, opening, shown)
            json.member(
                "stations",
                array: { list in for one in stations { one.write(to: &list, opening, shown) } }
            )
            json.boundaryDistance(boundaryDistance)
        }
    }
}

extension AssignmentChoice {
    fileprivate func write(
        to json: inout JSONWriter,
        _ opening: OpeningContext,
        _ shown: ShownElections
    ) {
        json.object { json in
            json.name("district")
            district.write(to: &json)
            json.member(
                "stations",
                array: { list in for one in stations { one.write(to: &list, opening, shown) } }
            )
            json.member(
                "also",
                array: { list in for one in also { one.write(to: &list, opening, shown) } }
            )
            json.member(
                "other_elections",
                array: { list in
                    for one in otherElections { one.write(to: &list, opening, shown) }
                }
            )
            json.boundaryDistance(boundaryDistance)
            json.name("holds_place")
            if let holdsPlace { json.boolean(holdsPlace) } else { json.null() }
            json.name("share")
            if let share {
                json.object { json in
                    json.member("fraction", (share.fraction * 1000).rounded() / 1000)
                    json.member("of", share.whole.rawValue)
                }
            } else {
                json.null()
            }
            json.member(
                "addresses",
                array: { list in for address in addresses { list.string(address) } }
            )
            json.member("address_count", addressCount)
        }
    }
}

extension Narrowing {
    /// - Parameter isService: Whether it is an answer of the service, which has an address to search at.
    fileprivate func write(to json: inout JSONWriter, isService: Bool) {
        json.object { json in
            json.member("by", part.rawValue)
            json.member("address_count", addressCount)
            json.member("listed", listedCount)
            json.member("postcode", postcode)
            json.member(
                "links",
                array: { list in
                    guard isService else { return }
                    list.object { json in
                        json.member("rel", "search")
                        // What was typed goes behind it.
                        json.member("href", "/v1/geocode?q=" + (postcode.map { $0 + "%20" } ?? ""))
                    }
                }
            )
        }
    }
}

extension AssignedStation {
    fileprivate func write(
        to json: inout JSONWriter,
        _ opening: OpeningContext,
        _ shown: ShownElections
    ) {
        json.feature(
            id: .text(station.id.rawValue),
            geometry: station.coordinate.map(Geometry.point)
        ) { json in
            station.writeProperties(to: &json, distance: distance, opening: opening)
            json.name("outside_district")
            if let isOutsideDistrict { json.boolean(isOutsideDistrict) } else { json.null() }
            shown.write(station, to: &json)
        }
    }
}

extension VoterWarning {
    fileprivate func write(to list: inout JSONWriter) {
        list.object { json in
            json.member("code", code.rawValue)
            json.member("wording", wording.rawValue)
            json.member("values", object: { writeValues(to: &$0) })
            json.member("message", message)
        }
    }

    private func writeValues(to json: inout JSONWriter) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text), .type(let text): json.member(name, text)
            case .count(let count): json.member(name, count)
            case .distance(let distance): json.member(name, distance)
            case .day(let day): json.member(name, day.description)
            case .texts(let texts):
                json.member(name, array: { list in for text in texts { list.string(text) } })
            case .district(let district):
                json.name(name)
                district.write(to: &json)
            case .districts(let districts):
                json.member(
                    name,
                    array: { list in for district in districts { district.write(to: &list) } }
                )
            }
        }
    }
}

extension ShownElections {
    /// What a station has to do with the elections that are shown, as members of it.
    fileprivate func write(_ station: Station, to json: inout JSONWriter) {
        let part = part(of: station)
        json.member("election_part", part.rawValue)
        guard !part.isShown else { return }
        json.member("next_day", nextDay(of: station)?.description)
        json.member("last_day", lastDay(of: station)?.description)
    }
}

extension JSONWriter {
    fileprivate mutating func boundaryDistance(_ distance: Distance?) {
        name("boundary_distance_m")
        if let distance { meters(distance) } else { null() }
    }

    /// Stations that are not assigned, as a FeatureCollection.
    fileprivate mutating func collection(
        _ name: String,
        _ found: [(station: Station, distance: Distance?)],
        _ opening: OpeningContext,
        _ shown: ShownElections,
        _ writeMore: (inout JSONWriter) -> Void
    ) {
        member(
            name,
            object: { json in
                json.member("type", "FeatureCollection")
                json.member(
                    "features",
                    array: { list in
                        for found in found {
                            let station = found.station
                            list.feature(
                                id: .text(station.id.rawValue),
                                geometry: station.coordinate.map(Geometry.point)
                            ) {
                                station.writeProperties(
                                    to: &$0,
                                    distance: found.distance,
                                    opening: opening
                                )
                                shown.write(station, to: &$0)
                            }
                        }
                    }
                )
                json.member("numberReturned", found.count)
                writeMore(&json)
            }
        )
    }
}
