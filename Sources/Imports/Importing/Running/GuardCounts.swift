/// How many published records an import would change in ways that have limits: see ``ImportGuards``.
struct GuardCounts: Sendable {
    /// How many move further than the guards allow for, or lose their place.
    var movedFar = 0
    /// How many lose their hours.
    var hoursLost = 0
    /// How many have another name, and not another spelling of the one that they had.
    var calledOtherwise = 0
    /// How many have districts of further types beside all that they had: nobody is sent elsewhere.
    var districtsGained = 0
    /// How many cost half as much again as before, or more, or half, or less.
    var repriced = 0
    /// How many have another name and another address, and the place of before.
    var stalePlaces = 0
    /// How many give way to others: see ``RecordParts/isOther(than:beyond:)``.
    var reusedKeys = 0
    /// What the first of the others is called.
    var firstReuser: String?

    /// Counts one record that differs from the published one.
    ///
    /// - Parameter guards: Those of its kind.
    mutating func add(
        _ difference: RecordParts.Difference,
        _ parts: RecordParts,
        from old: RecordParts,
        _ guards: ImportGuards
    ) {
        let staysInPlace = difference.place == .none && parts.place != nil
        if difference.isCalledOtherwise, staysInPlace || !guards.renamesCountInPlace {
            calledOtherwise += 1
        }
        if difference.hours, !parts.hasHours { hoursLost += 1 }
        if difference.isCalledOtherwise, difference.isElsewhere, staysInPlace { stalePlaces += 1 }
        if parts.isRepriced(from: old) { repriced += 1 }
        switch difference.place {
        case .none: break
        case .gainedOrLost: if parts.place == nil { movedFar += 1 }
        case .moved(let meters): if meters > guards.farMeters { movedFar += 1 }
        }
    }
}
