about      Idox Eros, the export of British councils without coordinates
column     PollingStationName = name
column     PollingStationNumber = id
column     PollingStationPostCode = postcode
set        place = none
