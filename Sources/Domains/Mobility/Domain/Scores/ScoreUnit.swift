/// A unit in which scores are shown, as a mass.
package struct ScoreUnit: Sendable, Hashable {
    /// The word by which it is chosen.
    package let id: String
    /// What stands on a graph; changeable.
    package var name: String
    /// How many grams one is.
    package var grams: Double
    /// Who says so.
    package var source: String
    /// Whether it is a picture, and no science gives its mass.
    package let isSymbolic: Bool

    /// A unit with all its members.
    package init(id: String, name: String, grams: Double, source: String, isSymbolic: Bool = false)
    {
        (self.id, self.name, self.grams) = (id, name, grams)
        (self.source, self.isSymbolic) = (source, isSymbolic)
    }

    /// The whole units in a mass, towards zero: what is shown. The exact grams are kept.
    package func whole(_ mass: Grams) -> Int64 {
        Int64((mass.value / grams).rounded(.towardZero))
    }

    /// The units in a mass.
    package func amount(_ mass: Grams) -> Double { mass.value / grams }

    /// The source of a mass that somebody has set for themselves.
    package static let ownSource = "set by you"

    /// The unit with a mass of its reader's own, which no longer has the source of the usual one.
    package func weighing(_ grams: Double) -> ScoreUnit {
        var unit = self
        if grams != self.grams { (unit.grams, unit.source) = (grams, Self.ownSource) }
        return unit
    }

    /// What ``grams`` may be: from a gram to a million tonnes.
    package static let gramsRange = 1.0...1e12
}

extension ScoreUnit {
    /// The units that every Ambit has.
    ///
    /// - Parameter bearGrams: What whoever runs the service lets a polar bear stand for.
    package static func standard(bearGrams: Double = 1e6) -> [ScoreUnit] {
        let exact = "by definition"
        return [
            ScoreUnit(id: "kg", name: "kg", grams: 1_000, source: exact),
            ScoreUnit(id: "lb", name: "lb", grams: Factor.gramsPerPound, source: exact),
            ScoreUnit(id: "ton", name: "short tons", grams: 907_184.74, source: exact),
            ScoreUnit(id: "tonne", name: "tonnes", grams: 1e6, source: exact),
            ScoreUnit(
                id: "tree",
                name: "trees, each grown for ten years",
                grams: 60_000,
                source: "EPA, greenhouse gas equivalencies: 0.060 tonnes of CO2 taken up by a tree "
                    + "planted in town and grown for ten years"
            ),
            ScoreUnit(
                id: "polar_bear",
                name: "polar bears",
                grams: bearGrams,
                source: "a symbol: no science says what spares a polar bear; whoever runs this "
                    + "service has set the mass",
                isSymbolic: true
            ),
        ]
    }
}
