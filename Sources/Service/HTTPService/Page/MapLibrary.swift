internal import Foundation

/// Leaflet and its marker cluster, which Debian packages: read from this machine's disk when the
/// service starts, because they are not Ambit's to embed.
///
/// Where they are missing, nothing is at their addresses, and the page says what to install.
struct MapLibrary: Sendable {
    /// The folder that holds them.
    let folder: String

    /// Where the packages libjs-leaflet and libjs-leaflet.markercluster put them.
    static let debian = MapLibrary(folder: "/usr/share/javascript/leaflet")

    /// What the page needs of them.
    static let names = [
        "leaflet.css", "leaflet.min.js", "leaflet.markercluster.min.js", "MarkerCluster.css",
    ]

    /// Those that are there, to be served below `/assets/leaflet/`.
    var files: [WebPage.File] {
        Self.names.compactMap { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)").map { content in
                WebPage.File(
                    path: "/assets/leaflet/\(name)",
                    type: ContentType(fileName: name),
                    bytes: [UInt8](content)
                )
            }
        }
    }
}
