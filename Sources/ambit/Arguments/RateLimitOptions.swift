import ArgumentParser
import HTTPService

/// How often one device and one address may do what, where that is not as usual.
struct RateLimitOptions: ParsableArguments {
    @Option(
        name: .customLong("rate-limit"),
        help: ArgumentHelp(
            "How often a device or an address may do something: how many at once and in a period, "
                + "such as posts_per_address=30,60/min. openapi.json tells them all, and what "
                + "holds. May be repeated.",
            valueName: "name=value"
        )
    )
    var settings: [String] = []

    func validate() throws { _ = try limits() }

    /// The usual limits, but for what is given.
    ///
    /// - Throws: `ValidationError` that names what is wrong.
    func limits() throws -> RateLimits {
        var limits = RateLimits()
        for setting in settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--rate-limit is \(setting); write NAME=VALUE")
            }
            do {
                try limits.set(parts[0], to: parts[1])
            } catch {
                throw ValidationError("--rate-limit \(error)")
            }
        }
        return limits
    }
}
