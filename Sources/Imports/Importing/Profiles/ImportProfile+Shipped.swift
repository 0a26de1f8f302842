internal import Foundation
internal import RowFiles

extension ImportProfile {
    /// The profiles that ship with Ambit, by name. Each is checked by a test on a real file.
    public static let shippedNames: [String] = shipped.keys.sorted()

    private static let shipped: [String: [UInt8]] = [
        "aec-gazette": PackageResources.aec_gazette_profile,
        "alaska-2020": PackageResources.alaska_2020_profile,
        "arkansas-2018": PackageResources.arkansas_2018_profile,
        "arkansas-2020": PackageResources.arkansas_2020_profile,
        "cologne": PackageResources.cologne_profile,
        "cologne-2014": PackageResources.cologne_2014_profile,
        "cologne-2017": PackageResources.cologne_2017_profile,
        "dc": PackageResources.dc_profile,
        "delaware-kent": PackageResources.delaware_kent_profile,
        "democracy-counts": PackageResources.democracy_counts_profile,
        "eoni": PackageResources.eoni_profile,
        "halarose": PackageResources.halarose_profile,
        "idox-eros": PackageResources.idox_eros_profile,
        "us-polling-places": PackageResources.us_polling_places_profile,
        "wa-2021": PackageResources.wa_2021_profile,
        "xpress": PackageResources.xpress_profile,
        "xpress-weblookup": PackageResources.xpress_weblookup_profile,
    ]

    /// The profile that `--profile` names: one that ships with Ambit, or a file.
    ///
    /// - Parameter name: A shipped profile's name, or the path of a file, which has a slash or a dot
    ///   in it.
    /// - Throws: ``ImportError/unknownProfile(_:choices:)``, an error of the disk, or
    ///   ``ImportError/badProfile(_:line:reason:)``.
    public static func named(_ name: String) throws(ImportError) -> ImportProfile {
        if let bytes = shipped[name] {
            return try ImportProfile(parsing: String(decoding: bytes, as: UTF8.self), name: name)
        }
        guard name.contains("/") || name.contains(".") else {
            throw .unknownProfile(name, choices: shippedNames)
        }
        let reader = try importing(FileReader(path: name))
        let bytes = try importing(reader.read(sizeLimit))
        return try ImportProfile(parsing: String(decoding: bytes, as: UTF8.self), name: name)
    }

    /// No profile comes near it.
    private static let sizeLimit = 1 << 20
}

extension ImportProfile {
    /// The shipped profiles that are made for files with these columns, the one that knows most of them
    /// first.
    static func fitting(columns: [String]) -> [String] {
        let keys = Set(columns.map { HeaderKey($0) })
        let fits = shippedNames.compactMap { name -> (name: String, count: Int)? in
            guard let profile = try? named(name), profile.columns.count > 1,
                profile.columns.allSatisfy({ keys.contains(HeaderKey($0.column)) }),
                profile.skips.allSatisfy({ keys.contains(HeaderKey($0.column)) }),
                profile.captures.allSatisfy({ keys.contains(HeaderKey($0.column)) })
            else { return nil }
            return (name, profile.columns.count)
        }
        return fits.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map(\.name)
    }
}

extension ImportError {
    /// The same error, which names a shipped profile where one is made for such a file.
    func suggestingProfile(for columns: [String]) -> ImportError {
        let names = ImportProfile.fitting(columns: columns)
        guard let best = names.first else { return self }
        let others = names.dropFirst().map { ", or --profile \($0)" }.joined()
        let advice = "The columns are those of a profile: try --profile \(best)\(others)"
        return switch self {
        case .noCoordinates(let columns, let reason, let hint):
            .noCoordinates(columns: columns, reason: reason, hint: "\(advice). \(hint)")
        case .missingField(let field, let columns, let hint):
            .missingField(field, columns: columns, hint: "\(advice). \(hint)")
        case .unclearReferenceSystem(let columns, let choices)
        where (try? ImportProfile.named(best))?.referenceSystem != nil:
            .unclearReferenceSystem(
                columns: columns,
                choices: choices + ["that of the profile: --profile \(best)"]
            )
        default: self
        }
    }
}
