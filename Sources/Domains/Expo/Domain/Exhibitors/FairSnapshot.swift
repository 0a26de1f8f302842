package import Agenda
package import Datasets
package import Geodesy
package import TextSearch

/// The published exhibitors, booths, places and plans of one moment, by fair.
package final class FairSnapshot: Sendable {
    /// A fair: an event with what is published of it.
    package struct Fair: Sendable {
        /// The id of the event; what the files call it where no such event is published.
        package let id: String
        /// What files and tokens may call it.
        package let names: Set<String>
        /// The event; nil where none is published.
        package let event: Event?
        /// Its exhibitors, by their numbers in ``FairSnapshot/stands``.
        package fileprivate(set) var stands: [Int] = []
        /// Its booths by folded label.
        package fileprivate(set) var booths: [String: Booth] = [:]
        /// Its places.
        package fileprivate(set) var places: [FairPlace] = []
        /// Its plans.
        package internal(set) var maps: [SiteMap] = []
        /// The links that came with a file, in their order; none where organizers set them by themselves.
        package fileprivate(set) var links: [FairLink] = []

        /// The survey that came with a file; nil where none did.
        package var survey: FairLink? { links.first { $0.use == .survey } }

        /// When it takes ratings; nil where nobody knows.
        package var window: RatingWindow? { event.map { RatingWindow($0.span) } }

        /// About where it is: its venue's place, else a booth's that has one of its own; nil where nobody knows.
        package var center: Coordinate? {
            if let place = event?.venue.place { return place }
            return booths.filter { $0.value.place != nil }.min { $0.key < $1.key }?.value.place
        }

        /// Where a booth is: as its file says, or by its spot on the plan of its floor.
        package func place(of booth: Booth) -> Coordinate? {
            if let place = booth.place { return place }
            guard let spot = booth.spot else { return nil }
            let map = maps.first { $0.level == booth.level } ?? (maps.count == 1 ? maps.first : nil)
            return map?.fit?.place(of: spot)
        }
    }

    /// An exhibitor with where it stands.
    package struct Stand: Sendable {
        /// The exhibitor.
        package let exhibitor: Exhibitor
        /// The id of its fair.
        package let fair: String
        /// Its booth; nil where it has none, or none that is published.
        package let booth: Booth?
        /// Where the booth is; nil where nobody knows.
        package let place: Coordinate?
        /// The picture of its sign, by its hash: the one that organizers have set, else its file's; nil for none.
        package let picture: String?
        /// Its name as it is sorted.
        package let sortName: String

        /// What it is found by.
        fileprivate var searched: SearchDocument {
            SearchDocument(
                id: exhibitor.id,
                title: exhibitor.name,
                detail: exhibitor.booth,
                texts: exhibitor.topics,
                event: fair,
                place: place
            )
        }
    }

    /// All exhibitors, by the bytes of their ids.
    package let stands: [Stand]
    /// All fairs by id: those with something published, and events that are fairs.
    package let fairs: [String: Fair]
    /// The datasets that all came with.
    package let versions: [DatasetVersion]
    /// Finds exhibitors by their words.
    package let index: SearchIndex
    /// The events that the fairs are.
    package let agenda: AgendaSnapshot?
    private let fairOfName: [String: String]
    private let numberOfID: [String: Int]

    /// - Parameter logos: The pictures that organizers have set, by the ids of exhibitors.
    /// - Complexity: O(n log n).
    package init(
        exhibitors: [Exhibitor],
        booths: [Booth],
        places: [FairPlace],
        maps: [SiteMap],
        logos: [String: String] = [:],
        links: [FairLink] = [],
        versions: [DatasetVersion],
        agenda: AgendaSnapshot?
    ) {
        var builder = FairBuilder(
            agenda,
            naming: exhibitors.map { ($0.dataset, $0.event) }
                + booths.map { ($0.dataset, $0.event) }
                + places.map { ($0.dataset, $0.event) }
                + links.map { ($0.dataset, $0.event) }
        )
        builder.add(booths, places, maps)
        for link in links.sorted(by: { $0.precedes($1) }) {
            builder.change(link.event, in: link.dataset) { $0.links.append(link) }
        }
        let stands = builder.stands(of: exhibitors, with: logos)
        self.stands = stands
        fairs = builder.fairs
        fairOfName = builder.fairOfName
        self.versions = versions
        self.agenda = agenda
        numberOfID = Dictionary(
            stands.enumerated().map { ($0.element.exhibitor.id, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        index = SearchIndex(stands.map(\.searched))
    }

    /// A fair by its id, or by what files call it; nil for none, or where a name is that of several.
    package func fair(_ name: String) -> Fair? {
        fairs[name] ?? fairOfName[name].flatMap { fairs[$0] }
    }

    /// The id of the fair that a record names: an event of the record's own dataset goes before others.
    package func fairID(naming event: String, in dataset: DatasetName) -> String {
        agenda?.event("\(dataset).\(event)")?.id ?? fairOfName[event] ?? event
    }

    /// An exhibitor by its id; nil for none.
    package func stand(_ id: String) -> Stand? { numberOfID[id].map { stands[$0] } }
}

/// Puts records together by the fair that they are of.
private struct FairBuilder {
    private(set) var fairs: [String: FairSnapshot.Fair] = [:]
    private(set) var fairOfName: [String: String] = [:]

    /// - Parameters:
    ///   - agenda: The events; those that are fairs are there without exhibitors, too.
    ///   - records: The dataset of each record of a fair, and what it calls its event.
    init(_ agenda: AgendaSnapshot?, naming records: [(dataset: DatasetName, event: String)]) {
        let events = agenda?.events ?? []
        byID = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var claims: [String: Set<String>] = [:]
        for (dataset, name) in records where byID["\(dataset).\(name)"] != nil {
            claims[name, default: []].insert("\(dataset).\(name)")
        }
        let byKey = Dictionary(grouping: events, by: \.key)
        for (key, named) in byKey {
            // A key of several events is that one's whose own dataset has something of it, so that no other
            // dataset takes it over; where several have, it is nobody's, and ids alone tell them apart.
            if named.count > 1, let own = claims[key] {
                if own.count == 1, let id = own.first { fairOfName[key] = id }
                continue
            }
            // Else it is a fair's where one alone of them is one.
            let candidates = named.count == 1 ? named : named.filter { $0.kind == .fair }
            if candidates.count == 1 { fairOfName[key] = candidates[0].id }
        }
        for event in events {
            fairOfName[event.id] = event.id
            if event.kind == .fair { add(event) }
        }
    }

    private var byID: [String: Event] = [:]

    /// Puts booths, places and plans to their fairs. Of two booths with one label the first stays.
    mutating func add(_ booths: [Booth], _ places: [FairPlace], _ maps: [SiteMap]) {
        for booth in booths {
            change(booth.event, in: booth.dataset) { fair in
                let label = Booth.folded(booth.label)
                if fair.booths[label] == nil { fair.booths[label] = booth }
            }
        }
        for place in places { change(place.event, in: place.dataset) { $0.places.append(place) } }
        for map in maps { change(map.fair) { $0.maps.append(map) } }
    }

    /// Puts exhibitors to their fairs, and finds their booths, which are there already.
    ///
    /// - Returns: All of them by the bytes of their ids.
    mutating func stands(
        of exhibitors: [Exhibitor],
        with logos: [String: String]
    ) -> [FairSnapshot.Stand] {
        let sorted = exhibitors.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        return sorted.enumerated().map { number, exhibitor in
            let fair = change(exhibitor.event, in: exhibitor.dataset) { $0.stands.append(number) }
            let booth = exhibitor.booth.flatMap { fair.booths[Booth.folded($0)] }
            return FairSnapshot.Stand(
                exhibitor: exhibitor,
                fair: fair.id,
                booth: booth,
                place: booth.flatMap(fair.place),
                picture: logos[exhibitor.id] ?? exhibitor.picture,
                sortName: SearchWords.folded(exhibitor.name)
            )
        }
    }

    private mutating func add(_ event: Event) {
        var names: Set<String> = [event.id]
        if fairOfName[event.key] == event.id { names.insert(event.key) }
        fairs[event.id] = FairSnapshot.Fair(id: event.id, names: names, event: event)
    }

    /// Changes the fair of a name, which is made where there is none.
    ///
    /// - Parameter dataset: Whose record names it: an event of the same dataset goes before others.
    @discardableResult
    mutating func change(
        _ name: String,
        in dataset: DatasetName? = nil,
        _ change: (inout FairSnapshot.Fair) -> Void
    ) -> FairSnapshot.Fair {
        let own = dataset.map { "\($0).\(name)" }
        let id = own.flatMap { byID[$0]?.id } ?? fairOfName[name] ?? name
        if fairs[id] == nil {
            if let event = byID[id] {
                add(event)
            } else {
                fairs[id] = FairSnapshot.Fair(id: id, names: [id], event: nil)
                fairOfName[id] = id
            }
        }
        var fair = fairs[id] ?? FairSnapshot.Fair(id: id, names: [id], event: nil)
        // One owner while it changes, so that nothing is copied.
        fairs[id] = nil
        change(&fair)
        fairs[id] = fair
        return fair
    }
}
