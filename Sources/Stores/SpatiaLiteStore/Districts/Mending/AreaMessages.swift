internal import FencedWorkers
internal import Geodesy
internal import Polling

/// What the process that judges areas is asked.
enum AreaQuestion {
    case mend(MultiPolygon)
    case common(MultiPolygon, MultiPolygon)
    case united([MultiPolygon])

    /// A number for the question, then for each area its length and its bytes.
    var bytes: [UInt8] {
        let (code, areas): (UInt8, [MultiPolygon]) =
            switch self {
            case .mend(let area): (1, [area])
            case .common(let first, let second): (2, [first, second])
            case .united(let areas): (3, areas)
            }
        var bytes = [code]
        for area in areas { bytes.append(counted: AreaBlob.bytes(of: area)) }
        return bytes
    }

    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let code = rest.popFirst() else { return nil }
        var areas: [MultiPolygon] = []
        while !rest.isEmpty {
            guard let blob = rest.popCounted(),
                let area = blob.withUnsafeBytes({ AreaBlob.area(in: $0) })
            else { return nil }
            areas.append(area)
        }
        switch (code, areas.count) {
        case (1, 1): self = .mend(areas[0])
        case (2, 2): self = .common(areas[0], areas[1])
        case (3, 1...): self = .united(areas)
        default: return nil
        }
    }
}

/// What it answers.
enum AreaAnswer {
    case sound
    case hopeless(fault: String)
    case mended(MultiPolygon, fault: String)
    /// What areas have in common, or cover together; nil for nothing.
    case area(MultiPolygon?)
    /// The question could not be answered.
    case failed(String)

    /// A number for the answer, then a text and an area with their lengths.
    var bytes: [UInt8] {
        let (code, text, area): (UInt8, String, MultiPolygon?) =
            switch self {
            case .sound: (1, "", nil)
            case .hopeless(let fault): (2, fault, nil)
            case .mended(let area, let fault): (3, fault, area)
            case .area(let area): (4, "", area)
            case .failed(let reason): (5, reason, nil)
            }
        var bytes = [code]
        bytes.append(counted: Array(text.utf8.prefix(Self.textLimit)))
        bytes.append(counted: area.map { AreaBlob.bytes(of: $0) } ?? [])
        return bytes
    }

    private static let textLimit = 500

    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let code = rest.popFirst(), let text = rest.popCounted(),
            text.count <= Self.textLimit,
            let blob = rest.popCounted(), rest.isEmpty
        else { return nil }
        let words = String(decoding: text, as: UTF8.self)
        let area = blob.withUnsafeBytes { AreaBlob.area(in: $0) }
        guard (area == nil) == blob.isEmpty else { return nil }
        switch (code, area) {
        case (1, nil): self = .sound
        case (2, nil): self = .hopeless(fault: words)
        case (3, let area?): self = .mended(area, fault: words)
        case (4, _): self = .area(area)
        case (5, nil): self = .failed(words)
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(counted bytes: [UInt8]) {
        self += WorkerFrame.header(bytes.count)
        self += bytes
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func popCounted() -> ArraySlice<UInt8>? {
        guard let length = WorkerFrame.length(Array(prefix(WorkerFrame.headerLength))),
            length <= count - WorkerFrame.headerLength
        else { return nil }
        let start = startIndex + WorkerFrame.headerLength
        defer { self = self[(start + length)...] }
        return self[start..<start + length]
    }
}
