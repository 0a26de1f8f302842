internal import GeoJSON
internal import Geodesy
internal import Timekeeping
internal import Trajectories

/// Fixes for other programs.
enum FixWriting {
    static func geoJSON(_ fixes: [Fix], _ now: Timestamp) -> [UInt8] {
        var list = FeatureCollectionWriter(capacity: 256 + fixes.count * 160)
        for fix in fixes {
            list.feature(id: nil, geometry: .point(fix.place)) { json in
                json.member("time", fix.at.rfc3339)
                for (name, value) in [
                    ("accuracy_m", fix.accuracyMeters), ("altitude_m", fix.altitudeMeters),
                    ("speed_mps", fix.speedMetersPerSecond), ("heading_deg", fix.headingDegrees),
                ] {
                    if let value { json.member(name, value) }
                }
            }
        }
        list.finish { json in
            json.member("numberReturned", fixes.count)
            json.member("timeStamp", now.rfc3339)
        }
        return list.takeBytes()
    }

    /// Source: GPX 1.1 schema, www.topografix.com/GPX/1/1.
    static func gpx(_ fixes: [Fix]) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Ambit" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><trkseg>

            """
        for fix in fixes {
            text += "<trkpt lat=\"\(fix.place.latitude)\" lon=\"\(fix.place.longitude)\">"
            if let height = fix.altitudeMeters { text += "<ele>\(height)</ele>" }
            text += "<time>\(fix.at.rfc3339)</time></trkpt>\n"
        }
        text += "</trkseg></trk>\n</gpx>\n"
        return Array(text.utf8)
    }
}
