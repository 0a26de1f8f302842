extension Changes {
    /// Counts one record that differs from the published one, in all that differs.
    mutating func add(_ difference: RecordParts.Difference) {
        changed += 1
        if difference.name { renamed += 1 }
        if difference.address { addressChanged += 1 }
        if difference.hours { hoursChanged += 1 }
        if difference.accessibility { accessibilityChanged += 1 }
        if difference.districts { districtsChanged += 1 }
        if difference.other { otherChanged += 1 }
        switch difference.place {
        case .none: break
        case .gainedOrLost: moved += 1
        case .moved(let meters):
            moved += 1
            farthestMoveM = max(farthestMoveM, (meters * 1000).rounded() / 1000)
        }
    }
}
