/// Which of a thing's pictures is the largest, by what shops write into their addresses.
package enum PictureChoice {
    /// The pictures with the largest first; others keep their order.
    ///
    /// eBay writes the longest side in pixels into its addresses: `s-l225` is smaller than `s-l1600`. A width
    /// that is told counts where the address has none.
    package static func largestFirst(
        _ pictures: [(url: String, width: Int?)]
    ) -> [String] {
        var seen: Set<String> = []
        return pictures.enumerated().sorted { left, right in
            let (one, two) = (size(left.element), size(right.element))
            return one != two ? one > two : left.offset < right.offset
        }.map(\.element.url).filter { seen.insert($0).inserted }
    }

    private static func size(_ picture: (url: String, width: Int?)) -> Int {
        guard let mark = picture.url.range(of: "/s-l", from: picture.url.startIndex) else {
            return picture.width ?? 0
        }
        return Int(picture.url[mark...].prefix { $0.isASCII && $0.isNumber }) ?? picture.width ?? 0
    }
}

extension String {
    /// Where the text behind the last mark begins; nil where the mark is not in it.
    fileprivate func range(of mark: String, from start: Index) -> Index? {
        var found: Index?
        var rest = self[start...]
        while let first = rest.firstIndex(of: "/") {
            rest = rest[first...]
            if rest.hasPrefix(mark) { found = index(first, offsetBy: mark.count) }
            rest = rest.dropFirst()
        }
        return found
    }
}
