import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Clients that connect to a port and ask, one connection after the other, from before anybody listens
/// there until they are stopped.
final class Probes: Sendable {
    private let isStopped = Mutex(false)
    private let answers = Mutex(0)
    private let threads = DispatchGroup()

    /// How many answers came so far, of whatever kind.
    var answerCount: Int { answers.withLock { $0 } }

    init(port: Int, count: Int) {
        for _ in 0..<count {
            threads.enter()
            Thread.detachNewThread { [self] in
                while !isStopped.withLock({ $0 }) {
                    guard let socket = try? Self.connect(to: port) else {
                        usleep(300)
                        continue
                    }
                    if Self.status(of: "/v1/categories", on: socket) != nil {
                        answers.withLock { $0 += 1 }
                    }
                    close(socket)
                }
                threads.leave()
            }
        }
    }

    func stop() {
        isStopped.withLock { $0 = true }
        threads.wait()
    }

    /// What one connection got.
    struct Answer {
        /// nil when it was closed without an answer.
        let status: Int?
        let seconds: Double
    }

    /// Asks once on each of some connections, all open at once and closed when all have been answered.
    static func ask(_ path: String, port: Int, connections: Int = 1) throws -> [Answer] {
        let found = Mutex<[Answer]>([])
        let sockets = Mutex<[Int32]>([])
        let threads = DispatchGroup()
        for _ in 0..<connections {
            threads.enter()
            Thread.detachNewThread {
                defer { threads.leave() }
                let start = ContinuousClock.now
                let socket = try? connect(to: port)
                let status = socket.flatMap { Self.status(of: path, on: $0) }
                let seconds = (ContinuousClock.now - start) / .seconds(1)
                if let socket { sockets.withLock { $0.append(socket) } }
                found.withLock { $0.append(Answer(status: status, seconds: seconds)) }
            }
        }
        threads.wait()
        for socket in sockets.withLock({ $0 }) { close(socket) }
        return found.withLock { $0 }
    }

    /// The ports that were given out last: the system may offer the same again before it is used.
    private static let given = Mutex<[Int]>([])

    /// A port that is free now.
    static func freePort() throws -> Int {
        while true {
            let port = try freePortNow()
            let isNew = given.withLock { given in
                guard !given.contains(port) else { return false }
                given = given.suffix(15) + [port]
                return true
            }
            if isNew { return port }
        }
    }

    private static func freePortNow() throws -> Int {
        let socket = try makeSocket()
        defer { close(socket) }
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard bind(socket, pointer, length) == 0, getsockname(socket, pointer, &length) == 0
                else { throw NoSocket() }
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    struct NoSocket: Error {}

    private static func makeSocket() throws -> Int32 {
        #if canImport(Glibc)
            let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let made = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard made >= 0 else { throw NoSocket() }
        return made
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func connect(to port: Int) throws -> Int32 {
        let socket = try makeSocket()
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        var address = Self.address(port: port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #if canImport(Glibc)
                    Glibc.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #else
                    Darwin.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #endif
            }
        }
        guard isConnected else {
            close(socket)
            throw NoSocket()
        }
        return socket
    }

    /// Asks, and reads the beginning of the answer.
    private static func status(of path: String, on socket: Int32) -> Int? {
        let request = "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
        var bytes = [UInt8](repeating: 0, count: 64)
        guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else { return nil }
        let count = recv(socket, &bytes, bytes.count, 0)
        // "HTTP/1.1 200 OK"
        guard count >= 12 else { return nil }
        return Int(String(decoding: bytes[9..<12], as: UTF8.self))
    }
}
