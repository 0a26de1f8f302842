about      Idox Eros, the export of British councils without coordinates
column     PollingStationName = name
column     PollingStationNumber = id
column     PollingStationPostCode = postcode
address    HouseNumber = house_number
address    StreetName = street
address    HousePostCode = postcode
address    PollingStationNumber = station
set        place = none
