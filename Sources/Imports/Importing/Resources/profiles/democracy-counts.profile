about      Democracy Counts, the stations' file of British councils
crs        EPSG:27700
column     PlaceName = name
column     PostCode = postcode
column     StationCode = id
column     Xordinate = easting
column     Yordinate = northing
set        place = none
