import Timekeeping
import TrackFiles
import Trajectories

/// A track of a file, and what it is called in answers.
struct NamedTrack {
    /// The file's name, and the track's where the file has several.
    let name: String
    let fixes: [Fix]

    /// The tracks of files, in their order; what was left out of each is said.
    ///
    /// - Throws: ``TrackError``.
    static func read(_ paths: [String]) throws -> [NamedTrack] {
        var tracks: [NamedTrack] = []
        for path in paths {
            let file = try TrackReader(path: path, now: SystemWallClock().now).read()
            for remark in file.remarks.sentences { StandardError.print("note: \(path): \(remark)") }
            for (index, track) in file.tracks.enumerated() {
                let name =
                    file.tracks.count == 1
                    ? file.name : "\(file.name): \(track.title ?? String(index + 1))"
                tracks.append(NamedTrack(name: name, fixes: track.fixes))
            }
        }
        return tracks
    }
}

/// Why there is nothing to show of a track.
struct TrackFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
