// What is asked of millions of cells, read in place: a slice of the row's bytes would count one more
// reference to them each time.

extension Row {
    /// A cell's text without white space at either end; nil when it is blank.
    func text(_ index: Int) -> String? {
        let bounds = bounds(index)
        guard !bounds.isEmpty else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[bounds]), as: UTF8.self)
        }
    }

    /// A cell's text with one space for each run of white space, and none at either end; nil when it
    /// is blank.
    func line(_ index: Int) -> String? {
        let text = text(index)
        return isOneLine(index) ? text : text?.onOneLine
    }

    /// Whether a cell's text is on one line as it stands.
    func isOneLine(_ index: Int) -> Bool {
        let cell = bytes.span.extracting(bounds(index))
        var previous: UInt8 = 0
        for position in cell.indices {
            let byte = cell[position]
            if byte < 0x20 || byte == 0x20 && previous == 0x20 { return false }
            previous = byte
        }
        return true
    }

    /// Whether a cell says that there is nothing to say.
    func isPlaceholder(_ index: Int) -> Bool {
        let bounds = bounds(index)
        guard !bounds.isEmpty else { return true }
        guard PlaceholderText.mayBe(first: bytes[bounds.lowerBound], count: bounds.count) else {
            return false
        }
        return bytes[bounds].isPlaceholder
    }

    /// The number that a cell holds.
    func number(_ index: Int) -> Double? {
        let bounds = bounds(index)
        return NumberText.plainDouble(bytes.span.extracting(bounds))
            ?? NumberText.double(bytes[bounds])
    }

    /// Appends a cell without what spellings differ in.
    func appendNormal(_ index: Int, to normal: inout [UInt8]) {
        TextNormal.append(bytes.span.extracting(bounds(index)), to: &normal)
    }

    /// A hash of a cell, which holds within this process.
    func hash(_ index: Int) -> UInt64 {
        var hasher = Hasher()
        combine(index, into: &hasher)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Feeds a cell and its length.
    func combine(_ index: Int, into hasher: inout Hasher) {
        hasher.combine(text: bytes.span.extracting(bounds(index)))
    }

    /// What a cell may be that is to be a key.
    enum KeySort {
        /// Blank, or a dummy such as `0` or `n/a`.
        case none
        /// A slug as it stands, as most ids are.
        case slug
        case other
    }

    /// Whether a cell is of ASCII letters and digits alone: in small letters it is a slug.
    func isAlphanumeric(_ index: Int) -> Bool {
        let cell = bytes.span.extracting(bounds(index))
        for position in cell.indices {
            switch cell[position] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
            default: return false
            }
        }
        return true
    }

    /// Whether a cell holds a 0, or several.
    func isZero(_ index: Int) -> Bool {
        let cell = bytes.span.extracting(bounds(index))
        for position in cell.indices where cell[position] != UInt8(ascii: "0") { return false }
        return !cell.isEmpty
    }

    func keySort(_ index: Int) -> KeySort {
        if isPlaceholder(index) { return .none }
        let cell = bytes.span.extracting(bounds(index))
        var isZero = true
        var isSlug = true
        for position in cell.indices {
            let byte = cell[position]
            if byte != UInt8(ascii: "0") { isZero = false }
            if !(0x30...0x39 ~= byte || 0x61...0x7A ~= byte) { isSlug = false }
        }
        return isZero ? .none : isSlug ? .slug : .other
    }
}
