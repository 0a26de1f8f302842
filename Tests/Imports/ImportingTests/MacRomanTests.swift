import Foundation
import Polling
import TestSupport
import Testing

@testable import Importing

@Suite struct MacRomanTests {
    /// Texts as lists of polling places have them, and their bytes in MacRoman (base64), as iconv writes
    /// them.
    static let texts: [(text: String, macRoman: String)] = [
        (
            "École élémentaire, 12 rue de l’Église, Besançon — salle n° 3 ; Hôtel de Ville, Évry, cœur",
            "g2NvbGUgjmyObWVudGFpcmUsIDEyIHJ1ZSBkZSBs1YNnbGlzZSwgQmVzYW6Nb24g0SBzYWxsZSBuoSAz"
                + "IDsgSJl0ZWwgZGUgVmlsbGUsIIN2cnksIGPPdXI="
        ),
        (
            "Mairie d’Arçay",
            "TWFpcmllIGTVQXKNYXk="
        ),
        (
            "ÉCOLE MATERNELLE, BESANÇON, CHÂTEAU-GONTIER, SAINT-LÔ",
            "g0NPTEUgTUFURVJORUxMRSwgQkVTQU6CT04sIENI5VRFQVUtR09OVElFUiwgU0FJTlQtTO8="
        ),
        (
            "Straße am Schloß, Grundschule Köln-Süd, Würzburg, Öffentliche Bücherei, „Zum Löwen“",
            "U3RyYadlIGFtIFNjaGxvpywgR3J1bmRzY2h1bGUgS5psbi1Tn2QsIFefcnpidXJnLCCFZmZlbnRsaWNo"
                + "ZSBCn2NoZXJlaSwg41p1bSBMmndlbtI="
        ),
        (
            "Köln",
            "S5psbg=="
        ),
        (
            "MÜNCHEN, KÖLN, DÜSSELDORF",
            "TYZOQ0hFTiwgS4VMTiwgRIZTU0VMRE9SRg=="
        ),
        (
            "Colegio José María, Coruña, Málaga, Avenida 1º de Mayo",
            "Q29sZWdpbyBKb3OOIE1hcpJhLCBDb3J1lmEsIE2HbGFnYSwgQXZlbmlkYSAxvCBkZSBNYXlv"
        ),
        (
            "García",
            "R2FyY5Jh"
        ),
        (
            "Peña",
            "UGWWYQ=="
        ),
        (
            "Perú",
            "UGVynA=="
        ),
        (
            "Escola São João, Praça da República, Coração, Avô, às 8h, Conceição",
            "RXNjb2xhIFOLbyBKb4tvLCBQcmGNYSBkYSBSZXCcYmxpY2EsIENvcmGNi28sIEF2mSwgiHMgOGgsIENv"
                + "bmNlaY2Lbw=="
        ),
        (
            "Skolan på Östermalm, Malmö, Västerås, Ängelholm, Åre, Kungsgatan 5",
            "U2tvbGFuIHCMIIVzdGVybWFsbSwgTWFsbZosIFaKc3RlcoxzLCCAbmdlbGhvbG0sIIFyZSwgS3VuZ3Nn"
                + "YXRhbiA1"
        ),
        (
            "Århus Rådhus, Sønderborg, Ærø, Tønder, Øster Allé",
            "gXJodXMgUoxkaHVzLCBTv25kZXJib3JnLCCucr8sIFS/bmRlciwgr3N0ZXIgQWxsjg=="
        ),
        (
            "Città, Perché, Università, Scuola di Forlì, più, Cefalù, è qui",
            "Q2l0dIgsIFBlcmNojiwgVW5pdmVyc2l0iCwgU2N1b2xhIGRpIEZvcmyTLCBwaZ0sIENlZmFsnSwgjyBx"
                + "dWk="
        ),
        (
            "Reykjavík, Ísland",
            "UmV5a2phdpJrLCDqc2xhbmQ="
        ),
        (
            "St Raphael’s Church Hall; O’Brien – the “Old” School",
            "U3QgUmFwaGFlbNVzIENodXJjaCBIYWxsOyBP1UJyaWVuINAgdGhlINJPbGTTIFNjaG9vbA=="
        ),
        (
            "Mary’s Hall",
            "TWFyedVzIEhhbGw="
        ),
        (
            "the Scouts’ Hall",
            "dGhlIFNjb3V0c9UgSGFsbA=="
        ),
        (
            "’s-Hertogenbosch, Curaçao, Coöperatie, België",
            "1XMtSGVydG9nZW5ib3NjaCwgQ3VyYY1hbywgQ2+acGVyYXRpZSwgQmVsZ2mR"
        ),
        (
            "L’Hospitalet, Plaça de la Constitució, col·legi",
            "TNVIb3NwaXRhbGV0LCBQbGGNYSBkZSBsYSBDb25zdGl0dWNplywgY29s4WxlZ2k="
        ),
    ]

    @Test("MacRoman and windows-1252 are told apart in many languages", arguments: texts.indices)
    func languages(index: Int) async throws {
        let (text, macRoman) = Self.texts[index]
        let cells: [(name: String, bytes: Data?)] = [
            ("MacRoman", Data(base64Encoded: macRoman)),
            ("windows-1252", text.data(using: .windowsCP1252)),
        ]
        for (name, cell) in cells {
            let bytes =
                Array("name,lat,lon\n\"".utf8) + (try #require(cell)) + Array("\",48.8,2.3\n".utf8)
            let imports = Imports()
            let report = try await imports.stations(bytes: bytes)
            #expect(report.format.encoding == name, "\(text)")
            #expect(imports.stations.published.first?.name == text)
            #expect(report.notes.contains { $0.text.contains("was read as \(name)") })
        }
    }

    @Test("the real file of windows-1252 stays one")
    func realFile() async throws {
        guard let path = Checkout.realFile("stations/uk_ems/encoding-windows1252.tsv") else {
            return
        }
        let report = try await Imports().stations(path: path, mode: .check, set: ["place=none"])
        #expect(report.format.encoding == "windows-1252")
    }
}
