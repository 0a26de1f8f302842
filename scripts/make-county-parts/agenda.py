"""Events of the county, and the programme of one of them."""

from land import half_node

_FAIRGROUNDS = (286, 266)
_COURTHOUSE = (303, 257)
_RIVERSIDE = (315, 265)

# Id, title, kind, status, first day or time, last, time zone, venue, city, place, kind of place, link, summary.
_EVENTS = [
    (
        "fair-2027", "Curlew County Fair", "fair", "scheduled", "2027-07-15", "2027-07-18",
        "America/Denver", "Curlew County Fairgrounds", "Bluestem", _FAIRGROUNDS, "point",
        "https://fair.example/2027", "Four days of livestock, pies and music.",
    ),
    (
        "energy-2027", "Sandhills Energy Day", "fair", "scheduled", "2027-04-24T10:00",
        "2027-04-24T16:00", "America/Denver", "Courthouse Green", "Bluestem", _COURTHOUSE, "point",
        "https://energy.example/curlew", "Wind, sun and how a transformer hums.",
    ),
    (
        "run-2027", "Riverside Night Run", "other", "scheduled", "2027-03-14T01:30",
        "2027-03-14T03:30", "America/Denver", "Riverside Park", "Bluestem", _RIVERSIDE, "point",
        "", "Ten kilometres while the clocks are set forward.",
    ),
    (
        "open-2027", "Curlew Open", "tournament", "scheduled", "2027-06-05", "2027-06-06",
        "America/Denver", "Bluestem High School", "Bluestem", _COURTHOUSE, "city", "",
        "Local teams, two days, one cup.",
    ),
    (
        "ladder-2027", "Sandhills Ladder", "tournament", "scheduled", "2027-01-04", "2027-12-19",
        "America/Denver", "Online", "", None, "online", "https://ladder.example", "",
    ),
    (
        "rodeo-2027", "Owl Creek Rodeo", "other", "postponed", "2027-05-29", "2027-05-30",
        "America/Denver", "Owl Creek", "Owl Creek", (468, 141), "city", "", "",
    ),
    (
        "plains-2027", "Great Plains Finals", "tournament", "cancelled", "2027-09-04",
        "2027-09-05", "America/Chicago", "Nebraska", "", None, "region", "", "",
    ),
]

# Id, title, first moment, last, room, track, people.
_SESSIONS = [
    ("opening", "Opening", "2027-07-15T09:00", "2027-07-15T09:30", "Main Stage", "Fair", ["Ada Novak"]),
    ("pies", "Pie judging", "2027-07-15T10:00", "2027-07-15T12:00", "Hall A", "Kitchen", ["Bea Ortiz", "Cy Lund"]),
    ("calves", "Calf show", "2027-07-15T13:00", "2027-07-15T15:30", "Arena", "Livestock", []),
    ("polka", "Polka night", "2027-07-15T21:00", "2027-07-16T01:00", "Main Stage", "Music", ["The Veselý Band"]),
    ("sheep", "Sheep shearing", "2027-07-16T10:00", "2027-07-16T11:30", "Arena", "Livestock", ["Dot Hale"]),
    ("quilts", "Quilts of the county", "2027-07-16T10:30", "2027-07-16T12:00", "Hall A", "Crafts", []),
    ("wind", "How a wind turbine turns", "2027-07-16T14:00", "2027-07-16T14:45", "Hall B", "Science", ["Eli Park"]),
    ("historia", "Historia de los ranchos", "2027-07-17T11:00", "2027-07-17T12:00", "Hall B", "History", ["Flor Ibarra"]),
    ("tractors", "Tractor pull", "2027-07-17T15:00", "2027-07-17T18:00", "Arena", "Machines", []),
    ("fireworks", "Fireworks", "2027-07-17T22:00", "2027-07-17T22:30", "Arena", "Fair", []),
    ("auction", "Livestock auction", "2027-07-18T10:00", "2027-07-18T13:00", "Arena", "Livestock", ["Gus Wren"]),
    ("closing", "Closing and cup", "2027-07-18T16:00", "2027-07-18T16:30", "Main Stage", "Fair", ["Ada Novak"]),
]

EVENT_COLUMNS = [
    "id", "title", "kind", "status", "starts", "ends", "time_zone", "venue", "city", "latitude",
    "longitude", "place_kind", "link", "summary", "fictional",
]
SESSION_COLUMNS = [
    "id", "event", "title", "starts", "ends", "time_zone", "day", "room", "track", "people",
    "fictional",
]


def event_rows(degrees):
    for row in _EVENTS:
        key, title, kind, status, starts, ends, zone, venue, city, place, how, link, summary = row
        longitude, latitude = map(degrees, half_node(*place)) if place else ("", "")
        yield [
            key, title, kind, status, starts, ends, zone, venue, city, latitude, longitude, how,
            link, summary, "yes",
        ]


def session_rows():
    for key, title, starts, ends, room, track, people in _SESSIONS:
        yield [
            key, "fair-2027", title, starts, ends, "America/Denver", starts[:10], room, track,
            "; ".join(people), "yes",
        ]
