/// Why an archive of tracks cannot be written or read.
public enum TrackArchiveError: Error, Sendable, Hashable {
    /// The file cannot be opened, written or mapped; its path and what the system says.
    case file(path: String, reason: String)
    /// The file is no archive of tracks of this version.
    case notAnArchive(path: String)
    /// The file is one, but not whole, or was changed.
    case damaged(path: String)
    /// A fix is earlier than the one before it in its track; the track's name.
    case disorder(track: String)
    /// There are more tracks or people than 32 bits count.
    case tooMany
}

extension TrackArchiveError: CustomStringConvertible {
    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .notAnArchive(let path):
            "\(path) is no archive of tracks; ambit tracks pack makes one of files"
        case .damaged(let path):
            "\(path) is an archive of tracks that is not whole; make it again by ambit tracks pack"
        case .disorder(let track):
            "\(track): a fix is earlier than the one before it; fixes come in the order of their times"
        case .tooMany:
            "there are more tracks than 4,294,967,295, which is as many as an archive has"
        }
    }
}
