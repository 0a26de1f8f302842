internal import Polling

/// Published contests that a file has in precincts of others, and no longer in all of their own: the column of
/// precincts slipped against the others, or was sorted alone.
///
/// Results that come in by and by have more precincts each time, which is not told. Nor are precincts whose codes
/// are written otherwise. Contests that lose precincts alone are told, for their voters lose them.
struct OtherPrecincts {
    /// A precinct, or a whole county, as far as contests of one dataset are compared.
    private struct Place: Hashable {
        let county: CountyKey?
        /// The precinct; nil for the whole county.
        let precinct: DistrictKey?
        /// In the file's words.
        let text: String

        static func == (left: Place, right: Place) -> Bool {
            (left.county, left.precinct) == (right.county, right.precinct)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(county)
            hasher.combine(precinct)
        }
    }

    private let published: Int
    private let examples: [String]
    /// Contests that have lost precincts and come by none, with these.
    private let smaller: [String]

    /// So many of the precincts that a contest has lost are named.
    private static let shownCount = 3
    /// So many of a hundred published contests may go over to precincts of others.
    private static let percent = 5

    /// - Parameters:
    ///   - published: The dataset's contests.
    ///   - contests: Those that it would have.
    /// - Complexity: O(n) for n precincts of all contests, and O(k log k) for k that a contest goes over to.
    init(of published: [Contest], by contests: [Contest]) {
        self.published = published.count
        let before = Self.places(of: published)
        let after = Self.places(of: contests)
        let known = before.values.reduce(into: Set<Place>()) { $0.formUnion($1) }
        let left = after.values.reduce(into: Set<Place>()) { $0.formUnion($1) }
        // Contests that take one another's areas are told as such.
        let areas = Set(published.map(\.area))
        let swapped = Set(contests.filter { areas.contains($0.area) }.map(\.id))
        examples = published.compactMap { contest in
            guard !swapped.contains(contest.id), let own = before[contest.id],
                let new = after[contest.id],
                let taken = Self.first(of: new.subtracting(own).intersection(known)),
                let lost = Self.first(of: own.subtracting(new).intersection(left))
            else { return nil }
            return "\"\(contest.title.text())\" (\(lost.text) > \(taken.text))"
        }
        smaller = published.compactMap { contest in
            guard let own = before[contest.id], let new = after[contest.id], !new.isEmpty,
                new.isStrictSubset(of: own)
            else { return nil }
            let lost = own.subtracting(new).map(\.text).sorted(by: PrecinctCodes.comesBefore)
            let shown = lost.prefix(Self.shownCount) + (lost.count > Self.shownCount ? ["…"] : [])
            return "\"\(contest.title.text())\" (\(shown.joined(separator: ", ")))"
        }
    }

    private static func places(of contests: [Contest]) -> [Contest.ID: Set<Place>] {
        contests.reduce(into: [:]) { all, contest in
            let area = contest.area
            var places = Set(area.precincts.map { place($0, in: nil) })
            for county in area.counties {
                places.formUnion(county.precincts.map { place($0, in: county.name) })
                if county.precincts.isEmpty { places.insert(place(nil, in: county.name)) }
            }
            all[contest.id] = places
        }
    }

    private static func place(_ code: String?, in county: String?) -> Place {
        Place(
            county: county.map { CountyKey($0) },
            precinct: code.map { DistrictKey(PrecinctCodes.reference($0)) },
            text: [county, code].compactMap { $0 }.joined(separator: " ")
        )
    }

    private static func first(of places: Set<Place>) -> Place? {
        places.min { PrecinctCodes.comesBefore($0.text, $1.text) }
    }

    private var allowed: Int { ExampleList.allowance(percent: Self.percent, of: published) }

    /// What takes consent; nil where few contests go over to precincts of others.
    var consent: GuardFinding? {
        ExampleList(examples).consent(
            .otherPrecincts,
            allowed: allowed,
            of: published,
            "published contest",
            would: "be in precincts of others, and no longer in all of their own",
            advice: "Look whether the column of precincts was sorted, or slipped, without the "
                + "others"
        )
    }

    /// That contests go over to precincts of others, where that takes no consent, and that contests lose
    /// precincts.
    var notes: [ImportNote] {
        let few = examples.count > allowed ? [] : examples
        return [
            ExampleList(few).warning(.contestsInOtherPrecincts, "contests"),
            ExampleList(smaller).warning(.contestsInFewerPrecincts, "contests"),
        ].compactMap { $0 }
    }
}
