extension RadarLimits {
    /// That a blurred message would not be seen where it is posted; nil where its range is long enough, or
    /// wrong by itself.
    func violation(inRangeOfBlurred form: MessageForm) -> Violation? {
        let least = BlurGrid.leastRangeMeters
        guard form.precision == MessageDraft.Precision.blurred.rawValue,
            let meters = form.visibleRadiusMeters, visibleRadiusMeters.contains(meters),
            meters < least
        else { return nil }
        return Violation(
            parameter: "visible_radius_m",
            message: "is \(meters); a blurred message may lie 100 m and more from where it is "
                + "posted, and needs \(Int(least)) metres at least to be seen there",
            kind: .outOfRange(least: least, most: visibleRadiusMeters.upperBound)
        )
    }
}
