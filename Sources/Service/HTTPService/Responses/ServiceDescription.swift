internal import Datasets
internal import GeoJSON
internal import Radar

/// The description of the interface, with the modules that are served and the limits that hold here.
///
/// The file that ships tells the service's own routes and those of the domains whose routes stand here, with
/// the standard limits; other modules bring fragments.
enum ServiceDescription {
    /// The OpenAPI document. What a service was started with stands in it where the standard differs.
    ///
    /// - Parameters:
    ///   - rates: Nil when there are none.
    ///   - parts: The modules' parts: their fragments are added, and their limits.
    ///   - paths: The addresses that the service has: others are left out.
    ///   - kinds: What may be imported; nil where nothing may.
    ///   - claims: Told what each module describes.
    static func bytes(
        rates: RateLimits?,
        parts: [ServicePart],
        paths: Set<String>,
        kinds: [String]?,
        claims: inout Claims
    ) -> [UInt8] {
        let shipped = PackageResources.openapi_json
        guard var document = try? JSONValue(parsing: shipped) else { return shipped }
        let before = document
        for part in parts { part.describe?(&document) }
        document.set(value(of: rates), at: ["info", "x-rate-limits"])
        document.keep(paths)
        if let kinds { document.setKinds(kinds) }
        note(document, of: Claims.service, in: &claims)
        for part in parts {
            guard let fragment = part.openAPI else { continue }
            guard let told = try? JSONValue(parsing: fragment) else { continue }
            note(told, of: part.module.text, in: &claims)
            document.add(told)
        }
        for added in parts.flatMap(\.extending) { document.add(added) }
        for end in parts.flatMap(\.wayEnds) { document.add(end) }
        guard document != before else { return shipped }
        var json = JSONWriter(capacity: shipped.count)
        json.value(document)
        return json.takeBytes()
    }

    /// Puts the limits of messages into the document.
    static func describe(_ limits: RadarLimits, in document: inout JSONValue) {
        for (path, value) in values(limits) { document.set(value, at: path[...]) }
    }

    /// Notes who describes what.
    private static func note(_ document: JSONValue, of owner: String, in claims: inout Claims) {
        for path in document.member("paths")?.members ?? [] {
            for method in path.value.members {
                claims.claim(
                    "the path \(method.name.uppercased()) \(path.name) in openapi.json",
                    by: owner
                )
            }
        }
        for section in document.member("components")?.members ?? [] {
            for component in section.value.members {
                claims.claim(
                    "\(component.name) among the \(section.name) of openapi.json",
                    by: owner
                )
            }
        }
    }

    /// Every limit that the document tells, with its place in it.
    private static func values(_ limits: RadarLimits) -> [(path: [String], value: JSONValue)] {
        let schemas = ["components", "schemas"]
        let post = schemas + ["NewMessage", "properties"]
        let settings = schemas + ["Settings", "properties"]
        let standard = DeviceSettings.standard.within(limits)
        let life = limits.timeToLiveSeconds
        let lifetimes = Double(life.lowerBound)...Double(life.upperBound)
        let text = limits.textCharacters
        return [
            (
                schemas + ["Category", "enum"],
                .array(limits.categories.map { .string($0.rawValue) })
            ),
            (
                post + ["text", "description"],
                .string(
                    "What it says: \(text.lowerBound) to \(text.upperBound) characters as people "
                        + "count them, without the white space around it, one of them visible at "
                        + "least; no control characters, none that turn the direction of writing, and "
                        + "none that nobody sees but where emoji and scripts need them."
                )
            ),
            (
                ["components", "parameters", "radius", "schema", "maximum"],
                .number(limits.longestRadiusMeters)
            ),
        ]
            + range(limits.visibleRadiusMeters, at: post + ["visible_radius_m"])
            + range(lifetimes, at: post + ["ttl_s"])
            + range(
                limits.visibleRadiusMeters,
                standard.quickdropVisibleRadiusMeters,
                at: settings + ["quickdrop_visible_radius_m"]
            )
            + range(
                lifetimes,
                Double(standard.quickdropTimeToLiveSeconds),
                at: settings + ["quickdrop_ttl_s"]
            )
            + range(
                limits.scanRadiusMeters,
                standard.scanRadiusMeters,
                at: settings + ["scan_radius_m"]
            )
    }

