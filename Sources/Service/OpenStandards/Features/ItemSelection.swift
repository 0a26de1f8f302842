internal import FeatureCollections
internal import FeatureFilters
internal import Geodesy
internal import ReferenceSystems

/// The features of a collection that a query asks for.
struct ItemSelection: Sendable {
    /// How many there are on all pages.
    let matched: Int
    /// The numbers of those on this page.
    let page: [Int]
    /// The number of the first one on the next page; nil on the last.
    let next: Int?

    /// - Complexity: O(1) for a query without conditions, else O(n) for the features that may match.
    init(_ query: ItemsQuery, in content: any FeatureContent) throws(ReferenceSystemError) {
        let count = content.count
        guard query.hasConditions else {
            let first = min(query.start, count)
            let end = min(first + query.limit, count)
            matched = count
            page = Array(first..<end)
            next = end < count ? end : nil
            return
        }
        let isInBox = try query.box?.test()
        var matched = 0
        var page: [Int] = []
        var next: Int?
        func look(_ number: Int) {
            guard Self.matches(number, query, content, isInBox) else { return }
            matched += 1
            guard number >= query.start else { return }
            if page.count < query.limit {
                page.append(number)
            } else if next == nil {
                next = number
            }
        }
        if let box = query.box {
            for number in box.candidates(in: content) { look(number) }
        } else if let boxes = query.filter?.boxes {
            for number in Set(boxes.flatMap(content.numbers)).sorted() { look(number) }
        } else {
            for number in 0..<count { look(number) }
        }
        self.matched = matched
        self.page = page
        self.next = next
    }

    private static func matches(
        _ number: Int,
        _ query: ItemsQuery,
        _ content: any FeatureContent,
        _ isInBox: ((FeatureShape) -> Bool)?
    ) -> Bool {
        if let isInBox {
            guard let shape = content.shape(number), isInBox(shape) else { return false }
        }
        // What holds at all times matches whatever is asked.
        if let time = query.time, let own = content.time(number), !own.intersects(time) {
            return false
        }
        guard !query.values.isEmpty || query.filter != nil else { return true }
        let feature = content.feature(number)
        return query.values.allSatisfy { feature.values[$0.key] == $0.value }
            && query.filter?.holds(feature) ?? true
    }
}
