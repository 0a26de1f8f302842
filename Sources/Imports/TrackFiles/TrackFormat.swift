/// A format in which people have their tracks.
package enum TrackFormat: String, Sendable, Hashable, CaseIterable {
    /// GPS Exchange Format 1.0 or 1.1.
    case gpx
    /// Garmin's Training Center XML.
    case tcx
    /// Keyhole Markup Language, with tracks or with points that have a time.
    case kml
    /// GeoJSON: points with a time, or lines with a time for each position.
    case geojson
    /// OwnTracks' recorder.
    case ownTracks = "rec"
    /// Geolife's and OziExplorer's track points.
    case plt
    /// Google's `Records.json` of raw places.
    case googleRecords = "google_records"
    /// Google's months of visits and activities.
    case googleMonths = "google_months"
    /// Google's `Timeline.json`, as telephones export it.
    case googleTimeline = "google_timeline"
    /// A table with a column each for the latitude, the longitude and the time.
    case csv

    /// What it is called in messages.
    package var title: String {
        switch self {
        case .gpx: "GPX"
        case .tcx: "TCX"
        case .kml: "KML"
        case .geojson: "GeoJSON"
        case .ownTracks: "OwnTracks .rec"
        case .plt: "PLT"
        case .googleRecords: "Google Records.json"
        case .googleMonths: "Google Semantic Location History"
        case .googleTimeline: "Google Timeline.json"
        case .csv: "CSV"
        }
    }
}
