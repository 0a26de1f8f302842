import ArgumentParser
import DomainModules
import Foundation
import HTTPService
import Importing
import Logging
import Radar
import SpatiaLiteStore
import Vault

// What the options say, checked before anything is opened.
extension Serve {
    /// The modules that were chosen, and those on common ground.
    func chosenModules() throws -> ModuleList {
        guard let modules else { return Modules.all }
        do {
            return try Modules.all.choosing(
                modules.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
            )
        } catch {
            throw ValidationError("--modules: \(error)")
        }
    }

    /// The map that was chosen; nil for Ambit's own.
    func mapTiles() throws -> MapTiles? {
        func given(_ option: String?, _ variable: String) -> String? {
            (option ?? ProcessInfo.processInfo.environment[variable]).flatMap {
                $0.isEmpty ? nil : $0
            }
        }
        let template = given(tiles, "AMBIT_TILES")
        let attribution = given(tilesAttribution, "AMBIT_TILES_ATTRIBUTION")
        guard let template else {
            guard attribution == nil else {
                throw ValidationError("--tiles-attribution is given without --tiles")
            }
            return nil
        }
        do {
            return try MapTiles(template: template, attribution: attribution ?? "")
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func crossOrigin() throws -> CrossOriginRules {
        do {
            return try CrossOriginRules(parsing: corsOrigin)
        } catch {
            throw ValidationError("--cors-origin: \(error)")
        }
    }

    /// Where the metrics are told; nil where everything else is.
    func metricsListening() throws -> (host: String, port: Int)? {
        guard let text = metricsAddress else { return nil }
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]),
            0...65535 ~= port
        else { throw Self.badMetricsAddress(text) }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw Self.badMetricsAddress(text)
        }
        guard !host.isEmpty else { throw Self.badMetricsAddress(text) }
        return (String(host), port)
    }

    private static func badMetricsAddress(_ text: String) -> ValidationError {
        ValidationError(
            "--metrics-address is \"\(text)\"; write a host and a port from 0 to 65535, such as "
                + "127.0.0.1:9100 or [::1]:9100"
        )
    }

    /// How the service listens and what it lets everybody do.
    ///
    /// - Parameters:
    ///   - limits: What may be posted.
    ///   - connections: How many connections there is room for.
    func configuration(
        _ limits: RadarLimits,
        _ connections: Int,
        _ logger: Logger
    ) throws -> ServiceConfiguration {
        var configuration = ServiceConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.logger = logger
        configuration.tiles = try mapTiles()
        configuration.showsRemotePictures = remoteImages
        configuration.crossOrigin = try crossOrigin()
        configuration.metricsAddress = try metricsListening()
        if let (host, _) = configuration.metricsAddress {
            configuration.onMetricsListening = { port in
                let address = host.contains(":") ? "[\(host)]" : host
                StandardError.print("The metrics are told at \(address):\(port)/metrics.")
            }
        }
        configuration.rateLimits = limits.reportRules == .open ? nil : try rates.limits()
        configuration.errorLabel = Self.errorLabel
        configuration.trustsForwardedFor = try Self.isSet(
            "AMBIT_FORWARDED_FOR",
            to: "trust",
            otherwise: "ignore"
        )
        configuration.connectionLimit = connections
        configuration.onListening = { [host] port in Self.greet(host: host, port: port) }
        return configuration
    }
}
