"""Elections, contests with candidates, and ballot measures. Parties and people are made up."""

from dice import Dice

GENERAL, SPECIAL = "2026-general", "2027-special"

ELECTIONS_HEADER = ["id", "name", "date", "time_zone", "polls_open", "polls_close", "kind", "note"]
ELECTIONS = [
    [
        GENERAL,
        "Curlew County General Election",
        "2026-11-03",
        "America/Denver",
        "07:00",
        "19:00",
        "general",
        "Fictional",
    ],
    [
        SPECIAL,
        "Curlew County Special Election",
        "2027-05-11",
        "America/Denver",
        "07:00",
        "19:00",
        "special",
        "Fictional",
    ],
]

CONTESTS_HEADER = [
    "election",
    "contest_id",
    "contest",
    "district_type",
    "district_code",
    "vote_for",
    "candidate",
    "party",
    "order",
    "incumbent",
]
_FIRST = [
    "Adela",
    "Anton",
    "Beatriz",
    "Bohumil",
    "Carlene",
    "Cyrus",
    "Darlene",
    "Dewey",
    "Elodie",
    "Emil",
    "Esperanza",
    "Floyd",
    "Greta",
    "Harlan",
    "Ignacio",
    "Inge",
    "Jarmila",
    "Joaquín",
    "Kermit",
    "Ludmila",
    "Marcelina",
    "Milo",
    "Nadine",
    "Orville",
    "Pavel",
    "Priscilla",
    "Ramona",
    "Rosalind",
    "Soren",
    "Thelma",
    "Ulises",
    "Verna",
    "Wendell",
    "Ximena",
    "Yvette",
    "Zdenka",
]
_LAST = [
    "Abernethy-Voss",
    "Bartůněk",
    "Calloway-Reyes",
    "Dahlquist",
    "Eberspacher",
    "Fonteneau",
    "Grünwaldt",
    "Halvorsrud",
    "Iturbide",
    "Jelínková",
    "Kvapilová",
    "Lindenmuth",
    "Muñoz-Tate",
    "Nebeská",
    "O'Tierney",
    "Podlesak",
    "Quillfeather",
    "Rasmusdotter",
    "Svobodnik",
    "Thistlewood",
    "Uhlenhopp",
    "Valdespino",
    "Wintermantel",
    "Yarbrough-Lee",
    "Zapletalek",
]
_PARTIES = ["Prairie Party", "Meadowlark Party", "Independent"]


def contests(names):
    """Rows, one for each candidate. `names` holds district names by type and code."""
    dice = Dice("candidates")
    pool = dice.shuffled([f"{first} {last}" for first in _FIRST for last in _LAST])
    rows = []

    def add(election, key, title, kind, code, seats, field, partisan):
        parties = dice.shuffled(_PARTIES)
        incumbent = dice.below(field + 1)
        for k in range(field):
            party = parties[k % len(parties)] if partisan else "Nonpartisan"
            rows.append(
                [
                    election,
                    key,
                    title,
                    kind,
                    code,
                    str(seats),
                    pool.pop(),
                    party,
                    str(k + 1),
                    "yes" if k == incumbent else "no",
                ]
            )

    for key, title, field in (
        ("sheriff", "County Sheriff", 3),
        ("clerk", "County Clerk", 2),
        ("treasurer", "County Treasurer", 2),
        ("attorney", "County Attorney", 1),
        ("assessor", "County Assessor", 2),
    ):
        add(GENERAL, key, title, "county", "990", 1, field, True)
    for code in sorted(names["ward"]):
        add(
            GENERAL,
            f"board-{code}",
            f"County Board, Ward {code}",
            "ward",
            code,
            1,
            dice.between(1, 3),
            True,
        )
    for code in sorted(names["school_district"], key=int):
        add(
            GENERAL,
            f"school-{code}",
            f"School Board, {names['school_district'][code]}",
            "school_district",
            code,
            3,
            dice.between(4, 7),
            False,
        )
    for code in sorted(names["city"], key=int):
        town = names["city"][code]
        if town == "Bluestem":
            add(GENERAL, "mayor", "Mayor of Bluestem", "city", code, 1, 3, False)
            add(GENERAL, "council", "Bluestem City Council, At Large", "city", code, 2, 5, False)
        elif town in ("Veselý", "Haystead", "Owl Creek"):
            add(GENERAL, f"trustees-{code}", f"Village Trustees, {town}", "city", code, 3, 4, False)
    for code in ("305", "321", "333"):
        add(
            GENERAL,
            f"road-{code}",
            f"Road Overseer, {names['precinct'][code]}",
            "precinct",
            code,
            1,
            2,
            False,
        )
    add(
        SPECIAL,
        "board-4-vacancy",
        "County Board, Ward 4 (to fill a vacancy)",
        "ward",
        "4",
        1,
        3,
        True,
    )
    add(
        SPECIAL,
        "council-vacancy",
        "Bluestem City Council, At Large (to fill a vacancy)",
        "city",
        "10",
        1,
        3,
        False,
    )
    return rows


