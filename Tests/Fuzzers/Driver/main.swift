// Runs one fuzzer: `fuzz NAME [OPTIONS OF LIBFUZZER] [CORPUS...]`.

import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private func readStandard(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

nonisolated(unsafe) private var chosen = Fuzzer.csv

guard CommandLine.arguments.count > 1, let fuzzer = Fuzzer(rawValue: CommandLine.arguments[1])
else {
    print(Fuzzer.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(CommandLine.arguments.count > 1 ? 64 : 0)
}
chosen = fuzzer
// libFuzzer finds its options from the second argument on.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(runDriver(&count, &arguments, readStandard))
