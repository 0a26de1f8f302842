/// Some elements of a series of any length, evenly spread over its order, so that they take the same
/// memory whatever its length.
///
/// Of a series of n elements it has those at the places 0, s, 2s and so on below n, where s is a power of
/// two.
struct EvenSample<Element: Sendable>: Sendable {
    /// Those that were taken, in the order of the series.
    private(set) var elements: [Element] = []
    /// How many elements the series has.
    private(set) var count = 0
    /// One of so many is taken.
    private var step = 1
    private let limit: Int

    /// A sample of a series without elements.
    ///
    /// - Parameter limit: So many elements of a longer series are had at least, and fewer than twice as
    ///   many; 1 or more.
    init(limit: Int) {
        precondition(limit > 0)
        self.limit = limit
    }

    /// The place of the element that is taken next.
    private var next: Int { elements.count * step }

    /// Appends an element to the series.
    ///
    /// - Parameter element: Is made where it is taken.
    /// - Complexity: O(1), amortized.
    mutating func add(_ element: @autoclosure () -> Element) {
        if count == next {
            elements.append(element())
            if elements.count == 2 * limit { halve() }
        }
        count += 1
    }

    /// Appends another series.
    ///
    /// Where that has no sample at the place whose turn it is, the one before stands for it, which is less
    /// than a step away. So as large a share is taken of both.
    ///
    /// - Complexity: O(k) for k samples.
    mutating func add(_ other: EvenSample) {
        while step < other.step { halve() }
        for place in stride(from: next, to: count + other.count, by: step) {
            elements.append(other.elements[(place - count) / other.step])
        }
        count += other.count
        while elements.count >= 2 * limit { halve() }
    }

    private mutating func halve() {
        elements = stride(from: 0, to: elements.count, by: 2).map { elements[$0] }
        step *= 2
    }
}
