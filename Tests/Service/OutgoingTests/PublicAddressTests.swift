import Outgoing
import Testing

@Suite struct PublicAddressTests {
    private static func ipv4(_ text: String) -> [UInt8] {
        text.split(separator: ".").compactMap { UInt8($0) }
    }

    /// An address in eight groups of hexadecimal digits.
    private static func ipv6(_ text: String) -> [UInt8] {
        text.split(separator: ":").compactMap { UInt16($0, radix: 16) }
            .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    @Test(
        "refuses what is not out in the world, at both ends of each block",
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0",
            "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254",
            "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.0",
            "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7",
            "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        ]
    )
    func refusesIPv4(text: String) {
        #expect(!PublicAddress.contains(Self.ipv4(text)))
    }

    @Test(
        "takes the addresses beside those blocks",
        arguments: [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
            "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
            "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
            "198.20.0.0", "223.255.255.255",
        ]
    )
    func takesIPv4(text: String) { #expect(PublicAddress.contains(Self.ipv4(text))) }

    @Test(
        "refuses IPv6 that is this machine's, its network's, nobody's, or IPv4 in disguise",
        arguments: [
            "0:0:0:0:0:0:0:0", "0:0:0:0:0:0:0:1", "0:0:0:0:0:ffff:7f00:1", "0:0:0:0:0:ffff:808:808",
            "64:ff9b:0:0:0:0:a00:1", "64:ff9b:1:0:0:0:a00:1", "100:0:0:0:0:0:0:1",
            "2001:0:0:0:0:0:0:1",
            "2001:1ff:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:1", "2002:a00:1:0:0:0:0:1",
            "3fff:0:0:0:0:0:0:1",
            "4000:0:0:0:0:0:0:1", "fc00:0:0:0:0:0:0:1", "fdff:0:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1",
            "fec0:0:0:0:0:0:0:1", "ff02:0:0:0:0:0:0:1",
        ]
    )
    func refusesIPv6(text: String) {
        #expect(Self.ipv6(text).count == 16)
        #expect(!PublicAddress.contains(Self.ipv6(text)))
    }

    @Test(
        "takes IPv6 that is somebody's",
        arguments: ["2001:200:0:0:0:0:0:1", "2606:4700:0:0:0:0:0:1111", "2a00:1450:0:0:0:0:0:1"]
    )
    func takesIPv6(text: String) { #expect(PublicAddress.contains(Self.ipv6(text))) }

    @Test("takes no bytes that are no address") func others() {
        for count in [0, 3, 5, 15, 17] {
            #expect(!PublicAddress.contains([UInt8](repeating: 8, count: count)))
        }
    }

    @Test(
        "reads addresses of the web",
        arguments: [
            "https://example.org", "https://example.org/",
            "https://a-b.example.org:8443/in?x=1&y=%5B2%5D",
            "https://EXAMPLE.org:443/%20", "https://example.org:10000/",
            "https://example.org/a@b:c",
        ]
    )
    func reads(text: String) throws {
        let url = try #require(OutgoingURL(parsing: text))
        #expect(url.text == text)
        #expect(url.host.hasSuffix("example.org"))
        #expect(text.wholeMatch(of: try Regex(OutgoingURL.pattern)) != nil)
    }

    @Test(
        "refuses what two readers might read in two ways, and what has no name",
        arguments: [
            "", "http://example.org/", "HTTPS://example.org/", "https://", "https:///x",
            "https://example/",
            "https://localhost/", "https://1.2.3.4/", "https://[::1]/", "https://2130706433/",
            "https://0x7f.1/", "https://a:b@example.org/", "https://example.org@127.0.0.1/",
            "https://example.org:80/", "https://example.org:99999/", "https://example.org:/",
            "https://example.org:010000/", "https://example.org?x", "https://example.org#x",
            "https://example.org/#x", "https://example.org\\@127.0.0.1/", "https://example.org/\n",
            "https://example.org/a b", "https://exämple.org/", "https://-a.org/", "https://a-.org/",
            "https://a..org/", "https://.org/", "https://example.org./", "https://example.o1/",
        ]
    )
    func refuses(text: String) throws {
        #expect(OutgoingURL(parsing: text) == nil)
        #expect(text.wholeMatch(of: try Regex(OutgoingURL.pattern)) == nil)
    }

    @Test("refuses one that is too long") func long() {
        let text = "https://example.org/" + String(repeating: "a", count: OutgoingURL.longest)
        #expect(OutgoingURL(parsing: text) == nil)
        #expect(OutgoingURL(parsing: String(text.prefix(OutgoingURL.longest))) != nil)
    }

    @Test("an exception is one address and one port") func exceptions() {
        #expect(OutgoingPolicy.Exception(parsing: "127.0.0.1:8443")?.port == 8443)
        for text in ["127.0.0.1", "localhost:1", "127.0.0.1:", "127.0.0.1:65536", "1.2.3:4", ""] {
            #expect(OutgoingPolicy.Exception(parsing: text) == nil, "\(text)")
        }
    }
}
