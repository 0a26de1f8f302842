/// The sentences of a report on what happened to one column of a file.
enum MishapWording: String, FindingWording {
    case lettersDamaged = "letters_damaged"
    case columnSlipped = "column_slipped"
    case columnExchanged = "column_exchanged"
    case columnSeries = "column_series"
    case columnFilled = "column_filled"
    case columnsSwapped = "columns_swapped"
    case columnLost = "column_lost"
    case placesCoarser = "places_coarser"
    case wordsReplaced = "words_replaced"

    var english: String {
        switch self {
        case .lettersDamaged:
            """
            "{column}" would have question marks where letters are published in \
            {rows|row|rows}: {examples}. Save the file as UTF-8, or take the letters from what is published
            """
        case .columnSlipped:
            """
            "{column}" would be that of the record a few rows above or below in \
            {rows|row|rows}: {examples}. Look whether the column slipped against the others
            """
        case .columnExchanged:
            """
            "{column}" would be what another one gives up in {rows|row|rows}: {examples}. Look \
            whether the column was sorted, or cells of it changed places, without the others
            """
        case .columnSeries:
            """
            "{column}" would grow by one from row to row, as it did not, in {rows|row|rows}: \
            {examples}. Look whether a cell was dragged down over the others
            """
        case .columnsSwapped:
            """
            "{column}" would be what "{other}" is published as, and that what it is, in {rows|row|rows}: \
            {examples}. Look whether cells of the two columns changed places
            """
        case .columnLost:
            """
            "{column}" would be blank in {rows|row|rows} that {rows?says|say} something now: {examples}. Look \
            whether the column, or cells of it, are missing
            """
        case .placesCoarser:
            """
            {count} of the {published} published records would stand where they are published with {decimals} \
            decimals or fewer, up to {far} off: look whether a program shortened the coordinates
            """
        case .wordsReplaced:
            """
            The same piece was replaced inside {count|word|different words}: {examples}. Look whether a \
            replacement went through the words of a whole column
            """
        case .columnFilled:
            """
            "{column}" would be that of the row above in {rows|row|rows} that had others: \
            {examples}. Look whether a cell was filled down over the others
            """
        }
    }
}
