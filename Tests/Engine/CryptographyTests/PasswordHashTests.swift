import Cryptography
import Testing

@Suite struct PasswordHashTests {
    /// Python 3.11: hashlib.scrypt with n=2**15, r=8, p=3 and the salt 00 01 ... 0f.
    private static let known =
        "$scrypt$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0ODw$1tG2e52f11cUIT-3BXaLdavi1w7ezkmmQbYh0FYeelU"

    @Test("agrees with another program")
    func vector() throws {
        let hash = try #require(PasswordHash(text: Self.known))
        #expect(hash.text == Self.known)
        #expect(hash.matches("contrase\u{f1}a 9"))
        #expect(!hash.matches("contrasena 9"))
    }

    @Test("is another each time, and that of its password alone")
    func salts() {
        let (one, other) = (PasswordHash(of: "correct horse"), PasswordHash(of: "correct horse"))
        #expect(one != other && one.matches("correct horse") && !one.matches("correct horsf"))
    }

    @Test("of another cost is read as well, and is made at the advised one unless told")
    func costs() throws {
        let cheap = PasswordHash(of: "correct horse", at: .trivial)
        let read = try #require(PasswordHash(text: cheap.text))
        #expect(read == cheap && read.matches("correct horse") && !read.matches("correct horsf"))
        #expect(PasswordHash(of: "a").text.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
    }

    @Test("of nothing is that of no password, and costs what others do")
    func nothing() {
        let nothing = PasswordHash(ofNothingAt: .advised)
        #expect(!nothing.matches("") && nothing.text.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
    }

    @Test(
        "what was not written so is none",
        arguments: [
            "", "$scrypt$ln=14,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$AAAA",
            "$scrypt$ln=15,r=8,p=3$AAECAwQFBgcICQoLDA0ODw", "$scrypt$ln=15,r=8,p=3$AA$AA",
            known + "$", known + "A",
        ]
    )
    func refuses(text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    @Test("says nothing of itself")
    func silent() {
        #expect("\(PasswordHash(of: "correct horse"))" == "a password's hash")
    }
}
