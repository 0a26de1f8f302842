/// What the command line asks for.
enum BenchmarkArguments {
    static let usage = """
        usage: ambit-bench index DIR U|C N [RUNS=3] [QUERIES=10000] [--check] [--only OPERATION]
               ambit-bench geodesic [PAIRS=1000000] [ROUNDS=5]
               ambit-bench batch DIR RADIUS_M K ROUNDS
               ambit-bench match DIR [--every SECONDS] [--verbose]
               ambit-bench routes DATABASE [COUNT=1000] [SEED=42]
               ambit-bench shards FILE
               ambit-bench tracks FILE [FIXES=1000000] [QUESTIONS=1000]
        """

    case index(IndexArguments)
    case geodesic(pairs: Int, rounds: Int)
    case batch(BatchArguments)
    case match(MatchArguments)
    /// Made drives along the roads of a database.
    case routes(database: String, count: Int, seed: UInt64)
    /// Ground that is divided by the points of a file.
    case shards(path: String)
    /// Questions about many tracks in a mapped file.
    case tracks(path: String, fixes: Int, questions: Int)

    /// - Throws: ``UsageError`` when something is missing, unknown or not a positive number.
    init(_ arguments: [String]) throws {
        if arguments.first == "batch" {
            self = .batch(try BatchArguments(Array(arguments.dropFirst())))
            return
        }
        if arguments.first == "match" {
            self = .match(try MatchArguments(arguments.dropFirst()))
            return
        }
        if arguments.first == "routes" {
            let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1_000
            guard 2...4 ~= arguments.count, 1...1_000_000 ~= count,
                let seed = arguments.count > 3 ? UInt64(arguments[3]) : 42
            else { throw UsageError() }
            self = .routes(database: arguments[1], count: count, seed: seed)
            return
        }
        if arguments.first == "shards" {
            guard arguments.count == 2 else { throw UsageError() }
            self = .shards(path: arguments[1])
            return
        }
        if arguments.first == "tracks" {
            let fixes = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1_000_000
            let questions = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 1_000
            guard 2...4 ~= arguments.count, 1...1_000_000_000 ~= fixes, 1...1_000_000 ~= questions
            else { throw UsageError() }
            self = .tracks(path: arguments[1], fixes: fixes, questions: questions)
            return
        }
        guard arguments.first == "geodesic" else {
            self = .index(try IndexArguments(arguments))
            return
        }
        let numbers = arguments.dropFirst().map { Int($0) ?? 0 }
        guard numbers.count <= 2, numbers.allSatisfy({ 1...100_000_000 ~= $0 }) else {
            throw UsageError()
        }
        self = .geodesic(
            pairs: numbers.first ?? 1_000_000,
            rounds: numbers.count > 1 ? numbers[1] : 5
        )
    }
}

/// What is asked of the index's benchmark.
struct IndexArguments {
    let directory: String
    let dataset: String
    let count: String
    let runs: Int
    let queries: Int
    /// Whether answers are compared with brute force before they are measured.
    let isChecked: Bool
    /// The start of the names of the operations that are wanted; all when empty.
    let only: String

    /// - Throws: ``UsageError`` when something is missing, unknown or not a positive number.
    init(_ arguments: [String]) throws {
        var words: [String] = []
        var isChecked = false
        var only = ""
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--check": isChecked = true
            case "--only":
                guard let name = rest.popFirst() else { throw UsageError() }
                only = name
            default:
                guard !word.hasPrefix("--") else { throw UsageError() }
                words.append(word)
            }
        }
        guard 4...6 ~= words.count, words[0] == "index",
            let runs = Int(words.count > 4 ? words[4] : "3"), runs > 0,
            let queries = Int(words.count > 5 ? words[5] : "10000"), queries > 0
        else { throw UsageError() }
        (directory, dataset, count) = (words[1], words[2], words[3])
        (self.runs, self.queries, self.isChecked, self.only) = (runs, queries, isChecked, only)
    }
}

/// What is asked of the map matcher's judge.
struct MatchArguments {
    /// A folder of tracks, each in a folder of its own.
    let directory: String
    /// The least time between two fixes; 0 for all fixes.
    let every: Int
    /// Whether to tell for each track where the way differs.
    let isVerbose: Bool

    /// - Throws: ``UsageError`` when something is missing, unknown or no number.
    init(_ arguments: some Sequence<String>) throws {
        var words: [String] = []
        var every = 0
        var isVerbose = false
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--verbose": isVerbose = true
            case "--every":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else {
                    throw UsageError()
                }
                every = number
            default: words.append(word)
            }
        }
        guard words.count == 1, !words[0].hasPrefix("--") else { throw UsageError() }
        (directory, self.every, self.isVerbose) = (words[0], every, isVerbose)
    }
}

/// The command line cannot be understood.
struct UsageError: Error, CustomStringConvertible {
    var description: String { BenchmarkArguments.usage }
}

/// What went wrong, for the person at the terminal.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
