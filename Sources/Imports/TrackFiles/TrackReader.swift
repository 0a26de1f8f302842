internal import RowFiles
package import Timekeeping

/// Reads tracks from a file in any of the formats of ``TrackFormat``, which its content tells, not its
/// name; packed by gzip or alone in a zip archive as well.
///
/// All or nothing: a fix that no device can have taken, or a value that is none, refuses the whole file
/// with the place where it stands.
package struct TrackReader {
    /// The greatest number of fixes that is read from a file.
    package static let fixLimit = 2_000_000

    private let input: SourceFile
    private let now: Timestamp

    /// - Parameters:
    ///   - path: A file on disk. Nothing is opened yet.
    ///   - now: What is later is in the future.
    package init(path: String, now: Timestamp) {
        input = SourceFile(path: path)
        self.now = now
    }

    /// Reads the file once or twice.
    ///
    /// - Throws: ``TrackError``.
    /// - Complexity: O(bytes + n log n) for n fixes; memory grows with the fixes and the longest record.
    package func read() throws(TrackError) -> TrackFile {
        let format = try format()
        var collector = TrackCollector(name: input.name, format: format, now: now)
        switch format {
        case .gpx, .tcx, .kml: try readXML(&collector)
        case .geojson, .googleRecords, .googleMonths, .googleTimeline:
            var reader = JSONTracks(collector, try window())
            try reader.read()
            collector = reader.collector
        case .ownTracks, .plt: try readLines(&collector)
        case .csv:
            var reader = try TableTracks(collector, path: input.path)
            try reader.read()
            collector = reader.collector
        }
        return try collector.finish()
    }

    // MARK: What it is

    /// How much of a file is looked at for its format.
    private static let headSize = 64 * 1024

    private func format() throws(TrackError) -> TrackFormat {
        do throws(RowFileError) {
            let head = try FileReader(path: input.path).read(8)
            guard !head.isEmpty else { throw .empty(name: input.name) }
            let text = XMLText(
                try input.openStream(Compression(magic: head[...])),
                name: input.name
            )
            var bytes: [UInt8] = []
            do throws(RowFileError) {
                while bytes.count < Self.headSize {
                    let chunk = try text.next()
                    if chunk.isEmpty { break }
                    bytes += chunk
                }
            } catch {
                // A table may be in another encoding.
                guard case .badXMLText = error, bytes.isEmpty else { throw error }
                return .csv
            }
            if let format = Self.format(of: bytes.prefix(Self.headSize)) { return format }
        } catch { throw .unreadable(error) }
        throw .unknownFormat(name: input.name)
    }

    /// The format that a beginning tells.
    static func format(of head: ArraySlice<UInt8>) -> TrackFormat? {
        let text = String(decoding: head, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let first = start.first else { return nil }
        func holds(_ words: String...) -> Bool { words.allSatisfy { text.contains($0) } }
        switch first {
        case "<":
            if holds("<gpx") || holds(":gpx") { return .gpx }
            if holds("<TrainingCenterDatabase") { return .tcx }
            return holds("<kml") || holds(":kml") ? .kml : nil
        case "{", "[":
            if holds("\"timelineObjects\"") { return .googleMonths }
            if holds("\"semanticSegments\"") || holds("\"rawSignals\"") { return .googleTimeline }
            if holds("\"latitudeE7\"") { return .googleRecords }
            if first == "[", holds("\"startTime\"") { return .googleTimeline }
            // What an account exports of itself holds its fixes behind much else.
            let isExport = holds("\"account\"", "\"consents\"")
            return isExport || holds("\"type\"") || holds("\"features\"") ? .geojson : nil
        default:
            if start.hasPrefix("Geolife trajectory") || start.hasPrefix("OziExplorer Track Point") {
                return .plt
            }
            let line = start.prefix { !$0.isNewline }
            if line.contains("\t"), line.contains("{"), line.prefix(20).contains("T") {
                return .ownTracks
            }
            return line.contains { ",;\t|".contains($0) } ? .csv : nil
        }
    }

    // MARK: Opening it

    private func stream() throws(RowFileError) -> any ByteStream {
        let head = try FileReader(path: input.path).read(8)
        return XMLText(try input.openStream(Compression(magic: head[...])), name: input.name)
    }

    private func window() throws(TrackError) -> TextWindow {
        do throws(RowFileError) {
            let stream = try stream()
            return TextWindow { () throws(RowFileError) in try stream.next() }
        } catch { throw .unreadable(error) }
    }

    private func readXML(_ collector: inout TrackCollector) throws(TrackError) {
        let bytes: any ByteStream
        do throws(RowFileError) { bytes = try stream() } catch { throw .unreadable(error) }
        var reader = XMLTracks(collector, bytes)
        try reader.read()
        collector = reader.collector
    }

    private func readLines(_ collector: inout TrackCollector) throws(TrackError) {
        var reader = LineTracks(collector, try window())
        try reader.read()
        collector = reader.collector
    }
}
