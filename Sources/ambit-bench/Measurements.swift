import Foundation

/// Prints rows as the peers' harnesses do: name, flags, data, n, operation, median, least and
/// greatest of the runs, unit, average number of results, checksum.
struct Measurements {
    let dataset: String
    let count: Int
    let runs: Int
    /// The start of the names that are wanted.
    let only: String

    func isWanted(_ operation: String) -> Bool { operation.hasPrefix(only) }

    /// Microseconds for each input of each run, with the number of results and the checksum that a
    /// run adds up.
    func measure<Input>(
        _ operation: String,
        _ inputs: [Input],
        _ query: (Input) -> (count: Int, checksum: Double)
    ) {
        guard isWanted(operation) else { return }
        var times: [Double] = []
        var count = 0
        var checksum = 0.0
        for _ in 0..<runs {
            (count, checksum) = (0, 0)
            let start = now()
            for input in inputs {
                let (found, sum) = query(input)
                count += found
                checksum += sum
            }
            times.append((now() - start) / Double(inputs.count) * 1e6)
        }
        report(operation, times, "us", Double(count) / Double(inputs.count), checksum)
    }

    func report(
        _ operation: String,
        _ values: [Double],
        _ unit: String,
        _ average: Double = 0,
        _ checksum: Double = 0
    ) {
        let sorted = values.sorted()
        let numbers = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]]
            .map { String(format: "%.4g", $0) }
        print(
            (["ambit", "release", dataset, "\(count)", operation] + numbers
                + [unit, String(format: "%.4g", average), String(format: "%.10g", checksum)])
                .joined(separator: "\t")
        )
    }
}

/// Seconds of a clock that only moves forward.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The process's resident memory, after giving back what is free.
func residentBytes() -> Double {
    trimHeap()
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
}

/// Calls glibc's `malloc_trim`, whose header Swift does not import, where there is one.
private func trimHeap() {
    typealias Trim = @convention(c) (Int) -> Int32
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
}
