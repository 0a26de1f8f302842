"""What is near, exactly on the WGS84 ellipsoid.

Latitudes and longitudes are decimal degrees (EPSG:4326) and are always named; lengths are metres along the
geodesic, radii are inclusive. Columns go in as anything with the buffer protocol, as arrays, series, lists or
single numbers, and come out as memoryviews that numpy takes without copying.
"""

from ._distance import distance
from ._geopandas import sjoin_nearest, sjoin_within
from ._matches import Matches, Pairs
from ._quadtree import QuadTree, join
from ._version import __version__

__all__ = [
    "Matches",
    "Pairs",
    "QuadTree",
    "__version__",
    "distance",
    "join",
    "sjoin_nearest",
    "sjoin_within",
]
