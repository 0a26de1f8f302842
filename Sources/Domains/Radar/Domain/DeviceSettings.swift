/// What a device has set for itself; it follows its owner from client to client.
public struct DeviceSettings: Sendable, Hashable {
    /// `quickdrop_enabled`: whether one touch posts.
    public var quickdropEnabled: Bool
    /// `quickdrop_visible_radius_m`: the range of such a post, in metres.
    public var quickdropVisibleRadiusMeters: Double
    /// `quickdrop_ttl_s`: the life of such a post, in seconds.
    public var quickdropTimeToLiveSeconds: Int64
    /// `scan_radius_m`: how far the owner looks, in metres.
    public var scanRadiusMeters: Double

    /// What holds until a device sets something: no quick posts; ranges of 1 km, a life of an hour
    /// and a look of 5 km.
    public static let standard = DeviceSettings()

    /// Settings, the standard ones but for those given.
    public init(
        quickdropEnabled: Bool = false,
        quickdropVisibleRadiusMeters: Double = 1000,
        quickdropTimeToLiveSeconds: Int64 = 3600,
        scanRadiusMeters: Double = 5000
    ) {
        self.quickdropEnabled = quickdropEnabled
        self.quickdropVisibleRadiusMeters = quickdropVisibleRadiusMeters
        self.quickdropTimeToLiveSeconds = quickdropTimeToLiveSeconds
        self.scanRadiusMeters = scanRadiusMeters
    }

    /// The same settings, each moved into the limits: what holds where a limit was narrowed since.
    package func within(_ limits: RadarLimits) -> DeviceSettings {
        func moved<Value: Comparable>(_ value: Value, _ range: ClosedRange<Value>) -> Value {
            min(max(value, range.lowerBound), range.upperBound)
        }
        return DeviceSettings(
            quickdropEnabled: quickdropEnabled,
            quickdropVisibleRadiusMeters: moved(
                quickdropVisibleRadiusMeters,
                limits.visibleRadiusMeters
            ),
            quickdropTimeToLiveSeconds: moved(
                quickdropTimeToLiveSeconds,
                limits.timeToLiveSeconds
            ),
            scanRadiusMeters: moved(scanRadiusMeters, limits.scanRadiusMeters)
        )
    }
}

extension RadarLimits {
    /// Everything that is wrong with settings, in the order of the API's members.
    public func violations(in settings: DeviceSettings) -> [Violation] {
        var violations: [Violation] = []
        func check<Value: Comparable>(
            _ name: String,
            _ value: Value,
            _ range: ClosedRange<Value>,
            _ unit: String,
            _ number: (Value) -> Double
        ) {
            guard !range.contains(value) else { return }
            violations.append(
                Violation(
                    parameter: name,
                    message: "is \(Self.plain(value)); it lies between "
                        + "\(Self.plain(range.lowerBound)) and \(Self.plain(range.upperBound)) "
                        + unit,
                    kind: .outOfRange(
                        least: number(range.lowerBound),
                        most: number(range.upperBound)
                    )
                )
            )
        }
        check(
            "quickdrop_visible_radius_m",
            settings.quickdropVisibleRadiusMeters,
            visibleRadiusMeters,
            "metres",
            { $0 }
        )
        check(
            "quickdrop_ttl_s",
            settings.quickdropTimeToLiveSeconds,
            timeToLiveSeconds,
            "seconds",
            { Double($0) }
        )
        check("scan_radius_m", settings.scanRadiusMeters, scanRadiusMeters, "metres", { $0 })
        return violations
    }

    private static func plain(_ value: Any) -> String {
        if let number = value as? Double, let whole = Int64(exactly: number) { return "\(whole)" }
        return "\(value)"
    }
}
