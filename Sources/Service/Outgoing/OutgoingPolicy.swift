internal import CCurl

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Where requests may go.
public struct OutgoingPolicy: Sendable {
    /// One address and port that requests may go to although it is not public; for tests.
    public struct Exception: Sendable, Hashable {
        /// An address of IPv4 in four numbers.
        public let address: [UInt8]
        /// The port.
        public let port: UInt16

        /// Reads `127.0.0.1:8443`; nil for anything else.
        public init?(parsing text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let numbers = parts.first?.split(separator: ".", omittingEmptySubsequences: false)
            let address = (numbers ?? []).compactMap { UInt8($0) }
            guard parts.count == 2, address.count == 4, numbers?.count == 4,
                let port = UInt16(parts[1])
            else { return nil }
            self.address = address
            self.port = port
        }
    }

    /// What may be reached besides public addresses.
    public var exceptions: Set<Exception> = []
    /// The authorities whose certificates hold, as a PEM file; nil for the system's.
    public var authorities: String?

    /// Public addresses alone, and the system's authorities.
    public init() {}

    /// Whether a connection to an address may be made.
    func admits(_ address: [UInt8], port: UInt16) -> Bool {
        PublicAddress.contains(address)
            || exceptions.contains { $0.address == address && $0.port == port }
    }

    /// Whether a connection to the system's form of an address may be made.
    func admits(_ address: UnsafePointer<sockaddr>, length: Int) -> Bool {
        let bytes = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let inet = bytes.loadUnaligned(as: sockaddr_in.self)
            return admits(
                withUnsafeBytes(of: inet.sin_addr) { Array($0) },
                port: UInt16(bigEndian: inet.sin_port)
            )
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let inet = bytes.loadUnaligned(as: sockaddr_in6.self)
            return admits(
                withUnsafeBytes(of: inet.sin6_addr) { Array($0) },
                port: UInt16(bigEndian: inet.sin6_port)
            )
        default: return false
        }
    }
}
