internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Roads

/// Ways for programs that ask as they ask an Open Source Routing Machine.
///
/// One way is given, the whole of it: `alternatives` has none, and `overview=simplified` is not simplified.
/// What is wrong is told as that service tells it, by a word (`code`) and a sentence (`message`), with the statuses
/// and the `errors` of every other route beside them.
///
/// Source: Project OSRM, HTTP API v1, "General options" and "Route service".
struct RouterRoutes: Sendable {
    let ways: WayFinder

    /// The most places of one request.
    private static let placeLimit = 25

    var routes: [Route] {
        [
            .get("/route/v1/{profile}/{coordinates}") { request, context in
                do {
                    return try route(request, context)
                } catch let refusal as RouterRefusal {
                    return refusal.response
                } catch let problem as Problem {
                    guard let refusal = RouterRefusal(problem) else { throw problem }
                    return refusal.response
                }
            }
        ]
    }

    private func route(_ request: Request, _ context: Route.Context) throws -> Response {
        var query = QueryReader(request.uri.query)
        let options = try RouterOptions(&query)
        let mode = try Self.mode(context.pathParameter("profile") ?? "")
        let places = try Self.places(context.pathParameter("coordinates") ?? "")
        guard ways.isLoaded else { throw Problem.notReady }
        var legs: [Directions] = []
        for (start, end) in zip(places, places.dropFirst()) {
            let leg = ways.directions(from: start, to: end, mode: mode)
            if let shortfall = leg.shortfall {
                throw RouterRefusal(shortfall)
            }
            legs.append(leg)
        }
        var json = JSONWriter(capacity: 4096)
        json.object { RouterAnswer(legs: legs, options: options).writeMembers(to: &$0) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private static func mode(_ profile: String) throws(Problem) -> TravelMode {
        switch profile.lowercased() {
        case "driving", "car", "drive": return .drive
        case "walking", "foot", "walk": return .walk
        default:
            throw .invalid([
                ParameterError(
                    parameter: "profile",
                    fault: .notOneOf,
                    message: "is \(quoted(profile)); it is driving or walking"
                )
            ])
        }
    }

    /// `-101.48,42.11;-101.5,42.12`
    private static func places(_ text: String) throws -> [Coordinate] {
        func fault(_ message: String) -> Problem {
            .invalid([
                ParameterError(
                    parameter: "coordinates",
                    fault: .notAPlace,
                    message: message,
                    values: .value(text)
                )
            ])
        }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count <= placeLimit else {
            throw RouterRefusal(
                .tooBig,
                "coordinates are \(parts.count); there are 2 to \(placeLimit)"
            )
        }
        guard parts.count >= 2 else {
            throw fault(
                "are \(parts.count); there are 2 to \(placeLimit), such as "
                    + "-101.48,42.11;-101.5,42.12"
            )
        }
        var places: [Coordinate] = []
        for part in parts {
            let numbers = part.split(separator: ",", omittingEmptySubsequences: false)
                .compactMap { decimal($0) }
            guard numbers.count == 2, part.count(where: { $0 == "," }) == 1,
                let place = try? Coordinate(latitude: numbers[1], longitude: numbers[0])
            else {
                throw fault(
                    "have \(quoted(part)); a place is a longitude and a latitude, such as "
                        + "-101.48,42.11"
                )
            }
            places.append(place)
        }
        return places
    }

    /// A decimal number, and nothing else that `Double` would read.
    private static func decimal(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }) else {
            return nil
        }
        return Double(text)
    }
}

/// What a request may choose.
struct RouterOptions {
    /// How lines are written.
    enum Geometries: String, CaseIterable {
        case polyline
        case polyline6
        case geojson
    }

    /// How much of the way is written beside its steps.
    enum Overview: String, CaseIterable {
        case simplified
        case full
        case none = "false"
    }

    /// Yes or no.
    enum Flag: String, CaseIterable {
        case yes = "true"
        case no = "false"
    }

    let geometries: Geometries
    let overview: Overview
    let hasSteps: Bool

    init(_ query: inout QueryReader) throws(Problem) {
        let geometries = query.word("geometries", standard: Geometries.polyline)
        let overview = query.word("overview", standard: Overview.simplified)
        let steps = query.word("steps", standard: Flag.no)
        // One way is all there is, with no annotations; asking for none of them is no fault.
        _ = query.word("annotations", standard: NoFlag.no)
        _ = query.word("continue_straight", standard: Straight.usual)
        if let count = query.text("alternatives"), count != "true", count != "false",
            Int(count).map({ !(0...3).contains($0) }) ?? true
        {
            query.note(
                "alternatives",
                .notOneOf,
                "is \(quoted(count)); it is true, false or a number from 0 to 3"
            )
        }
        let chosen: (Geometries, Overview, Flag) = try query.checked(geometries, overview, steps)
        (self.geometries, self.overview) = (chosen.0, chosen.1)
        hasSteps = chosen.2 == .yes
    }

    private enum NoFlag: String, CaseIterable {
        case no = "false"
    }

    private enum Straight: String, CaseIterable {
        case usual = "default"
        case yes = "true"
        case no = "false"
    }
}
