internal import Foundation
package import Geodesy
package import Timekeeping

/// Where the sun stands.
///
/// Accuracy: 0.01 degrees of elevation for the years 1900 to 2100, which at middle latitudes is a few seconds
/// of rising and setting; refraction makes a real horizon differ by more.
/// Source: J. Meeus, "Astronomical Algorithms" (1998), chapters 12, 22, 25 and 28, as NOAA's solar calculator
/// uses them.
package enum Sun {
    /// The elevation of the sun's upper edge at the horizon of the sea, in degrees: 34 minutes of arc of
    /// refraction and 16 of its radius.
    package static let horizonDegrees = -50.0 / 60
    /// Below this elevation, in degrees, civil twilight is over and it is night.
    package static let nightDegrees = -6.0

    /// How high the middle of the sun stands above the horizon, in degrees, without refraction.
    ///
    /// - Complexity: O(1)
    package static func elevationDegrees(at moment: Timestamp, over place: Coordinate) -> Double {
        let (declination, equation) = position(at: moment)
        let minutes = Double(floorRemainder(moment.millisecondsSince1970, 86_400_000)) / 60_000
        // True solar time, in minutes, makes the hour angle, in degrees.
        let hourAngle = (minutes + equation + 4 * place.longitude) / 4 - 180
        let latitude = radians(place.latitude)
        let sine =
            sin(latitude) * sin(declination)
            + cos(latitude) * cos(declination) * cos(radians(hourAngle))
        return asin(max(-1, min(1, sine))) * 180 / .pi
    }

    /// When the sun first passes an elevation upward or downward after a moment, within a day.
    ///
    /// - Parameters:
    ///   - elevation: In degrees; ``horizonDegrees`` for rising and setting.
    ///   - isRising: Whether it passes upward.
    /// - Returns: nil where it does not, as in a polar summer.
    /// Accuracy: a second, of what ``elevationDegrees(at:over:)`` tells.
    /// - Complexity: O(1), some 200 elevations.
    package static func passage(
        of elevation: Double,
        isRising: Bool,
        after moment: Timestamp,
        over place: Coordinate
    ) -> Timestamp? {
        let step: Int64 = 600_000
        func isAbove(_ at: Int64) -> Bool {
            elevationDegrees(at: Timestamp(millisecondsSince1970: at), over: place) >= elevation
        }
        guard var before = moment.adding(milliseconds: 0)?.millisecondsSince1970,
            moment.adding(milliseconds: 86_400_000 + step) != nil
        else { return nil }
        for _ in 0..<144 {
            let after = before + step
            if isAbove(before) != isRising, isAbove(after) == isRising {
                var (low, high) = (before, after)
                while high - low > 500 {
                    let middle = (low + high) / 2
                    if isAbove(middle) == isRising { high = middle } else { low = middle }
                }
                return Timestamp(millisecondsSince1970: high)
            }
            before = after
        }
        return nil
    }

    /// The declination, in radians, and the equation of time, in minutes.
    private static func position(at moment: Timestamp) -> (Double, Double) {
        let days = Double(moment.millisecondsSince1970) / 86_400_000
        // Julian centuries since noon of 2000-01-01; terrestrial time is a minute ahead, which moves the sun
        // by less than 0.001 degrees.
        let time = (days - 10_957.5) / 36_525
        let meanLongitude = remainder(280.46646 + time * (36_000.76983 + time * 0.0003032), 360)
        let anomaly = radians(357.52911 + time * (35_999.05029 - 0.0001537 * time))
        let eccentricity = 0.016708634 - time * (0.000042037 + 0.0000001267 * time)
        let center =
            sin(anomaly) * (1.914602 - time * (0.004817 + 0.000014 * time))
            + sin(2 * anomaly) * (0.019993 - 0.000101 * time) + sin(3 * anomaly) * 0.000289
        let node = radians(125.04 - 1_934.136 * time)
        let longitude = radians(meanLongitude + center - 0.00569 - 0.00478 * sin(node))
        let seconds = 21.448 - time * (46.815 + time * (0.00059 - time * 0.001813))
        let obliquity = radians(23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node))
        let declination = asin(sin(obliquity) * sin(longitude))
        let tangent = tan(obliquity / 2)
        let y = tangent * tangent
        let mean = radians(meanLongitude)
        let equation =
            y * sin(2 * mean) - 2 * eccentricity * sin(anomaly)
            + 4 * eccentricity * y * sin(anomaly) * cos(2 * mean)
            - 0.5 * y * y * sin(4 * mean) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        return (declination, equation * 180 / .pi * 4)
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static func floorRemainder(_ number: Int64, _ divisor: Int64) -> Int64 {
        let remainder = number % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

/// Whether somebody is told that it is night.
package enum NightAlert {
    /// Whether a trip is to be told of now: one on foot goes on, the sun is down where it is, its owner wants
    /// to know, and was not told before.
    package static func isDue(
        for trip: Trip,
        at place: Coordinate,
        now: Timestamp,
        settings: TravelSettings
    ) -> Bool {
        guard settings.alertsAtNight, trip.state == .ongoing, !trip.isNightTold,
            trip.legs.last?.form.isOnFoot == true
        else { return false }
        return Sun.elevationDegrees(at: now, over: place) < Sun.nightDegrees
    }
}
