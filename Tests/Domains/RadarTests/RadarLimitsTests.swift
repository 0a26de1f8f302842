import Geodesy
import Testing
import Timekeeping

@testable import Radar

@Suite struct RadarLimitsTests {
    private let limits = RadarLimits.standard

    private static let good = MessageForm(
        text: "Queue is short",
        category: "news",
        latitude: 38.9,
        longitude: -77,
        visibleRadiusMeters: 500,
        timeToLiveSeconds: 3600
    )

    private func violations(_ change: (inout MessageForm) -> Void) -> [Violation] {
        var form = Self.good
        change(&form)
        return limits.violations(in: form)
    }

    @Test("a good form becomes a draft")
    func goodForm() throws {
        #expect(limits.violations(in: Self.good).isEmpty)
        let draft = try limits.draft(from: Self.good)
        let expected = MessageDraft(
            text: "Queue is short",
            category: .news,
            coordinate: try place(38.9, -77),
            visibleRadius: try .meters(500),
            timeToLiveSeconds: 3600
        )
        #expect(draft == expected)
        var blurred = Self.good
        blurred.precision = "blurred"
        #expect(try limits.draft(from: blurred).precision == .blurred)
    }

    @Test("all that is wrong is said at once, by the API's names, in the API's order")
    func allAtOnce() throws {
        let form = MessageForm(
            text: " ",
            category: "spam",
            latitude: 91,
            longitude: -181,
            visibleRadiusMeters: 9,
            timeToLiveSeconds: 0,
            precision: "roughly"
        )
        let expected = [
            Violation(
                parameter: "text",
                message: "has 0 characters without the space around it; write 1 to 500 characters",
                kind: .wrongLength(most: 500)
            ),
            Violation(
                parameter: "category",
                message: "is \"spam\"; it is one of funny, cute, educational, news, question, help",
                kind: .notOneOf(["funny", "cute", "educational", "news", "question", "help"])
            ),
            Violation(
                parameter: "lat",
                message: "is 91; a latitude lies between -90 and 90",
                kind: .outOfRange(least: -90, most: 90)
            ),
            Violation(
                parameter: "lon",
                message: "is -181; a longitude lies between -180 and 180",
                kind: .outOfRange(least: -180, most: 180)
            ),
            Violation(
                parameter: "visible_radius_m",
                message: "is 9; it lies between 10 and 50000 metres",
                kind: .outOfRange(least: 10, most: 50_000)
            ),
            Violation(
                parameter: "ttl_s",
                message: "is 0; it lies between 1 and 2592000 seconds",
                kind: .outOfRange(least: 1, most: 2_592_000)
            ),
            Violation(
                parameter: "precision",
                message: "is \"roughly\"; it is exact or blurred",
                kind: .notOneOf(["exact", "blurred"])
            ),
        ]
        #expect(limits.violations(in: form) == expected)
        #expect(throws: RadarError.refused(expected)) { try limits.draft(from: form) }
    }

