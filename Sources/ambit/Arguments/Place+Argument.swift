import ArgumentParser
import Geodesy

extension Coordinate {
    /// Reads `LAT,LON` for an option.
    ///
    /// - Throws: `ValidationError` that names the option, the value and what is allowed.
    init(parsing text: String, option: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { PlainNumber.read($0.trimmed) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            throw ValidationError(
                "\(option) is \"\(text.cut)\"; write latitude and longitude in degrees: "
                    + "38.8977,-77.0365"
            )
        }
        do {
            self = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw ValidationError("\(option) is \"\(text.cut)\"; \(error)")
        }
    }
}

extension BoundingBox {
    /// Reads `W,S,E,N` for `--bbox`.
    ///
    /// - Throws: `ValidationError` that names the option, the value and what is allowed.
    init(parsing text: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { PlainNumber.read($0.trimmed) }
        let edges = parts.compactMap(\.self)
        guard parts.count == 4, edges.count == 4 else {
            throw ValidationError(
                "--bbox is \"\(text.cut)\"; write west,south,east,north in degrees: "
                    + "-77.2,38.8,-76.9,39"
            )
        }
        do {
            self = try BoundingBox(
                west: edges[0],
                south: edges[1],
                east: edges[2],
                north: edges[3]
            )
        } catch {
            throw ValidationError("--bbox is \"\(text.cut)\"; \(error)")
        }
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it.
    var trimmed: String {
        var rest = Substring(self)
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
