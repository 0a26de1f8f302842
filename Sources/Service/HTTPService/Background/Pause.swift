internal import ServiceLifecycle

/// Waits between two rounds of a background service; throws to end it.
///
/// Injected, so that no test needs to wait.
public typealias Pause = @Sendable () async throws -> Void

/// Runs rounds of work with a pause before each, until the pause throws or the service is shut
/// down. A round that has begun is never cut short by a graceful shutdown.
func repeatRounds(pausing pause: @escaping Pause, _ round: () async -> Void) async {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
        do {
            try await cancelWhenGracefulShutdown(pause)
        } catch {
            return
        }
        await round()
    }
}
