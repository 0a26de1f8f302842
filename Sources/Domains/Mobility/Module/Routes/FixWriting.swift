internal import GeoJSON
internal import Geodesy
internal import Timekeeping
internal import Trajectories

/// Fixes for other programs, which read back as they are: device by device, with all that devices told.
enum FixWriting {
    /// By the order of their times.
    static func geoJSON(_ kept: KeptFixes, _ now: Timestamp) -> [UInt8] {
        let named = zip(kept.devices, kept.tracks).flatMap { device, track in
            track.map { (device: FixBatch.ownName(of: device), fix: $0) }
        }
        let fixes = named.enumerated().sorted {
            ($0.element.fix.at, $0.offset) < ($1.element.fix.at, $1.offset)
        }.map(\.element)
        var list = FeatureCollectionWriter(capacity: 256 + fixes.count * 180)
        for (device, fix) in fixes {
            list.feature(id: nil, geometry: .point(fix.place)) { json in
                json.member("time", fix.at.rfc3339)
                if !device.isEmpty { json.member("device", device) }
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

    /// A track of each device. GPX has no member for what the extensions hold.
    ///
    /// Source: GPX 1.1 schema, www.topografix.com/GPX/1/1.
    static func gpx(_ kept: KeptFixes) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Ambit" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:a="https://ambit.invalid/gpx/1">

            """
        for (device, track) in zip(kept.devices, kept.tracks) {
            let name = FixBatch.ownName(of: device)
            text += "<trk>"
            if !name.isEmpty { text += "<name>\(escaped(name))</name>" }
            text += "<trkseg>\n"
            for fix in track { add(fix, to: &text) }
            text += "</trkseg></trk>\n"
        }
        text += "</gpx>\n"
        return Array(text.utf8)
    }

    private static func add(_ fix: Fix, to text: inout String) {
        text += "<trkpt lat=\"\(fix.place.latitude)\" lon=\"\(fix.place.longitude)\">"
        if let height = fix.altitudeMeters { text += "<ele>\(height)</ele>" }
        text += "<time>\(fix.at.rfc3339)</time>"
        let others = [
            ("accuracy", fix.accuracyMeters), ("speed", fix.speedMetersPerSecond),
            ("course", fix.headingDegrees),
        ].compactMap { name, value in value.map { "<a:\(name)>\($0)</a:\(name)>" } }
        if !others.isEmpty { text += "<extensions>\(others.joined())</extensions>" }
        text += "</trkpt>\n"
    }

    /// Text for XML; signs that it cannot hold are left out.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for sign in text.unicodeScalars {
            switch sign {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case _ where sign.properties.generalCategory == .control: break
            default: escaped.unicodeScalars.append(sign)
            }
        }
        return escaped
    }
}
