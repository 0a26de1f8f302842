import Accounts
import Testing
import Wording

@Suite struct RulesTests {
    @Test("an id is read back from its text, and nothing else is one")
    func ids() {
        for number: Int64 in [1, 31, 32, 1 << 40, .max] {
            let id = AccountID(rawValue: number)
            #expect(id.text.count == 13 && AccountID(text: id.text) == id)
        }
        for text in ["", "0000000000000", "zzzzzzzzzzzzz", "000000000000i", "00000000000001", "-1"]
        {
            #expect(AccountID(text: text) == nil, "\(text)")
        }
    }

    @Test(
        "what is a name",
        arguments: ["ana", "Ana.Lopez", "жанна", "ñandú_7", "山田太郎", "a-b", "0x1", "مريم_٧"]
    )
    func names(text: String) throws {
        #expect(try Username(text).text == text)
    }

    @Test(
        "what is no name",
        arguments: [
            ("ab", Username.Fault.wrongLength),
            (String(repeating: "a", count: 25), .wrongLength),
            ("a" + String(repeating: "\u{301}", count: 90) + "bc", .wrongLength),
            ("a b", .wrongCharacter(" ")), ("ana😀", .wrongCharacter("😀")),
            ("ana\u{200B}", .wrongCharacter("\u{200B}")), ("_ana", .wrongStart),
            ("pаypal", .mixedScripts), ("damn.it", .refusedWord), ("d.a.m.n", .refusedWord),
        ] as [(String, Username.Fault)]
    )
    func faults(text: String, fault: Username.Fault) {
        #expect(throws: fault) {
            try Username(text, refusing: WordFilter(parsing: "damn"))
        }
    }

    @Test(
        "what is an address, and what is none",
        arguments: [
            ("ana@example.org", true), ("a.b+c@sub.example.co", true), ("Ana@EXAMPLE.org", true),
            ("ana", false), ("ana@", false), ("@example.org", false), ("a@b@example.org", false),
            ("ana@example", false), ("ana@-x.org", false), ("ana@example.o", false),
            ("ana @example.org", false), ("ana@example.org\nBcc: eve@example.org", false),
            ("-oQ/tmp@example.org", false), ("a..b@example.org", false), ("añá@example.org", false),
            (String(repeating: "a", count: 65) + "@example.org", false), ("ana@[127.0.0.1]", false),
        ]
    )
    func addresses(text: String, isOne: Bool) {
        #expect((EmailAddress(text) != nil) == isOne)
    }

    @Test(
        "what is a telephone number, and what is none",
        arguments: [
            ("+17135550123", "+17135550123"), ("+1 (713) 555-0123", "+17135550123"),
            ("713 555 0123", nil), ("+0123456789", nil), ("+1713555", nil), ("+1713555012x", nil),
            ("+1713555012345678", nil), ("", nil),
        ] as [(String, String?)]
    )
    func phones(text: String, number: String?) {
        #expect(PhoneNumber(text)?.text == number)
    }

    @Test(
        "a code is read however it is typed",
        arguments: ["7kq2-m3wx-9fhd-tz41", "7KQ2M3WX9FHDTZ41", " 7kq2 m3wx 9fhd tz4l "]
    )
    func codes(typed: String) {
        #expect(Secret.readCode(typed) == "7kq2-m3wx-9fhd-tz41")
    }

    @Test("codes and tokens are others each time, and are known for what they are")
    func secrets() {
        let codes = (0..<100).map { _ in Secret.code() }
        #expect(Set(codes).count == 100)
        #expect(codes.allSatisfy { Secret.readCode($0) == $0 })
        let token = Secret.token()
        #expect(Secret.isToken(token) && token != Secret.token())
        #expect(!Secret.isToken(String(token.dropLast())) && !Secret.isToken(token.uppercased()))
        for text in ["", "7kq2-m3wx-9fhd-tz4", "7kq2-m3wx-9fhd-tz4u", "7kq2-m3wx-9fhd-tz411"] {
            #expect(Secret.readCode(text) == nil, "\(text)")
        }
    }

    @Test(
        "ages have their bands",
        arguments: [
            (1, AgeBand.under13), (12, .under13), (13, .from13to15), (17, .from16to17),
            (18, .adult), (120, .adult),
        ] as [(Int64, AgeBand)]
    )
    func bands(age: Int64, band: AgeBand) {
        #expect(AgeBand(age: age) == band)
    }
}
