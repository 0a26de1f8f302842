# The place's first address line is its name, the last its postcode.
about      Xpress, the "web lookup" export of British councils
crs        EPSG:27700
column     PollingPlaceId = id
column     PollingPlaceAddress1 = name
column     PollingPlaceAddress7 = postcode
column     PollingPlaceEasting = easting
column     PollingPlaceNorthing = northing
column     PollingDistrictReference = polling_district
address    PropertyNumber = house_number
address    StreetName = street
address    PostCode = postcode
address    PollingDistrictReference = polling_district
address    PollingPlaceId = station
set        place = none
