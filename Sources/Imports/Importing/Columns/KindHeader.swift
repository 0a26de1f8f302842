/// Whether a header says nothing but a sort of place, so that a yes or no below it is about that sort.
///
/// `Early Voting`, `Drop Box (Y/N)` and `Is a Polling Place` do; `Polling Place Phone` and
/// `Polling_Place_Easting` say something else of a place, whose 0 or 1 is no answer.
enum KindHeader {
    /// - Parameter header: A header as it stands in the file, in any case and with any marks between its words.
    /// - Complexity: O(length of the header · number of words).
    static func isWhole(_ header: String) -> Bool {
        let letters = Array(HeaderKey(header).text.utf8)
        // Of each byte, whether known words reach up to it without a gap.
        var isReached = [true] + Array(repeating: false, count: letters.count)
        for start in letters.indices where isReached[start] {
            for word in words where letters[start...].starts(with: word) {
                isReached[start + word.count] = true
            }
        }
        return isReached[letters.count]
    }

    /// Without accents, as ``HeaderKey`` has them. None is the end of a word that names a number, a position
    /// or a way to reach somebody.
    private static let words: [[UInt8]] = """
        polling poll polls voting vote votes voter voters votar early earlyvote advance advanced prepoll pre
        inperson in person absentee satellite onestop onestops election electionday day ed ev pp vc db dbx ppvc
        vspc center centers centre centres place places station stations location locations site sites
        ballot ballots drop dropbox dropoff off box boxes return returns intake deposit collection count
        counting central mail postal registration service services area offered offers available
        availability provided allowed permitted open opened opens used use active onsite on here also
        is a an and or at of the for has have as this it flag yn yesno indicator only hour 24 24hour same
        wahllokal wahllokale wahlraum wahltag urnenwahl urne briefwahl briefwahllokal briefkasten vorzeitig
        vorzeitige wahl und am ist ein
        bureau de vote bureaux par anticipation anticipe lieu du jour scrutin urnes depot boite est un
        votacion anticipada anticipado centro centros lugar lugares colegio electoral casilla buzon buzones
        el la del dia eleccion elecciones sitio es voto
        seggio elettorale stembureau vervroegd stemmen fortidsrostning forhandsstemming ennakkoaanestys
        """
        .split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) }
}
