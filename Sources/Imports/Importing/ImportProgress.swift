/// How far an import has come.
public struct ImportProgress: Sendable, Hashable {
    /// What an import does, in this order.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// Finding encoding and delimiter; computing the digest.
        case inspecting
        /// Reading every row to learn what the columns hold and which rows repeat a record.
        case surveying
        /// Checking every row and comparing with what is published.
        case checking
        /// Building the new version.
        case publishing
    }

    /// What is being done.
    public let phase: Phase
    /// Which reading of the file it is within the phase, from 1: some files have to be read more than once
    /// to be surveyed.
    public let pass: Int
    /// Bytes of the file read in this pass, as they lie on disk (compressed, where they are).
    public let bytesRead: Int64
    /// Bytes of the file in all.
    public let bytesTotal: Int64
    /// Rows of data read in this pass.
    public let rows: Int

    /// A state of an import.
    public init(phase: Phase, pass: Int = 1, bytesRead: Int64, bytesTotal: Int64, rows: Int) {
        self.phase = phase
        self.pass = pass
        self.bytesRead = bytesRead
        self.bytesTotal = bytesTotal
        self.rows = rows
    }
}
