internal import HTTPService
internal import HTTPTypes
internal import Hummingbird

/// A plain page without scripts and styles, put together of escaped texts.
struct HTMLPage {
    private var body = ""
    private let title: String

    /// - Parameter crumbs: The pages above it.
    init(_ title: String, _ crumbs: [(title: String, href: String)] = []) {
        self.title = title
        if !crumbs.isEmpty {
            body += "<nav><p>"
            body += crumbs.map { Self.anchor($0.title, $0.href) }.joined(separator: " / ")
            body += "</p></nav>\n"
        }
        body += "<h1>\(Self.escaped(title))</h1>\n"
    }

    mutating func heading(_ text: String) { body += "<h2>\(Self.escaped(text))</h2>\n" }

    mutating func paragraph(_ text: String) { body += "<p>\(Self.escaped(text))</p>\n" }

    mutating func list(_ links: [Link]) {
        list(links.map { ($0.title ?? $0.href, $0.href, "\($0.rel), \($0.type)") })
    }

    /// A list of links, each with words behind it.
    mutating func list(_ links: [(title: String, href: String, note: String)]) {
        body += "<ul>\n"
        for link in links {
            body += "<li>\(Self.anchor(link.title, link.href)) \(Self.escaped(link.note))</li>\n"
        }
        body += "</ul>\n"
    }

    /// A table; cells that are links have an address.
    mutating func table(_ heads: [String], _ rows: [[(text: String, href: String?)]]) {
        body += "<table border=\"1\">\n<tr>"
        for head in heads { body += "<th>\(Self.escaped(head))</th>" }
        body += "</tr>\n"
        for row in rows {
            body += "<tr>"
            for cell in row {
                let text = cell.href.map { Self.anchor(cell.text, $0) } ?? Self.escaped(cell.text)
                body += "<td>\(text)</td>"
            }
            body += "</tr>\n"
        }
        body += "</table>\n"
    }

    func response(_ headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentSecurityPolicy] =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.escaped(title))</title>
            </head>
            <body>
            \(body)</body>
            </html>

            """
        return Response(type: .html, bytes: Array(text.utf8), headers: headers)
    }

    private static func anchor(_ text: String, _ href: String) -> String {
        "<a href=\"\(escaped(href))\">\(escaped(text))</a>"
    }

    private static func escaped(_ text: String) -> String {
        // By scalars: a sign with an accent on it is still that sign to a browser.
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
