import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPService

@Suite("Host")
struct HostTests {
    private static let list = "/v1/messages?lat=1&lon=2&radius_m=9"
    /// Fields, the version, and whether they are taken.
    private static let cases: [(fields: String, version: String, isTaken: Bool)] = [
        ("Host: x\r\n", "1.1", true), ("hOST: x:80\r\n", "1.1", true), ("", "1.1", false),
        ("Host: x\r\nHost: x\r\n", "1.1", false), ("Host: x\r\nhost: y\r\n", "1.1", false),
        ("Hosts: x\r\n", "1.1", false), ("", "1.0", true), ("Host: x\r\n", "1.0", true),
        ("Host: x\r\nHost: y\r\n", "1.0", false),
    ]

    @Test(
        "missing or doubled it is 400 on the short way, on the long one and for posts",
        arguments: [
            ("GET", list, ""), ("GET", list + "&sort=newest", ""), ("GET", "/v1/categories", ""),
            ("GET", "/", ""), ("GET", "/nothing", ""), ("POST", "/v1/messages", "{}"),
        ]
    )
    func hosts(method: String, target: String, body: String) async throws {
        try await withRunning { _, port, _ in
            for (fields, version, isTaken) in Self.cases {
                let request =
                    "\(method) \(target) HTTP/\(version)\r\n\(fields)Connection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "\r\n\(body)"
                let answer = try await RawConnection.open(port: port).exchange(request) { reader in
                    var all = ""
                    while let block = try await reader.next() { all += block + "\n\n" }
                    return all
                }
                // None of the requests is bad in another way.
                let isRefused = answer.contains(" 400 Bad Request")
                #expect(isRefused == !isTaken, "\(fields) \(version): \(answer)")
            }
        }
    }

    @Test("a request without it keeps its place among those of its connection")
    func order() async throws {
        try await withRunning { _, port, _ in
            let good = "GET \(Self.list) HTTP/1.1\r\nHost: x\r\n\r\n"
            let bad = "GET \(Self.list) HTTP/1.1\r\n\r\n"
            let last = "GET \(Self.list) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection.open(port: port)
                .exchange(good + bad + good + last) { reader in
                    var all = ""
                    while let block = try await reader.next() { all += block + "\n\n" }
                    return all
                }
            let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
            #expect(statuses == ["200", "400", "200", "200"])
        }
    }

    @Test(
        "a body in a transfer coding that is not read is refused by its name",
        arguments: [("chunked", true), ("Chunked", true), ("gzip, chunked", false)]
    )
    func transferCoding(coding: String, isTaken: Bool) async throws {
        try await withRunning { _, port, _ in
            let request =
                "POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: \(coding)\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            let answer = try await RawConnection.open(port: port).exchange(request) { reader in
                var all = ""
                while let block = try await reader.next() { all += block + "\n\n" }
                return all
            }
            #expect(answer.contains(" 400 Bad Request") == !isTaken, "\(coding): \(answer)")
        }
    }
}
