import Logging
import ServiceLifecycle
import SpatiaLiteStore

/// Takes over what other nodes have changed of the rows that their files have in common, as long as the service
/// runs; ends at once for a file that has nothing in common with any.
///
/// That the database cannot be reached is said once, and once more when it is again. The file can be read all the
/// while.
struct FileFollower: Service {
    private static let busy = Duration.milliseconds(20)
    private static let idle = Duration.milliseconds(50)

    let store: SpatiaLiteStore
    let logger: Logger

    func run() async throws {
        guard store.commonPlace != nil else {
            // A service that ends by itself would end the others.
            return try await gracefulShutdown()
        }
        var isAway = false
        var pause = Self.idle
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await cancelWhenGracefulShutdown { [pause] in try await Task.sleep(for: pause) }
            } catch {
                return
            }
            do {
                pause = try await store.catchUp() ? Self.busy : Self.idle
                if isAway { logger.notice("the rows of all nodes are followed again") }
                isAway = false
            } catch {
                if !isAway {
                    logger.error(
                        "the rows of all nodes cannot be followed",
                        metadata: ["reason": "\(error)"]
                    )
                }
                isAway = true
                pause = .seconds(1)
            }
        }
    }
}
