about      Arkansas 2018, the raw dump of polling locations by precinct
column     Polling Location Name = name
column     Polling Location Address = address
column     Precinct Name = precinct
set        state = AR
set        place = none
