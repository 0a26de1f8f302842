"""Other machines that Ambit asks for products and posts, played by one server on this machine over TLS.

It speaks eBay's Browse API with its client credentials, Atom, an outbox of ActivityPub and Bluesky's feed of an
author, in the shapes that are published; its certificate is made by openssl for each server.
"""

import base64
import http.server
import json
import pathlib
import ssl
import subprocess
import threading
import time
import urllib.parse
import zlib

HOST = "sources.localhost"
CREDENTIALS = ("ambit-tests", "secret-of-nobody")


class SourceMock:
    """A server and what it was asked. What it answers is changed while it runs."""

    def __init__(self, folder, token_seconds=7200, token_delay=0.0):
        self.folder = pathlib.Path(folder)
        self.token_seconds = token_seconds
        self.token_delay = token_delay
        self.lock = threading.Lock()
        # When each token was given.
        self.tokens = {}
        self.searches = []
        self.refused = []
        self.feeds = []
        # How it answers what is no token: whole, away (503), text (half of it) or line (the line breaks half way).
        self.mode = "whole"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout",
             str(self.folder / "key.pem"), "-out", self.certificate, "-subj", f"/CN={HOST}",
             "-addext", f"subjectAltName=DNS:{HOST}"], check=True, capture_output=True)
        self.server = _Server(("127.0.0.1", 0), self._handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, str(self.folder / "key.pem"))
        # Hands are shaken by the thread of the request, so that one that is slow holds up nobody.
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def certificate(self):
        return str(self.folder / "cert.pem")

    @property
    def url(self):
        return f"https://{HOST}:{self.port}"

    def arguments(self, ebay=True, posts=True, is_named=True, is_trusted=True):
        """What `ambit serve` is given to ask here."""
        given = []
        if ebay:
            file = self.folder / "credentials"
            file.write_text("\n".join(CREDENTIALS) + "\n")
            given += ["--ebay-credentials", str(file), "--ebay-address", self.url]
        if posts:
            given += ["--live-posts", "--bluesky-address", self.url]
        if is_named:
            given += ["--source-exception", f"127.0.0.1:{self.port}"]
        if is_trusted:
            given += ["--source-authorities", self.certificate]
        return given

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    # What it answers.

    def token(self, request, body):
        pair = base64.b64encode(":".join(CREDENTIALS).encode()).decode()
        form = urllib.parse.parse_qs(body.decode())
        if request.headers["Authorization"] != f"Basic {pair}" \
                or form.get("grant_type") != ["client_credentials"] \
                or form.get("scope") != ["https://api.ebay.com/oauth/api_scope"]:
            return 401, {"error": "invalid_client"}
        time.sleep(self.token_delay)
        with self.lock:
            name = f"token-{len(self.tokens) + 1}"
            self.tokens[name] = time.monotonic()
        return 200, {"access_token": name, "expires_in": self.token_seconds,
                     "token_type": "Application Access Token"}

    def search(self, request, query):
        token = request.headers["Authorization"].removeprefix("Bearer ")
        with self.lock:
            given = self.tokens.get(token)
            if given is None or time.monotonic() - given > self.token_seconds:
                self.refused.append(token)
                return 401, {"errors": [{"errorId": 1001, "message": "Invalid access token"}]}
            self.searches.append((query["q"][0], query, token))
        return 200, {"href": request.path, "total": 3, "limit": 100, "offset": 0,
                     "itemSummaries": [item(query["q"][0], n) for n in range(3)]}

    def answer(self, request, body):
        """The status, the type and the bytes of an answer."""
        parts = urllib.parse.urlsplit(request.path)
        query = urllib.parse.parse_qs(parts.query)
        if parts.path == "/identity/v1/oauth2/token":
            status, answer = self.token(request, body)
            return status, "application/json", json.dumps(answer).encode()
        if self.mode == "away":
            return 503, "text/plain", b"try again later"
        if parts.path == "/buy/browse/v1/item_summary/search":
            status, answer = self.search(request, query)
            return status, "application/json", json.dumps(answer).encode()
        with self.lock:
            self.feeds.append(request.path)
        if parts.path.endswith(".atom"):
            return 200, "application/atom+xml", atom(parts.path).encode()
        if parts.path.endswith("/outbox"):
            return 200, "application/activity+json", json.dumps(outbox(self.url, parts.path)).encode()
        if parts.path == "/xrpc/app.bsky.feed.getAuthorFeed":
            return 200, "application/json", json.dumps(author_feed(query["actor"][0])).encode()
        return 404, "text/plain", b"nothing is here"

    def _handler(mock):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, kind, answer = mock.answer(self, body)
                is_cut = status == 200 and mode_of(self.path, mock.mode) in ("text", "line")
                shown = answer[:len(answer) // 2] if is_cut else answer
                self.send_response(status)
                self.send_header("Content-Type", kind)
                is_broken = is_cut and mock.mode == "line"
                self.send_header("Content-Length", str(len(answer if is_broken else shown)))
                self.end_headers()
                self.wfile.write(shown)
                if is_broken:
                    self.close_connection = True

            do_POST = do_GET

        return Handler


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """Who was not let in, or has gone, is no error of the mock."""


def mode_of(path, mode):
    """Tokens are given whole."""
    return "whole" if path.startswith("/identity/") else mode


def item(game, number):
    """An item as the Browse API summarises it; the large picture stands where real answers keep it."""
    key = f"v1|{zlib.crc32(game.encode())}{number}|0"
    return {
        "itemId": key, "title": f"{game} figure {number}", "condition": "New", "conditionId": "1000",
        "price": {"value": f"{20 + number}.50", "currency": "USD"},
        "buyingOptions": ["FIXED_PRICE"], "categories": [{"categoryId": "220"}],
        "image": {"imageUrl": f"https://i.ebayimg.example/{number}/s-l225.jpg"},
        "thumbnailImages": [{"imageUrl": f"https://i.ebayimg.example/{number}/s-l1600.jpg"}],
        "itemWebUrl": f"https://www.ebay.example/itm/{number}",
        "itemLocation": {"country": "US"}, "leafCategoryIds": ["220"],
    }


def atom(path):
    return f"""<?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom"><title>A feed</title><id>urn:{path}</id>
        <updated>2026-06-01T09:00:00Z</updated>
        <entry><title>Doors open at ten</title><id>urn:{path}:1</id>
        <updated>2026-06-01T09:00:00Z</updated>
        <link href="https://feeds.example/1"/></entry></feed>"""


def outbox(url, path):
    actor = url + path.removesuffix("/outbox")
    return {
        "@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollectionPage",
        "id": f"{actor}/outbox?page=true", "partOf": f"{actor}/outbox",
        "orderedItems": [{
            "type": "Create", "actor": actor, "published": "2026-06-02T09:00:00Z",
            "object": {
                "type": "Note", "id": f"{actor}/1", "url": f"{actor}/1", "attributedTo": actor,
                "content": "<p>The bracket is out</p>", "published": "2026-06-02T09:00:00Z",
            },
        }],
    }


def author_feed(actor):
    return {"feed": [{"post": {
        "uri": "at://did:plc:abc/app.bsky.feed.post/1", "cid": "c",
        "author": {"did": "did:plc:abc", "handle": actor, "displayName": "A league"},
        "record": {"$type": "app.bsky.feed.post", "text": "Finals on Sunday",
                   "createdAt": "2026-06-03T09:00:00Z"},
        "indexedAt": "2026-06-03T09:00:01Z",
    }}]}