    /// Limits by device and address, as `--rate-limit` takes them.
    private static func value(of rates: RateLimits?) -> JSONValue {
        guard let rates else { return .object([]) }
        return .object(
            RateLimits.Setting.allCases.map {
                JSONValue.Member(name: $0.rawValue, value: .string(rates.text(of: $0)))
            }
        )
    }

    private static func range(
        _ range: ClosedRange<Double>,
        _ standard: Double? = nil,
        at path: [String]
    ) -> [(path: [String], value: JSONValue)] {
        [
            (path + ["minimum"], .number(range.lowerBound)),
            (path + ["maximum"], .number(range.upperBound)),
        ] + (standard.map { [(path + ["default"], .number($0))] } ?? [])
    }
}

extension JSONValue {
    /// The members of an object; none of anything else.
    fileprivate var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The value of a member; nil where there is none.
    fileprivate func member(_ name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    /// Leaves out addresses that the service does not have.
    fileprivate mutating func keep(_ paths: Set<String>) {
        guard let all = member("paths")?.members else { return }
        let kept = all.filter { paths.contains($0.name) }
        if kept.count < all.count { set(.object(kept), at: ["paths"]) }
    }

    /// Names the kinds that may be imported.
    fileprivate mutating func setKinds(_ kinds: [String]) {
        let place = ["paths", "/v1/imports", "post", "parameters"]
        var operation = self
        for name in place {
            guard let inner = operation.member(name) else { return }
            operation = inner
        }
        guard case .array(var parameters) = operation,
            let index = parameters.firstIndex(where: { $0.member("name") == .string("kind") })
        else { return }
        let values = JSONValue.array(kinds.map { .string($0) })
        parameters[index].set(values, at: ["schema", "enum"])
        parameters[index].set(
            .string("What the file holds, as for `ambit import`: \(Self.list(kinds))."),
            at: ["description"]
        )
        set(.array(parameters), at: place[...])
    }

    /// `a, b, or c`.
    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + ", or " + last
    }

    /// Adds what a fragment tells.
    fileprivate mutating func add(_ fragment: JSONValue) {
        var paths = member("paths")?.members ?? []
        for path in fragment.member("paths")?.members ?? [] {
            if let index = paths.firstIndex(where: { $0.name == path.name }) {
                // Another module has other methods of this address.
                let methods = paths[index].value.members + path.value.members
                paths[index] = Member(name: path.name, value: .object(methods))
            } else {
                paths.append(path)
            }
        }
        set(.object(paths), at: ["paths"])
        if case .array(let own)? = member("tags"), case .array(let more)? = fragment.member("tags")
        {
            set(.array(own + more), at: ["tags"])
        }
        for section in fragment.member("components")?.members ?? [] {
            let place = ["components", section.name]
            let own = member("components")?.member(section.name)?.members ?? []
            set(.object(own + section.value.members), at: place[...])
        }
    }

    /// Adds the parameters of an extension to its list, and to the same list in other formats.
    fileprivate mutating func add(_ added: ListExtension) {
        guard case .array(let more)? = try? JSONValue(parsing: added.parameters) else { return }
        for path in [added.list, added.list + ".ics"] {
            guard let operation = member("paths")?.member(path)?.member("get"),
                case .array(let own)? = operation.member("parameters")
            else { continue }
            set(.array(own + more), at: ["paths", path, "get", "parameters"])
        }
    }

    /// Adds what a way may lead to.
    fileprivate mutating func add(_ end: WayEnd) {
        let place = ["components", "schemas", "End", "properties"]
        guard let schema = try? JSONValue(parsing: end.schema),
            let own = member("components")?.member("schemas")?.member("End")?
                .member("properties")?.members
        else { return }
        set(.object(own + [Member(name: end.parameter, value: schema)]), at: place[...])
    }

    /// Replaces the value of a member of a member; without that member nothing changes.
    fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        guard case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name == name })
        else { return }
        var inner = members[index].value
        inner.set(value, at: path.dropFirst())
        members[index] = Member(name: name, value: inner)
        self = .object(members)
    }
}
