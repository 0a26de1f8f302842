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
    package func write(
        to json: inout JSONWriter,
        languages: [String] = [],
        opening: OpeningContext
    ) {
        json.object { json in
            json.name("location")
            if let location { location.write(to: &json) } else { json.null() }
            json.member(
                "districts",
                array: { list in for district in districts { district.writeSummary(to: &list) } }
            )
            json.name("assignment")
            if let assignment { assignment.write(to: &json, opening) } else { json.null() }
            json.member(
                "choices",
                array: { list in for choice in choices { choice.write(to: &list, opening) } }
            )
            json.collection("nearby", nearby.map { ($0.station, $0.distance) }, opening)
            json.collection("vote_centers", voteCenters.map { ($0.station, $0.distance) }, opening)
            ballot.writeMembers(to: &json, languages: languages, cache: opening.cache)
            json.member(
                "warnings",
                array: { list in
                    for warning in warnings {
                        list.object { json in
                            json.member("code", warning.code.rawValue)
                            json.member("message", warning.message)
                        }
                    }
                }
            )
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
    }
}

extension Assignment {
    fileprivate func write(to json: inout JSONWriter, _ opening: OpeningContext) {
        json.object { json in
            json.member("method", method.rawValue)
            json.name("district")
            if let district { district.write(to: &json) } else { json.null() }
            json.name("station")
            station.write(to: &json, opening)
            json.member(
                "stations",
                array: { list in for one in stations { one.write(to: &list, opening) } }
            )
            json.boundaryDistance(boundaryDistance)
        }
    }
}

extension AssignmentChoice {
    fileprivate func write(to json: inout JSONWriter, _ opening: OpeningContext) {
        json.object { json in
            json.name("district")
            district.write(to: &json)
            json.member(
                "stations",
                array: { list in for one in stations { one.write(to: &list, opening) } }
            )
            json.boundaryDistance(boundaryDistance)
            json.member(
                "addresses",
                array: { list in for address in addresses { list.string(address) } }
            )
        }
    }
}

extension AssignedStation {
    fileprivate func write(to json: inout JSONWriter, _ opening: OpeningContext) {
        json.feature(
            id: .text(station.id.rawValue),
            geometry: station.coordinate.map(Geometry.point)
        ) { json in
            station.writeProperties(to: &json, distance: distance, opening: opening)
            json.name("outside_district")
            if let isOutsideDistrict { json.boolean(isOutsideDistrict) } else { json.null() }
        }
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
        _ opening: OpeningContext
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
                            }
                        }
                    }
                )
                json.member("numberReturned", found.count)
            }
        )
    }
}
