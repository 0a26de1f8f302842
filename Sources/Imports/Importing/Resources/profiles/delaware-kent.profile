# Read off a scanned page: "05 OF 11" is election district 5 of representative district 11.
about      Delaware, Kent County 2012, by optical character recognition
column     ELECTION DISTRICTS POLLING NAME BALLOT = name
column     ADDRESS = address
column     CITY = city
column     ZIP = postcode
column     SEN = district.state_senate
set        state = DE
set        place = none
capture    ED RD /^(?<precinct>[0-9]+ OF [0-9]+)$/
