about      Cologne 2014, polling places without coordinates
column     vote_district_id = polling_district
column     name = name
column     address = address
column     barrier_free = accessible
set        place = none
capture    full_address /^(?<postcode>[0-9]{5}) (?<city>.+)$/
