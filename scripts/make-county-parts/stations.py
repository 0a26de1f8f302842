"""The polling stations, plain and messy."""

from dice import Dice
from districts import SEAT

ZONE = "America/Denver"
ELECTION_DAY, SPECIAL_DAY = "2026-11-03", "2027-05-11"
HEADER = [
    "id",
    "name",
    "address",
    "city",
    "state",
    "postcode",
    "latitude",
    "longitude",
    "precinct",
    "ward",
    "hours",
    "time_zone",
    "wheelchair_accessible",
    "accessibility_notes",
    "entrance_latitude",
    "entrance_longitude",
    "station_type",
    "notes",
    "fictional",
]

# Buildings that belong in one precinct, its first stations; then those that may stand anywhere.
_CITY_FIXED = {
    "104": ["Fairgrounds Exhibit Hall", "4-H Building"],
    "105": ["Courthouse Annex"],
    "106": ["Depot Museum"],
    "107": ["Municipal Airport Terminal"],
    "108": ["Westgate Apartments Common Room"],
    "109": ["Old Mill Gallery"],
    "110": ["Bluestem Public Library"],
    "111": ["Eastgate Community Room"],
    "112": ["Riverside Park Pavilion", "Canoe Landing Shelter House"],
    "114": ["South Bank Community Hall", "South Bank Fire Station"],
    "115": ["Sandhills College Student Union"],
}
_CITY_NAMES = [
    "Zion Lutheran Church",
    "Cottonwood Elementary School",
    "Bluestem Middle School",
    "Bluestem High School Gymnasium",
    "First Congregational Church",
    "Our Lady of the Prairie Parish Hall",
    "Sokol Hall",
    "Veterans Memorial Hall",
    "Bluestem Fire Station No. 1",
    "Bluestem Fire Station No. 2",
    "Meadowlark Senior Center",
    "Kestrel Park Field House",
    "Nighthawk Ball Park Clubhouse",
    "Grain Growers Co-op Meeting Room",
    "Prairie Arts Center",
    "Bluestem Water Works Office",
    "County Road Department Shop",
    "Prairie View Assisted Living",
    "Bluestem Clinic Conference Room",
    "Peña Family Recreation Center",
    "Dvořák Music School",
    "Saint Isidore's School",
    "Grace Methodist Church",
    "Iglesia Nueva Esperanza",
    "Hawthorn Elementary School",
    "Bluestem Community Theatre",
    "Curling and Skating Rink",
    "Sandhills Research Station",
    "Telephone Exchange Hall",
    "Railroad Workers' Hall",
    "Juniper Chapel",
    "Milkweed Nursery School",
    "Redbud Court Clubhouse",
    "Rotary House",
    "Ranchers' Supply Training Room",
]
_TOWN_KINDS = ["Fire Hall", "Community Center", "School", "Senior Center", "Library", "Town Hall"]
_RURAL_KINDS = [
    "Township Hall",
    "Community Hall",
    "Rural Fire Hall",
    "Country School",
    "Grange Hall",
    "Church Basement",
]
_EARLY = [  # name, town, days
    ("Curlew County Clerk's Office", SEAT, "clerk"),
    ("Bluestem City Hall", SEAT, "weeks"),
    ("Bluestem Market Hall", SEAT, "evenings"),
    ("Veselý ZCBJ Lodge Hall", "Veselý", "weeks"),
    ("Haystead Village Office", "Haystead", "saturdays"),
    ("Owl Creek Village Office", "Owl Creek", "weeks"),
    ("Plover Post Office Lobby", "Plover", "appointment"),
    ("Three Lakes Ranger Cabin", "Three Lakes", "appointment"),
]
_RAMPS = [
    "Ramp at the east door",
    "Level entrance from the parking lot",
    "Lift to the lower hall",
    "Automatic doors; two reserved parking spaces",
    "Portable ramp on request; ring the bell",
]
_STEPS = [
    "Three steps at the only door; curbside voting offered",
    "Gravel lot and a high threshold",
]
_NOTES = [
    "Use the side door",
    "Enter from the alley",
    "Parking behind the building",
    "Voting is in the gymnasium",
    "Voting is in the basement",
    "No cell coverage here",
    "Shares its lot with the fire department",
]

_WEEKDAYS = [
    "2026-10-19",
    "2026-10-20",
    "2026-10-21",
    "2026-10-22",
    "2026-10-23",
    "2026-10-26",
    "2026-10-27",
    "2026-10-28",
    "2026-10-29",
    "2026-10-30",
]
_SATURDAYS = ["2026-10-24", "2026-10-31"]


def _early_hours(days):
    if days == "clerk":
        spans = [f"{day} 08:00-17:00" for day in _WEEKDAYS] + ["2026-11-02 08:00-16:00"]
        spans += [f"{day} 09:00-12:00 by appointment" for day in _SATURDAYS]
    elif days == "weeks":
        spans = [f"{day} 09:00-16:00" for day in _WEEKDAYS[3:]]
    elif days == "evenings":
        spans = [f"{day} 14:00-20:00" for day in _WEEKDAYS[5:]] + ["2026-10-31 09:00-13:00"]
    elif days == "saturdays":
        spans = [f"{day} 09:00-12:00; {day} 13:00-16:00" for day in _SATURDAYS]
    else:
        spans = [f"{day} 10:00-15:00 by appointment" for day in _WEEKDAYS[6::2]]
    return "; ".join(sorted(spans))


