extension Country {
    /// A country a line: its codes of two and of three letters (ISO 3166-1), the southernmost and the
    /// northernmost latitude, the westernmost and the easternmost longitude of its land and its sea, and
    /// what it is called in some languages.
    ///
    /// Source: the extents of the EPSG register, from PROJ's database; names of ISO 3166 and of the
    /// Unicode Common Locale Data Repository.
    static let table = """
        AD AND 42.43 42.66 1.42 1.79 andorra|andorre
        AE ARE 22.63 26.27 51.5 57.13 united arab emirates|uae|vereinigte arabische emirate
        AF AFG 29.4 38.48 60.5 74.92 afghanistan|afganistan|afeganistao
        AG ATG 16.61 20.88 -62.76 -58.37 antigua barbuda|antigua and barbuda|antigua und barbuda
        AI AIA 17.94 21.93 -63.9 -60.68 anguilla|anguila
        AL ALB 39.63 42.67 18.46 21.06 albania|albanien|albanie|shqiperia
        AM ARM 38.84 41.3 43.45 46.63 armenia|armenien|armenie
        AO AGO -18.02 -4.38 8.2 24.09 angola
        AQ ATA -90 -60 -180 180 antarctica|antarktis|antarctique|antartida|antartide
        AR ARG -58.41 -21.78 -73.59 -52.63 argentina|argentinien|argentine|argentinie
        AS ASM -17.56 -10.02 -173.75 -165.2 american samoa|amerikanisch samoa|samoa americaines
        AT AUT 46.4 49.02 9.53 17.17 austria|osterreich|oesterreich|autriche|oostenrijk
        AU AUS -60.55 -8.88 105.8 164.69 australia|australien|australie
        AW ABW 12.14 15.42 -70.42 -69.31 aruba
        AZ AZE 37.89 42.59 44.77 51.73 azerbaijan|aserbaidschan|azerbaidjan|azerbaiyan|azerbaigian
        BA BIH 42.56 45.27 15.74 19.62 bosnia herzegovina|bosnia and herzegovina
        BB BRB 10.68 16 -60.39 -55.99 barbados|barbade
        BD BGD 18.56 26.64 88.01 92.67 bangladesh|bangladesch|banglades
        BE BEL 49.5 51.88 2.23 6.4 belgium|belgien|belgique|belgica|belgio|belgie
        BF BFA 9.39 15.09 -5.53 2.4 burkina faso|burquina faso
        BG BGR 41.24 44.23 22.36 31.35 bulgaria|bulgarien|bulgarie|bulgarije
        BH BHR 25.53 27.17 50.26 51.13 bahrain|bahrein|barein
        BI BDI -4.45 -2.3 28.98 30.86 burundi
        BJ BEN 2.99 12.4 0.77 3.86 benin
        BM BMU 28.91 35.73 -68.83 -60.7 bermuda|bermudes|bermudas
        BN BRN 4.01 6.31 112.37 115.37 brunei|brunei darussalam
        BO BOL -22.91 -9.67 -69.66 -57.52 bolivia|bolivien|bolivie
        BR BRA -35.71 7.04 -74.01 -25.28 brazil|brasilien|bresil|brasil|brasile|brazilie
        BS BHS 20.36 30.36 -81.22 -70.63 bahamas|bahama s
        BT BTN 26.7 28.33 88.74 92.13 bhutan|bhoutan|butan|butao
        BV BVT -57.8 -51.06 -2.38 9.21 bouvet island|bouvetinsel|ile bouvet|isla bouvet
        BW BWA -26.88 -17.78 19.99 29.38 botswana|botsuana
        BY BLR 51.25 56.17 23.16 32.75 belarus|bielorussie|bielorrusia|bielorussia|bielorrussia
        BZ BLZ 15.88 18.49 -89.22 -86.11 belize|belice
        CA CAN 38.21 86.46 -141.01 -40.73 canada|kanada
        CC CCK -15.56 -8.47 93.41 100.34 cocos keeling islands|kokosinseln|iles cocos|islas cocos
        CD COD -13.46 5.39 11.79 31.31 congo kinshasa|dr congo|democratic republic of the congo|kongo kinshasa
        CF CAF 2.22 11.01 14.41 27.46 central african republic|zentralafrikanische republik
        CG COG -6.91 3.72 8.84 18.65 congo brazzaville|kongo brazzaville|republica do congo
        CH CHE 45.82 47.81 5.96 10.49 switzerland|schweiz|suisse|suiza|svizzera|zwitserland
        CI CIV 1.02 10.74 -8.61 -2.48 cote d ivoire|costa d avorio|ivoorkust|costa do marfim
        CK COK -25.28 -5.85 -168.53 -154.8 cook islands|cookinseln|iles cook|islas cook|isole cook
        CL CHL -59.87 -17.5 -113.21 -65.72 chile|chili|cile
        CM CMR 1.65 13.09 8.32 16.21 cameroon|kamerun|cameroun|camerun|kameroen|camaroes
        CN CHN 16.7 53.56 73.62 134.77 china|chine|cina|peoples republic of china
        CO COL -4.23 15.51 -84.77 -66.87 colombia|kolumbien|colombie
        CR CRI 2.15 11.77 -90.45 -81.43 costa rica
        CU CUB 18.83 25.51 -87.01 -73.57 cuba|kuba
        CV CPV 11.47 20.54 -28.85 -19.53 cape verde|cabo verde|cap vert|capo verde|kaapverdie
        CW CUW 11.66 15.35 -69.55 -68.54 curacao
        CX CXR -13.92 -8.87 102.14 109.03 christmas island|weihnachtsinsel|ile christmas
        CY CYP 32.88 36.21 29.95 35.2 cyprus|zypern|chypre|chipre|cipro
        CZ CZE 48.58 51.06 12.09 18.86 czechia|tschechien|tchequie|chequia|cechia|tsjechie|czech republic|ceska republika|cesko
        DE DEU 47.27 55.92 3.34 15.04 germany|deutschland|allemagne|alemania|germania|duitsland
        DJ DJI 10.94 12.72 41.75 44.15 djibouti|dschibuti|yibuti|gibuti|djibuti
        DK DNK 54.36 58.27 3.24 16.51 denmark|danemark|daenemark|dinamarca|danimarca|denemarken|danmark
        DM DMA 14.48 16.62 -62.82 -57.52 dominica|dominique
        DO DOM 14.96 22.42 -73.46 -66.82 dominican republic|dominikanische republik
        DZ DZA 18.97 38.8 -8.67 11.99 algeria|algerien|algerie|argelia|algerije
        EC ECU -5.01 5 -95.35 -75.21 ecuador|equateur|equador
        EE EST 57.52 60 20.37 28.2 estonia|estland|estonie|eesti
        EG EGY 21.89 33.82 24.7 37.91 egypt|agypten|egypte|egipto|egitto|egito
        EH ESH 18.98 27.67 -20.68 -8.66 western sahara|westsahara|sahara occidental
        ER ERI 12.36 18.1 36.44 43.31 eritrea|erythree|eritreia
        ES ESP 24.6 46.26 -21.93 6.3 spain|spanien|espagne|espana|spagna|spanje
        ET ETH 3.4 14.89 32.99 47.99 ethiopia|athiopien|ethiopie|etiopia
        FI FIN 58.84 70.09 19.08 31.59 finland|finnland|finlande|finlandia|suomi
        FJ FJI -25.09 -9.78 172.76 -176.27 fiji|fidschi|fidji|fiyi|figi
        FK FLK -56.25 -47.68 -65.01 -52.31 falkland islands|falkland islands malvinas
        FM FSM -1.19 13.43 135.27 165.68 micronesia|mikronesien|micronesie
        FO FRO 59.94 65.7 -13.91 -0.48 faroe islands|faroer|iles feroe|islas feroe|isole faer oer
        FR FRA 41.15 51.56 -9.86 10.38 france|frankreich|francia|frankrijk|franca
        GA GAB -6.37 2.32 7.03 14.52 gabon|gabun|gabao
        GB GBR 47.42 63.89 -14.89 3.4 united kingdom|uk|great britain|england|scotland|wales
        GD GRD 11.36 13.4 -63.28 -60.82 grenada|grenade|granada
        GE GEO 41.04 43.59 38.97 46.72 georgia|georgien|georgie
        GF GUF 2.11 8.88 -54.61 -49.45 french guiana|franzosisch guayana|guyane francaise
        GG GGY 49.11 49.75 -3.2 -2 guernsey
        GH GHA 1.4 11.16 -3.79 2.1 ghana|gana
        GI GIB 36 36.16 -5.42 -4.89 gibraltar|gibilterra
        GL GRL 56.38 87.02 -75 7.99 greenland|gronland|groenland|groenlandia
        GM GMB 13.05 13.83 -20.19 -13.79 gambia|gambie
        GN GIN 7.19 12.68 -18.26 -7.65 guinea|guinee|guine
        GP GLP 15.06 18.54 -62.82 -57.54 guadeloupe|guadalupe|guadalupa
        GQ GNQ -4.8 4.13 2.26 11.36 equatorial guinea|aquatorialguinea|guinee equatoriale
        GR GRC 33.26 41.75 18.26 30.23 greece|griechenland|grece|grecia|griekenland
        GS SGS -62.79 -50.15 -48.06 -19.84 south georgia south sandwich islands|south georgia and the south sandwich islands
        GT GTM 10.6 17.83 -94.57 -88.16 guatemala
        GU GUM 10.95 15.91 141.19 148.18 guam
        GW GNB 8.64 12.69 -19.8 -13.64 guinea bissau|guinee bissau|guinea bisau|guine bissau
        GY GUY 1.18 10.7 -61.39 -55.77 guyana|guiana
        HK HKG 22.13 22.58 113.76 114.51 hong kong sar china|hong kong
        HM HMD -59.02 -49.5 62.92 83.57 heard mcdonald islands|heard island and mcdonald islands
        HN HND 12.98 19.59 -89.36 -79.87 honduras
        HR HRV 41.62 46.54 13 19.43 croatia|kroatien|croatie|croacia|croazia|kroatie|hrvatska
        HT HTI 14.73 20.72 -75.73 -71.62 haiti
        HU HUN 45.74 48.58 16.11 22.9 hungary|ungarn|hongrie|hungria|ungheria|hongarije|magyarorszag
        ID IDN -13.95 7.79 92.01 141.46 indonesia|indonesien|indonesie
        IE IRL 48.18 56.57 -16.1 -5.24 ireland|irland|irlande|irlanda|ierland
        IL ISR 29.45 33.53 32.99 35.69 israel|israele
        IM IMN 54.02 54.44 -4.87 -4.27 isle of man|ile de man|isla de man|isola di man|ilha de man
        IN IND 3.87 35.51 65.6 97.42 india|indien|inde
        IO IOT -10.8 -2.28 67.88 75.86 british indian ocean territory|britisches territorium im indischen ozean
        IQ IRQ 29.06 37.39 38.79 48.75 iraq|irak|iraque
        IR IRN 23.34 39.78 44.03 63.34 iran|ira
        IS ISL 59.96 69.59 -30.87 -5.55 iceland|island|islande|islandia|islanda|ijsland
        IT ITA 34.76 47.1 5.93 18.99 italy|italien|italie|italia
        JE JEY 48.9 49.4 -2.6 -1.8 jersey
        JM JAM 14.08 19.36 -80.6 -74.51 jamaica|jamaika|jamaique|giamaica
        JO JOR 29.18 33.38 34.88 39.31 jordan|jordanien|jordanie|jordania|giordania
        JP JPN 17.09 46.05 122.38 157.65 japan|japon|giappone|japao
        KE KEN -4.9 4.63 33.9 44.28 kenya|kenia|quenia
        KG KGZ 39.19 43.22 69.24 80.29 kyrgyzstan|kirgisistan|kirghizstan|kirguistan|kirghizistan
        KH KHM 8.78 14.73 101.33 107.64 cambodia|kambodscha|cambodge|camboya|cambogia|cambodja
        KI KIR -13.84 7.92 167.81 -146.82 kiribati|quiribati
        KM COM -14.43 -8.01 41.93 45.79 comoros|komoren|comores|comoras|comore|comoren
        KN KNA 16.34 17.67 -63.63 -62.2 saint kitts and nevis|st kitts and nevis
        KP PRK 37.1 43.01 123.54 132.82 north korea|nordkorea|coree du nord|corea del norte
        KR KOR 28.6 40.27 122.71 134.28 south korea|sudkorea|coree du sud|corea del sur
        KW KWT 28.53 30.09 46.54 49.53 kuwait|koweit|koeweit
        KY CYM 17.58 20.68 -83.6 -78.72 cayman islands|kaimaninseln|iles caimans|islas caiman
        KZ KAZ 40.59 55.45 46.49 87.35 kazakhstan|kasachstan|kazajistan|kazakistan|kazachstan
        LA LAO 13.92 22.5 100.09 107.64 laos|lao people s democratic republic
        LB LBN 33.06 34.84 33.75 36.63 lebanon|libanon|liban|libano
        LC LCA 13.23 14.28 -62.8 -59.99 saint lucia|st lucia
        LI LIE 47.05 47.28 9.47 9.64 liechtenstein
        LK LKA 2.58 11.45 77.02 85.24 sri lanka
        LR LBR 1.02 8.52 -13.59 -7.36 liberia
        LS LSO -30.66 -28.57 27.01 29.46 lesotho|lesoto
        LT LTU 53.89 56.45 19.02 26.82 lithuania|litauen|lituanie|lituania|litouwen|lietuva
        LU LUX 49.44 50.19 5.73 6.53 luxembourg|luxemburg|luxemburgo|lussemburgo
        LV LVA 55.67 58.09 19.06 28.24 latvia|lettland|lettonie|letonia|lettonia|letland|latvija
        LY LBY 19.5 35.23 9.31 26.21 libya|libyen|libye|libia|libie
        MA MAR 27.66 36 -13.86 -1.01 morocco|marokko|maroc|marruecos|marocco|marrocos
        MC MCO 42.94 43.77 7.39 7.76 monaco
        MD MDA 45.44 48.47 26.63 30.13 moldova|republik moldau|moldavie|moldavia
        ME MNE 41.27 43.56 18.02 20.38 montenegro
        MG MDG -28.92 -10.28 40.31 53.39 madagascar|madagaskar
        MH MHL 1.77 17.88 157.47 175.52 marshall islands|marshallinseln|iles marshall
        MK MKD 40.85 42.36 20.45 23.04 north macedonia|nordmazedonien|macedoine du nord
        ML MLI 10.14 25.01 -12.25 4.26 mali
        MM MMR 9.48 28.55 89.61 101.17 myanmar burma|myanmar|myanmar birmanie|myanmar birmania
        MN MNG 41.58 52.15 87.76 119.94 mongolia|mongolei|mongolie
        MO MAC 22.06 22.23 113.52 113.68 macao sar china|macao|sonderverwaltungsregion macau
        MP MNP 12.38 23.9 141.33 149.55 northern mariana islands|nordliche marianen
        MQ MTQ 14.08 16.36 -62.82 -57.52 martinique|martinica
        MR MRT 14.72 27.3 -20.04 -4.8 mauritania|mauretanien|mauritanie
        MS MSR 15.84 17.04 -63.05 -61.82 montserrat
        MT MLT 34.49 36.56 13.41 18.06 malta|malte
        MU MUS -23.81 -8.43 53.8 67.05 mauritius|maurice|mauricio
        MV MDV -3.47 8.1 69.29 77.08 maldives|malediven|maldivas|maldive|maldiven
        MW MWI -17.14 -9.37 32.68 35.93 malawi|malaui
        MX MEX 12.1 32.72 -122.19 -84.64 mexico|mexiko|mexique|messico
        MY MYS 0.85 7.81 98.02 119.61 malaysia|malaisie|malasia|maleisie
        MZ MOZ -27.71 -10.09 30.21 43.03 mozambique|mosambik|mozambico|mocambique
        NA NAM -30.64 -16.95 8.24 25.27 namibia|namibie
        NC NCL -26.45 -14.83 156.25 174.28 new caledonia|neukaledonien|nouvelle caledonie
        NE NER 11.69 23.53 0.16 16 niger
        NF NFK -32.48 -25.61 163.36 173.35 norfolk island|norfolkinsel|ile norfolk|isla norfolk
        NG NGA 1.92 13.9 2.66 14.65 nigeria
        NI NIC 9.75 16.26 -89.43 -79.76 nicaragua
        NL NLD 50.75 55.77 2.53 7.22 netherlands|niederlande|pays bas|paises bajos|paesi bassi|nederland
        NO NOR 56.08 84.73 -3.35 38.01 norway|norwegen|norvege|noruega|norvegia|noorwegen|norge
        NP NPL 26.34 30.43 80.06 88.21 nepal
        NR NRU -3.91 2.69 163.58 168.6 nauru
        NU NIU -22.49 -16.58 -172.01 -166.31 niue
        NZ NZL -55.95 -25.88 160.6 -171.2 new zealand|neuseeland|nouvelle zelande|nueva zelanda
        OM OMN 14.33 26.74 51.99 63.38 oman|oma
        PA PAN 5 12.51 -84.32 -77.04 panama
        PE PER -21.05 -0.03 -84.68 -68.67 peru|perou
        PF PYF -31.24 -4.52 -158.13 -131.97 french polynesia|franzosisch polynesien
        PG PNG -14.75 2.58 139.2 162.81 papua new guinea|papua neuguinea|papouasie nouvelle guinee
        PH PHL 3 22.18 116.04 129.95 philippines|philippinen|filipinas|filippine|filipijnen
        PK PAK 21.05 37.07 60.86 77.83 pakistan|paquistao
        PL POL 49 55.93 14.14 24.15 poland|polen|pologne|polonia|polska
        PM SPM 43.41 47.37 -57.1 -55.9 saint pierre and miquelon
        PN PCN -28.41 -20.58 -133.43 -121.11 pitcairn islands|pitcairn|pitcairninseln|iles pitcairn
        PR PRI 14.92 21.86 -68.49 -65.04 puerto rico|porto rico|portorico
        PS PSE 31.21 32.55 34.17 35.58 palestine|palestinian territories|palastina
        PT PRT 29.24 43.07 -35.58 -6.19 portugal|portogallo
        PW PLW 1.64 11.45 129.48 136.98 palau|palaos
        PY PRY -27.59 -19.29 -62.65 -54.24 paraguay|paraguai
        QA QAT 24.55 27.05 50.55 53.04 qatar|katar|catar
        RE REU -24.72 -18.28 51.83 58.24 reunion|la reunion
        RO ROU 43.44 48.27 20.26 31.41 romania|rumanien|roumanie|rumania|roemenie|romenia
        RS SRB 42.23 46.19 18.81 23.01 serbia|serbien|serbie|servie|servia
        RU RUS 39.87 85.19 18.92 -168.97 russia|russian federation|russland|russie|rusia|rusland
        RW RWA -2.83 -1.05 28.85 30.9 rwanda|ruanda
        SA SAU 16.29 32.16 34.44 55.67 saudi arabia|saudi arabien|arabie saoudite|arabia saudi
        SB SLB -16.13 -4.14 154.58 173.58 solomon islands|salomonen|iles salomon|islas salomon
        SC SYC -12.72 -0.37 43.19 59.66 seychelles|seychellen|seicheles
        SD SDN 8.64 22.24 21.82 39.76 sudan|soudan|soedan|sudao
        SE SWE 54.96 69.07 10.03 24.17 sweden|schweden|suede|suecia|svezia|zweden|sverige
        SG SGP 1.13 1.47 103.59 104.07 singapore|singapur|singapour|singapura
        SH SHN -43.71 -4.55 -17.79 -2.16 saint helena|st helena
        SI SVN 45.42 46.88 13.38 16.61 slovenia|slowenien|slovenie|eslovenia|slovenija
        SK SVK 47.73 49.61 16.84 22.56 slovakia|slowakei|slovaquie|eslovaquia|slovacchia|slowakije|slovensko|slovak republic
        SL SLE 4.22 10 -16.57 -10.26 sierra leone|sierra leona|serra leoa
        SM SMR 43.89 43.99 12.4 12.52 san marino|saint marin
        SN SEN 10.64 16.7 -20.22 -11.36 senegal
        SO SOM -3.61 13.5 40.98 54.43 somalia|somalie
        SR SUR 1.83 9.35 -58.08 -52.66 suriname|surinam
        SS SSD 3.49 12.22 24.14 35.94 south sudan|sudsudan|soudan du sud|sudan del sur|sud sudan
        ST STP -1.49 2.72 3.2 8.56 sao tome principe|sao tome and principe|sao tome und principe
        SV SLV 9.97 14.44 -91.43 -87.65 el salvador|salvador
        SY SYR 32.31 37.3 34.96 42.38 syria|syrian arab republic|syrien|syrie|siria
        SZ SWZ -27.32 -25.72 30.79 32.14 eswatini|esuatini|essuatini
        TC TCA 20.54 25.07 -72.82 -67.66 turks caicos islands|turks and caicos islands
        TD TCD 7.45 23.46 13.46 24.01 chad|tschad|tchad|ciad|tsjaad|chade
        TF ATF -53.24 -10.65 37.55 81.83 french southern territories|franzosische sud und antarktisgebiete
        TG TGO 2.91 11.14 -0.15 2.42 togo
        TH THA 5.63 20.46 95.52 105.64 thailand|thailande|tailandia|thailandia
        TJ TJK 36.67 41.05 67.36 75.19 tajikistan|tadschikistan|tadjikistan|tayikistan|tagikistan
        TK TKL -11.04 -6.46 -175.86 -167.98 tokelau
        TL TLS -10.47 -7.97 123.92 127.97 timor leste|timor oriental|timor est|oost timor
        TM TKM 35.14 42.8 51.3 66.68 turkmenistan|turcomenistao
        TN TUN 30.23 38.41 7.49 13.67 tunisia|tunesien|tunisie|tunez|tunesie
        TO TON -25.68 -14.14 -179.08 -171.28 tonga
        TR TUR 34.42 43.45 25.62 44.83 turkey|turkiye|turkei|tuerkei|turquie|turquia
        TT TTO 9.83 12.34 -62.09 -57.28 trinidad tobago|trinidad and tobago|trinidad und tobago
        TV TUV -13.24 -4 172.73 -176.71 tuvalu
        TW TWN 17.36 26.96 114.32 123.61 taiwan
        TZ TZA -11.75 -0.99 29.34 43.29 tanzania|tansania|tanzanie
        UA UKR 43.18 52.38 22.15 40.18 ukraine|ucrania|ucraina|oekraine
        UG UGA -1.48 4.23 29.57 35.01 uganda|ouganda|oeganda
        UM UMI -3.74 31.8 163.07 -157.41 u s outlying islands|united states minor outlying islands
        US USA 15.56 74.71 167.65 -65.69 united states|usa|united states of america|u s a
        UY URY -37.77 -30.09 -58.49 -50.01 uruguay|uruguai
        UZ UZB 37.18 45.58 55.99 73.17 uzbekistan|usbekistan|ouzbekistan|oezbekistan|uzbequistao
        VA VAT 41.9 41.91 12.44 12.46 vatican city|holy see vatican city state|vatikanstadt
        VC VCT 12.03 14.09 -63.38 -60.28 saint vincent and the grenadines|st vincent and the grenadines
        VE VEN 0.64 16.75 -73.38 -58.95 venezuela
        VG VGB 17.96 22.09 -65.85 -63.29 british virgin islands|virgin islands
        VI VIR 16.22 21.83 -66.05 -63.88 us virgin islands|u s virgin islands
        VN VNM 5.67 23.4 102.14 112.55 vietnam|viet nam|vietna
        VU VUT -21.65 -12.27 163.16 173.59 vanuatu
        WF WLF -15.94 -9.84 179.49 -174.27 wallis futuna|wallis and futuna|wallis und futuna
        WS WSM -15.84 -10.94 -174.54 -170.51 samoa
        YE YEM 8.95 19 41.08 57.96 yemen|jemen|iemen
        YT MYT -14.49 -11.33 43.68 46.7 mayotte
        ZA ZAF -50.32 -22.13 13.33 42.85 south africa|sudafrika|afrique du sud|sudafrica
        ZM ZMB -18.08 -8.19 21.99 33.71 zambia|sambia|zambie
        ZW ZWE -22.42 -15.61 25.23 33.08 zimbabwe|simbabwe|zimbabue
        """
}
