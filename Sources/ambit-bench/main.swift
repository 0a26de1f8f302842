import Foundation

do {
    switch try BenchmarkArguments(Array(CommandLine.arguments.dropFirst())) {
    case .index(let arguments): try IndexBenchmark(arguments).run()
    case .batch(let arguments): try BatchBenchmark(arguments).run()
    case .geodesic(let pairs, let rounds): try GeodesicBenchmark(count: pairs, rounds: rounds).run()
    case .match(let arguments):
        #if canImport(Roads)
            try MatchBenchmark(arguments).run()
        #else
            throw BenchmarkError("this benchmark was built without the roads")
        #endif
    case .tracks(let path, let fixes, let questions):
        #if canImport(Trajectories)
            try TracksBenchmark(path: path, fixes: fixes, questions: questions).run()
        #else
            throw BenchmarkError("this benchmark was built without tracks")
        #endif
    case .shards(let path):
        #if canImport(Radar)
            try ShardBenchmark(path).run()
        #else
            throw BenchmarkError("this benchmark was built without messages")
        #endif
    case .routes(let database, let count, let seed):
        #if canImport(Roads)
            try await RouteBenchmark(database: database, count: count, seed: seed).run()
        #else
            throw BenchmarkError("this benchmark was built without the roads")
        #endif
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(error is UsageError ? 64 : 1)
}
