/// A currency by its code of three letters.
///
/// Source: ISO 4217, list one, with the number of decimals of each minor unit.
package struct Currency: Sendable, Hashable, CustomStringConvertible {
    /// The code in capitals, such as `EUR`.
    package let code: String

    private static let codes = Set(
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF \
        CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL \
        HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD \
        MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG \
        QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD \
        TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(separator: " ").map(String.init)
    )
    private static let decimals: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
        "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3,
        "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]

    /// The currency of a code in letters of any case; nil for a code that is not on the list.
    package init?(_ code: String) {
        let code = code.uppercased()
        guard Self.codes.contains(code) else { return nil }
        self.code = code
    }

    private init(known code: String) { self.code = code }

    /// The dollar of the United States.
    package static let usDollar = Currency(known: "USD")

    /// How many decimals its amounts have: 2 of dollars, 0 of yen.
    package var decimalCount: Int { Self.decimals[code] ?? 2 }

    package var description: String { code }
}
