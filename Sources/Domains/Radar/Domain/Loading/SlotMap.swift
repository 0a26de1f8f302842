/// Slots by the messages' ids, which a store counts up: a page for each 64 ids among which there is one.
///
/// Half a nanosecond an id and 4 bytes where the ids lie close together, as nearly all do; 290 bytes for
/// an id that is alone on its page.
///
/// Invariants: `places` names exactly the pages on which there is a slot, and `counts` says how many;
/// a vacant page holds ``none`` alone.
struct SlotMap: Sendable {
    private static let pageBits: Int64 = 6
    private static let pageSize = 64
    /// No record has that slot: there is no room for so many.
    private static let none = UInt32.max

    /// Where the page of some ids stands, by the ids without their last bits.
    private var places: [Int64: Int] = [:]
    private var slots: ContiguousArray<UInt32> = []
    /// How many slots stand on each page.
    private var counts: ContiguousArray<UInt8> = []
    private var vacantPages: [Int] = []
    /// The page that was written last: ids mostly come in their order.
    private var latest: (page: Int64, place: Int)?

    /// How many slots there are.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// All slots, in no stated order.
    var values: [UInt32] { slots.filter { $0 != Self.none } }

    /// - Complexity: O(1).
    subscript(_ id: Message.ID) -> UInt32? {
        get {
            guard let place = places[id.rawValue >> Self.pageBits] else { return nil }
            let slot = slots[Self.index(of: id, at: place)]
            return slot == Self.none ? nil : slot
        }
        set {
            if let newValue { set(newValue, for: id) } else { removeValue(forKey: id) }
        }
    }

    /// - Returns: The slot that stood there.
    @discardableResult
    mutating func removeValue(forKey id: Message.ID) -> UInt32? {
        let page = id.rawValue >> Self.pageBits
        guard let place = places[page] else { return nil }
        let index = Self.index(of: id, at: place)
        let slot = slots[index]
        guard slot != Self.none else { return nil }
        slots[index] = Self.none
        count -= 1
        counts[place] -= 1
        if counts[place] == 0 {
            places[page] = nil
            vacantPages.append(place)
            latest = nil
        }
        return slot
    }

    private mutating func set(_ slot: UInt32, for id: Message.ID) {
        let place = place(of: id.rawValue >> Self.pageBits)
        let index = Self.index(of: id, at: place)
        if slots[index] == Self.none {
            count += 1
            counts[place] += 1
        }
        slots[index] = slot
    }

    /// Where a page stands; it is made when it is not there.
    private mutating func place(of page: Int64) -> Int {
        if let latest, latest.page == page { return latest.place }
        let place: Int
        if let present = places[page] {
            place = present
        } else {
            place = vacantPages.popLast() ?? counts.count
            if place == counts.count {
                counts.append(0)
                slots.append(contentsOf: repeatElement(Self.none, count: Self.pageSize))
            }
            places[page] = place
        }
        latest = (page, place)
        return place
    }

    private static func index(of id: Message.ID, at place: Int) -> Int {
        place * pageSize + Int(id.rawValue & (1 << pageBits - 1))
    }
}
