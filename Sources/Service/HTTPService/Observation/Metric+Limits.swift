extension Metric {
    /// What limits by device and address refused, and what new devices cost.
    static func all(of limiter: RateLimiter) -> [Metric] {
        let gate = limiter.devices
        return [
            counter(
                "ambit_new_devices_free_total",
                help: "New devices that were given without a proof of work."
            ) { gate.freeCount },
            counter(
                "ambit_new_devices_proven_total",
                help: "New devices that were given for a proof of work."
            ) { gate.provenCount },
            counter(
                "ambit_proof_challenges_total",
                help: "Challenges that were given because a new device needs a proof of work."
            ) { gate.challengeCount },
            counter(
                "ambit_proofs_refused_total",
                help: "Proofs of work that were wrong, too easy, too late or used before."
            ) { gate.wrongProofCount },
            counter(
                "ambit_posts_refused_total",
                help: "Posts that were refused because a device or an address posts too often."
            ) { limiter.refusedCount(of: .post) },
            counter(
                "ambit_reports_refused_total",
                help: "Reports that were refused because a device or an address reports too often."
            ) { limiter.refusedCount(of: .report) },
            counter(
                "ambit_queries_refused_total",
                help: "Requests of other kinds that were refused because an address asks too often."
            ) { limiter.refusedCount(of: .query) },
        ]
    }
}
