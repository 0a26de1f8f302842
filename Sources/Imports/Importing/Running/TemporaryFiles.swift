internal import RowFiles

/// What imports put beside the database while they run.
public enum TemporaryFiles {
    /// Removes what processes have left that died in the middle of an import. Blocks.
    public static func removeAbandoned() { TemporaryFolder.removeAbandoned() }
}
