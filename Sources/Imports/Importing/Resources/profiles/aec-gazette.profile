# Places are those of the gazette; the datum is not stated, and GDA94 lies within two metres of it.
about      Australian Electoral Commission, gazetted polling places
crs        EPSG:4326
# Places that are to be polling places no more: no address, no coordinates, the id 0.
skip       where Status is Abolition
column     PPId = id
column     PPName = name
column     PremisesName = premises
column     Postcode = postcode
column     Lat = latitude
column     Long = longitude
column     WheelchairAccess = accessible
column     DivName = federal_district
