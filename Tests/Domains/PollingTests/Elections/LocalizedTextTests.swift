import Polling
import Testing

@Suite struct LocalizedTextTests {
    private let both = LocalizedText(["en": "Yes", "ES": "Sí"])

    @Test("a reader is given the language that he prefers, by its primary tag if need be")
    func preferred() throws {
        let both = try #require(both)
        #expect(both.text(in: ["es"]) == "Sí")
        #expect(both.text(in: ["es-MX", "en"]) == "Sí")
        #expect(both.text(in: ["de", "ES"]) == "Sí")
    }

    @Test("where no preferred language is there, English is, and then any")
    func fallback() throws {
        #expect(try #require(both).text(in: ["de"]) == "Yes")
        #expect(LocalizedText("Ja", language: "de").text(in: ["fr"]) == "Ja")
        #expect(LocalizedText("Sheriff").text(in: ["fr"]) == "Sheriff")
    }

    @Test("languages are added, never replaced; no text is no localised text")
    func merging() throws {
        var text = LocalizedText("Yes", language: "en")
        text.merge(LocalizedText("Sí", language: "es"))
        text.merge(LocalizedText("Aye", language: "EN"))
        #expect(text == both)
        #expect(text.languages == ["en", "es"])
        #expect(LocalizedText([:]) == nil)
    }
}
