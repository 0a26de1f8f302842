extension RateLimits {
    /// A limit by the name under which it is set and told.
    public enum Setting: String, Sendable, CaseIterable {
        case postsPerDevice = "posts_per_device"
        case postsPerAddress = "posts_per_address"
        case reportsPerDevice = "reports_per_device"
        case reportsPerAddress = "reports_per_address"
        case freeDevicesPerAddress = "free_devices_per_address"
        case provenDevicesPerAddress = "proven_devices_per_address"
        case proofBits = "proof_bits"
        case queriesPerAddress = "queries_per_address"
        case connectionsPerAddress = "connections_per_address"

        /// How a value is written, for whoever wrote another.
        fileprivate var rule: String {
            switch self {
            case .freeDevicesPerAddress: "\(Rate.rule), or 0 for none"
            case .proofBits:
                "two whole numbers from \(NewDeviceLimits.possibleProofBits.lowerBound) to "
                    + "\(NewDeviceLimits.possibleProofBits.upperBound), such as 16-20"
            case .connectionsPerAddress: "a whole number from 1 to 1000000"
            default: Rate.rule
            }
        }
    }

    /// Why a limit could not be set.
    public struct SettingError: Error, Hashable, CustomStringConvertible {
        /// What was wrong, with the value and what is allowed.
        public let description: String
    }

    /// Sets a limit.
    ///
    /// - Parameters:
    ///   - name: One of ``Setting``'s.
    ///   - text: The value, as ``text(of:)`` writes it.
    public mutating func set(_ name: String, to text: String) throws(SettingError) {
        guard let setting = Setting(rawValue: name) else {
            throw SettingError(
                description: "\(name) is not known; known are "
                    + Setting.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        guard set(setting, to: text) else {
            throw SettingError(description: "\(name) is \(text); write \(setting.rule)")
        }
    }

    /// - Returns: Whether the text is a value.
    private mutating func set(_ setting: Setting, to text: String) -> Bool {
        switch setting {
        case .freeDevicesPerAddress where text == "0": newDevices.free = nil
        case .proofBits:
            guard let bits = Self.range(text, within: NewDeviceLimits.possibleProofBits) else {
                return false
            }
            newDevices.proofBits = bits
        case .connectionsPerAddress:
            guard let number = Int(text), 1...1_000_000 ~= number else { return false }
            connectionsPerAddress = number
        default:
            guard let rate = Rate(parsing: text), let path = Self.rates[setting] else {
                return false
            }
            self[keyPath: path] = rate
        }
        return true
    }

    /// A limit as it is written.
    public func text(of setting: Setting) -> String {
        switch setting {
        case .freeDevicesPerAddress: newDevices.free?.text ?? "0"
        case .proofBits:
            "\(newDevices.proofBits.lowerBound)-\(newDevices.proofBits.upperBound)"
        case .connectionsPerAddress: "\(connectionsPerAddress)"
        case .postsPerDevice: postsPerDevice.text
        case .postsPerAddress: postsPerAddress.text
        case .reportsPerDevice: reportsPerDevice.text
        case .reportsPerAddress: reportsPerAddress.text
        case .provenDevicesPerAddress: newDevices.proven.text
        case .queriesPerAddress: queriesPerAddress.text
        }
    }

    private static var rates: [Setting: WritableKeyPath<RateLimits, Rate>] {
        [
            .postsPerDevice: \.postsPerDevice, .postsPerAddress: \.postsPerAddress,
            .reportsPerDevice: \.reportsPerDevice, .reportsPerAddress: \.reportsPerAddress,
            .freeDevicesPerAddress: \.someFreeDevices,
            .provenDevicesPerAddress: \.newDevices.proven, .queriesPerAddress: \.queriesPerAddress,
        ]
    }

    private var someFreeDevices: Rate {
        get { newDevices.free ?? NewDeviceLimits().proven }
        set { newDevices.free = newValue }
    }

    private static func range(
        _ text: String,
        within bounds: ClosedRange<Int>
    ) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let least = parts[0], let most = parts[1], least <= most,
            bounds.contains(least), bounds.contains(most)
        else { return nil }
        return least...most
    }
}

extension RateLimits.Rate {
    fileprivate static let rule =
        "how many at once and how many in a period, such as 30,60/min: whole numbers from 1 to "
        + "100000, and s, min, h or day"

    /// Periods by name, in seconds, the shortest first.
    private static let periods: [(name: String, seconds: Double)] = [
        ("s", 1), ("min", 60), ("h", 3600), ("day", 86_400),
    ]

    /// Reads `AT_ONCE,COUNT/PERIOD`.
    init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let burst = Int(parts[0]), 1...100_000 ~= burst else { return nil }
        let rate = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard rate.count == 2, let count = Int(rate[0]), 1...100_000 ~= count,
            let period = Self.periods.first(where: { $0.name == rate[1] })
        else { return nil }
        self.init(burst: burst, perSecond: Double(count) / period.seconds)
    }

    /// `AT_ONCE,COUNT/PERIOD`, by the shortest period that has a whole number.
    var text: String {
        for (name, seconds) in Self.periods {
            let count = perSecond * seconds
            if count >= 0.5, abs(count - count.rounded()) < 1e-6 {
                return "\(burst),\(Int(count.rounded()))/\(name)"
            }
        }
        return "\(burst),\(perSecond)/s"
    }
}
