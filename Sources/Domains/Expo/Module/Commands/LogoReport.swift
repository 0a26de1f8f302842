internal import ArgumentParser
internal import DomainModules
internal import Expo
internal import Foundation
internal import GeoJSON
internal import Media
internal import Timekeeping

/// What came of the pictures of a folder, a line each exhibitor.
struct LogoReport {
    /// What came of one.
    struct Line {
        let exhibitor: String
        let name: String
        /// The file that was taken or refused; nil where the folder has none for it.
        let file: String?
        /// The picture's hash; nil where none was set.
        var hash: String?
        /// Why a file was refused.
        var fault: String?
    }

    /// Why a file is not taken.
    struct Fault: Error {
        let text: String
    }

    var lines: [Line] = []

    /// Whether a file was refused.
    var hasFaults: Bool { lines.contains { $0.fault != nil } }

    func bytes(as format: FairCommand.Format) -> [UInt8] {
        switch format {
        case .csv:
            var table = CSVText(["exhibitor", "name", "file", "media", "refused"])
            for line in lines {
                table.row([line.exhibitor, line.name, line.file, line.hash, line.fault])
            }
            return table.bytes
        case .json:
            return FairWork.json { list in
                for line in lines {
                    list.object { json in
                        json.member("exhibitor", line.exhibitor)
                        json.member("name", line.name)
                        json.member("file", line.file)
                        json.member("media", line.hash)
                        json.member("refused", line.fault)
                    }
                }
            }
        }
    }
}

extension FairWork {
    /// Sets the logos of the fair's exhibitors from a folder; those without a file there stay as they are.
    ///
    /// - Throws: `ValidationError` for a folder that cannot be listed; what the store throws.
    func setLogos(from folder: String) async throws -> LogoReport {
        let files: [String]
        do {
            files = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw ValidationError("--folder \"\(folder)\" is no folder that can be listed")
        }
        let known = Dictionary(files.map { ($0.lowercased(), $0) }) { first, _ in first }
        let shelf = MediaShelf(store)
        var report = LogoReport()
        var pictures: [String: String?] = [:]
        for stand in fair.stands.map({ snapshot.stands[$0] }) {
            let exhibitor = stand.exhibitor
            let file = Self.names(of: exhibitor).lazy.compactMap { known[$0.lowercased()] }.first
            var line = LogoReport.Line(exhibitor: exhibitor.id, name: exhibitor.name, file: file)
            switch file.map({ Self.picture(URL(filePath: folder).appending(path: $0)) }) {
            case .success(let picture):
                let kept = try await shelf.add(
                    picture,
                    alt: exhibitor.name,
                    variantOf: nil,
                    by: Self.ownHand,
                    at: site.clock.now
                )
                line.hash = kept.medium.hash
                pictures[exhibitor.id] = kept.medium.hash
            case .failure(let fault): line.fault = fault.text
            case nil: break
            }
            report.lines.append(line)
        }
        try await FairStore(store: store).setLogos(pictures)
        return report
    }

    private static func picture(_ file: URL) -> Result<CleanPicture, LogoReport.Fault> {
        guard let bytes = try? Data(contentsOf: file) else {
            return .failure(LogoReport.Fault(text: "the file cannot be read"))
        }
        guard bytes.count <= CleanPicture.byteLimit else {
            return .failure(
                LogoReport.Fault(
                    text: "the file has \(bytes.count) bytes; at most 10 MiB are taken"
                )
            )
        }
        do throws(PictureError) {
            return .success(try CleanPicture(Array(bytes)))
        } catch {
            return .failure(LogoReport.Fault(text: "\(error)"))
        }
    }

    /// What the file of an exhibitor's logo may be called, the likeliest first.
    private static func names(of exhibitor: Exhibitor) -> [String] {
        let written = exhibitor.logo.flatMap(LogoFile.init(naming:)).map { [$0.name] } ?? []
        return written + LogoFile.endings.map { "\(exhibitor.key).\($0)" }
    }
}