    @Test("whatever is missing is named")
    func missing() {
        #expect(
            limits.violations(in: MessageForm()).map(\.parameter)
                == ["text", "category", "lat", "lon", "visible_radius_m", "ttl_s"]
        )
        #expect(
            limits.violations(in: MessageForm()).allSatisfy { $0.message.hasPrefix("is missing") }
        )
    }

    @Test(
        "a text is counted as people count, without the space around it",
        arguments: [
            ("a", true), ("", false), (" \u{3000}\n\t ", false), ("  a\n", true),
            (String(repeating: "x", count: 500), true), (String(repeating: "x", count: 501), false),
            ("  " + String(repeating: "x", count: 500) + "\n", true),
            (String(repeating: "👨‍👩‍👧‍👦", count: 500), true),
            (String(repeating: "👨‍👩‍👧‍👦", count: 501), false),
            (String(repeating: "🇺🇸", count: 500), true),
            (String(repeating: "e\u{301}", count: 500), true),
        ]
    )
    func textLength(text: String, isGood: Bool) {
        #expect(violations { $0.text = text }.isEmpty == isGood)
    }

    @Test(
        "control characters are refused and named",
        arguments: [
            ("a\u{0}b", "U+0000"), ("a\nb", "U+000A"), ("a\r\nb", "U+000D"), ("a\tb", "U+0009"),
            ("a\u{1B}[2J", "U+001B"), ("a\u{7F}b", "U+007F"), ("a\u{85}b", "U+0085"),
            ("a\u{9B}b", "U+009B"),
        ]
    )
    func controlCharacters(text: String, name: String) {
        let found = violations { $0.text = text }
        #expect(found.map(\.parameter) == ["text"])
        #expect(found.first?.message.contains(name) == true)
    }

    @Test(
        "a text without a visible character is refused, one with such a character beside others is not",
        arguments: [
            ("\u{200B}\u{200B}", false), ("\u{FEFF} \u{2060}", false),
            ("\u{3164}", false), ("\u{FE0F}", false), ("\u{E0041}", false),
            ("ก\u{200B}", true), ("\u{5D0}", true), ("\u{2764}\u{FE0F}", true),
            ("\u{1F468}\u{200D}\u{1F469}", true), ("\u{915}", true),
        ]
    )
    func visibleCharacters(text: String, isGood: Bool) {
        let found = violations { $0.text = text }
        #expect(found.map(\.parameter) == (isGood ? [] : ["text"]))
        #expect(isGood || found.first?.message.hasPrefix("has no visible character; ") == true)
    }

    @Test("one letter with a mountain of marks is no honest character")
    func markMountain() {
        let found = violations { $0.text = "a" + String(repeating: "\u{301}", count: 10_000) }
        #expect(found.map(\.parameter) == ["text"])
        #expect(found.first?.message.contains("20001 bytes") == true)
    }

    @Test(
        "numbers are refused outside their ranges and at no other place",
        arguments: [
            (90.0, 180.0, 10.0, 1), (-90, -180, 50_000, 2_592_000), (0, 0, 12.5, 60),
        ] as [(Double, Double, Double, Int64)]
    )
    func edges(latitude: Double, longitude: Double, meters: Double, seconds: Int64) {
        let found = violations {
            $0.latitude = latitude
            $0.longitude = longitude
            $0.visibleRadiusMeters = meters
            $0.timeToLiveSeconds = seconds
        }
        #expect(found.isEmpty)
    }

    @Test(
        "numbers that are no numbers are refused",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    )
    func wildNumbers(number: Double) {
        let found = violations {
            $0.latitude = number
            $0.longitude = number
            $0.visibleRadiusMeters = number
        }
        #expect(found.map(\.parameter) == ["lat", "lon", "visible_radius_m"])
    }

    @Test(
        "seconds beyond all limits are refused without a trap",
        arguments: [Int64.min, -1, 2_592_001, .max]
    )
    func wildSeconds(seconds: Int64) {
        #expect(violations { $0.timeToLiveSeconds = seconds }.map(\.parameter) == ["ttl_s"])
    }

    @Test("a long word is quoted in part only")
    func longWord() {
        let found = violations { $0.category = String(repeating: "w", count: 5000) }
        #expect(found.first.map { $0.message.count < 200 } == true)
    }

    @Test("what is stored is trimmed and has its times")
    func newMessage() throws {
        let draft = try MessageDraft.sample(" a b \n", at: place(1, 2), forSeconds: 7)
        let message = try limits.newMessage(from: draft, by: alice, at: electionMorning)
        #expect(message.text == "a b")
        #expect(message.postedAt == electionMorning)
        #expect(message.expiresAt == electionMorning + 7000)
        #expect(message.author == alice)
        #expect(message.coordinate == draft.coordinate)
    }

    @Test("only the middle of its cell is stored of a blurred place")
    func blurred() throws {
        let draft = try MessageDraft.sample(at: place(38.8977, -77.0365), precision: .blurred)
        let message = try limits.newMessage(from: draft, by: alice, at: electionMorning)
        #expect(message.coordinate == BlurGrid.snap(draft.coordinate).published)
        #expect(message.coordinate != draft.coordinate)
    }

    @Test(
        "an expiry past the end of time is refused on ttl_s",
        arguments: [Int64.max, Int64.max / 1000]
    )
    func endOfTime(seconds: Int64) throws {
        let wide = RadarLimits(timeToLiveSeconds: 1...Int64.max)
        let draft = try MessageDraft.sample(at: place(1, 2), forSeconds: seconds)
        let error = #expect(throws: RadarError.self) {
            try wide.newMessage(from: draft, by: alice, at: electionMorning)
        }
        #expect(error?.parameters == ["ttl_s"])
    }

    @Test("a draft that was not made of a form is checked all the same")
    func checksDrafts() throws {
        let draft = MessageDraft(
            text: "\u{7}",
            category: Category(rawValue: "x"),
            coordinate: try place(0, 0),
            visibleRadius: try .meters(50_000.001),
            timeToLiveSeconds: -5
        )
        let error = #expect(throws: RadarError.self) {
            try limits.newMessage(from: draft, by: alice, at: electionMorning)
        }
        #expect(error?.parameters == ["text", "category", "visible_radius_m", "ttl_s"])
    }

    @Test(
        "characters that turn the direction of text are refused by name",
        arguments: [
            ("\u{202E}", "U+202E (RIGHT-TO-LEFT OVERRIDE)"), ("\u{202A}", "U+202A"),
            ("\u{202B}", "U+202B"), ("\u{202C}", "U+202C"), ("\u{202D}", "U+202D"),
            ("\u{2066}", "U+2066"), ("\u{2067}", "U+2067"), ("\u{2068}", "U+2068"),
            ("\u{2069}", "U+2069"), ("\u{200E}", "U+200E (LEFT-TO-RIGHT MARK)"),
            ("\u{200F}", "U+200F"), ("\u{061C}", "U+061C (ARABIC LETTER MARK)"),
        ]
    )
    func directionControls(character: String, name: String) {
        for text in ["a\(character)b", "\(character)a", "שלום\(character)", "🗳️\(character)"] {
            let violations = RadarLimits.standard.violations(in: MessageForm(text: text))
            let message = violations.first { $0.parameter == "text" }?.message ?? ""
            #expect(message.hasPrefix("holds \(name)"), "\(message)")
        }
    }

    @Test(
        "characters that nobody sees are refused by name where they do nothing",
        arguments: [
            ("vote\u{E0001}", "U+E0001"),
            ("vote\u{E0061}\u{E0062}", "U+E0061 (TAG LATIN SMALL LETTER A)"),
            ("🏴\u{E0067}\u{E0062}\u{E0065}", "U+E0067"), ("🏴\u{E0068}\u{E007F}", "U+E0068"),
            ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0061}", "U+E0061"),
            ("🙂\u{E0061}\u{E007F}", "U+E0061"), ("a\u{200B}b", "U+200B (ZERO WIDTH SPACE)"),
            ("a\u{2060}b", "U+2060"), ("a\u{FEFF}b", "U+FEFF"), ("a\u{AD}b", "U+00AD"),
            ("a\u{FE0F}b", "U+FE0F"), ("☎\u{FE0F}\u{FE0F}", "U+FE0F"), ("🙂\u{E0155}", "U+E0155"),
            ("a\u{200D}b", "U+200D"), ("é\u{200C}\u{200C}", "U+200C"), ("a\u{3164}", "U+3164"),
            ("a\u{2064}b", "U+2064"), ("a\u{FFF9}b", "U+FFF9"), ("x\u{1D173}", "U+1D173"),
            ("\u{200D}🙂", "U+200D"), ("a\u{180B}", "U+180B"), ("a\u{34F}b", "U+034F"),
        ]
    )
    func hiddenCharacters(text: String, name: String) {
        let violations = RadarLimits.standard.violations(in: MessageForm(text: text))
        let message = violations.first { $0.parameter == "text" }?.message ?? ""
        #expect(message.hasPrefix("holds \(name)"), "\(message)")
        #expect(violations.contains { $0.kind == .hiddenCharacter })
    }

    @Test(
        "text from right to left, joiners and emoji are taken",
        arguments: [
            "שלום עולם, 12", "مرحبا بالعالم", "می\u{200C}خواهم", "👩\u{200D}👩\u{200D}👧",
            "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "1️⃣ #️⃣", "👩🏽\u{200D}❤️\u{200D}👩🏻", "☎\u{FE0E}",
            "ක්\u{200D}ෂ", "葛\u{E0100}城市", "ᠭ\u{180B}", "ภาษา\u{200B}ไทย",
        ]
    )
    func otherScripts(text: String) {
        let violations = RadarLimits.standard.violations(in: MessageForm(text: text))
        #expect(!violations.contains { $0.parameter == "text" })
    }

    @Test("errors say what was refused")
    func errorTexts() {
        let refused = RadarError.refused([
            Violation(parameter: "lat", message: "is 91", kind: .missing),
            Violation(parameter: "lon", message: "is 181", kind: .missing),
        ])
        #expect(refused.description == "lat: is 91; lon: is 181")
        #expect(RadarError.notFound.description.contains("no message with this id"))
        #expect(RadarError.notOwn.description.contains("only its author"))
    }

    @Test("a blurred message has to reach the place where it is posted")
    func blurredRange() throws {
        let limits = RadarLimits.standard
        var form = Self.good
        form.precision = "blurred"
        form.visibleRadiusMeters = 149.9
        let violation = try #require(limits.violations(in: form).first)
        #expect(violation.parameter == "visible_radius_m")
        #expect(violation.kind == .outOfRange(least: 150, most: 50_000))
        form.visibleRadiusMeters = 150
        #expect(limits.violations(in: form).isEmpty)
        form.precision = "exact"
        form.visibleRadiusMeters = 10
        #expect(limits.violations(in: form).isEmpty)
    }
}
