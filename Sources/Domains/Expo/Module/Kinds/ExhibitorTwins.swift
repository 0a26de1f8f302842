internal import Datasets
internal import Expo
internal import Importing
internal import Synchronization

/// The exhibitors of a file, held against those that other datasets have of the same fairs.
///
/// Who stands at one booth under two datasets would be seen twice, and rated twice: whoever publishes such a file
/// is asked first.
final class ExhibitorTwins: Sendable {
    private struct Seen: Sendable {
        let name: String
        let event: String
        let marks: Exhibitor.Marks
    }

    private let seen = Mutex<[Seen]>([])

    /// Takes the file's exhibitors, some at a time; nil where they begin anew.
    func observe(_ exhibitors: [Exhibitor]?) {
        seen.withLock { seen in
            guard let exhibitors else { return seen = [] }
            seen += exhibitors.map { Seen(name: $0.name, event: $0.event, marks: $0.marks) }
        }
    }

    /// What takes consent.
    ///
    /// - Parameters:
    ///   - dataset: The one that the file is for.
    ///   - published: All that is published.
    /// - Complexity: O(n + m) for n exhibitors of the file and m that are published.
    func consents(_ dataset: DatasetName, among published: FairSnapshot) -> [GuardFinding] {
        let seen = seen.withLock { $0 }
        let others = OtherExhibitors(than: dataset, in: published)
        let twins = seen.compactMap { own in
            let fair = published.fairID(naming: own.event, in: dataset)
            return others.twin(of: own.marks, at: fair).map { (own: own, twin: $0) }
        }
        guard let first = twins.first else { return [] }
        let (example, twin) = (first.own.name, first.twin)
        return [
            GuardFinding(
                limit: .sameExhibitor,
                count: twins.count,
                allowed: 0,
                published: seen.count,
                text:
                    "\(twins.count) of the file's exhibitors have the booth or the name of one that another "
                    + "dataset has of the same event, such as \"\(example)\", which is \"\(twin.name)\" of "
                    + "\(twin.dataset): visitors would see both. Import the file into that dataset, or "
                    + "withdraw it first",
                values: [
                    "example": .text(example), "twin": .text(twin.name),
                    "other": .text(twin.dataset.text),
                ]
            )
        ]
    }
}

/// The published exhibitors of other datasets, by fair and by what they are known by.
private struct OtherExhibitors {
    private struct Key: Hashable {
        let fair: String
        let mark: String
    }

    private var byBooth: [Key: Exhibitor] = [:]
    private var byName: [Key: Exhibitor] = [:]

    init(than dataset: DatasetName, in snapshot: FairSnapshot) {
        for stand in snapshot.stands where stand.exhibitor.dataset != dataset {
            let marks = stand.exhibitor.marks
            byName[Key(fair: stand.fair, mark: marks.name)] = stand.exhibitor
            if let booth = marks.booth {
                byBooth[Key(fair: stand.fair, mark: booth)] = stand.exhibitor
            }
        }
    }

    func twin(of marks: Exhibitor.Marks, at fair: String) -> Exhibitor? {
        byName[Key(fair: fair, mark: marks.name)]
            ?? marks.booth.flatMap { byBooth[Key(fair: fair, mark: $0)] }
    }
}
