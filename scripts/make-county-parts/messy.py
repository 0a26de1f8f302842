"""A vendor's export of some of the polling stations, as messy as such files are."""

from dice import Dice

HEADER = [
    "Polling Place ID",
    "Polling Place",
    "Street",
    "Town",
    "ZIP Code",
    "Longitude",
    "Latitude",
    "Precinct",
    "Portion",
    "Opening Hours",
    "Wheelchair Access",
    "Phone / Remarks",
]


def rows(stations, degrees):
    """A vendor's export: a row for each portion of a precinct, decimal commas, and a few bad rows.

    40 rows of 14 stations, then one station without a place and five rows that cannot be used.
    """
    dice = Dice("messy stations")
    result = []
    chosen = [one for one in stations if one.kind == "polling place" and one.precinct < "300"][::4][
        :14
    ]
    portions = [4, 3, 3, 2, 3, 4, 3, 2, 3, 3, 2, 3, 3, 2]
    words = {"yes": "Y", "no": "N", "unknown": ""}
    for one, count in zip(chosen, portions):
        codes = one.precinct.split(";")
        for portion in range(1, count + 1):
            code = codes[(portion - 1) % len(codes)]
            name = one.name.upper() if dice.percent(30) else one.name
            name = name.replace("'", "’").replace("ř", "r")
            if portion == 2:
                name += " "
            if portion == 3 and dice.percent(50):
                name = name.replace(" ", "  ", 1)
            result.append(
                [
                    one.id,
                    name,
                    one.address.text().replace("ř", "r"),
                    one.address.city,
                    one.address.postcode + ("-0042" if portion == 2 else ""),
                    degrees(one.place[0]).replace(".", ","),
                    degrees(one.place[1]).replace(".", ","),
                    f"Precinct {code}",
                    f"{code}.{portion:02d}",
                    "7:00 AM – 7:00 PM",
                    words[one.wheelchair],
                    "ask for “Señora Peña”; ring twice" if portion == 1 else "",
                ]
            )
    result.insert(
        7,
        [
            "S901",
            "Café Río",
            "9 Main St",
            "Bluestem",
            "69701",
            "",
            "",
            "Precinct 105",
            "105.09",
            "by appointment",
            "Y",
            "no place given: found by precinct",
        ],
    )
    result.insert(
        12,
        [
            "S902",
            "Grange Hall No. 8",
            "",
            "Plover",
            "69714",
            "42,0213456",
            "-101,6754321",
            "Precinct 207",
            "207.01",
            "",
            "",
            "axes swapped: latitude -101,6",
        ],
    )
    result.insert(
        19,
        [
            "S903",
            "Hillside School",
            "",
            "Ringdal",
            "69726",
            "-101,2214",
            "42,1x7",
            "Precinct 208",
            "208.01",
            "",
            "",
            "latitude is no number",
        ],
    )
    result.insert(
        25,
        [
            "S904",
            "Lakeside Chapel",
            "",
            "Three Lakes",
            "69717",
            "-101,5071",
            "",
            "Precinct 209",
            "209.01",
            "",
            "",
            "latitude is missing",
        ],
    )
    result.insert(
        33,
        [
            "S905",
            "",
            "",
            "Saint Odile",
            "69720",
            "-101,4806",
            "41,9412",
            "Precinct 210",
            "210.01",
            "",
            "",
            "no name",
        ],
    )
    result.append(["S906", "Cut-off Hall", "1 Main St", "Dry Fork"])
    return result
