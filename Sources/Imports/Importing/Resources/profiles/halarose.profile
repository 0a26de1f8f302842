# A venue may hold several stations, told apart by their number.
about      Halarose, the export of British councils with the venue's grid reference
crs        EPSG:27700
column     PollingStationName = name
column     PollingStationPostCode = postcode
column     PollingVenueEasting = easting
column     PollingVenueNorthing = northing
column     PollingDistrictId = polling_district
set        place = none
