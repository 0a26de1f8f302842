# One row an elector's address, the polling place beside it. The vendor doubles the header's last part.
about      Xpress, the "Democracy Club" export of British councils
crs        EPSG:27700
column     Polling_Place_Id = id
column     Polling_Place_Name = name
column     Polling_Place_Postcode = postcode
column     Polling_Place_Easting = easting
column     Polling_Place_Northing = northing
column     Polling_Place_District_Reference = polling_district
address    Property_URN = id
address    AddressLine1 = address
address    AddressLine2 = address_2
address    AddressLine3 = town
address    Post_Code = postcode
address    Polling_Place_District_Reference = polling_district
address    Polling_Place_Id = station
set        place = none
