internal import CFence
internal import FencedWorkers
internal import Geodesy
internal import Polling

/// The process that judges and mends areas for another one, by libraries in C.
///
/// What is in a file decides how long they take and how much memory; a fault of theirs must not end
/// what serves everybody else. So this process may use so much memory and time, and, once the
/// libraries are loaded, open no file, reach no network and start no program.
public enum AreaWorker {
    /// The command that runs ``serve()``, for ``FencedMender`` to start.
    public static let command = "areas-worker"

    /// What the process may have in memory that it can write to.
    static let memoryBytes = 400 << 20
    /// How long it may compute before another one takes its place, in seconds.
    private static let lifetimeSeconds: UInt64 = 120

    /// Answers questions on standard input until that ends.
    ///
    /// - Returns: The process's exit code.
    public static func serve() -> Int32 {
        guard let mender = try? SpatiaLiteMender(), warmUp(mender) else { return 1 }
        guard ambit_worker_watch() == 0,
            ambit_worker_limit(UInt64(memoryBytes), lifetimeSeconds) == 0
        else { return 1 }
        // Where the system has no such fence, the limits alone must do.
        _ = ambit_worker_fence()
        while let bytes = WorkerSocket.readMessage() {
            let question = AreaQuestion(bytes)
            let reply = question.map { answer($0, mender) } ?? .failed("it was no question")
            guard WorkerSocket.write(message: reply.bytes) else { return 1 }
        }
        return 0
    }

    private static func answer(_ question: AreaQuestion, _ mender: SpatiaLiteMender) -> AreaAnswer {
        do {
            switch question {
            case .mend(let area):
                switch try mender.mend(area) {
                case .sound: return .sound
                case .mended(let area, let fault): return .mended(area, fault: fault)
                case .hopeless(let fault): return .hopeless(fault: fault)
                }
            case .common(let first, let second): return .area(try mender.common(first, second))
            case .united(let areas):
                let area = try mender.united(areas)
                return .area(area.polygons.isEmpty ? nil : area)
            }
        } catch {
            return .failed("\(error)")
        }
    }

    /// Has every library loaded that an answer needs: later no file can be opened.
    private static func warmUp(_ mender: SpatiaLiteMender) -> Bool {
        func ring(_ places: [(Double, Double)]) -> MultiPolygon? {
            let corners = places.compactMap { try? Coordinate(latitude: $0.0, longitude: $0.1) }
            return (try? Polygon(exterior: corners)).map { MultiPolygon([$0]) }
        }
        guard let bow = ring([(0, 0), (1, 1), (1, 0), (0, 1)]),
            let square = ring([(0, 0), (0, 1), (1, 1), (1, 0)])
        else { return false }
        let questions: [AreaQuestion] = [.mend(bow), .common(square, square), .united([square])]
        return questions.allSatisfy { question in
            if case .failed = answer(question, mender) { return false }
            return true
        }
    }
}
