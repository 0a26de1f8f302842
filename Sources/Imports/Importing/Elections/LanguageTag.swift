internal import Polling

/// Tags of languages (BCP 47) for what files call them.
enum LanguageTag {
    /// The tag of a language that a cell names by its tag, its code of three letters or its name; what is
    /// none of these stays as it is.
    static func of(_ cell: String?) -> String {
        guard let cell else { return LocalizedText.undetermined }
        return byName[cell.trimmingCase] ?? cell
    }

    private static let byName: [String: String] = {
        var tags: [String: String] = [:]
        for line in names.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words.dropFirst() { tags[word] = words[0] }
        }
        return tags
    }()

    /// Each tag, with its codes of three letters (ISO 639-2) and its names in English and in itself.
    private static let names = """
        am amh amharic አማርኛ
        ar ara arabic العربية
        bn ben bengali bangla বাংলা
        cy wel cym welsh cymraeg
        da dan danish dansk
        de ger deu german deutsch
        el gre ell greek ελληνικά
        en eng english
        es spa spanish español espanol castellano castilian
        fa per fas persian farsi فارسی
        fi fin finnish suomi
        fr fre fra french français francais
        ga gle irish gaeilge
        gu guj gujarati ગુજરાતી
        hi hin hindi हिन्दी हिंदी
        hmn hmong hmoob
        ht hat haitian kreyòl kreyol
        hy arm hye armenian հայերեն
        ilo ilocano iloko
        it ita italian italiano
        ja jpn japanese 日本語
        km khm khmer cambodian ខ្មែរ
        ko kor korean 한국어
        lo lao laotian ລາວ
        nl dut nld dutch nederlands
        nv nav navajo
        no nor norwegian norsk
        pa pan punjabi ਪੰਜਾਬੀ
        pl pol polish polski
        pt por portuguese português portugues
        ro rum ron romanian română
        ru rus russian русский
        so som somali soomaali
        sv swe swedish svenska
        sw swa swahili kiswahili
        tl tgl tagalog filipino fil pilipino
        th tha thai ไทย
        tr tur turkish türkçe
        uk ukr ukrainian українська
        ur urd urdu اردو
        vi vie vietnamese tiếng_việt
        zh chi zho chinese mandarin cantonese 中文
        """
}

extension String {
    /// In small letters, without what stands in brackets behind: `Spanish (Español)`.
    fileprivate var trimmingCase: String {
        let word = prefix { $0 != "(" && $0 != "/" }.lowercased()
        return word.split(separator: " ").joined(separator: "_")
    }
}
