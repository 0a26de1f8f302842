internal import FeatureCollections
internal import FeatureFilters
internal import Geodesy
internal import HTTPService
internal import ReferenceSystems

extension QueryReader {
    /// `filter`, with `filter-lang` and `filter-crs` (OGC API - Features, Part 3, section 8).
    ///
    /// - Returns: nil where there is none, or it is wrong and noted as such.
    mutating func filter(over fields: [FeatureField], _ systems: [OfferedSystem]) -> FeatureFilter?
    {
        let system = system("filter-crs", systems)
        let language = filterLanguage()
        guard let text = text("filter") else {
            if !has("filter") {
                for name in ["filter-lang", "filter-crs"] where has(name) {
                    note(name, .needsOther, "is given without filter", .other("filter"))
                }
            }
            return nil
        }
        guard let system, let language else { return nil }
        do {
            let projector = try Projector(system)
            return try FeatureFilter(text, in: language, over: fields) { first, second in
                projector.place(
                    system.isNorthingFirst ? (x: second, y: first) : (x: first, y: second)
                )
            }
        } catch let fault as FilterFault {
            note("filter", .wrongType, "is wrong \(fault)", .value(text))
        } catch {
            note("filter-crs", .notASystem, "is \(system.uri); \(error)", .value(system.uri))
        }
        return nil
    }

    /// `filter-lang`; the text encoding without it.
    private mutating func filterLanguage() -> FeatureFilter.Encoding? {
        guard has("filter-lang") else {
            _ = text("filter-lang")
            return .text
        }
        guard let text = text("filter-lang") else { return nil }
        guard ItemsQuery.filterLanguages.contains(text) else {
            note(
                "filter-lang",
                .notOneOf,
                "is \(quoted(text)); it is one of \(ItemsQuery.filterLanguages.joined(separator: ", "))",
                .choices(text, ItemsQuery.filterLanguages)
            )
            return nil
        }
        return FeatureFilter.Encoding(rawValue: text) ?? .text
    }
}

extension ItemsQuery {
    /// How a filter may be written; the last is what many programs still say for the first.
    static let filterLanguages = FeatureFilter.Encoding.allCases.map(\.rawValue) + ["cql-text"]

    /// Whether anything is asked but for a page of all features.
    var hasConditions: Bool {
        box != nil || time != nil || !values.isEmpty || filter != nil
    }
}
