internal import GeoJSON
internal import Radar

/// The description of the interface, with the limits that hold here.
///
/// The file that ships tells the standard limits.
enum ServiceDescription {
    /// The OpenAPI document. What a service was started with stands in it where the standard differs.
    ///
    /// - Parameter rates: Nil when there are none.
    static func bytes(with limits: RadarLimits, _ rates: RateLimits?) -> [UInt8] {
        let shipped = PackageResources.openapi_json
        guard var document = try? JSONValue(parsing: shipped) else { return shipped }
        let before = document
        for (path, value) in values(limits) { document.set(value, at: path[...]) }
        document.set(value(of: rates), at: ["info", "x-rate-limits"])
        guard document != before else { return shipped }
        var json = JSONWriter(capacity: shipped.count)
        json.value(document)
        return json.takeBytes()
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

extension JSONWriter {
    fileprivate mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let flag): boolean(flag)
        case .number(let number): self.number(number)
        case .string(let text): string(text)
        case .array(let values): array { for value in values { $0.value(value) } }
        case .object(let members):
            object { json in
                for member in members {
                    json.name(member.name)
                    json.value(member.value)
                }
            }
        }
    }
}
