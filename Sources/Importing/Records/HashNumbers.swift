/// Numbers hashes in the order in which they first come.
///
/// Twelve bytes a slot, of which five in six are taken at most and two in three at least. The hashes
/// stand for what they were made of: of a million things no two have the same one of 64 bits, but for a
/// chance of one in thirty million.
///
/// Source: linear probing, D. E. Knuth, TAOCP 3, 6.4, algorithm L. A hash's place is its share of the
/// whole range, so that slots are in the order of the hashes but for a few, and a table grows from
/// front to back.
struct HashNumbers {
    /// How many different hashes there are.
    private(set) var count = 0
    /// 0 where a slot is free.
    private var hashes: [UInt64] = Array(repeating: 0, count: 1 << 10)
    private var numbers: [Int32] = Array(repeating: 0, count: 1 << 10)

    /// The number of a hash, from 0 on.
    ///
    /// - Parameter hash: As a good hash function makes it; 0 and 1 are taken for the same.
    /// - Complexity: O(1) amortised.
    mutating func number(of hash: UInt64) -> (number: Int32, isNew: Bool) {
        let hash = max(hash, 1)
        var slot = slot(of: hash)
        if hashes[slot] == hash { return (numbers[slot], false) }
        if count * 6 >= hashes.count * 5 {
            grow()
            slot = self.slot(of: hash)
        }
        let number = Int32(clamping: count)
        hashes[slot] = hash
        numbers[slot] = number
        count += 1
        return (number, true)
    }

    /// Where a hash stands, or else the free slot where it would.
    private func slot(of hash: UInt64) -> Int {
        var slot = Int(hash.multipliedFullWidth(by: UInt64(hashes.count)).high)
        while hashes[slot] != 0, hashes[slot] != hash {
            slot += 1
            if slot == hashes.count { slot = 0 }
        }
        return slot
    }

    private mutating func grow() {
        let old = (hashes, numbers)
        let slots = old.0.count + old.0.count / 4
        hashes = Array(repeating: 0, count: slots)
        numbers = Array(repeating: 0, count: slots)
        for (hash, number) in zip(old.0, old.1) where hash != 0 {
            let slot = slot(of: hash)
            hashes[slot] = hash
            numbers[slot] = number
        }
    }
}
