import ArgumentParser
import MobilityModule

/// How the scores of trips are shown.
struct TripOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Let one polar bear stand for so many grams of carbon dioxide in scores; it is a symbol, since no "
                + "science says what spares one (default: 1000000).",
            valueName: "n"
        )
    )
    var polarBearGrams: Double?

    func validate() throws {
        guard let polarBearGrams, !PolarBearGrams.range.contains(polarBearGrams) else { return }
        throw ValidationError(
            "--polar-bear-grams is \(polarBearGrams); it lies between \(PolarBearGrams.range.lowerBound) "
                + "and \(PolarBearGrams.range.upperBound)"
        )
    }

    /// The mass that was given; nil for the usual one.
    var polarBear: PolarBearGrams? { polarBearGrams.map { PolarBearGrams(grams: $0) } }
}
