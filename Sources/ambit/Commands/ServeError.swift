import Foundation
import SpatiaLiteStore

/// Why the service could not start.
enum ServeError: Error, CustomStringConvertible {
    case portInUse(host: String, port: Int)
    case cannotListen(host: String, port: Int, code: CInt)
    case noMetrics(host: String, port: Int, code: CInt)
    case badVariable(String, String, allowed: [String])
    case tooFewFiles(Int, least: Int)
    case noDatabase(String)
    case clusterMissing(String)
    case limitsOff

    var description: String {
        switch self {
        case .portInUse(let host, let port):
            "port \(port) of \(host) is in use; stop what listens there, or choose another "
                + "with --port"
        case .cannotListen(let host, let port, EADDRNOTAVAIL):
            "nothing can listen on port \(port) of \(host), which is no address of this machine; "
                + "choose another with --host, such as 127.0.0.1, or 0.0.0.0 for all that it has"
        case .cannotListen(let host, let port, let code):
            "nothing can listen on port \(port) of \(host): \(String(cString: strerror(code))); "
                + "choose another with --port"
        case .noMetrics(let host, let port, let code):
            "the metrics cannot be told on port \(port) of \(host): \(String(cString: strerror(code))); "
                + "choose another with --metrics-address"
        case .noDatabase(let path):
            "there is no database at \"\(path)\"; name the one that is meant with --database, or make "
                + "an empty one with --create"
        case .clusterMissing(let place):
            "the database is the file of a node whose rows stand at \(place) too; name that with --cluster"
        case .limitsOff:
            "--rate-limit is given, and AMBIT_RATE_LIMIT is off, which lets everybody do everything as "
                + "often as they like; leave one of them out"
        case .badVariable(let name, let value, let allowed):
            "\(name) is \"\(value)\"; it is \(allowed.joined(separator: " or "))"
        case .tooFewFiles(let files, let least):
            "this process may have \(files) files and connections open at once, and serving takes "
                + "\(least) or more on this machine; raise the limit, such as with `ulimit -n 1024`"
        }
    }
}

extension SpatiaLiteStoreError {
    /// What the log is told: the file and what is wrong with it, and nothing of what is in it.
    var label: String {
        if case .repeatedRecord = self { "two records have one id" } else { description }
    }
}
