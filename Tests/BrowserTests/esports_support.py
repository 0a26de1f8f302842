"""What the tests of the Esports tab have in common."""

from support import BrowserTestCase

FAVORITE = "apex Dunes"


class EsportsBrowserTest(BrowserTestCase):
    names = 0

    def opened(self, **how):
        window = self.window(**how)
        window.open(self.service, tab="esports")
        window.see("#esports-content h2")
        return window

    def register(self, window):
        """Makes an account by the form."""
        EsportsBrowserTest.names += 1
        window.click("#esports-views label", "Profile")
        window.click("#esports-other-form")
        window.see("#esports-register")
        for field, words in [("age", "30"), ("username", f"gamer{EsportsBrowserTest.names}x"),
                             ("password", "correct horse 9"), ("password_again", "correct horse 9")]:
            window.see(f"#esports-{field}").send_keys(words)
        window.click("#esports-register button[type=submit]")
        window.see("#esports-favorites, #esports-to-browse")
