# NAME is the precinct's; the place is LOCATION, and ADDRESS is street;town.
about      Alaska 2020, the Division of Elections' list
column     PRECINCT = precinct
column     LOCATION = name
column     NAME = attribute
column     ADDRESS = attribute
set        state = AK
set        place = none
capture    ADDRESS /^(?<street>[^;]*)(;\s*(?<city>.*))?$/
