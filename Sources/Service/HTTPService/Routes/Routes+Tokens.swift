internal import HTTPTypes
internal import Hummingbird

extension [Route] {
    /// The same, with one route for each method of an address: it looks at the token where several modules
    /// have a route there.
    var joinedByToken: [Route] {
        var joined: [Route] = []
        var places: [String: Int] = [:]
        for route in self {
            let key = "\(route.method.rawValue) \(route.path)"
            if let place = places[key] {
                joined[place] = joined[place].joined(with: route)
            } else {
                places[key] = joined.count
                joined.append(route)
            }
        }
        return joined
    }
}

extension Route {
    /// Both in one: the token decides.
    fileprivate func joined(with other: Route) -> Route {
        let (special, general) = other.tokenPrefix == nil ? (self, other) : (other, self)
        guard let prefix = special.tokenPrefix else { return self }
        var route = Route(method: method, path: path) { request, context in
            let isSpecial = request.presentedToken?.hasPrefix(prefix) == true
            return try await (isSpecial ? special : general).handle(request, context)
        }
        route.isQuick = special.isQuick && general.isQuick
        route.isForStaff = special.isForStaff && general.isForStaff
        route.tokenPrefix = general.tokenPrefix
        return route
    }
}
