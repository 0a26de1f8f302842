/// Which addresses are somebody's out in the world, and not this machine's or its network's.
///
/// Sources: IANA's registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890), RFC 6598 for
/// carriers' networks, RFC 4193 for unique local addresses, RFC 6052 for IPv4 within IPv6.
public enum PublicAddress {
    /// The blocks of IPv4 to which nothing is sent, each with its length in bits.
    private static let refusedIPv4: [(block: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private
        (0x6440_0000, 10),  // carriers' networks
        (0x7F00_0000, 8),  // this machine
        (0xA9FE_0000, 16),  // link-local, with the metadata of clouds
        (0xAC10_0000, 12),  // private
        (0xC000_0000, 24),  // protocols' own
        (0xC000_0200, 24),  // documentation
        (0xC058_6300, 24),  // relays from IPv6
        (0xC0A8_0000, 16),  // private
        (0xC612_0000, 15),  // benchmarks
        (0xC633_6400, 24),  // documentation
        (0xCB00_7100, 24),  // documentation
        (0xE000_0000, 4),  // multicast
        (0xF000_0000, 4),  // reserved, and broadcast
    ]

    /// The parts of 2000::/3 to which nothing is sent, by their first 32 bits. All that lies outside of
    /// 2000::/3 is refused: loopback, link-local, unique local, multicast, and IPv4 mapped or translated
    /// (::ffff:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48).
    private static let refusedIPv6: [(block: UInt32, bits: UInt32)] = [
        (0x2001_0000, 23),  // protocols' own, with Teredo
        (0x2001_0DB8, 32),  // documentation
        (0x2002_0000, 16),  // IPv4 within 6to4
        (0x3FFF_0000, 20),  // documentation
    ]

    /// Whether something may be sent to an address.
    ///
    /// - Parameter bytes: In network order: 4 of IPv4, 16 of IPv6; no other number is public.
    public static func contains(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 4 || bytes.count == 16 else { return false }
        let first = bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if bytes.count == 4 { return !isAny(of: refusedIPv4, first) }
        return first >> 29 == 1 && !isAny(of: refusedIPv6, first)
    }

    private static func isAny(of blocks: [(block: UInt32, bits: UInt32)], _ address: UInt32) -> Bool
    {
        blocks.contains { (address ^ $0.block) >> (32 - $0.bits) == 0 }
    }
}
