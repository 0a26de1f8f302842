internal import Datasets
package import Polling
package import Timekeeping

/// What is published of an election as a feed of the Voting Information Project, version 6.0: polling
/// locations, precincts, contests, measures and street segments, for other programs to read.
///
/// What is published is read as a stream; of stations and addresses no more is kept in memory than names
/// them. What ``FeedImporter`` makes of a feed comes out of it again: who imports it finds nothing to
/// change.
///
/// Source: Voting Information Project, XML specification 6.0 (`vip_spec.xsd`).
package struct FeedExport: Sendable {
    /// What is read.
    package typealias Store = StationStore & AddressStore & ElectionStore & DistrictStore

    /// Who publishes the feed, and what it is of.
    package struct Options: Sendable {
        /// Who publishes it.
        package var sourceName = "Ambit"
        /// The publisher's number with the Voting Information Project: the state's FIPS code, or with the
        /// county's behind it.
        package var sourceID = "0"
        /// The state or the land; nil to take the one that the precincts name.
        package var state: String?
        /// The county or the town of precincts that name none; nil to take the only one that is published,
        /// else the source's name.
        package var locality: String?
        /// The election by its key, its id or its day; nil for the next one, or the last where none is to
        /// come.
        package var election: String?
        /// The datasets that are read, by their names or the beginnings of these: `va` also for
        /// `va-stations`; none for all.
        package var datasets: [String] = []
        /// When the feed is made.
        package var moment: Timestamp

        /// Options with what every feed needs.
        package init(moment: Timestamp) { self.moment = moment }

        /// Whether a dataset is read.
        func has(_ dataset: DatasetName) -> Bool {
            datasets.isEmpty
                || datasets.contains { dataset.text == $0 || dataset.text.hasPrefix($0 + "-") }
        }
    }

    /// What was written, and what could not be.
    package struct Summary: Sendable, Hashable {
        /// How many elements of each name, in the order in which they were written.
        package fileprivate(set) var elements: [(name: String, count: Int)] = []
        /// What is published and has no place in a feed, with how often.
        package fileprivate(set) var losses: [FeedLoss: Int] = [:]

        package static func == (left: Summary, right: Summary) -> Bool {
            left.losses == right.losses
                && left.elements.map(\.name) == right.elements.map(\.name)
                && left.elements.map(\.count) == right.elements.map(\.count)
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(losses) }

        mutating func count(_ name: String) {
            if let index = elements.firstIndex(where: { $0.name == name }) {
                elements[index].count += 1
            } else {
                elements.append((name, 1))
            }
        }

        mutating func lose(_ loss: FeedLoss, _ count: Int = 1) {
            if count > 0 { losses[loss, default: 0] += count }
        }
    }

    private let store: any Store
    private let options: Options

    /// - Parameter store: What is published.
    package init(of store: any Store, _ options: Options) {
        self.store = store
        self.options = options
    }

    /// Writes the feed.
    ///
    /// - Parameter sink: Given the document piece by piece, in order.
    /// - Throws: ``FeedExportError``, or what the store or the sink throws.
    /// - Complexity: O(n) for n records, and O(p log d) for p precincts without a list among d districts.
    package func write(
        to sink: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> Summary {
        let source = try await FeedSource.read(store, options)
        let plan = try FeedPlan(source, options)
        return try await FeedWriter.write(source, plan, options, from: store, to: sink)
    }
}

/// Something that is published and has no place in a feed.
package enum FeedLoss: Sendable, Hashable {
    /// What is known of stations' accessibility.
    case accessibility
    /// A column of stations' files.
    case column(String)
    /// Hours that no schedule can say: written in the words of their file.
    case wordedHours
    /// Addresses that name neither a precinct nor a station.
    case addressesOfNobody
    /// Houses whose numbers no segment can have.
    case houses
    /// Contests and measures without a district, written as of the locality.
    case withoutDistrict
    /// What one answer to a measure means, where the other's meaning is not known.
    case halfMeaning
    /// Contests and measures of other elections.
    case otherElections
    /// Contests and measures of districts in which no precinct is known to lie.
    case withoutVoters
    /// Precincts of two districts of one type: written as of both.
    case straddling
    /// Characters that no document may hold.
    case characters
}

/// Why no feed is written.
package enum FeedExportError: Error, Sendable, Hashable {
    /// Nothing is published in the datasets.
    case nothing
    /// No published election is called so; with those that are.
    case unknownElection(String, known: [String])
    /// The election has no day, which a feed has to have.
    case electionWithoutDay(String)
    /// Nothing says in which state it is.
    case noState
}

extension FeedExportError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    package var description: String {
        switch self {
        case .nothing:
            "no station, precinct, contest or address is published there; `ambit datasets list` "
                + "shows what is"
        case .unknownElection(let name, let known):
            known.isEmpty
                ? "--election is \"\(name)\", and no election is published"
                : "--election is \"\(name)\", which names no published election; there are "
                    + known.joined(separator: ", ")
        case .electionWithoutDay(let name):
            "the election \"\(name)\" has no day, and a feed has to say it; import elections with "
                + "a date, or name another with --election"
        case .noState:
            "nothing that is published says in which state it is, and a feed has to; say it with "
                + "--state NAME"
        }
    }
}