def _count(code):
    """How many stations a precinct has."""
    if code < "200":
        return {"105": 4, "115": 1}.get(code, 3)
    if code in ("203", "204"):
        return 1
    if code < "207":
        return 2
    if code < "300":
        return 1
    if code < "305":
        return 4 if code in ("302", "304") else 3
    return 2 if code in ("308", "312", "314", "318", "321", "324", "327", "333") else 1


class Station:
    def __init__(self, **members):
        self.id = None
        self.address = self.place = self.entrance = self.precinct = self.ward = None
        self.wheelchair, self.access, self.notes, self.kind = "unknown", "", "", "polling place"
        self.__dict__.update(members)


def _access(dice, station):
    roll = dice.below(100)
    if roll < 64:
        station.wheelchair = "yes"
        station.access = dice.pick(_RAMPS) if dice.percent(60) else ""
    elif roll < 78:
        station.wheelchair, station.access = "no", dice.pick(_STEPS)
    if dice.percent(30):
        station.notes = dice.pick(_NOTES)


def stations(addresses, names, precincts, wards):
    """All stations; exactly one stands outside its precinct, and one has no place."""
    dice = Dice("stations")
    city_names, used = dice.shuffled(_CITY_NAMES), set()
    by_precinct = {}
    for address in addresses:
        if precincts.holding(address.building) == address.precinct:
            by_precinct.setdefault(address.precinct, []).append(address)

    def take(pool, town=None):
        pool = [
            one
            for one in pool
            if one.text() + one.city not in used and (town is None or one.city == town)
        ]
        address = dice.pick(pool)
        used.add(address.text() + address.city)
        return address

    def at(address, **members):
        station = Station(address=address, place=address.building, **members)
        if dice.percent(35):
            station.entrance = address.place
        _access(dice, station)
        return station

    day = f"{ELECTION_DAY} 07:00-19:00"
    both = f"{day}; {SPECIAL_DAY} 07:00-19:00"
    result = []
    outside = _just_outside(addresses, precincts)
    for code in sorted(names):
        kinds = dice.shuffled(_TOWN_KINDS if code < "300" else _RURAL_KINDS)
        for k in range(_count(code)):
            if code == "204":
                continue  # votes in the same building as 203
            if code < "200":
                fixed = _CITY_FIXED.get(code, [])
                name = fixed[k] if k < len(fixed) else city_names.pop()
            else:
                name = f"{names[code]} {kinds[k]}"
            if code == "203":
                name = "Haystead School"
            pool = by_precinct[code]
            if name.startswith("Municipal Airport"):
                pool = [one for one in pool if one.street.startswith("Range Road")]
            address = take(pool)
            station = at(address, name=name, hours=both if k == 0 else day, precinct=code)
            if code == "203":
                station.precinct = "203;204"
                station.notes = "One building for both precincts of Haystead: two rooms"
            result.append(station)
        if outside and outside[0] == code and code > "304":
            used.add(outside[1].text() + outside[1].city)
            result[-1].address, result[-1].place = outside[1], outside[1].building
            result[-1].entrance = outside[1].place
            result[-1].notes = "Stands across the road from its precinct"
    for name, town, days in _EARLY:
        pool = [
            one
            for one in addresses
            if precincts.holding(one.building) == one.precinct
            and names[one.precinct].startswith(town)
        ]
        result.append(
            at(take(pool, town), name=name, hours=_early_hours(days), kind="early voting")
        )
    pool = by_precinct["106"]
    result.append(
        at(take(pool, SEAT), name="Curlew County Event Center", hours=both, kind="vote center")
    )
    result[-1].wheelchair, result[-1].access = "yes", _RAMPS[3]
    result[-1].notes = "Any voter of the county may vote here"
    result.append(
        Station(
            name="Curlew County Mobile Voting Unit",
            kind="mobile",
            precinct="329;330;334",
            hours="2026-10-29 10:00-14:00 by appointment; 2026-11-03 09:00-15:00",
            wheelchair="yes",
            access="Lift at the rear of the bus",
            notes="Drives to ranches; call the county clerk",
        )
    )
    for k, station in enumerate(result):
        station.id = f"S{k + 1:03d}"
        station.ward = wards.holding(station.place) if station.place else ""
    return result


def _just_outside(addresses, precincts):
    """A rural precinct and a building that faces it from across the road, in the next precinct."""
    for address in addresses:
        if address.precinct < "305":
            continue
        mirrored = tuple(2 * f - p for f, p in zip(address.foot, address.building))
        code = precincts.holding(mirrored)
        if (
            code
            and code > "304"
            and code != address.precinct
            and precincts.holding(address.building) == address.precinct
        ):
            return code, address
    raise ValueError("no building faces a precinct from outside")


def rows(stations, degrees):
    for one in stations:
        place = [degrees(one.place[1]), degrees(one.place[0])] if one.place else ["", ""]
        entrance = (
            [degrees(one.entrance[1]), degrees(one.entrance[0])] if one.entrance else ["", ""]
        )
        where = one.address
        yield [
            one.id,
            one.name,
            where.text() if where else "",
            where.city if where else "",
            "NE",
            where.postcode if where else "",
            *place,
            one.precinct or "",
            one.ward,
            one.hours,
            ZONE,
            one.wheelchair,
            one.access,
            *entrance,
            one.kind,
            one.notes,
            "yes",
        ]
