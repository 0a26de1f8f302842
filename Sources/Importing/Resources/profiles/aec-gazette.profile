# Places are those of the gazette; the datum is not stated, and GDA94 lies within two metres of it.
about      Australian Electoral Commission, gazetted polling places
crs        EPSG:4326
column     PPId = id
column     PPName = name
column     PremisesName = premises
column     Postcode = postcode
column     Lat = latitude
column     Long = longitude
column     WheelchairAccess = accessible
column     DivName = federal_district