MEASURES_HEADER = [
    "election",
    "measure_id",
    "district_type",
    "district_code",
    "language",
    "title",
    "summary",
    "text",
    "yes_means",
    "no_means",
]
MEASURES = [
    [
        GENERAL,
        "measure-1",
        "county",
        "990",
        "en",
        "Measure 1: Bridge and Gravel Levy",
        "Raises the county property levy by 2 cents per 100 dollars for six years to replace two bridges and to gravel 140 miles of road.",
        "Shall the Board of Curlew County levy an additional tax of two cents on each one hundred dollars of taxable value for six years, beginning in 2027, the proceeds to be used only for replacing the bridges on Range Road 3 and Range Road 27 and for gravel on county roads?\n\nAn account of what was spent shall be published each January.",
        "The levy rises by 2 cents per 100 dollars from 2027 to 2032.",
        "The levy stays as it is; the two bridges keep their weight limits.",
    ],
    [
        GENERAL,
        "measure-1",
        "county",
        "990",
        "es",
        "Medida 1: Impuesto para puentes y grava",
        "Aumenta el impuesto del condado sobre la propiedad en 2 centavos por cada 100 dólares durante seis años para reemplazar dos puentes y poner grava en 140 millas de caminos.",
        "¿Deberá la Junta del Condado de Curlew recaudar un impuesto adicional de dos centavos por cada cien dólares de valor gravable durante seis años, a partir de 2027, y usar lo recaudado únicamente para reemplazar los puentes de Range Road 3 y Range Road 27 y para poner grava en los caminos del condado?\n\nCada enero se publicará una cuenta de lo gastado.",
        "El impuesto sube 2 centavos por cada 100 dólares de 2027 a 2032.",
        "El impuesto queda como está; los dos puentes conservan sus límites de peso.",
    ],
    [
        GENERAL,
        "measure-2",
        "school_district",
        "1",
        "en",
        "Measure 2: School Library and Boiler Bond",
        "Lets Bluestem Public Schools borrow up to 4.2 million dollars for a library shared with the town and for new heating.",
        "Shall School District No. 1, Bluestem Public Schools, issue bonds of not more than 4,200,000 dollars, repaid over fifteen years, to build a library open to the public at Bluestem High School and to replace the boilers of Hawthorn and Cottonwood elementary schools?",
        "The district may sell the bonds and collect a tax to repay them.",
        "The bonds are not sold; no tax is added.",
    ],
    [
        GENERAL,
        "measure-2",
        "school_district",
        "1",
        "es",
        "Medida 2: Bono para biblioteca y calderas escolares",
        "Permite que las Escuelas Públicas de Bluestem pidan prestados hasta 4.2 millones de dólares para una biblioteca compartida con el pueblo y para calefacción nueva.",
        "¿Deberá el Distrito Escolar No. 1, Escuelas Públicas de Bluestem, emitir bonos por no más de 4,200,000 dólares, pagaderos en quince años, para construir una biblioteca abierta al público en la escuela secundaria de Bluestem y reemplazar las calderas de las escuelas primarias Hawthorn y Cottonwood?",
        "El distrito puede vender los bonos y cobrar un impuesto para pagarlos.",
        "Los bonos no se venden; no se añade ningún impuesto.",
    ],
]
