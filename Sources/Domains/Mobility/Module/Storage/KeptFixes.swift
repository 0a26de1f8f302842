internal import Mobility
internal import Timekeeping
internal import Trajectories

/// Fixes of one device, as they came in one call.
struct FixBatch: Sendable {
    /// What tells devices of one person apart.
    let device: String
    let fixes: [Fix]

    /// How a device is called whose fixes an import read.
    ///
    /// - Parameter name: What the file calls it; empty for none.
    static func device(ofImport number: String, named name: String = "") -> String {
        let whole = importPrefix + number
        guard !name.isEmpty else { return whole }
        var cut = name[...]
        while whole.utf8.count + 1 + cut.utf8.count > FixStore.deviceLimit { cut.removeLast() }
        return "\(whole):\(cut)"
    }

    /// What its owner or the file calls a device; empty for none.
    static func ownName(of device: String) -> String {
        guard device.hasPrefix(importPrefix) else { return device }
        let rest = device.dropFirst(importPrefix.count)
        return rest.firstIndex(of: ":").map { String(rest[rest.index(after: $0)...]) } ?? ""
    }

    /// Whether the fixes are of an import.
    func isOfImport(_ number: String) -> Bool {
        let whole = Self.device(ofImport: number)
        return device == whole || device.hasPrefix(whole + ":")
    }
    /// What no device of a person's own begins with.
    static let importPrefix = "import:"

    /// Whether an import read them.
    var isImported: Bool { device.hasPrefix(Self.importPrefix) }
}

/// The fixes that are kept of somebody.
struct KeptFixes: Sendable {
    /// Those of each device by the order of their times; devices by their names.
    var tracks: [[Fix]] = []
    /// The last row that they come from; 0 for none.
    var lastRow: Int64 = 0
    /// The earliest moment of those that had not been looked at; nil for none.
    var earliestNew: Timestamp?
    /// The moments of those that had been looked at.
    var known: [Timestamp] = []
    /// The names of the devices of ``tracks``, in their order.
    var devices: [String] = []

    /// All of them by the order of their times.
    var all: [Fix] { tracks.count == 1 ? tracks[0] : Array(tracks.joined()).inOrder }
    /// Those of the device that is carried.
    var carried: [Fix] { CarriedFixes.fixes(of: tracks) }
    /// The moments of all, and of those that had been looked at.
    var moments: KeptMoments { KeptMoments(all: tracks.joined().map(\.at), known: known) }

    /// Those of the device that is carried, of a time.
    func carried(from: Timestamp, to: Timestamp? = nil) -> [Fix] {
        CarriedFixes.fixes(
            of: tracks.map { track in
                track.filter { fix in fix.at >= from && (to.map { fix.at <= $0 } ?? true) }
            }
        )
    }
}

extension [Fix] {
    /// By the order of their times; of one moment as they came.
    var inOrder: [Fix] {
        enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }
}
