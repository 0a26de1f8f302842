/// Tests that ask one database through the command line.
protocol DatabaseSuite {
    /// The database's path.
    var database: String { get }
}

extension DatabaseSuite {
    /// Runs a command on the suite's database.
    func ambit(_ arguments: String..., input: String? = nil) async throws -> AmbitCommand.Outcome {
        try await ambit(arguments, input: input)
    }

    func ambit(_ arguments: [String], input: String? = nil) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database], input: input)
    }
}
