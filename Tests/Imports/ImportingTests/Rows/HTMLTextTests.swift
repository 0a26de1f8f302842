import Testing

@testable import Importing

@Suite struct HTMLTextTests {
    @Test(
        "entities and ends of lines are read as a page shows them",
        arguments: [
            ("St. Mary&#39;s &amp; St. John", "St. Mary's & St. John"),
            ("Haus&nbsp;der&#160;Jugend", "Haus der Jugend"), ("Caf&eacute;", "Café"),
            ("K&ouml;ln-M&uuml;lheim", "Köln-Mülheim"), ("5 &lt; 6", "5 < 6"),
            ("&quot;The Hall&quot;", "\"The Hall\""), ("O&#x2019;Neill", "O’Neill"),
            ("O&#146;Neill", "O’Neill"), ("Smith &amp;amp; Sons", "Smith & Sons"),
            ("St. Mary&amp;#39;s", "St. Mary's"), ("12 Main St<br>Alba", "12 Main St\nAlba"),
            ("12 Main St<BR />Alba", "12 Main St\nAlba"), ("a&ndash;b", "a–b"),
        ]
    )
    func decoded(text: String, shown: String) { #expect(HTMLText.decoded(text) == shown) }

    @Test(
        "what only looks like an entity stays as it is",
        arguments: [
            "R&D", "Salt & Light", "A&W; B", "https://x.example/?a=1&copy=2", "&;", "&#;", "&#0;",
            "&#xZZ;", "&unknown;", "<b>", "a < b", "&#99999999;", "AT&T",
        ]
    )
    func untouched(text: String) { #expect(HTMLText.decoded(text) == nil) }
}
