about      District of Columbia, polling places by precinct and portion
crs        EPSG:4326
column     PRECINCT_N = precinct
column     NAME = name
column     ADDRESS = address
column     ACCESSIBLE = accessible
column     ZIPCODE = postcode
column     WARD = ward
column     LONGITUDE = longitude
column     LATITUDE = latitude
