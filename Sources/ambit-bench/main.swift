import Foundation

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isChecked = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    guard arguments.count >= 4, arguments[0] == "index",
        let runs = Int(arguments.count > 4 ? arguments[4] : "3"), runs > 0,
        let queries = Int(arguments.count > 5 ? arguments[5] : "10000"), queries > 0
    else {
        throw BenchmarkError(
            "usage: ambit-bench index DIR U|C N [RUNS=3] [QUERIES=10000] [--check]"
        )
    }
    let benchmark = try IndexBenchmark(
        directory: arguments[1],
        dataset: arguments[2],
        count: arguments[3],
        runs: runs,
        queries: queries
    )
    try benchmark.run(isChecked: isChecked)
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
