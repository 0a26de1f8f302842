import Foundation

do {
    try IndexBenchmark(BenchmarkArguments(Array(CommandLine.arguments.dropFirst()))).run()
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(error is UsageError ? 64 : 1)
}
