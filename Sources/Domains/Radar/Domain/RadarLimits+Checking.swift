package import Geodesy
internal import Timekeeping

extension RadarLimits {
    /// Makes a draft of what a client sent.
    ///
    /// - Throws: ``RadarError/refused(_:)`` with everything that is wrong with it.
    public func draft(from form: MessageForm) throws(RadarError) -> MessageDraft {
        let violations = violations(in: form)
        guard violations.isEmpty, let text = form.text, let category = form.category,
            let latitude = form.latitude, let longitude = form.longitude,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude),
            let meters = form.visibleRadiusMeters, let radius = try? Distance.meters(meters),
            let timeToLiveSeconds = form.timeToLiveSeconds,
            let precision = MessageDraft.Precision(rawValue: form.precision ?? "exact")
        else { throw .refused(violations) }
        return MessageDraft(
            text: text,
            category: Category(rawValue: category),
            coordinate: coordinate,
            visibleRadius: radius,
            timeToLiveSeconds: timeToLiveSeconds,
            precision: precision
        )
    }

    /// Everything that is wrong with what a client sent, in the order of the API's parameters; none
    /// when a draft can be made of it.
    public func violations(in form: MessageForm) -> [Violation] {
        var violations: [Violation] = []
        func note(_ parameter: String, _ fault: Fault?) {
            guard let fault else { return }
            violations.append(fault.violation(of: parameter))
        }
        note("text", form.text.map(fault(inText:)) ?? .missing("write \(textRule)"))
        note("category", form.category.map(fault(inCategory:)) ?? .missing(categoryRule))
        note("lat", fault(inLatitude: form.latitude))
        note("lon", fault(inLongitude: form.longitude))
        note(
            "visible_radius_m",
            form.visibleRadiusMeters.map(fault(inVisibleRadiusMeters:))
                ?? .missing(visibleRadiusRule)
        )
        if let violation = violation(inRangeOfBlurred: form) { violations.append(violation) }
        note(
            "ttl_s",
            form.timeToLiveSeconds.map(fault(inTimeToLiveSeconds:))
                ?? .missing(timeToLiveRule)
        )
        note("precision", form.precision.flatMap(fault(inPrecision:)))
        return violations
    }

    /// What is wrong with where somebody says to be, in the order of the API's parameters.
    package func violations(inLatitude latitude: Double?, longitude: Double?) -> [Violation] {
        [("lat", fault(inLatitude: latitude)), ("lon", fault(inLongitude: longitude))]
            .compactMap { name, fault in
                fault?.violation(of: name)
            }
    }

    /// What is to be stored for a draft: checked, trimmed, blurred if it is to be, at its published
    /// place, with its times.
    ///
    /// - Throws: ``RadarError/refused(_:)`` with everything that is wrong with the draft.
    func newMessage(
        from draft: MessageDraft,
        by author: Device.ID,
        at moment: Timestamp
    ) throws(RadarError) -> NewMessage {
        var violations = violations(
            in: MessageForm(
                text: draft.text,
                category: draft.category.rawValue,
                latitude: draft.coordinate.latitude,
                longitude: draft.coordinate.longitude,
                visibleRadiusMeters: draft.visibleRadius.meters,
                timeToLiveSeconds: draft.timeToLiveSeconds,
                precision: draft.precision.rawValue
            )
        )
        let expiry = Self.expiry(from: moment, timeToLiveSeconds: draft.timeToLiveSeconds)
        if expiry == nil, !violations.contains(where: { $0.parameter == "ttl_s" }) {
            violations.append(
                Violation(
                    parameter: "ttl_s",
                    message: "is \(draft.timeToLiveSeconds); that is past the end of time",
                    kind: .outOfRange(
                        least: Double(timeToLiveSeconds.lowerBound),
                        most: Double(timeToLiveSeconds.upperBound)
                    )
                )
            )
        }
        guard let expiry, violations.isEmpty else { throw .refused(violations) }
        return NewMessage(
            text: Self.trimmed(draft.text),
            category: draft.category,
            coordinate: draft.coordinate(keptAs: draft.precision),
            visibleRadius: draft.visibleRadius,
            postedAt: moment,
            expiresAt: expiry,
            author: author
        )
    }

    /// What is wrong with a query.
    ///
    /// - Parameter isInUse: Whether messages of a category exist although none may be posted.
    func violations(
        in query: MessageQuery,
        isInUse: (Category) -> Bool
    ) -> [Violation] {
        var violations: [Violation] = []
        for category in (query.categories ?? []).sorted(by: { $0.rawValue < $1.rawValue })
        where !isInUse(category) {
            guard let fault = fault(inCategory: category.rawValue) else { continue }
            violations.append(fault.violation(of: "category"))
        }
        if let violation = violation(inRadius: query.radius) { violations.append(violation) }
        if !pageSize.contains(query.limit) {
            violations.append(violation(inLimit: query.limit))
        }
        if let cursor = query.cursor, cursor.queryDigest != query.digest,
            case .refused(let refusal) = MessageCursor.refusal
        {
            violations += refusal
        }
        return violations
    }

    func violation(inLimit limit: Int) -> Violation {
        Violation(
            parameter: "limit",
            message: "is \(limit); it lies between \(pageSize.lowerBound) and "
                + "\(pageSize.upperBound)",
            kind: .outOfRange(
                least: Double(pageSize.lowerBound),
                most: Double(pageSize.upperBound)
            )
        )
    }

    /// What is wrong with how far a list or a stream is to look; nil when nothing is.
    package func violation(inRadius radius: Distance) -> Violation? {
        guard radius.meters > longestRadiusMeters else { return nil }
        return Violation(
            parameter: "radius_m",
            message: "is \(brief(radius.meters)); a radius is more than 0 and at most "
                + "\(brief(longestRadiusMeters)) metres here",
            kind: .outOfRange(least: 0, most: longestRadiusMeters)
        )
    }

    /// - Parameter reason: None of those that may be given.
    package func violation(inReason reason: String?) -> Violation {
        let rule = "it is one of " + reportReasons.joined(separator: ", ")
        return Violation(
            parameter: "reason",
            message: reason.map { "is \"\(brief($0))\"; \(rule)" } ?? "is missing; \(rule)",
            kind: reason == nil ? .missing : .notOneOf(reportReasons)
        )
    }

    private static func expiry(from moment: Timestamp, timeToLiveSeconds: Int64) -> Timestamp? {
        let (milliseconds, overflow) = timeToLiveSeconds.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : moment.adding(milliseconds: milliseconds)
    }

    private static func trimmed(_ text: String) -> String {
        // A text that begins and ends in letters of ASCII has nothing to lose, and most are such.
        // (The last must not belong to a cluster with what stands before it, as in CR LF.)
        if let first = text.utf8.first, let last = text.utf8.last, isVisibleASCII(first),
            isVisibleASCII(last)
        {
            return text
        }
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension MessageDraft {
    /// The place that is kept.
    fileprivate func coordinate(keptAs precision: Precision) -> Coordinate {
        switch precision {
        case .exact: coordinate.published
        case .blurred: BlurGrid.snap(coordinate).published
        }
    }
}

/// What is wrong with a single value: in words, and without them.
private struct Fault {
    let message: String
    let kind: Violation.Kind

    static func missing(_ rule: String) -> Fault {
        Fault(message: "is missing; \(rule)", kind: .missing)
    }

    func violation(of parameter: String) -> Violation {
        Violation(parameter: parameter, message: message, kind: kind)
    }
}

/// Whether a byte of UTF-8 is a character of ASCII that is neither space nor control.
private func isVisibleASCII(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

/// Whether a character shows by itself: no space, and none of those that only tell how others are shown.
private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    // The blank of braille is a letter by its category, and shows as little as a space.
    return scalar.value != 0x2800 && !properties.isWhitespace
        && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .format
}

// What is wrong with a single value, and the rules that it breaks.
extension RadarLimits {
    /// No honest character takes more; without this bound, marks piled on one letter would.
    private static let bytesPerCharacter = 32

    private var textRule: String {
        "\(textCharacters.lowerBound) to \(textCharacters.upperBound) characters"
    }

    private var categoryRule: String {
        "it is one of " + categories.map(\.rawValue).joined(separator: ", ")
    }

    private var visibleRadiusRule: String {
        "it lies between \(brief(visibleRadiusMeters.lowerBound)) and "
            + "\(brief(visibleRadiusMeters.upperBound)) metres"
    }

    private var timeToLiveRule: String {
        "it lies between \(timeToLiveSeconds.lowerBound) and \(timeToLiveSeconds.upperBound) "
            + "seconds"
    }

    private func fault(inText text: String) -> Fault? {
        let (most, overflow) = textCharacters.upperBound.multipliedReportingOverflow(
            by: Self.bytesPerCharacter
        )
        let mostBytes = overflow ? .max : most
        // Counting characters is slow: a text that is hopelessly long is refused by its bytes.
        if text.utf8.count > mostBytes {
            return Fault(
                message:
                    "takes \(text.utf8.count) bytes; write \(textRule), at most \(mostBytes) bytes",
                kind: .wrongLength(most: textCharacters.upperBound)
            )
        }
        let trimmed = Self.trimmed(text)
        // In plain ASCII each byte is a character.
        if trimmed.utf8.allSatisfy({ isVisibleASCII($0) || $0 == 0x20 }) {
            let count = trimmed.utf8.count
            return textCharacters.contains(count) ? nil : fault(inCount: count)
        }
        if let control = trimmed.unicodeScalars.first(where: {
            $0.properties.generalCategory == .control
        }) {
            return Fault(
                message:
                    "holds the control character \(Self.code(control)); write plain text on one line",
                kind: .hiddenCharacter
            )
        }
        if let control = Self.directionControl(in: trimmed) {
            return Fault(
                message:
                    "holds \(Self.name(control)), which turns the direction of what stands around "
                    + "it; leave it out, text from right to left needs none",
                kind: .hiddenCharacter
            )
        }
        let count = trimmed.count
        guard textCharacters.contains(count) else { return fault(inCount: count) }
        guard trimmed.unicodeScalars.contains(where: isVisible) else {
            return Fault(
                message: "has no visible character; write \(textRule), one of them visible",
                kind: .invisible
            )
        }
        return HiddenCharacter.first(in: trimmed).map { scalar in
            Fault(
                message: "holds \(Self.name(scalar)), which nobody sees; leave it out",
                kind: .hiddenCharacter
            )
        }
    }

    /// The first character that sets or turns the direction in which others are shown: with them a text
    /// shows other than it reads. Letters and digits bring their own direction, and joiners
    /// (U+200C, U+200D), which emoji and some scripts need, set none.
    ///
    /// Source: Unicode Standard Annex #9, section 2: all explicit formatting characters.
    package static func directionControl(in text: some StringProtocol) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// A character that cannot be shown, for people: `U+202E (RIGHT-TO-LEFT OVERRIDE)`.
    package static func name(_ scalar: Unicode.Scalar) -> String {
        code(scalar) + (scalar.properties.name.map { " (\($0))" } ?? "")
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: 4 - min(4, code.count)) + code
    }

    private func fault(inCount count: Int) -> Fault {
        Fault(
            message: "has \(count) characters without the space around it; write \(textRule)",
            kind: .wrongLength(most: textCharacters.upperBound)
        )
    }

    private func fault(inCategory category: String) -> Fault? {
        categories.contains(Category(rawValue: category))
            ? nil
            : Fault(
                message: "is \"\(brief(category))\"; \(categoryRule)",
                kind: .notOneOf(categories.map(\.rawValue))
            )
    }

    private func fault(inLatitude latitude: Double?) -> Fault? {
        fault(inDegrees: latitude, bound: 90, "a latitude lies between -90 and 90")
    }

    private func fault(inLongitude longitude: Double?) -> Fault? {
        fault(inDegrees: longitude, bound: 180, "a longitude lies between -180 and 180")
    }

    private func fault(inDegrees degrees: Double?, bound: Double, _ rule: String) -> Fault? {
        guard let degrees else { return .missing(rule) }
        return degrees.magnitude <= bound
            ? nil
            : Fault(
                message: "is \(brief(degrees)); \(rule)",
                kind: .outOfRange(least: -bound, most: bound)
            )
    }

    private func fault(inVisibleRadiusMeters meters: Double) -> Fault? {
        visibleRadiusMeters.contains(meters) && meters >= 0 && meters.isFinite
            ? nil
            : Fault(
                message: "is \(brief(meters)); \(visibleRadiusRule)",
                kind: .outOfRange(
                    least: visibleRadiusMeters.lowerBound,
                    most: visibleRadiusMeters.upperBound
                )
            )
    }

    private func fault(inTimeToLiveSeconds seconds: Int64) -> Fault? {
        timeToLiveSeconds.contains(seconds)
            ? nil
            : Fault(
                message: "is \(seconds); \(timeToLiveRule)",
                kind: .outOfRange(
                    least: Double(timeToLiveSeconds.lowerBound),
                    most: Double(timeToLiveSeconds.upperBound)
                )
            )
    }

    private func fault(inPrecision precision: String) -> Fault? {
        MessageDraft.Precision(rawValue: precision) == nil
            ? Fault(
                message: "is \"\(brief(precision))\"; it is exact or blurred",
                kind: .notOneOf(["exact", "blurred"])
            ) : nil
    }

    /// A number without a needless fraction.
    private func brief(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? String(number)
    }

    /// The beginning of a text that a client sent, long enough to be recognized.
    private func brief(_ text: String) -> String {
        let start = text.prefix(40)
        return start.endIndex == text.endIndex ? text : start + "..."
    }
}
